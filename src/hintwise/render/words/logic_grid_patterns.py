"""Known patterns in the steps of a logic grid.

A reasoner that may use nothing but the facts and constraints of a step adds link after link, the
easiest rule first, until it meets the derived one. What a clue says is known to the engine only, so
of steps with clues just those are named that need one clue and no other rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hintwise.problem import Constraint, Fact, Problem, Staircase, Step, Value

PATTERNS: tuple[str, ...] = ("one_clue", "already_taken", "only_one_left", "same_thing")
"""The patterns; of several in one step the last in this list names it."""


@dataclass(frozen=True, slots=True)
class Move:
    """One deduction: by a rule applied to one constraint, the conclusion follows from premises."""

    rule: str
    constraint: str
    premises: tuple[Fact, ...]
    conclusion: Fact


@dataclass(frozen=True, slots=True)
class Proof:
    """The moves that lead to the derived fact, in order; each but the last serves a later one."""

    pattern: str
    moves: tuple[Move, ...]

    def constraints(self) -> set[str]:
        return {move.constraint for move in self.moves}

    def facts(self) -> set[Fact]:
        """The known facts that it uses."""
        concluded = {move.conclusion for move in self.moves}
        return {fact for move in self.moves for fact in move.premises} - concluded


def prove(problem: Problem, step: Step) -> Proof | None:
    """The step as a chain of known patterns, if it is one and all its elements take part."""
    rules = [problem.constraint(name) for name in step.constraints]
    if [rule.group for rule in rules] == ["clue"]:
        move = Move("one_clue", rules[0].name, step.facts, step.derived)
        return Proof("one_clue", (move,))
    if not all(rule.terms for rule in rules):
        return None
    links = _Links(problem, step.facts)
    while step.derived.variable not in links.known:
        moves = next(_sweeps(links, rules), None)
        if moves is None:
            return None
        links.apply(moves)
    last = links.made_by.get(step.derived.variable)
    if last is None or last.conclusion != step.derived:
        return None
    chain = _needed(last, links)
    proof = Proof(max((move.rule for move in chain), key=PATTERNS.index), chain)
    complete = proof.facts() == set(step.facts) and proof.constraints() == set(step.constraints)
    return proof if complete else None


class _Links:
    """The links that are known to hold or not, and the move that found each."""

    def __init__(self, problem: Problem, facts: Iterable[Fact]) -> None:
        assert isinstance(problem.layout, Staircase)
        self._names = {frozenset(link): name for name, link in problem.layout.links.items()}
        self.values: dict[str, list[Value]] = {
            category: [(category, name) for name in names]
            for category, names in problem.layout.categories.items()
        }
        self.known = {fact.variable: fact for fact in facts}
        self.made_by: dict[str, Move] = {}

    def name(self, a: Value, b: Value) -> str:
        return self._names[frozenset((a, b))]

    def fact(self, name: str, *, holds: bool) -> Fact | None:
        """The known fact that this link holds, or does not, if that is known."""
        fact = self.known.get(name)
        return fact if fact is not None and fact.positive == holds else None

    def apply(self, moves: Iterable[Move]) -> None:
        for move in moves:
            name = move.conclusion.variable
            if name not in self.known:
                self.known[name] = move.conclusion
                self.made_by[name] = move


def _sweeps(links: _Links, rules: list[Constraint]) -> Iterator[list[Move]]:
    """All that one rule of reasoning finds at once, for each that finds anything, easiest first."""
    for find in (_taken, _only_one_left, _same_thing):
        moves = [move for rule in rules for move in find(links, rule)]
        if moves:
            yield moves


def _rows(links: _Links, rule: Constraint) -> Iterator[list[str]]:
    """For each value of the first category, its links to all values of the second."""
    if rule.group == "bijectivity":
        each, one = rule.terms
        for value in links.values[each]:
            yield [links.name(value, other) for other in links.values[one]]


def _taken(links: _Links, rule: Constraint) -> Iterator[Move]:
    for row in _rows(links, rule):
        for holding in filter(None, (links.fact(name, holds=True) for name in row)):
            for name in row:
                if name not in links.known:
                    yield Move("already_taken", rule.name, (holding,), Fact(name, False))


def _only_one_left(links: _Links, rule: Constraint) -> Iterator[Move]:
    for row in _rows(links, rule):
        ruled_out = tuple(filter(None, (links.fact(name, holds=False) for name in row)))
        left = [name for name in row if name not in links.known]
        if len(left) == 1 and len(ruled_out) == len(row) - 1:
            yield Move("only_one_left", rule.name, ruled_out, Fact(left[0], True))


def _same_thing(links: _Links, rule: Constraint) -> Iterator[Move]:
    """Two things with the same third go together; two that do not have no third in common."""
    if rule.group != "transitivity":
        return
    for a, b, by in itertools.product(*(links.values[category] for category in rule.terms)):
        first, second, together = links.name(a, by), links.name(b, by), links.name(a, b)
        for premises, conclusion in (
            (((first, True), (second, True)), (together, True)),
            (((first, True), (together, False)), (second, False)),
            (((second, True), (together, False)), (first, False)),
        ):
            known = [links.fact(name, holds=holds) for name, holds in premises]
            found = tuple(fact for fact in known if fact is not None)
            if len(found) == 2 and conclusion[0] not in links.known:
                yield Move("same_thing", rule.name, found, Fact(*conclusion))


def _needed(last: Move, links: _Links) -> tuple[Move, ...]:
    """`last` and the earlier moves that it rests on, in the order in which they were made."""
    needed: set[Move] = set()
    waiting = [last]
    while waiting:
        move = waiting.pop()
        needed.add(move)
        causes = (links.made_by.get(fact.variable) for fact in move.premises)
        waiting.extend(cause for cause in causes if cause is not None and cause not in needed)
    return tuple(move for move in links.made_by.values() if move in needed)
