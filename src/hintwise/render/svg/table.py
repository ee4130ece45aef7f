"""Any other problem as a drawing: a table of its variables and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from hintwise.problem import Fact, Problem, Variable
from hintwise.render.marks import Marks, values_text
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
    words,
)
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording

_CELL = 32.0
_TOP = 26.0
_LABEL = 13.0
_LIMIT = 30
_MOST_VALUES = 14
"""Variables with more values than this share a single column that names the value."""
_MOST_ROWS = 40


def table_drawing(wording: Wording, marks: Marks, letters: Mapping[str, str]) -> Drawing:
    """Variables down the side, values along the top, a tick for known values, a cross for excluded.

    Behind each variable stand the letters of the used rules that speak about it; its name is
    hatched if there are any. Long problems show the variables of the step only, and say so.
    """
    problem, language = wording.problem, wording.language
    shown = _shown(problem, marks)
    paper = _Paper.of(shown, max((len(marks.rules_about(v.name)) for v in shown), default=0))
    parts = [*_heading(paper, language)]
    for number, variable in enumerate(shown):
        y = _TOP + number * _CELL
        parts.append(group(_row(paper, marks, variable, letters), transform=f"translate(0 {y:g})"))
    height = _TOP + len(shown) * _CELL
    if hidden := len(problem.variables) - len(shown):
        note = language.say("picture.more", count=hidden)
        parts.append(words(note, "soft", size=_LABEL, x=4, y=height + 20))
        height += 28
    return Drawing(paper.width, height, tuple(parts))


@dataclass(frozen=True, slots=True)
class _Paper:
    """Where things lie in a row; without `values` for columns, one wide column names the value."""

    label_width: float
    values: tuple[int, ...]
    boolean: bool
    tags: int

    @classmethod
    def of(cls, shown: tuple[Variable, ...], tags: int) -> _Paper:
        longest = max((len(shortened(v.name, _LIMIT)) for v in shown), default=0)
        return cls(
            label_width=longest * _LABEL * CHARACTER + 24,
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


def _row(
    paper: _Paper, marks: Marks, variable: Variable, letters: Mapping[str, str]
) -> Iterator[Element]:
    rules = marks.rules_about(variable.name)
    if rules:
        yield shape("rect", fill=HATCH, x=0, y=2, width=paper.label_width - 6, height=_CELL - 4)
    look = "given" if variable.name in marks.derived else "ink"
    yield short_words(variable.name, _LIMIT, look, size=_LABEL, x=8, y=_CELL / 2 + 4.5)
    if paper.values:
        yield from _value_cells(paper, marks, variable)
    else:
        yield from _value_text(paper, marks, variable)
    for number, rule in enumerate(rules):
        yield from tag(paper.tags_at + 10 + 22 * number, _CELL / 2, letters[rule.name])


def _value_cells(paper: _Paper, marks: Marks, variable: Variable) -> Iterator[Element]:
    columns = {value: paper.label_width + n * _CELL for n, value in enumerate(paper.values)}
    corners = ((columns[value], 0.0) for value in variable.domain)
    yield shape("path", "thin", d=squares(corners, _CELL))
    known, derived = (facts.get(variable.name, ()) for facts in (marks.known, marks.derived))
    for fact in marks.used.get(variable.name, ()):
        for value in _decided(fact, variable):
            yield used_ring(columns[value], 0, _CELL)
    for fact in derived:
        for value in _decided(fact, variable):
            yield from derived_frame(columns[value], 0, _CELL)
    for fact in (*known, *derived):
        look = f"{'yes' if fact.settles else 'no'} {marks.origin(fact)}"
        for value in _decided(fact, variable):
            path = tick_or_cross(columns[value], 0, _CELL, fact.settles)
            yield shape("path", look, d=path)


def _decided(fact: Fact, variable: Variable) -> list[int]:
    """The values that a fact says something of: its own, or those that a bound rules out."""
    if not fact.is_bound:
        return [int(fact.value)]
    return [value for value in variable.domain if not fact.said_of(value)]


def _value_text(paper: _Paper, marks: Marks, variable: Variable) -> Iterator[Element]:
    x = paper.label_width
    yield shape("rect", "thin", x=x, y=0, width=4 * _CELL, height=_CELL)
    facts = marks.shown(variable.name)
    box = {"x": x + 3, "y": 3.0, "width": 4 * _CELL - 6, "height": _CELL - 6}
    if variable.name in marks.derived:
        yield shape("rect", "derived", rx=2, **box)
        yield shape("rect", "derived-in", x=x + 6, y=6, width=4 * _CELL - 12, height=_CELL - 12)
    elif variable.name in marks.used:
        yield shape("rect", "used", rx=13, **box)
    if facts:
        text = shortened(values_text(facts), 14)
        look = marks.origin(facts[0])
        yield words(text, look, size=14, x=x + 2 * _CELL, y=21, text_anchor="middle")
