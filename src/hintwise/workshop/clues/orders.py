"""Clues that compare by an ordered category."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hintwise.workshop.clues.solved import Named, Pen, Row, Sentence, joined
from hintwise.workshop.themes import Order, Topic

_FACTORS = {2: "twice", 3: "three times"}


@dataclass(frozen=True, slots=True)
class _Scale:
    """An ordered category, and the rows of the solution in its order."""

    topic: Topic
    order: Order
    rows: tuple[Row, ...]
    column: int

    def amount(self, row: Row) -> int:
        return row[self.column].amount

    def somebody(self, row: Row, pen: Pen) -> Named:
        """One of the row's other values."""
        return pen.one([named for named in row if named.topic != self.topic])

    def some(self, count: int, pen: Pen) -> list[Row]:
        """Different rows, in order."""
        chosen = sorted(pen.some(range(len(self.rows)), count))
        return [self.rows[place] for place in chosen]


def draw_before(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen)) is None:
        return None
    a, b = (scale.somebody(row, pen) for row in scale.some(2, pen))
    side, words = "before", scale.order.less
    if pen.rng.integers(2):
        a, b, side, words = b, a, "after", scale.order.more
    text = f"{pen.who(a)} {scale.order.did} {words} {pen.who(b)}"
    return Sentence(f"{a} is {side} {b} in {scale.topic.name}", text, (a, b))


def draw_before_both(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen)) is None:
        return None
    a, b, c = (scale.somebody(row, pen) for row in scale.some(3, pen))
    side, words = "before", scale.order.less
    if pen.rng.integers(2):
        a, c, side, words = c, a, "after", scale.order.more
    b, c = pen.some((b, c), 2)
    text = f"{pen.who(a)} {scale.order.did} {words} both {joined(pen.nouns(b, c))}"
    return Sentence(f"{a} is {side} {b} and {c} in {scale.topic.name}", text, (a, b, c))


def draw_before_after(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen)) is None:
        return None
    b, a, c = (scale.somebody(row, pen) for row in scale.some(3, pen))
    order = scale.order
    text = f"{pen.who(a)} {order.did} {order.less} {pen.who(c)} but {order.more} {pen.who(b)}"
    return Sentence(f"{a} is before {c} but after {b} in {scale.topic.name}", text, (a, b, c))


def draw_in_order(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen)) is None:
        return None
    b, a, c = (scale.somebody(row, pen) for row in scale.some(3, pen))
    order = scale.order
    text = f"{pen.who(a)} {order.did} {order.more} {pen.who(b)} but {order.less} {pen.who(c)}"
    rule = f"{a} is between {b} and {c} in that order in {scale.topic.name}"
    return Sentence(rule, text, (a, b, c))


def draw_between(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen)) is None:
        return None
    first, a, last = (scale.somebody(row, pen) for row in scale.some(3, pen))
    b, c = pen.some((first, last), 2)
    order = scale.order
    one = f"{order.more} one of {joined(pen.nouns(b, c))}"
    text = f"{pen.who(a)} {order.did} {one}, but {order.less} the other"
    return Sentence(f"{a} is between {b} and {c} in {scale.topic.name}", text, (a, b, c))


def draw_offset(pen: Pen) -> Sentence | None:
    return _draw_distance(pen, lambda exact, _: ("", exact))


def draw_at_least(pen: Pen) -> Sentence | None:
    """At least as much as the smallest difference of all would be no more than "after"."""
    return _draw_distance(
        pen, lambda exact, all_: ("at least ", pen.one([n for n in all_[1:] if n <= exact] or [0]))
    )


def draw_at_most(pen: Pen) -> Sentence | None:
    """At most as much as the largest difference of all would be no more than "after"."""
    return _draw_distance(
        pen, lambda exact, all_: ("at most ", pen.one([n for n in all_[:-1] if n >= exact] or [0]))
    )


def draw_next_to(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen, lambda topic, order: bool(order.next_to))) is None:
        return None
    start = int(pen.rng.integers(len(scale.rows) - 1))
    a, b = pen.some([scale.somebody(row, pen) for row in scale.rows[start : start + 2]], 2)
    phrase = pen.one(scale.order.next_to)
    first, second = pen.nouns(a, b)
    text = phrase.format(a=first, b=second)
    return Sentence(f"{a} is next to {b} in {scale.topic.name}", text, (a, b))


def draw_apart(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen, lambda topic, order: bool(order.gap))) is None:
        return None
    low, high = scale.some(2, pen)
    amount = scale.amount(high) - scale.amount(low)
    a, b = pen.some([scale.somebody(row, pen) for row in (low, high)], 2)
    distance = scale.topic.distance(amount)
    phrase = pen.one(scale.order.gap)
    first, second = pen.nouns(a, b)
    text = phrase.format(a=first, b=second, distance=distance)
    rule = f"{a} and {b} are {scale.topic.rule_amount(amount)} apart in {scale.topic.name}"
    return Sentence(rule, text, (a, b))


