"""What rules say, as values: links, and rules made of rules.

Each knows its own text, in which nothing is left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import cpmpy as cp
from cpmpy.expressions.core import BoolVal

from hintwise.puzzles.logic_grid.clues import Value

if TYPE_CHECKING:
    from hintwise.puzzles.logic_grid.model import Grid


class Bond(IntEnum):
    """How closely the parts of a rule hold together, as the grammar has it."""

    RULE = 0
    ANY = 1
    ALL = 2
    SINGLE = 3


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as it was understood, and what it says of a grid.

    `link` are the values that it links, if that is all it says.
    """

    text: str
    says: Callable[[Grid], Any]
    bond: Bond = Bond.SINGLE
    link: tuple[Value, Value] | None = None

    def __call__(self, grid: Grid, /) -> Any:
        return self.says(grid)

    def __str__(self) -> str:
        return self.text

    def within(self, bond: Bond) -> str:
        """Its text as a part of a rule whose parts must hold together that closely."""
        return self.text if self.bond >= bond else f"({self.text})"

    def excludes(self, other: Rule) -> bool:
        """Whether a person sees at once that they cannot both hold: one value for two."""
        if self.link is None or other.link is None:
            return False
        shared, rest = set(self.link) & set(other.link), set(self.link) ^ set(other.link)
        return len(shared) == 1 and len({value.category for value in rest}) == 1


def linked(a: Value, b: Value, texts: tuple[str, str]) -> Rule:
    return Rule(" is ".join(texts), lambda grid: grid.link(a, b), link=(a, b))


def not_linked(a: Value, b: Value, texts: tuple[str, str]) -> Rule:
    return Rule(" is not ".join(texts), lambda grid: ~grid.link(a, b))


def denied(rule: Rule) -> Rule:
    return Rule(f"not ({rule})", lambda grid: ~rule(grid))


def all_of(rules: Sequence[Rule], text: str = "") -> Rule:
    if len(rules) == 1:
        return rules[0]
    joined = " and ".join(rule.within(Bond.ALL) for rule in rules)
    bond = Bond.SINGLE if text else Bond.ALL
    return Rule(text or joined, lambda grid: cp.all([rule(grid) for rule in rules]), bond)


def any_of(rules: Sequence[Rule], text: str = "") -> Rule:
    if len(rules) == 1:
        return rules[0]
    joined = " or ".join(rule.within(Bond.ANY) for rule in rules)
    bond = Bond.SINGLE if text else Bond.ANY
    return Rule(text or joined, lambda grid: cp.any([rule(grid) for rule in rules]), bond)


def one_of(rules: Sequence[Rule], text: str) -> Rule:
    """One of the rules holds, and no two of them."""

    def says(grid: Grid) -> Any:
        cases = [rule(grid) for rule in rules]
        pairs = itertools.combinations(cases, 2)
        return cp.all([cp.any(cases), *(cp.any([~a, ~b]) for a, b in pairs)])

    return Rule(text, says)


def some_of(rules: Sequence[Rule], least: int, most: int, text: str) -> Rule:
    """At least and at most so many of the rules hold."""

    def says(grid: Grid) -> Any:
        cases = [rule(grid) for rule in rules]
        enough = itertools.combinations(cases, len(cases) - least + 1) if least else ()
        too_many = itertools.combinations(cases, most + 1)
        return cp.all(
            [cp.any(list(some)) for some in enough]
            + [cp.any([~case for case in some]) for some in too_many]
        )

    return Rule(text, says)


def implied(reason: Rule, consequence: Rule) -> Rule:
    return Rule(
        f"if {reason.within(Bond.ANY)} then {consequence.within(Bond.ANY)}",
        lambda grid: cp.any([~reason(grid), consequence(grid)]),
        Bond.RULE,
    )


def equivalent(one: Rule, other: Rule) -> Rule:
    def says(grid: Grid) -> Any:
        a, b = one(grid), other(grid)
        if isinstance(a, bool | BoolVal):
            return b if a else ~b
        # Not as two implications: each would hold both rules, and nested ones ever more.
        return a == b

    text = f"{one.within(Bond.ANY)} if and only if {other.within(Bond.ANY)}"
    return Rule(text, says, Bond.RULE)


def crossed(p: Value, q: Value, a: Value, b: Value, text: str) -> Rule:
    """Of p and q, one goes with a and the other with b."""

    def says(grid: Grid) -> Any:
        cases = [grid.link(p, a) & grid.link(q, b), grid.link(p, b) & grid.link(q, a)]
        return cp.all([cp.any(cases), ~grid.link(p, q), ~grid.link(a, b)])

    return Rule(text, says)


def different(who: Sequence[Value], text: str) -> Rule:
    pairs = list(itertools.combinations(who, 2))
    return Rule(text, lambda grid: cp.all([~grid.link(a, b) for a, b in pairs]))


def in_some_order(who: Sequence[Value], are: Sequence[Value], text: str) -> Rule:
    """Each goes with one of the others, which are as many; no two of either go together."""

    def says(grid: Grid) -> Any:
        return cp.all(
            [cp.any([grid.link(one, other) for other in are]) for one in who]
            + [cp.any([grid.link(one, other) for one in who]) for other in are]
            + [
                ~grid.link(a, b)
                for several in (who, are)
                for a, b in itertools.combinations(several, 2)
            ]
        )

    return Rule(text, says)
