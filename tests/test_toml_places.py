from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.toml_places import Path, Place, positions, syntax_error

BARE_KEYS = st.text(alphabet="ab_-1", min_size=1, max_size=3)
KEYS = BARE_KEYS | st.text(alphabet="ab .#='\"]é\n", max_size=4)
SCALARS = st.integers(-99, 99) | st.booleans() | st.text(alphabet="a\"'\\\n#[]{},= é", max_size=6)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def key_written(key: str, draw: st.DrawFn) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    literal = bool(key) and not set(key) & set("'\n")
    forms = [json.dumps(key, ensure_ascii=False), *([key] if bare else [])]
    return draw(st.sampled_from([*forms, *([f"'{key}'"] if literal else [])]))


def scalar_written(value: object, draw: st.DrawFn) -> str:
    forms = [json.dumps(value, ensure_ascii=False)]
    if isinstance(value, str):
        forms.append('"""\n' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""')
        if "'" not in value:
            forms.append(f"'''\n{value}'''")
    return draw(st.sampled_from(forms))


def written(value: object, draw: st.DrawFn) -> str:
    gap = st.sampled_from(["", " ", "\n  ", " # ] } [[a]] a = 1\n"])
    if isinstance(value, dict):
        pairs = [f"{key_written(k, draw)} = {written(v, draw)}" for k, v in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        items = [f"{draw(gap)}{written(item, draw)}{draw(gap)}" for item in value]
        return f"[{','.join(items)}{draw(gap)}]"
    return scalar_written(value, draw)


def table_written(path: tuple[str, ...], table: dict[str, Any], draw: st.DrawFn) -> Iterator[str]:
    """The lines of a table: pairs, dotted keys, tables and lists of tables with headers."""
    later: list[tuple[str, Any]] = []
    for key, value in table.items():
        tables = isinstance(value, list) and value and all(isinstance(v, dict) for v in value)
        if (isinstance(value, dict) or tables) and draw(st.booleans()):
            later.append((key, value))
        elif isinstance(value, dict) and value and draw(st.booleans()):
            for inner, below in value.items():
                dotted = f"{key_written(key, draw)} . {key_written(inner, draw)}"
                yield f"{dotted} = {written(below, draw)} # end"
        else:
            yield f"{key_written(key, draw)} = {written(value, draw)} # = [end]"
    for key, value in later:
        full = (*path, key)
        header = " . ".join(key_written(part, draw) for part in full)
        for one in value if isinstance(value, list) else [value]:
            yield f"[[{header}]] # x" if isinstance(value, list) else f"[ {header} ]"
            yield from table_written(full, one, draw)


@st.composite
def documents(draw: st.DrawFn) -> str:
    table = draw(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
    lines = list(table_written((), table, draw))
    text = "\n".join(lines) + "\n"
    assert tomllib.loads(text) == table
    return text


def paths(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


@given(documents())
def test_every_entry_is_found_and_nothing_else(text: str) -> None:
    assert set(positions(text)) == {path for path, _ in paths(tomllib.loads(text))}


@given(documents())
def test_the_line_of_a_key_has_the_key(text: str) -> None:
    found = positions(text)
    for path, _ in paths(tomllib.loads(text)):
        key = path[-1]
        if isinstance(key, str):
            line = text.split("\n")[Place.of(found[path][0], text).line - 1]
            assert any(form in line for form in (key, json.dumps(key, ensure_ascii=False)))


@given(documents())
def test_a_value_starts_where_it_is_said_to(text: str) -> None:
    found = positions(text)
    for path, value in paths(tomllib.loads(text)):
        rest = text[found[path][1] :]
        if isinstance(value, bool | int):
            assert rest.startswith(json.dumps(value))
        elif isinstance(value, str):
            assert rest[0] in "\"'"


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = ", 2), ("a = 1\n[b\nc = 2", 2), ("a = [1,\n2\n", 3), ("a = 1\n\na = 2\n", 3)],
)
def test_a_syntax_error_has_its_line(text: str, line: int) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    place, what = syntax_error(caught.value, text)
    assert place.line == line
    assert what
    assert "line" not in what
