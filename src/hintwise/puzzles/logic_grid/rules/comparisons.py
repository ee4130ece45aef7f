"""Rules that compare: how values stand to each other in an ordered category."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import cpmpy as cp

from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules.statements import Rule

if TYPE_CHECKING:
    from hintwise.puzzles.logic_grid.model import Grid

Relation = Callable[..., bool]
"""Whether values at these places (or with these amounts) stand as the rule says."""

BOUNDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "": operator.eq,
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What follows "is": the `others` and how they relate to the subject, which comes first.

    `text` is what was understood, with the others in it and the category behind.
    """

    others: tuple[Value, ...]
    measures: dict[Value, Fraction]
    relation: Relation
    text: str

    def of(self, subject: Value, name: str, verb: str = "is") -> Rule:
        who = (subject, *self.others)
        says = functools.partial(compared, who, self.measures, self.relation)
        return Rule(f"{name} {verb} {self.text}", says)

    def denied(self) -> Comparison:
        return Comparison(
            self.others,
            self.measures,
            lambda *at: not self.relation(*at),
            f"not {self.text}",
        )


@dataclass(frozen=True, slots=True)
class Reach:
    """One side of the subject's range: how far it is before (+1) or after (-1) each of `others`.

    `limits` are amounts that it is before or after as well.
    """

    others: tuple[Value, ...]
    sign: int
    allows: Callable[[Fraction], bool]
    limits: tuple[Fraction, ...] = ()

    def holds(self, at: Fraction, others: Iterable[Fraction]) -> bool:
        return all(self.allows(self.sign * (other - at)) for other in (*others, *self.limits))


def within_reaches(
    reaches: Sequence[Reach], measures: dict[Value, Fraction], text: str
) -> Comparison:
    """The subject stands as all of the reaches say."""
    counts = [len(reach.others) for reach in reaches]
    starts = [sum(counts[:number]) for number in range(len(counts))]

    def relation(at: Fraction, *others: Fraction) -> bool:
        return all(
            reach.holds(at, others[start : start + count])
            for reach, start, count in zip(reaches, starts, counts, strict=True)
        )

    everyone = tuple(value for reach in reaches for value in reach.others)
    return Comparison(everyone, measures, relation, text)


def compared(
    who: Sequence[Value], measures: dict[Value, Fraction], relation: Relation, grid: Grid, /
) -> Any:
    """Some related places hold `who`, and no unrelated ones do.

    One half follows from the other only with the rules of the grid; a clue says both. Values of one
    category are never at the same place, nor is one value at two.
    """
    alike = [
        (i, j, who[i] == who[j])
        for i, j in itertools.combinations(range(len(who)), 2)
        if who[i].category == who[j].category
    ]
    related, unrelated = [], []
    for values in itertools.product(measures, repeat=len(who)):
        links = [grid.link(a, v) for a, v in zip(who, values, strict=True)]
        possible = all((values[i] == values[j]) == same for i, j, same in alike)
        if possible and relation(*(measures[v] for v in values)):
            related.append((values, cp.all(links)))
        else:
            unrelated.append(cp.any([~link for link in links]))
    apart = [
        ~grid.link(who[i], who[j])
        for i, j in itertools.combinations(range(len(who)), 2)
        if all(values[i] != values[j] for values, _ in related)
    ]
    return cp.all([cp.any([links for _, links in related]), *unrelated, *apart])


def summed(
    who: Sequence[Value],
    total: Sequence[Value],
    measures: dict[Value, Fraction],
    allows: Callable[[Fraction], bool],
    text: str,
) -> Rule:
    """What goes with each of `who`, added up, less the same of `total`, is as it may be."""

    def relation(*amounts: Fraction) -> bool:
        return allows(sum(amounts[: len(who)], Fraction()) - sum(amounts[len(who) :], Fraction()))

    return Rule(text, functools.partial(compared, (*who, *total), measures, relation))
