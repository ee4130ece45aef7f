"""Logic grids in TOML files: categories, given facts and clues, each with a text and a rule.

    title = "The bakery"
    givens = ["Ada is not rye"]

    [categories]
    baker = ["Ada", "Ben", "Cleo"]
    bread = ["rye", "spelt", "oat"]
    hour = [6, 7, 8]

    [[clues]]
    text = "Ada started earlier than whoever baked rye."
    rule = "Ada is before rye in hour"

Numbers and dates are ordered by size and need no quotes. Names have no order, or that in which
they are listed: `size = { values = ["small", "medium", "large"], ordered = true }`. A clue without
`text` is shown as its rule. `grid_rules` has the rule language.
"""

from __future__ import annotations

import datetime
import difflib
import functools
import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from hintwise.errors import InvalidPuzzle, InvalidRule
from hintwise.problem import Fact, Problem
from hintwise.puzzles.clues import Clue
from hintwise.puzzles.grid_rules import read_fact, read_rule
from hintwise.puzzles.grid_words import Category, Vocabulary
from hintwise.puzzles.logic_grid import Grid

CATEGORIES = range(3, 7)
VALUES = range(3, 9)

_OWN_LINE = re.compile(
    r"^[ \t]*(\[\[?[ \t]*(categories|clues)\b|(categories|clues)[ \t]*[=.])", re.M
)
_NUMBER = re.compile(r"[+-]?\d{1,12}(\.\d{1,6})?")
_STRING = r"(?:\"\"\"\n?|'''\n?|\"|')"

_T = TypeVar("_T")


def looks_like_grid_file(text: str) -> bool:
    """Whether the text is meant as a logic-grid file: it has categories or clues, however wrong."""
    return _OWN_LINE.search(text) is not None


def read_logic_grid(text: str) -> Problem:
    """The problem of a logic-grid file; `InvalidPuzzle` says where the file is wrong, and how."""
    text = text.replace("\r\n", "\n")
    document = _toml(text)
    _check_keys(document, "the file", ("title", "categories", "givens", "clues"), ("categories",))
    title = _string(document.get("title", ""), "title")
    categories = _categories(document["categories"])
    vocabulary = Vocabulary(categories)
    grid = Grid(
        {category.name: category.values for category in categories},
        ordered=[category.name for category in categories if category.ordered],
    )
    return grid.problem(
        _clues(_list(document.get("clues", []), "clues (each under [[clues]])"), vocabulary, text),
        _givens(_list(document.get("givens", []), "givens"), vocabulary, grid, text),
        title=title,
    )


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.S)
        where, what = (found[2], found[1]) if found else ("TOML", message)
        raise InvalidPuzzle(f"{where}: {what}; a logic-grid file is written in TOML") from None
    except (ValueError, ArithmeticError, RecursionError):
        # Too many digits for an int, no Decimal, or brackets within brackets without end.
        raise InvalidPuzzle("the file holds a number or a list beyond all measure") from None


def _categories(table: object) -> list[Category]:
    entries = _table(table, "categories")
    if len(entries) not in CATEGORIES:
        raise InvalidPuzzle(
            f"a logic-grid file has {_range(CATEGORIES)} categories, not {len(entries)}"
        )
    folded = [" ".join(name.split()).casefold() for name in entries]
    for number, name in enumerate(entries):
        if folded.index(folded[number]) != number:
            raise InvalidPuzzle(f"categories: {name!r} is there twice (case does not count)")
    categories = [_category(name, entry) for name, entry in entries.items()]
    sizes = {category.name: len(category.values) for category in categories}
    if len(set(sizes.values())) > 1:
        counted = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise InvalidPuzzle(f"all categories must have the same number of values: {counted}")
    return categories


def _category(name: str, entry: object) -> Category:
    where = f"categories.{name}"
    if isinstance(entry, dict):
        _check_keys(entry, where, ("values", "ordered"), ("values",))
        ordered = entry.get("ordered")
        if ordered is not None and not isinstance(ordered, bool):
            raise InvalidPuzzle(f"{where}: ordered must be true or false, not {ordered!r}")
        values = _list(entry["values"], f"{where}.values")
    else:
        ordered, values = None, _list(entry, where)
    if len(values) not in VALUES:
        raise InvalidPuzzle(f"{where} has {len(values)} values; {_range(VALUES)} are accepted")
    names = tuple(_name(value, where) for value in values)
    amounts, dates = _amounts(values, where)
    if amounts is not None and len(set(amounts)) < len(amounts):
        raise InvalidPuzzle(f"{where} has the same value twice: {', '.join(names)}")
    return Category(
        _name(name, "categories"),
        names,
        ordered=amounts is not None if ordered is None else ordered,
        amounts=amounts,
        dates=dates,
    )


