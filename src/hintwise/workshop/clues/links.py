"""Clues about who goes with what."""

from __future__ import annotations

from hintwise.workshop.clues.solved import Named, Pen, Sentence, joined

_COUNTS = ("no", "one", "two", "three")


def draw_is(pen: Pen) -> Sentence:
    (row,) = pen.rows(1)
    a, b = pen.names_first(pen.some(row, 2))
    return Sentence(f"{a} is {b}", f"{pen.who(a)} {b.did}", (a, b))


def draw_is_not(pen: Pen) -> Sentence:
    one, other = pen.rows(2)
    x, y = pen.columns(2)
    a, b = pen.names_first((one[x], other[y]))
    texts = [f"{pen.who(a)} {b.did_not}"]
    if pen.is_name(a):
        texts.append(f"it was not {a.shown} who {b.did}")
    else:
        texts.append(f"{pen.who(a)} was not {pen.noun(b)}")
    return Sentence(f"{a} is not {b}", pen.one(texts), (a, b))


def draw_neither(pen: Pen) -> Sentence:
    """Two values of one category, or of two."""
    one, other, third = pen.rows(3)
    x, y, z = pen.columns(3)
    a, b, c = one[x], other[y], third[y]
    if pen.rng.integers(2) and not pen.is_name(other[y]) and not pen.is_name(third[z]):
        c = third[z]
    if b.topic == c.topic:
        texts = [f"{b.verb.did} {b.topic.several((b.value, c.value), 'nor', 'neither ')}"]
    else:
        texts = [f"neither {b.did} nor {c.did}", f"{b.did_not} and {c.did_not}"]
    rule = f"{a} is neither {b} nor {c}"
    return Sentence(rule, f"{pen.who(a)} {pen.one(texts)}", (a, b, c))


def draw_either(pen: Pen) -> Sentence:
    one, other = pen.rows(2)
    x, y, z = pen.columns(3)
    a, true, false = one[x], one[y], other[y]
    if pen.rng.integers(2) and not pen.is_name(one[y]) and not pen.is_name(other[z]):
        false = other[z]
    b, c = pen.some((true, false), 2)
    if b.topic == c.topic:
        text = f"{b.verb.did} {b.topic.several((b.value, c.value), 'or', 'either ')}"
    else:
        text = f"either {b.did} or {c.did}, but not both"
    return Sentence(f"{a} is either {b} or {c}", f"{pen.who(a)} {text}", (a, b, c))


def draw_neither_of(pen: Pen) -> Sentence:
    """Neither of two is something."""
    one, other, third = pen.rows(3)
    x, y, z = pen.columns(3)
    a, b, c = one[x], other[pen.one((x, y))], third[z]
    two = "neither {} nor {}".format(*pen.nouns(a, b))
    text = f"{c.shown} was {two}" if pen.is_name(c) else f"{two} {c.did}"
    return Sentence(f"neither {a} nor {b} is {c}", text, (a, b, c))


def draw_either_of(pen: Pen) -> Sentence:
    """One of two is something."""
    one, other = pen.rows(2)
    x, y, z = pen.columns(3)
    c = one[z]
    a, b = pen.some((one[x], other[pen.one((x, y))]), 2)
    two = "either {} or {}".format(*pen.nouns(a, b))
    texts = [f"{c.shown} was {two}" if pen.is_name(c) else f"{two} {c.did}"]
    if not pen.is_name(c):
        texts.append(f"{pen.who(c)} was {two}")
    if pen.is_name(a) and pen.is_name(b):
        texts.append(f"it was {two} who {c.did}")
    return Sentence(f"either {a} or {b} is {c}", pen.one(texts), (a, b, c))


