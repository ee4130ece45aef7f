"""Logic grids in TOML files: categories, given facts and clues, each with a text and a rule.

    version = 2
    title = "The bakery"
    givens = ["Ada is not rye"]

    [categories]
    baker = ["Ada", "Ben", "Cleo"]
    bread = ["rye", "spelt", "oat"]
    hour = [6, 7, 8]

    [[clues]]
    text = "Ada started earlier than whoever baked rye."
    rule = "Ada is before rye in hour"

Numbers, dates and times are ordered by size; numbers may have a unit, which is shown with them:
`price = { values = [5, 10, 15], unit = "$" }`. Names have no order, or that in which they are
listed: `size = { values = ["small", "medium", "large"], ordered = true }`. A clue without `text` is
shown as its rule; a `story` is what a person reads first. A table `[question]` has a `text` and
what to `ask`: "zebra in owner", or a list of such. `version` is that of the language: in the
second, "either … or" means exactly one. The folder `rules` has the rule language.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TypeVar

from cpmpy.expressions.core import BoolVal

from hintwise.errors import InvalidPuzzle, InvalidRule, expect
from hintwise.problem import Fact, Problem, Reading, squeezed
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Clue, Value
from hintwise.puzzles.logic_grid.formats import (
    is_number,
    read_format,
    read_numbers,
    read_plain,
)
from hintwise.puzzles.logic_grid.model import NO_NAME, Grid
from hintwise.puzzles.logic_grid.questions import read_question
from hintwise.puzzles.logic_grid.rules import read_fact, read_rule
from hintwise.puzzles.logic_grid.toml_entries import Entry, read_toml
from hintwise.puzzles.logic_grid.vocabulary import Vocabulary

CATEGORIES = range(2, 9)
VALUES = range(3, 9)
VERSIONS = range(1, 3)
"""Of the language; in the first, "either … or" that is left open means one or more."""

_OWN_LINE = re.compile(
    r"^[ \t]*(\[\[?[ \t]*(categories|clues|question)\b"
    r"|(version|categories|clues|title|story|givens|text|rule)[ \t]*[=.]"
    r"|[A-Za-z_][\w-]*[ \t]*=[ \t]*[\"'\[{])",
    re.M,
)

_T = TypeVar("_T")


def looks_like_grid_file(text: str) -> bool:
    """Whether the text is meant as a logic-grid file, however wrong.

    It has a line that starts a table of such a file, or sets a key of one or any key to a text, a
    list or a table.
    """
    return _OWN_LINE.search(text) is not None


def read_logic_grid(text: str) -> Problem:
    """The problem of a logic-grid file; `InvalidPuzzle` says where the file is wrong, and how."""
    expect(text, str, "the text of a logic-grid file")
    file = read_toml(text).table(
        ("version", "title", "story", "categories", "givens", "clues", "question"),
        ("categories",),
    )
    title, story = (file[key].string() if key in file else "" for key in ("title", "story"))
    version = _version(file["version"]) if "version" in file else VERSIONS.start
    categories = _categories(file["categories"], version)
    vocabulary = Vocabulary(categories)
    try:
        grid = Grid(
            {category.name: category.values for category in categories},
            ordered=[category.name for category in categories if category.ordered],
            also={
                Value(category.name, name): texts
                for category in categories
                for name, texts in zip(category.values, category.also, strict=False)
            },
        )
    except InvalidPuzzle as error:
        raise file["categories"].wrong(str(error)) from None
    return grid.problem(
        [_clue(entry, vocabulary, grid, version) for entry in _items(file, "clues")],
        [_given(entry, vocabulary, grid) for entry in _items(file, "givens")],
        title=title,
        story=" ".join(story.split()),
        question=read_question(file["question"], grid) if "question" in file else None,
    )


def _version(entry: Entry) -> int:
    version = entry.value
    if isinstance(version, bool) or not isinstance(version, int) or version not in VERSIONS:
        raise entry.wrong(f"version must be {_range(VERSIONS, 'or')}, not {version!r}")
    return version


def _items(file: Mapping[str, Entry], key: str) -> list[Entry]:
    if key in file and isinstance(file[key].value, dict):
        raise file[key].wrong(f"expected a list, not a table; head each one with [[{key}]]")
    return file[key].items() if key in file else []


def _categories(table: Entry, version: int) -> list[Category]:
    entries = table.entries()
    if len(entries) not in CATEGORIES:
        raise table.wrong(
            f"a logic-grid file has {_range(CATEGORIES)} categories, not {len(entries)}"
        )
    folded = [" ".join(name.split()).casefold() for name in entries]
    for number, name in enumerate(entries):
        if folded.index(folded[number]) != number:
            raise table.wrong_key(name, f"{name!r} is there twice (case does not count)")
    categories = [_category(name, entry, version) for name, entry in entries.items()]
    sizes = {category.name: len(category.values) for category in categories}
    usual = Counter(sizes.values()).most_common(1)[0][0]
    for category, entry in zip(categories, entries.values(), strict=True):
        if len(category.values) != usual:
            counted = ", ".join(f"{name} has {size}" for name, size in sizes.items())
            raise entry.wrong(f"all categories must have the same number of values: {counted}")
    return categories


def _category(name: str, entry: Entry, version: int) -> Category:
    ordered, unit, values = None, None, entry
    if isinstance(entry.value, dict):
        table = entry.table(("values", "ordered", "unit"), ("values",))
        values = table["values"]
        if "ordered" in table:
            ordered = table["ordered"].value
            if not isinstance(ordered, bool):
                raise table["ordered"].wrong(f"ordered must be true or false, not {ordered}")
        unit = _unit(table["unit"]) if "unit" in table else None
    items = values.items()
    if len(items) not in VALUES:
        raise values.wrong(f"there are {len(items)} values; {_range(VALUES)} are accepted")
    names = [_name(item.value, item) for item in items]
    _check_kinds(values)
    if unit is not None:
        for item, written in zip(items, names, strict=True):
            if not is_number(written):
                raise item.wrong(f"{written!r} is no number; only numbers have a 'unit'")
        shown = read_numbers(names, unit)
    else:
        # Names that were said to be in order were just that, whatever they look like.
        as_listed = version == 1 and ordered is not None
        shown = (read_plain if as_listed else read_format)(names)
    squeezed_names = [squeezed(name) for name in shown.names]
    for number, item in enumerate(items):
        seen = [squeezed_names, *([shown.amounts] if shown.amounts else [])]
        if any(known.index(known[number]) != number for known in seen):
            raise item.wrong(f"{names[number]!r} is there twice (case and spaces do not count)")
    return Category(
        _name(name, entry),
        shown.names,
        ordered=shown.amounts is not None if ordered is None else ordered,
        amounts=shown.amounts,
        moments=shown.moments,
        unit=shown.unit,
        also=shown.also,
    )


def _unit(entry: Entry) -> str:
    unit = " ".join(entry.string().split())
    if not unit or len(unit) > 20 or not unit.isprintable() or re.search(r"[\d=≠,()'\"]", unit):
        raise entry.wrong(f"{unit[:20]!r} is no unit; write one such as '$', 'days' or 'km'")
    return unit


def _check_kinds(values: Entry) -> None:
    kinds = {
        "names"
        if isinstance(v, str | datetime.time)
        else "dates"
        if isinstance(v, datetime.date)
        else "numbers"
        for v in values.value
    }
    if len(kinds) > 1:
        raise values.wrong(f"{' and '.join(sorted(kinds))} are mixed; put them all in quotes")


def _name(value: object, entry: Entry) -> str:
    # A boolean is an int to Python, and a datetime a date.
    if isinstance(value, bool | datetime.datetime) or not isinstance(
        value, str | int | Decimal | datetime.date | datetime.time
    ):
        raise entry.wrong("expected a name, a number or a date; put anything else in quotes")
    if isinstance(value, datetime.time):
        value = f"{value.hour}:{value:%M}"
    if isinstance(value, int | Decimal):
        name = _number_name(value, entry)
    else:
        name = " ".join(str(value).split())
    if not name or not name.isprintable() or len(name) > 60:
        raise entry.wrong(f"{name[:60]!r} is not a name of 1 to 60 printable characters")
    if NO_NAME.search(name):
        raise entry.wrong(f"{name!r} is no name: it contains '=' or '≠' or starts with 'not '")
    return name


def _number_name(value: int | Decimal, entry: Entry) -> str:
    number = Decimal(value)
    exponent = number.as_tuple().exponent
    # Looked at before it is written out: 1e-999999999 has many digits.
    if not isinstance(exponent, int) or exponent < -6 or number.adjusted() >= 12:
        raise entry.wrong(
            "a number has at most 12 digits, and 6 behind the point; put others in quotes"
        )
    return f"{number:f}"  # 4.50 stays 4.50


def _clue(entry: Entry, vocabulary: Vocabulary, grid: Grid, version: int) -> Clue:
    table = entry.table(("text", "rule"), ("rule",))
    text, rule = (table[key].string() if key in table else "" for key in ("text", "rule"))
    readings = [
        _read(functools.partial(read_rule, rule, vocabulary, exclusive=exclusive), table["rule"])
        for exclusive in (version > 1, version == 1)
    ]
    meaning = readings[0](grid)
    if isinstance(meaning, bool | BoolVal):
        says = "says nothing" if meaning else "can never hold"
        read_as = "" if str(readings[0]) == rule else f"; it was read as '{readings[0]}'"
        raise table["rule"].wrong(f"the rule {rule!r} {says}, whatever goes together{read_as}")
    text_of_one, text_of_other = map(str, readings)
    understood = Reading(text_of_one)
    if text_of_other != text_of_one:
        understood = Reading(text_of_one, text_of_other, readings[1](grid))
    return Clue(" ".join(text.split()) or rule, meaning, reading=understood)


def _given(entry: Entry, vocabulary: Vocabulary, grid: Grid) -> Fact:
    a, b, holds = _read(functools.partial(read_fact, entry.string(), vocabulary), entry)
    return Fact(grid.variable(a, b).name, holds)


def _read(read: Callable[[], _T], entry: Entry) -> _T:
    """Read a rule; if it is wrong, say where in the file."""
    try:
        return read()
    except InvalidRule as error:
        raise entry.wrong(str(error), character=error.offset) from None


def _range(accepted: range, word: str = "to") -> str:
    return f"{accepted.start} {word} {accepted.stop - 1}"