def _name(value: object, where: str) -> str:
    # A boolean is an int to Python, and a datetime a date.
    if isinstance(value, bool | datetime.datetime) or not isinstance(
        value, str | int | Decimal | datetime.date
    ):
        raise InvalidPuzzle(
            f"{where}: {value!s} is neither a name nor a number nor a date; put it in quotes"
        )
    if isinstance(value, int | Decimal):
        name = _number_name(value, where)
    else:
        name = " ".join(str(value).split())
    if not name or not name.isprintable() or len(name) > 60:
        raise InvalidPuzzle(f"{where}: {name[:60]!r} is not a name of 1 to 60 printable characters")
    return name


def _number_name(value: int | Decimal, where: str) -> str:
    number = Decimal(value)
    exponent = number.as_tuple().exponent
    # Looked at before it is written out: 1e-999999999 has many digits.
    if not isinstance(exponent, int) or exponent < -6 or number.adjusted() >= 12:
        raise InvalidPuzzle(
            f"{where}: a number has at most 12 digits, and 6 behind the point; put others in quotes"
        )
    return f"{number:f}"  # 4.50 stays 4.50


def _amounts(values: Sequence[Any], where: str) -> tuple[tuple[Fraction, ...] | None, bool]:
    """The values as numbers or days, and whether as days; names that look like either count."""
    kinds = {
        "names" if isinstance(v, str) else "dates" if isinstance(v, datetime.date) else "numbers"
        for v in values
    }
    if len(kinds) > 1:
        raise InvalidPuzzle(f"{where} mixes {' and '.join(sorted(kinds))}; put them all in quotes")
    texts = [_name(value, where) for value in values]
    if all(_NUMBER.fullmatch(text) for text in texts):
        return tuple(map(Fraction, texts)), False
    try:
        return tuple(Fraction(datetime.date.fromisoformat(t).toordinal()) for t in texts), True
    except ValueError:
        return None, False


def _clues(entries: Sequence[Any], vocabulary: Vocabulary, text: str) -> list[Clue]:
    clues, start = [], 0
    for number, entry in enumerate(entries, 1):
        where = f"clue {number}"
        clue = _table(entry, where)
        _check_keys(clue, where, ("text", "rule"), ("rule",))
        rule = _string(clue["rule"], f"{where}: rule")
        start, at = _place(text, rf"^[^#\n]*?\brule[\"']?[ \t]*=[ \t]*{_STRING}", rule, start)
        meaning = _located(functools.partial(read_rule, rule, vocabulary), where, text, at)
        shown = " ".join(_string(clue.get("text", rule), f"{where}: text").split())
        clues.append(Clue(shown or rule, meaning))
    return clues


def _givens(entries: Sequence[Any], vocabulary: Vocabulary, grid: Grid, text: str) -> list[Fact]:
    facts = []
    found = re.search(r"^[ \t]*givens[ \t]*=", text, re.M)
    start = found.end() if found else len(text)
    for number, entry in enumerate(entries, 1):
        where = f"given {number}"
        given = _string(entry, where)
        start, at = _place(text, _STRING, given, start)
        a, b, holds = _located(functools.partial(read_fact, given, vocabulary), where, text, at)
        fact = grid.fact(f"{a} = {b}")
        facts.append(Fact(fact.variable, holds))
    return facts


def _place(text: str, before: str, content: str, start: int) -> tuple[int, int | None]:
    """Where to look on, and where a string stands in the file unless it is written with escapes.

    TOML readers give no places, so it is searched for, after the one before it.
    """
    found = re.compile(before + rf"(?=({re.escape(content)}))", re.M).search(text, start)
    return (found.end(), found.start(1)) if found else (start, None)


def _located(read: Callable[[], _T], where: str, text: str, at: int | None) -> _T:
    """Read a rule; if it is wrong, say where in the file."""
    try:
        return read()
    except InvalidRule as error:
        if at is None:
            raise InvalidPuzzle(f"{where}, character {error.offset + 1}: {error}") from None
        position = at + error.offset
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        raise InvalidPuzzle(f"line {line}, column {column} ({where}): {error}") from None


def _check_keys(
    table: Mapping[str, Any], where: str, known: Collection[str], needed: Collection[str]
) -> None:
    for key in table:
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            guess = f"; did you mean {close[0]!r}?" if close else ""
            raise InvalidPuzzle(f"{where} has no {key!r} (known: {', '.join(known)}){guess}")
    for key in needed:
        if key not in table:
            raise InvalidPuzzle(f"{where} needs {key!r}")


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidPuzzle(f"{where} must be a table, not {_shortened(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidPuzzle(f"{where} must be a list, not {_shortened(value)}")
    return value


def _string(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise InvalidPuzzle(f"{where} must be text in quotes, not {_shortened(value)}")
    return value


def _shortened(value: object) -> str:
    shown = str(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


def _range(accepted: range) -> str:
    return f"{accepted.start} to {accepted.stop - 1}"
