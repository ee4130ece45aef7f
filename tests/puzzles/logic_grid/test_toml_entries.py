from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.logic_grid.toml_entries import Entry, read_toml

FILE = """\
# title = "not this one"
title = "a # b"   # nor this
names.first = ['x', "]",
  "y", # "no"
  [1, {"odd key" = 2}]]

[ table . "sub.table" ]
text = \"\"\"
one \\"two\\" \\
    three\"\"\"
raw = '''\\u0041 it''s'''

[[list]]
key = 1
[[list]]
key = 2
[list.below]
deep = { a = { b = 1979-05-27 07:32:00 }, c = true }
[[list.more]]
key = 3
"""


def at(entry: Entry, *path: str | int) -> Entry:
    for step in path:
        entry = entry.items()[step] if isinstance(step, int) else entry.entries()[step]
    return entry


def place(error: InvalidPuzzle) -> tuple[int, int]:
    found = re.match(r"line (\d+), column (\d+)", str(error))
    assert found is not None
    return int(found[1]), int(found[2])


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("title",), 2, 9),
        (("names",), 3, 1),
        (("names", "first"), 3, 15),
        (("names", "first", 1), 3, 21),
        (("names", "first", 2), 4, 3),
        (("names", "first", 3, 1, "odd key"), 5, 20),
        (("table", "sub.table"), 7, 1),
        (("table", "sub.table", "raw"), 11, 7),
        (("list", 0), 13, 1),
        (("list", 0, "key"), 14, 7),
        (("list", 1, "key"), 16, 7),
        (("list", 1, "below"), 17, 1),
        (("list", 1, "below", "deep", "a", "b"), 18, 20),
        (("list", 1, "below", "deep", "c"), 18, 47),
        (("list", 1, "more", 0, "key"), 20, 7),
        ((), 1, 1),
    ],
)
def test_an_error_has_the_place_of_its_value(
    path: tuple[str | int, ...], line: int, column: int
) -> None:
    assert place(at(read_toml(FILE), *path).wrong("wrong")) == (line, column)


def test_a_wrong_key_has_its_own_place() -> None:
    below = at(read_toml(FILE), "list", 1, "below", "deep")
    assert place(below.wrong_key("c", "wrong")) == (18, 43)


@pytest.mark.parametrize(
    ("key", "word", "line", "column"),
    [
        ("text", "two", 9, 7),
        ("text", '"two', 9, 5),
        ("text", "three", 10, 5),
        ("raw", "it", 11, 17),
    ],
)
def test_a_character_of_a_string_is_found_behind_escapes(
    key: str, word: str, line: int, column: int
) -> None:
    entry = at(read_toml(FILE), "table", "sub.table", key)
    assert place(entry.wrong("wrong", character=entry.string().index(word))) == (line, column)


def test_what_is_not_toml_has_a_place_even_at_the_end() -> None:
    with pytest.raises(InvalidPuzzle, match=r"^line 2, column 5: "):
        read_toml("a = 1\nb = ")


KEYS = st.text(alphabet="ab_-1", min_size=1, max_size=3)
SCALARS = st.integers(-99, 99) | st.booleans() | st.text(alphabet="a\"'\\\n#]},= é", max_size=6)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[ # one\n" + ",\n".join(map(written, value)) + "]"
    return json.dumps(value)


def all_below(entry: Entry) -> Iterator[Entry]:
    yield entry
    if isinstance(entry.value, dict):
        for inner in entry.entries().values():
            yield from all_below(inner)
    elif isinstance(entry.value, list):
        for item in entry.items():
            yield from all_below(item)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=3))
def test_every_value_stands_where_its_error_says(document: dict[str, object]) -> None:
    text = "\n".join(f"{key} = {written(value)} # end" for key, value in document.items())
    lines = text.split("\n")
    for top in read_toml(text).entries().values():
        for entry in all_below(top):
            line, column = place(entry.wrong("wrong"))
            rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
            assert rest.startswith(written(entry.value))
