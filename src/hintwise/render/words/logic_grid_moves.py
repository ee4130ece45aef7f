"""The deductions that people make at once in a logic grid, each by one kind of reasoning."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hintwise.problem import Constraint, Fact, Problem, Staircase, Value

_MOST_BETWEEN = 3
"""So many values share as many others, at most: nobody sees four at once."""


@dataclass(frozen=True, slots=True)
class Move:
    """One deduction: by some constraints the conclusion follows from the premises."""

    rule: str
    constraints: tuple[str, ...]
    premises: tuple[Fact, ...]
    conclusion: Fact


class Links:
    """The links that are known to hold or not, and the move that found each."""

    def __init__(self, problem: Problem, facts: Iterable[Fact]) -> None:
        assert isinstance(problem.layout, Staircase)
        self._ends = problem.layout.links
        self._names = {frozenset(link): name for name, link in self._ends.items()}
        self.values: dict[str, list[Value]] = {
            category: [(category, name) for name in names]
            for category, names in problem.layout.categories.items()
        }
        self.known: dict[str, Fact] = {}
        self._partners: dict[tuple[Value, str], Value] = {}
        self.made_by: dict[str, Move] = {}
        for fact in facts:
            self._learn(fact)

    def name(self, a: Value, b: Value) -> str:
        return self._names[frozenset((a, b))]

    def fact(self, name: str, *, holds: bool) -> Fact | None:
        """The known fact that this link holds, or does not, if that is known."""
        fact = self.known.get(name)
        return fact if fact is not None and fact.positive == holds else None

    def partner(self, value: Value, category: str) -> Value | None:
        """What a value is known to go with in another category."""
        return self._partners.get((value, category))

    def apply(self, moves: Iterable[Move]) -> None:
        for move in moves:
            if move.conclusion.variable not in self.known:
                self._learn(move.conclusion)
                self.made_by[move.conclusion.variable] = move

    def _learn(self, fact: Fact) -> None:
        self.known[fact.variable] = fact
        if fact.positive:
            a, b = self._ends[fact.variable]
            self._partners[a, b[0]] = b
            self._partners[b, a[0]] = a


Finder = Callable[[Links, Sequence[Constraint]], Iterator[Move]]
"""Finds all moves of one kind that some constraints allow."""


def taken(links: Links, rules: Sequence[Constraint]) -> Iterator[Move]:
    """What goes with one thing goes with no other of its category."""
    for rule, row in _rows(links, rules):
        for holding in filter(None, (links.fact(name, holds=True) for name in row)):
            for name in row:
                if name not in links.known:
                    yield Move("already_taken", (rule.name,), (holding,), Fact(name, False))


def only_one_left(links: Links, rules: Sequence[Constraint]) -> Iterator[Move]:
    """What goes with none of a category but one goes with that."""
    for rule, row in _rows(links, rules):
        ruled_out = tuple(filter(None, (links.fact(name, holds=False) for name in row)))
        left = [name for name in row if name not in links.known]
        if len(left) == 1 and len(ruled_out) == len(row) - 1:
            yield Move("only_one_left", (rule.name,), ruled_out, Fact(left[0], True))


def same_thing(links: Links, rules: Sequence[Constraint]) -> Iterator[Move]:
    """Two things with the same third go together; two that do not have no third in common."""
    for rule in rules:
        if rule.group != "transitivity":
            continue
        one, other, by = rule.terms
        for mine, theirs in ((one, other), (other, one)):
            for a in links.values[mine]:
                if (third := links.partner(a, by)) is not None:
                    for b in links.values[theirs]:
                        yield from _shared(links, rule, (a, b, third))


def _shared(links: Links, rule: Constraint, values: tuple[Value, Value, Value]) -> Iterator[Move]:
    """Of two values, the first of which goes with a third one."""
    a, b, third = values
    shared, second, together = links.name(a, third), links.name(b, third), links.name(a, b)
    for name, holds, conclusion in ((second, True, together), (together, False, second)):
        premise = links.fact(name, holds=holds)
        if premise is not None and conclusion not in links.known:
            premises = (links.known[shared], premise)
            yield Move("same_thing", (rule.name,), premises, Fact(conclusion, holds))


def between_them(links: Links, rules: Sequence[Constraint]) -> Iterator[Move]:
    """Two things that can only go with the same two take these, so nothing else does."""
    for rule, back in _both_ways(rules):
        each, one = rule.terms
        others = {
            a: [b for b in links.values[one] if not links.fact(links.name(a, b), holds=False)]
            for a in links.values[each]
        }
        for size in range(2, min(_MOST_BETWEEN, len(others) - 2) + 1):
            for some in itertools.combinations(others, size):
                left = [b for b in links.values[one] if any(b in others[a] for a in some)]
                if len(left) == size:
                    yield from _excluded(links, (rule.name, back.name), some, left)


def _excluded(
    links: Links, constraints: tuple[str, ...], some: Sequence[Value], left: Sequence[Value]
) -> Iterator[Move]:
    """That nothing but these goes with what is left for them."""
    each, one = some[0][0], left[0][0]
    premises = tuple(
        links.known[links.name(a, b)] for a in some for b in links.values[one] if b not in left
    )
    kind = "pair" if len(some) == 2 else "triple"
    for a in links.values[each]:
        for b in left:
            if a not in some and (name := links.name(a, b)) not in links.known:
                yield Move(kind, constraints, premises, Fact(name, False))


def no_common_partner(links: Links, rules: Sequence[Constraint]) -> Iterator[Move]:
    """Two things that no third can go with both of do not go together."""
    shared = [rule for rule in rules if rule.group == "transitivity"]
    for rule in rules:
        if rule.group != "bijectivity":
            continue
        each, thirds = rule.terms
        for link in shared:
            one, other, by = link.terms
            if by == each and thirds in (one, other):
                theirs = other if thirds == one else one
                for a, b in itertools.product(links.values[each], links.values[theirs]):
                    yield from _apart(links, (rule.name, link.name), (a, b), thirds)


def _apart(
    links: Links, constraints: tuple[str, ...], values: tuple[Value, Value], thirds: str
) -> Iterator[Move]:
    a, b = values
    if (together := links.name(a, b)) in links.known:
        return
    premises = []
    for third in links.values[thirds]:
        ends = (links.fact(links.name(end, third), holds=False) for end in (a, b))
        if (premise := next(filter(None, ends), None)) is None:
            return
        premises.append(premise)
    yield Move("no_common_partner", constraints, tuple(premises), Fact(together, False))


def _rows(links: Links, rules: Iterable[Constraint]) -> Iterator[tuple[Constraint, list[str]]]:
    """For each value of a rule's first category, its links to all values of the second."""
    for rule in rules:
        if rule.group == "bijectivity":
            each, one = rule.terms
            for value in links.values[each]:
                yield rule, [links.name(value, other) for other in links.values[one]]


def _both_ways(rules: Sequence[Constraint]) -> Iterator[tuple[Constraint, Constraint]]:
    """The rules that say of two categories that they belong one to one, in both orders."""
    one_way = {rule.terms: rule for rule in rules if rule.group == "bijectivity"}
    for (each, one), rule in one_way.items():
        if (back := one_way.get((one, each))) is not None:
            yield rule, back


FINDERS: tuple[Finder, ...] = (taken, only_one_left, same_thing, between_them, no_common_partner)
"""All of them, what is easiest to see first."""
