"""A logic grid as a drawing: a staircase of tables with ticks and crosses."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from hintwise.problem import Place, Staircase, Table
from hintwise.render.marks import Marks
from hintwise.render.reasons import reasons
from hintwise.render.svg.shapes import (
    CHARACTER,
    HATCH,
    Drawing,
    derived_frame,
    group,
    shape,
    short_words,
    shortened,
    squares,
    tag,
    tick_or_cross,
    used_ring,
)

_CELL = 28.0
_GAP = 20.0
"""Between tables, so that there is room for the letters of the rules."""
_BAND = 22.0
"""For the name of a category."""
_LABEL = 12.5
_LIMIT = 22
"""Longer names are cut off: characters."""


def staircase_drawing(stairs: Staircase, marks: Marks, letters: Mapping[str, str]) -> Drawing:
    """The tables: used facts are ringed, the derived one framed twice.

    The links in which used rules matter are hatched. Above each table stand the letters of the used
    rules that speak about it.
    """
    paper = _Paper(stairs)
    parts = [
        *_hatching(paper, stairs, marks),
        *(shape("path", "thin", d=_lines(paper, stairs, table)) for table in stairs.tables),
        *(used_ring(*paper.corner(stairs.places[name]), _CELL) for name in marks.used),
        *(_outline(paper, table) for table in stairs.tables),
        *itertools.chain.from_iterable(
            derived_frame(*paper.corner(stairs.places[name]), _CELL) for name in marks.derived
        ),
        *_marks_in_cells(paper, stairs, marks),
        *_side_labels(paper, stairs),
        *_top_labels(paper, stairs),
        *_letters(paper, stairs, marks, letters),
    ]
    places = {name: (*paper.corner(at), _CELL, _CELL) for name, at in stairs.places.items()}
    return Drawing(paper.width, paper.height, tuple(parts), places)


class _Paper:
    """Where the tables and their cells lie on the drawing."""

    def __init__(self, stairs: Staircase) -> None:
        size = len(next(iter(stairs.categories.values())))
        self.table = size * _CELL
        self.label_width = _room([v for c in stairs.side for v in stairs.categories[c]])
        self.label_height = _room([v for c in stairs.top for v in stairs.categories[c]])
        left, top = _BAND + self.label_width, _BAND + self.label_height
        step = self.table + _GAP
        self.x = {category: left + n * step for n, category in enumerate(stairs.top)}
        self.y = {category: top + _GAP + n * step for n, category in enumerate(stairs.side)}
        self._at = {
            c: {v: n for n, v in enumerate(values)} for c, values in stairs.categories.items()
        }
        self.width = left + len(stairs.top) * step - _GAP + 2
        self.height = top + len(stairs.side) * step + 2

    def corner(self, place: Place) -> tuple[float, float]:
        row, row_value, column, column_value = place
        return (
            self.x[column] + self._at[column][column_value] * _CELL,
            self.y[row] + self._at[row][row_value] * _CELL,
        )


def _room(names: list[str]) -> float:
    return max(len(shortened(name, _LIMIT)) for name in names) * _LABEL * CHARACTER + 14


def _hatching(paper: _Paper, stairs: Staircase, marks: Marks) -> Iterator[Element]:
    names = sorted(reasons(stairs, marks))
    if names:
        corners = (paper.corner(stairs.places[name]) for name in names)
        yield shape("path", fill=HATCH, d=squares(corners, _CELL))


def _lines(paper: _Paper, stairs: Staircase, table: Table) -> str:
    x, y = paper.x[table[1]], paper.y[table[0]]
    inner = range(1, len(stairs.categories[table[0]]))
    across = (f"M{x:g} {y + n * _CELL:g}h{paper.table:g}" for n in inner)
    down = (f"M{x + n * _CELL:g} {y:g}v{paper.table:g}" for n in inner)
    return "".join((*across, *down))


def _outline(paper: _Paper, table: Table) -> Element:
    x, y = paper.x[table[1]], paper.y[table[0]]
    return shape("rect", "wall", x=x, y=y, width=paper.table, height=paper.table, rx=1)


def _marks_in_cells(paper: _Paper, stairs: Staircase, marks: Marks) -> Iterator[Element]:
    """Ticks and crosses, one path per look to keep the file small."""
    paths: dict[str, list[str]] = {}
    for name, (fact, *_) in {**marks.known, **marks.derived}.items():
        path = tick_or_cross(*paper.corner(stairs.places[name]), _CELL, fact.positive)
        look = f"{'yes' if fact.positive else 'no'} {marks.origin(fact)}"
        paths.setdefault(look, []).append(path)
    for look, path_data in paths.items():
        yield shape("path", look, d="".join(path_data))


def _side_labels(paper: _Paper, stairs: Staircase) -> Iterator[Element]:
    for category in stairs.side:
        middle = paper.y[category] + paper.table / 2
        yield _category(category, paper.table, 13, middle, turned=True)
        yield group(
            _values(stairs.categories[category]),
            text_anchor="end",
            transform=f"translate({_BAND + paper.label_width - 8:g} {paper.y[category] + 18:g})",
        )


def _top_labels(paper: _Paper, stairs: Staircase) -> Iterator[Element]:
    for category in stairs.top:
        middle = paper.x[category] + paper.table / 2
        yield _category(category, paper.table, middle, 14, turned=False)
        yield group(
            _values(stairs.categories[category]),
            transform=f"translate({paper.x[category] + 18:g} {_BAND + paper.label_height - 2:g}) "
            "rotate(-90)",
        )


def _values(names: Sequence[str]) -> Iterator[Element]:
    for number, name in enumerate(names):
        yield short_words(name, _LIMIT, "ink", size=_LABEL, x=0, y=number * _CELL)


def _category(name: str, room: float, x: float, y: float, *, turned: bool) -> Element:
    limit = int(room / (13 * CHARACTER))
    turn = {"transform": f"rotate(-90 {x:g} {y:g})"} if turned else {}
    return short_words(name, limit, "given", size=13, x=x, y=y, text_anchor="middle", **turn)


def _letters(
    paper: _Paper, stairs: Staircase, marks: Marks, letters: Mapping[str, str]
) -> Iterator[Element]:
    at: dict[Table, list[str]] = {}
    for rule in marks.rules:
        for table in stairs.tables_of(rule):
            at.setdefault(table, []).append(letters[rule.name])
    for (row, column), found in at.items():
        for number, letter in enumerate(found):
            yield from tag(paper.x[column] + 9 + 18 * number, paper.y[row] - 10, letter)
