"""A solved logic grid as a table: a row for each value of the first category."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.problem import Fact, Staircase
from hintwise.render.table import Table


def answer_table(stairs: Staircase, facts: Iterable[Fact]) -> Table:
    """What goes with each value of the first category; blank where that is not known.

    >>> from hintwise.puzzles import logic_grid
    >>> stairs = logic_grid({"pet": ["cat", "dog"], "owner": ["ann", "bob"]}, []).layout
    >>> answer_table(stairs, [Fact("pet cat = owner bob", True)]).rows
    (('cat', 'bob'), ('dog', ''))
    """
    first, *others = stairs.categories
    partners: dict[tuple[str, str], str] = {}
    for fact in facts:
        if fact.variable in stairs.links and fact.positive:
            ends = dict(stairs.links[fact.variable])
            if first in ends:
                (other,) = set(ends) - {first}
                partners[ends[first], other] = ends[other]
    rows = tuple(
        (value, *(partners.get((value, category), "") for category in others))
        for value in stairs.categories[first]
    )
    return Table("", (first, *others), rows)
