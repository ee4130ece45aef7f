"""Kinds of clues for generated logic grids: each draws a clue that is true in a solution.

A clue is drawn as a rule of the language of files (see `hintwise.puzzles.logic_grid.rules`), so
that a generated puzzle is a file like any other, and as the sentence that says the same. What a
rule means is defined there alone; here is what is worth saying about a solution, and how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from hintwise.workshop.themes import Order, Topic

T = TypeVar("T")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, slots=True)
class Named:
    """A value and the ways to name it; as text it is spelt as in a rule."""

    topic: Topic
    value: str | int

    def __str__(self) -> str:
        return f"{self.topic.name} {self.value}" if isinstance(self.value, int) else self.value

    @property
    def who(self) -> str:
        return self.topic.who.format(self.value)

    @property
    def does(self) -> str:
        return self.topic.does.format(self.value)

    @property
    def does_not(self) -> str:
        return self.topic.does_not.format(self.value)


Row = tuple[Named, ...]
"""The values that go together, one of each category."""


@dataclass(frozen=True, slots=True)
class DrawnClue:
    """A clue with the name of its kind and the values it names."""

    kind: str
    rule: str
    text: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a grid to be: its rows, and what the people in it are together."""

    rows: tuple[Row, ...]
    everyone: str

    @property
    def topics(self) -> list[Topic]:
        return [named.topic for named in self.rows[0]]

    def draw(self, count: int, rng: np.random.Generator) -> list[Row]:
        """Different rows, in random order."""
        return _some(self.rows, count, rng)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What a kind draws: a rule, the sentence without its full stop, and who is named in it."""

    rule: str
    text: str
    named: Sequence[Named]


def draw_clue(kind: str, solved: Solved, rng: np.random.Generator) -> DrawnClue:
    """A clue of this kind (see `CLUE_KINDS`) that is true in the solution."""
    drawn = CLUE_KINDS[kind](solved, rng)
    text = f"{drawn.text[0].upper()}{drawn.text[1:]}."
    return DrawnClue(kind, drawn.rule, text, frozenset(map(str, drawn.named)))


def _is(solved: Solved, rng: np.random.Generator) -> _Sentence:
    (row,) = solved.draw(1, rng)
    a, b = _in_sentence_order(_some(row, 2, rng), solved)
    return _Sentence(f"{a} is {b}", f"{a.who} {b.does}", (a, b))


def _is_not(solved: Solved, rng: np.random.Generator) -> _Sentence:
    one, other = solved.draw(2, rng)
    x, y = _some(range(len(one)), 2, rng)
    a, b = _in_sentence_order((one[x], other[y]), solved)
    return _Sentence(f"{a} is not {b}", f"{a.who} {b.does_not}", (a, b))


def _neither(solved: Solved, rng: np.random.Generator) -> _Sentence:
    one, other, third = solved.draw(3, rng)
    x, y, z = _some(range(len(one)), 3, rng)
    a, b, c = one[x], other[y], third[y if rng.integers(2) else z]
    rule = f"{a} is neither {b} nor {c}"
    return _Sentence(rule, f"{a.who} neither {b.does} nor {c.does}", (a, b, c))


def _either(solved: Solved, rng: np.random.Generator) -> _Sentence:
    one, other = solved.draw(2, rng)
    x, y, z = _some(range(len(one)), 3, rng)
    a = one[x]
    b, c = _some((one[y], other[y if rng.integers(2) else z]), 2, rng)
    # Two values of one category exclude each other anyway.
    but = "" if b.topic == c.topic else " but not both"
    rule = f"{a} is either {b} or {c}{but}"
    return _Sentence(rule, f"{a.who} either {b.does} or {c.does}{but and f',{but}'}", (a, b, c))


def _one_each(solved: Solved, rng: np.random.Generator) -> _Sentence:
    one, other = solved.draw(2, rng)
    order = _some(range(len(one)), len(one), rng)
    # With four categories all four values may differ in kind; with three, two at least share one.
    a, b = one[order[0]], other[order[int(rng.integers(2)) if len(order) > 3 else 0]]
    c, d = _some((one[order[-1]], other[order[-1 - int(rng.integers(2))]]), 2, rng)
    rule = f"of {a} and {b}, one is {c} and the other is {d}"
    text = f"of {a.who} and {b.who}, one {c.does} and the other {d.does}"
    if a.topic != b.topic:  # they might be one person, were it not said
        text = f"{a.who} and {b.who} are two {solved.everyone}: one {c.does}, the other {d.does}"
    return _Sentence(rule, text, (a, b, c, d))


def _all_different(solved: Solved, rng: np.random.Generator) -> _Sentence:
    rows = solved.draw(3, rng)
    a, b, c = (row[x] for row, x in zip(rows, _some(range(len(rows[0])), 3, rng), strict=True))
    text = f"{a.who}, {b.who} and {c.who} are three different {solved.everyone}"
    return _Sentence(f"{a}, {b} and {c} are all different", text, (a, b, c))


def _before(solved: Solved, rng: np.random.Generator) -> _Sentence:
    within, order, ((_, a), (_, b)) = _draw_ordered(solved, 2, rng)
    if rng.integers(2):
        rule, text = f"{a} is before {b} in {within}", order.before
    else:
        a, b = b, a
        rule, text = f"{a} is after {b} in {within}", order.after
    return _Sentence(rule, text.format(a=a.who, b=b.who), (a, b))


def _offset(solved: Solved, rng: np.random.Generator) -> _Sentence:
    within, order, ((p, b), (q, a)) = _draw_ordered(solved, 2, rng)
    rule = f"{a} is {q - p} after {b} in {within}"
    distance = _distance("exactly", q - p, order)
    return _Sentence(rule, order.apart.format(a=a.who, b=b.who, distance=distance), (a, b))


def _at_least(solved: Solved, rng: np.random.Generator) -> _Sentence:
    within, order, placed = _draw_ordered(solved, len(solved.rows), rng)
    start = int(rng.integers(len(placed) - 2))
    end = int(rng.integers(start + 2, len(placed)))
    # At least one later would be just later.
    least = int(rng.integers(2, end - start + 1))
    (_, b), (_, a) = placed[start], placed[end]
    rule = f"{a} is at least {least} after {b} in {within}"
    distance = _distance("at least", least, order)
    return _Sentence(rule, order.apart.format(a=a.who, b=b.who, distance=distance), (a, b))


def _next_to(solved: Solved, rng: np.random.Generator) -> _Sentence:
    within, order, placed = _draw_ordered(solved, len(solved.rows), rng)
    start = int(rng.integers(len(placed) - 1))
    a, b = _some([named for _, named in placed[start : start + 2]], 2, rng)
    text = order.next_to.format(a=a.who, b=b.who)
    return _Sentence(f"{a} is next to {b} in {within}", text, (a, b))


def _between(solved: Solved, rng: np.random.Generator) -> _Sentence:
    within, order, ((_, first), (_, a), (_, last)) = _draw_ordered(solved, 3, rng)
    b, c = _some((first, last), 2, rng)
    text = order.between.format(a=a.who, b=b.who, c=c.who)
    return _Sentence(f"{a} is between {b} and {c} in {within}", text, (a, b, c))


def _draw_ordered(
    solved: Solved, count: int, rng: np.random.Generator
) -> tuple[str, Order, list[tuple[int, Named]]]:
    """An ordered category, and values of other categories by their places in it, in order."""
    orders = {x: topic.order for x, topic in enumerate(solved.topics) if topic.order is not None}
    (by,) = _some(list(orders), 1, rng)
    others = [x for x in range(len(solved.topics)) if x != by]
    topic = solved.topics[by]
    placed = [
        (topic.values.index(row[by].value), row[_some(others, 1, rng)[0]])
        for row in solved.draw(count, rng)
    ]
    return topic.name, orders[by], sorted(placed, key=lambda place: place[0])


def _distance(how: str, places: int, order: Order) -> str:
    return f"{how} {_NUMBERS[places]} {order.unit if places == 1 else order.units}"


def _in_sentence_order(pair: Sequence[Named], solved: Solved) -> tuple[Named, Named]:
    """People come first: "Bruno opens at 6", not "whoever opens at 6 is Bruno"."""
    a, b = pair
    return (b, a) if b.topic == solved.topics[0] else (a, b)


def _some(items: Sequence[T], count: int, rng: np.random.Generator) -> list[T]:
    return [items[i] for i in rng.choice(len(items), size=count, replace=False)]


CLUE_KINDS: dict[str, Callable[[Solved, np.random.Generator], _Sentence]] = {
    "is": _is,
    "is_not": _is_not,
    "neither": _neither,
    "either": _either,
    "one_each": _one_each,
    "all_different": _all_different,
    "before": _before,
    "offset": _offset,
    "at_least": _at_least,
    "next_to": _next_to,
    "between": _between,
}
"""The kinds by name."""

USUAL_KINDS = tuple(kind for kind in CLUE_KINDS if kind != "is")
"""What is drawn from unless told otherwise: a clue that just says who is what spoils the fun."""
