"""The tutorials are followed to the letter: every block of them, in an empty folder."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from hintwise.cli import hintwise as command
from tests.unhurried import let_hints_take_time

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w*)\n(?P<text>.*?)^ *```\n", re.MULTILINE | re.DOTALL
)
FILE = re.compile(r"as\s+`([\w.]+)`:\n\n$")
SHOWN = {"make run\n", "   1.....3..4.....2\n"}
"""Blocks that are no program: what starts the server, and what is pasted into its page."""


class Reader:
    """Somebody who does what a tutorial says, and sees what it says they see."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {}
        self.printed = ""

    def follow(self, kind: str, text: str, before: str) -> None:
        """Do what a block says; `before` is all that stands above it."""
        if kind == "python":
            assert self.printed == "", "a block before this one prints more than is shown"
            self.printed = self.run(text)
        elif kind == "text":
            assert self.printed.rstrip() == text.rstrip()
            self.printed = ""
        elif kind == "console":
            for line, expected in transcript(text):
                assert_seen(line, type_in(line), expected)
        elif named := FILE.search(before):
            Path(named[1]).write_text(text, encoding="utf-8")
        else:
            assert text in SHOWN, "a block that nobody tries"

    def run(self, code: str) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "tutorial", "exec"), self.names)
        return printed.getvalue()


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    for found in BLOCK.finditer(page):
        yield found["kind"], found["text"], page[: found.start()]


def transcript(text: str) -> Iterator[tuple[str, str]]:
    """The lines that are typed, each with what is printed below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        yield line, expected


def type_in(line: str) -> str:
    """What a command prints; what is piped into it may come from `printf`."""
    words, given = shlex.split(line), ""
    if words[0] == "printf":
        assert words[2] == "|"
        given, words = ast.literal_eval(f"'{words[1]}'"), words[3:]
    assert words[0] == "hintwise"
    result = CliRunner().invoke(command, words[1:], input=given)
    assert result.exit_code in {0, 1}, result.output
    return result.output


def assert_seen(line: str, printed: str, expected: str) -> None:
    """The same words, wherever lines break; `…` stands for anything."""
    parts = [re.escape(" ".join(part.split())) for part in expected.split("…")]
    assert re.fullmatch(".*".join(parts), " ".join(printed.split())), f"{line}\n{printed}"


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_can_be_followed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    let_hints_take_time(monkeypatch)
    reader = Reader()
    for kind, text, before in blocks(page.read_text(encoding="utf-8")):
        reader.follow(kind, text, before)
    assert reader.printed == ""


def test_there_is_a_tutorial_for_each_kind_of_reader() -> None:
    assert [page.stem for page in TUTORIALS] == ["modeller", "player", "researcher"]


def test_what_the_tutorial_tells_players_to_press_is_on_the_pages() -> None:
    folder = ROOT / "src" / "hintwise" / "service" / "words" / "en"
    words = {
        word
        for file in folder.glob("*.toml")
        for word in texts(tomllib.loads(file.read_text("utf-8")))
    }
    page = (ROOT / "docs" / "tutorials" / "player.md").read_text(encoding="utf-8")
    told = {" ".join(bold.split()) for bold in re.findall(r"\*\*(.+?)\*\*", page, re.DOTALL)}
    assert told
    assert told <= words


def texts(table: object) -> Iterator[str]:
    """All texts in nested tables."""
    if isinstance(table, dict):
        for value in table.values():
            yield from texts(value)
    elif isinstance(table, str):
        yield table


def test_the_check_of_a_transcript_can_fail() -> None:
    assert_seen("x", "a b\nc\nd", "a b …\nd\n")
    for wrong in ("a b", "b …", "a … c"):
        with pytest.raises(AssertionError):
            assert_seen("x", "a b\nc\nd", wrong)
