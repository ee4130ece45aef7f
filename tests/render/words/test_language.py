from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from hintwise.errors import InvalidValue, UnknownName
from hintwise.render.words import logic_grid_patterns
from hintwise.render.words.language import find_language, language_names, read_language
from hintwise.render.words.sudoku import moves as sudoku_moves
from tests.render import reader


def text_of(name: str) -> str:
    file = resources.files("hintwise.render.words") / "languages" / f"{name}.toml"
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", language_names())
def test_a_language_has_every_template_and_no_other(name: str) -> None:
    assert set(find_language(name).templates) == set(find_language("en").templates)


@pytest.mark.parametrize(
    ("kind", "patterns"),
    [("sudoku", sudoku_moves.PATTERNS), ("grid", logic_grid_patterns.PATTERNS)],
)
def test_every_pattern_has_a_name(kind: str, patterns: tuple[str, ...]) -> None:
    keys = {f"{kind}.pattern.{pattern}" for pattern in patterns}
    assert keys <= set(find_language("en").templates)


@pytest.mark.parametrize("name", language_names())
def test_a_language_is_read_back_by_the_tests_of_its_words(name: str) -> None:
    assert name in reader.GRAMMARS


def test_english_and_another_language_are_there() -> None:
    assert {"en", "de"} <= set(language_names())


def test_an_unknown_language_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        find_language("e")
    assert set(caught.value.known) == set(language_names())


@pytest.mark.parametrize(
    ("pattern", "replacement", "complaint"),
    [
        (r"^equal = .*\n", "", "fact.equal is missing"),
        (r"^holds.one = ", "holds.two = ", "fact.holds.two is unknown"),
        (r"\{variable\}=\{value\}", "it={value}", "fact.equal must use"),
        (r"\{variable\}=", "{cell}=", "fact.equal must use"),
        (r"\{variable\}=", "{variable=", "fact.equal must use"),
        (r"^unique = .One", 'unique = "{count}', "check.unique must use"),
        (r"\[hint\]", "[clue]", "clue.unit is unknown"),
        (r"\[hint\]", "[hint", "is not TOML"),
    ],
)
def test_what_is_wrong_in_a_language_file_is_named(
    pattern: str, replacement: str, complaint: str
) -> None:
    text, count = re.subn(pattern, replacement, text_of("en"), count=1, flags=re.MULTILINE)
    assert count == 1
    with pytest.raises(InvalidValue, match="language 'xx'") as caught:
        read_language("xx", text)
    assert complaint in str(caught.value)


def test_the_form_for_one_thing_may_leave_the_count_out_and_that_for_several_may_not() -> None:
    text = text_of("en")
    assert 'entries_fit.one = "No mistake: your entry fits' in text
    read_language("xx", text)
    with pytest.raises(InvalidValue, match=r"check.entries_fit.several must use .*count"):
        read_language("xx", text.replace("your {count} entries fit", "your entries fit"))


def test_a_language_file_reads_as_it_is_written() -> None:
    table = tomllib.loads(text_of("de"))
    language = read_language("de", text_of("de"))
    assert language.templates["sudoku.unit.row"] == table["sudoku"]["unit"]["row"]
    assert language.say("sudoku.unit.row", number=3) == "Zeile 3"
    assert language.all_of(["a"]) == "a"
    assert language.all_of("abc") == "a, b und c"
    assert language.any_of("abc") == "a, b oder c"
    assert language.number(2.5) == "2,5"
    assert language.say_counted("learn.title", 1) == "Was zählt, nach 1 Antwort"
