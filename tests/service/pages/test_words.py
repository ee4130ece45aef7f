from __future__ import annotations

import re
import string
from importlib.resources import files

import pytest

from hintwise.errors import UnknownName
from hintwise.service.pages.statics import static_files
from hintwise.service.words import DEFAULT, LANGUAGES, Words, words_in

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
USED_IN_TEMPLATES = re.compile(r"\bwords\.([a-z_]+(?:\.[a-z_]+)+)")
USED_IN_SCRIPTS = re.compile(r"""\b(say|sayCounted)\("([a-z_.]+)\"""")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_the_same_things_with_the_same_placeholders(language: str) -> None:
    english, other = dict(words_in(DEFAULT).sentences()), dict(words_in(language).sentences())

    assert sorted(other) == sorted(english)
    assert {name: places(text) for name, text in other.items()} == {
        name: places(text) for name, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    assert all(text.strip() for _, text in words_in(language).sentences())


def test_templates_use_words_that_there_are() -> None:
    known = {name for name, _ in words_in(DEFAULT).sentences()}
    tables = {name.rpartition(".")[0] for name in known}
    tables |= {table.rpartition(".")[0] for table in tables} - {""}
    for template in files("hintwise.service").joinpath("templates").iterdir():
        for used in USED_IN_TEMPLATES.findall(template.read_text(encoding="utf-8")):
            name = re.sub(r"\.(counted|format|get)$", "", used)
            assert name in known | tables, f"{template.name}: {used}"


def test_scripts_use_words_that_there_are() -> None:
    known = {name for name, _ in words_in(DEFAULT).sentences()}
    for path, content in static_files().contents.items():
        if not path.endswith(".js"):
            continue
        for verb, name in USED_IN_SCRIPTS.findall(content.decode()):
            wanted = {f"{name}.one", f"{name}.several"} if verb == "sayCounted" else {name}
            assert wanted <= known, f"{path}: {name}"


def test_words_count() -> None:
    words = Words({"cells": {"one": "one cell", "several": "{count} cells"}})

    assert [words.cells.counted(number) for number in (1, 2)] == ["one cell", "2 cells"]


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownName, match="tlh"):
        words_in("tlh")