def draw_one_each(pen: Pen) -> Sentence:
    one, other = pen.rows(2)
    order = pen.columns(len(one))
    # With four categories all four values may differ in kind; with three, two at least share one.
    a, b = one[order[0]], other[order[pen.one((0, 1)) if len(order) > 3 else 0]]
    c, d = pen.some((one[order[-1]], other[order[pen.one((-1, -2))]]), 2)
    if pen.is_name(c) and pen.is_name(d):
        a, b, c, d = c, d, a, b
    rule = f"of {a} and {b}, one is {c} and the other is {d}"
    last = d.verb.of_another(d.shown) if c.topic == d.topic else d.did
    text = f"of {joined(pen.nouns(a, b))}, one {c.did} and the other {last}"
    if a.topic != b.topic:  # they might be one person, were it not said
        two = f"{joined(pen.nouns(a, b))} were two {pen.solved.many}"
        text = f"{two}: one {c.did}, the other {last}"
    return Sentence(rule, text, (a, b, c, d))


def draw_all_different(pen: Pen) -> Sentence:
    columns = pen.columns(3)
    a, b, c = (row[x] for row, x in zip(pen.rows(3), columns, strict=True))
    text = f"{joined(pen.nouns(a, b, c))} were three different {pen.solved.many}"
    return Sentence(f"{a}, {b} and {c} are all different", text, (a, b, c))


def draw_some_order(pen: Pen) -> Sentence:
    """Three people have three values between them."""
    rows = pen.rows(3)
    column = 1 + int(pen.rng.integers(len(rows[0]) - 1))
    people = [row[0] for row in rows]
    values = pen.some([row[column] for row in rows], 3)
    topic = values[0].topic
    had = f"{topic.verb.were} {topic.several([value.value for value in values], 'and')}"
    names = joined([person.shown for person in people])
    text = pen.one(
        (f"{names} {had}, in some order", f"{names} {had}, though not necessarily in that order")
    )
    rule = f"{joined(list(map(str, people)))} are {joined(list(map(str, values)))} in some order"
    return Sentence(rule, text, (*people, *values))


def draw_count(pen: Pen) -> Sentence | None:
    """So many of three statements are true."""
    true = pen.one((1, 2))
    linked = [_linked(pen, holds=number < true) for number in range(3)]
    if len({frozenset(pair) for pair in linked}) < len(linked):
        return None
    parts = pen.some(linked, 3)
    how = pen.one(("exactly", "at least")) if true == 2 else "exactly"
    rules = joined([f"({a} is {b})" for a, b in parts])
    said = "; ".join(f"{pen.who(a)} {b.did}" for a, b in parts)
    are = "is" if true == 1 else "are"
    text = f"{how} {_COUNTS[true]} of these three statements {are} true: {said}"
    return Sentence(f"{how} {true} of {rules}", text, [named for pair in parts for named in pair])


def draw_if_then(pen: Pen) -> Sentence | None:
    """Both hold, or the first does not; they have nothing in common, or it is no condition."""
    holds = bool(pen.rng.integers(2))
    a, b = _linked(pen, holds=holds)
    c, d = _linked(pen, holds=holds or bool(pen.rng.integers(2)))
    if {a, b} & {c, d}:
        return None
    text = f"if {pen.who(a)} {b.did}, then {pen.who(c)} {d.did}"
    return Sentence(f"if {a} is {b} then {c} is {d}", text, (a, b, c, d))


def draw_one_of_two(pen: Pen) -> Sentence:
    """One of two statements is true."""
    (a, b), (c, d) = pen.some((_linked(pen, holds=True), _linked(pen, holds=False)), 2)
    one, other = pen.who(a), pen.who(c)
    text = f"either {one} {b.did}, or {other} {d.did}, but not both"
    if a == c and b.topic != d.topic:
        text = f"{one} either {b.did} or {d.did}, but not both"
    return Sentence(f"either {a} is {b} or {c} is {d}", text, (a, b, c, d))


def _linked(pen: Pen, *, holds: bool) -> tuple[Named, Named]:
    """Two values that go together, or do not."""
    one, other = pen.rows(2)
    x, y = pen.columns(2)
    a, b = pen.names_first((one[x], (one if holds else other)[y]))
    return a, b
