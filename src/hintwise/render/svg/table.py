"""Any other problem as a drawing: a table of its variables and their values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from hintwise.problem import Fact, Problem, Variable
from hintwise.render.marks import Marks, values_text
from hintwise.render.reasons import reasons
from hintwise.render.svg.shapes import (
    HATCH,
    Box,
    Drawing,
    derived_frame,
    group,
    shape,
    squares,
    tag,
    tick_or_cross,
    used_ring,
    words,
    xml_text,
)
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording

_CELL = 32.0
_TOP = 26.0
_LABEL = 13.0
_LIMIT = 30
"""Longer names go on in the next line: characters."""
_VALUE_LIMIT = 14
"""The same for what is known of a value where that is written."""
_LEADING = 16.0
_BOLD_CHARACTER = 0.62
"""A name that is derived is bold; wider than `shapes.CHARACTER`."""
_MOST_VALUES = 14
"""Variables with more values than this share a single column that names the value."""
_MOST_ROWS = 40


def table_drawing(wording: Wording, marks: Marks, letters: Mapping[str, str]) -> Drawing:
    """Variables down the side, values along the top, a tick for known values, a cross for excluded.

    Behind each variable stand the letters of the used rules that speak about it; its name is
    hatched where these meet. No name is cut off: long ones take several lines. Long problems show
    the variables of the step only, and say so.
    """
    problem, language = wording.problem, wording.language
    shown = _shown(problem, marks)
    paper = _Paper.of(shown, max((len(marks.rules_about(v.name)) for v in shown), default=0))
    hatched = reasons(None, marks)
    parts = [*_heading(paper, language)]
    places: dict[str, Box] = {}
    y = _TOP
    for variable in shown:
        row = _Row(paper, marks, variable)
        content = row.parts(letters, hatched=variable.name in hatched)
        parts.append(group(content, transform=f"translate(0 {y:g})"))
        places[variable.name] = (0, y, paper.tags_at, row.height)
        y += row.height
    if hidden := len(problem.variables) - len(shown):
        note = language.say("picture.more", count=hidden)
        parts.append(words(note, "soft", size=_LABEL, x=4, y=y + 20))
        y += 28
    return Drawing(paper.width, y, tuple(parts), places)


@dataclass(frozen=True, slots=True)
class _Paper:
    """Where things lie in a row; without `values` for columns, one wide column names the value."""

    label_width: float
    values: tuple[int, ...]
    boolean: bool
    tags: int

    @classmethod
    def of(cls, shown: tuple[Variable, ...], tags: int) -> _Paper:
        longest = max((len(line) for v in shown for line in _lines(v.name, _LIMIT)), default=0)
        return cls(
            label_width=longest * _LABEL * _BOLD_CHARACTER + 20,
            values=_columns(shown),
            boolean=all(v.boolean for v in shown),
            tags=tags,
        )

    @property
    def tags_at(self) -> float:
        return self.label_width + (len(self.values) or 4) * _CELL + 14

    @property
    def width(self) -> float:
        return self.tags_at + 22 * self.tags + 4


def _lines(text: str, limit: int) -> list[str]:
    """All of a text, in lines of so many characters at most."""
    # A list of values has no spaces, and may be broken behind its commas.
    broken = xml_text(text).replace(",", ", ") if limit == _VALUE_LIMIT else xml_text(text)
    return textwrap.wrap(broken, limit, break_on_hyphens=False) or [""]


def has_columns(problem: Problem, marks: Marks) -> bool:
    """Whether a table has a column for each value, with ticks and crosses."""
    return bool(_columns(_shown(problem, marks)))


def _columns(shown: tuple[Variable, ...]) -> tuple[int, ...]:
    """The values along the top, none if they are too many."""
    if any(v.size > _MOST_VALUES for v in shown):
        return ()
    values = sorted({value for v in shown for value in v.domain})
    return tuple(values) if len(values) <= _MOST_VALUES else ()


def _shown(problem: Problem, marks: Marks) -> tuple[Variable, ...]:
    if len(problem.variables) <= _MOST_ROWS:
        return problem.variables
    own = {*marks.derived, *marks.used}
    near = own.union(*(rule.variables for rule in marks.rules))
    concerned = [v for v in problem.variables if v.name in near] or problem.variables
    ranked = sorted(concerned, key=lambda v: v.name not in own)
    chosen = {v.name for v in ranked[:_MOST_ROWS]}
    return tuple(v for v in problem.variables if v.name in chosen)


def _heading(paper: _Paper, language: Language) -> Iterator[Element]:
    texts = tuple(map(str, paper.values)) or (language.say("picture.value"),)
    if paper.boolean:
        texts = (language.say("picture.no"), language.say("picture.yes"))
    for number, text in enumerate(texts):
        x = paper.label_width + (number + 0.5) * _CELL
        yield words(text, "soft", size=12, x=x, y=_TOP - 9, text_anchor="middle")


@dataclass(frozen=True, slots=True)
class _Row:
    """What is drawn of one variable, below the upper edge of its row."""

    paper: _Paper
    marks: Marks
    variable: Variable

    @property
    def height(self) -> float:
        lines = [self._name_lines] if self.paper.values else [self._name_lines, self._value_lines]
        return max(_CELL, max(map(len, lines)) * _LEADING + 12)

    @property
    def _name_lines(self) -> list[str]:
        return _lines(self.variable.name, _LIMIT)

    @property
    def _value_lines(self) -> list[str]:
        return _lines(values_text(self.marks.shown(self.variable.name)), _VALUE_LIMIT)

    def parts(self, letters: Mapping[str, str], *, hatched: bool) -> Iterator[Element]:
        if hatched:
            width, height = self.paper.label_width - 6, self.height - 4
            yield shape("rect", fill=HATCH, x=0, y=2, width=width, height=height)
        look = "given" if self.variable.name in self.marks.derived else "ink"
        yield from self._written(self._name_lines, look, x=8.0, size=_LABEL)
        yield from self._cells() if self.paper.values else self._value()
        for number, rule in enumerate(self.marks.rules_about(self.variable.name)):
            yield from tag(
                self.paper.tags_at + 10 + 22 * number, self.height / 2, letters[rule.name]
            )

    def _written(
        self, lines: list[str], look: str, *, size: float, x: float, **more: str
    ) -> Iterator[Element]:
        first = self.height / 2 - (len(lines) - 1) * _LEADING / 2 + 4.5
        for number, line in enumerate(lines):
            yield words(line, look, size=size, x=x, y=first + number * _LEADING, **more)

    def _cells(self) -> Iterator[Element]:
        """A cell for each value, in the middle of the row."""
        marks, variable, y = self.marks, self.variable, (self.height - _CELL) / 2
        left = self.paper.label_width
        columns = {value: left + n * _CELL for n, value in enumerate(self.paper.values)}
        corners = ((columns[value], y) for value in variable.domain)
        yield shape("path", "thin", d=squares(corners, _CELL))
        known, derived = (facts.get(variable.name, ()) for facts in (marks.known, marks.derived))
        for fact in marks.used.get(variable.name, ()):
            for value in _decided(fact, variable):
                yield used_ring(columns[value], y, _CELL)
        for fact in derived:
            for value in _decided(fact, variable):
                yield from derived_frame(columns[value], y, _CELL)
        for fact in (*known, *derived):
            look = f"{'yes' if fact.settles else 'no'} {marks.origin(fact)}"
            for value in _decided(fact, variable):
                path = tick_or_cross(columns[value], y, _CELL, fact.settles)
                yield shape("path", look, d=path)

    def _value(self) -> Iterator[Element]:
        """All that is known of the value, in one wide cell."""
        x, height, width = self.paper.label_width, self.height, 4 * _CELL
        yield shape("rect", "thin", x=x, y=0, width=width, height=height)
        box = {"x": x + 3, "y": 3.0, "width": width - 6, "height": height - 6}
        if self.variable.name in self.marks.derived:
            yield shape("rect", "derived", rx=2, **box)
            yield shape("rect", "derived-in", x=x + 6, y=6, width=width - 12, height=height - 12)
        elif self.variable.name in self.marks.used:
            yield shape("rect", "used", rx=13, **box)
        if facts := self.marks.shown(self.variable.name):
            look = self.marks.origin(facts[0])
            middle = x + width / 2
            yield from self._written(
                self._value_lines, look, size=14, x=middle, text_anchor="middle"
            )


def _decided(fact: Fact, variable: Variable) -> list[int]:
    """The values that a fact says something of: its own, or those that a bound rules out."""
    if not fact.is_bound:
        return [int(fact.value)]
    return [value for value in variable.domain if not fact.said_of(value)]