def draw_position(pen: Pen) -> Sentence | None:
    """Somebody is at an end, or in the middle."""
    if (scale := _scale(pen)) is None:
        return None
    order, rows = scale.order, scale.rows
    places = {0: "first", len(rows) - 1: "last"}
    if len(rows) % 2:
        places[len(rows) // 2] = "in the middle"
    place = pen.one(list(places))
    a, where = scale.somebody(rows[place], pen), places[place]
    if where != "in the middle" and pen.rng.integers(2):
        where = "at an end"
    texts = {
        "first": f"{{a}} was {order.first}",
        "last": f"{{a}} was {order.last}",
        "at an end": f"{{a}} was either {_first_or_last(order)}",
        "in the middle": order.middle,
    }
    return Sentence(
        f"{a} is {where} in {scale.topic.name}", texts[where].format(a=pen.who(a)), (a,)
    )


def draw_multiple(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen, lambda topic, order: topic.has_numbers and bool(order.times))) is None:
        return None
    pairs = [
        (low, high, scale.amount(high) // scale.amount(low))
        for low in scale.rows
        for high in scale.rows
        if scale.amount(high) in (2 * scale.amount(low), 3 * scale.amount(low))
    ]
    if not pairs:
        return None
    low, high, factor = pen.one(pairs)
    a, b = scale.somebody(high, pen), scale.somebody(low, pen)
    said = {2: "twice", 3: "3 times"}[factor]
    times = _FACTORS[factor]
    if factor == 2 and pen.rng.integers(2):
        a, b, said, times = b, a, "half", "half"
    text = f"{pen.who(a)} {scale.order.did} {scale.order.times.format(factor=times)} {pen.noun(b)}"
    return Sentence(f"{a} is {said} {b} in {scale.topic.name}", text, (a, b))


def draw_sum(pen: Pen) -> Sentence | None:
    if (scale := _scale(pen, lambda topic, order: topic.has_numbers and bool(order.sum))) is None:
        return None
    rows = scale.some(2, pen)
    total = scale.topic.shown(sum(map(scale.amount, rows)))
    a, b = pen.some([scale.somebody(row, pen) for row in rows], 2)
    first, second = pen.nouns(a, b)
    text = scale.order.sum.format(a=first, b=second, total=total)
    return Sentence(f"{a} plus {b} is {total} in {scale.topic.name}", text, (a, b))


def _first_or_last(order: Order) -> str:
    """ "The first or the last to arrive": what they share is said once."""
    last = order.last.removeprefix("the last ")
    shared = order.first == f"the first {last}"
    return f"the first or {order.last}" if shared else f"{order.first} or {order.last}"


def _draw_distance(
    pen: Pen, choose: Callable[[int, list[int]], tuple[str, int]]
) -> Sentence | None:
    """So far after, exactly or within a bound that is chosen among all distances there are."""
    if (scale := _scale(pen)) is None:
        return None
    low, high = scale.some(2, pen)
    amounts = list(map(scale.amount, scale.rows))
    every = sorted({q - p for p in amounts for q in amounts if q > p})
    how, amount = choose(scale.amount(high) - scale.amount(low), every)
    if not amount:
        return None
    a, b = scale.somebody(high, pen), scale.somebody(low, pen)
    order, side, words = scale.order, "after", scale.order.by
    if not words:
        words = f"{{distance}} {order.more}"
        if pen.rng.integers(2):
            a, b, side, words = b, a, "before", f"{{distance}} {order.less}"
    distance = how + scale.topic.distance(amount)
    text = f"{pen.who(a)} {order.did} {words.format(distance=distance)} {pen.noun(b)}"
    rule = f"{a} is {how}{scale.topic.rule_amount(amount)} {side} {b} in {scale.topic.name}"
    return Sentence(rule, text, (a, b))


def _scale(
    pen: Pen, fits: Callable[[Topic, Order], bool] = lambda topic, order: True
) -> _Scale | None:
    """One of the ordered categories that fit; None if there is none."""
    found = [
        _Scale(topic, topic.order, pen.solved.rows, column)
        for column, topic in enumerate(pen.solved.topics)
        if topic.order is not None and fits(topic, topic.order)
    ]
    if not found:
        return None
    scale = pen.one(found)
    rows = tuple(sorted(scale.rows, key=scale.amount))
    return _Scale(scale.topic, scale.order, rows, scale.column)
