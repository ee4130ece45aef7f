"""Known patterns in the steps of a logic grid.

A reasoner that may use nothing but the facts and constraints of a step adds link after link, the
easiest rule first, until it meets the derived one. What a clue says is known to the engine only, so
of steps with clues just those are named that need one clue and no other rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hintwise.problem import Fact, Problem, Step
from hintwise.render.words.logic_grid_moves import FINDERS, Links, Move

PATTERNS: tuple[str, ...] = (
    "one_clue",
    "already_taken",
    "only_one_left",
    "same_thing",
    "pair",
    "triple",
    "no_common_partner",
)
"""The patterns; of several in one step the last in this list names it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The moves that lead to all that a step tells, in order; each conclusion is told or used."""

    pattern: str
    moves: tuple[Move, ...]

    def constraints(self) -> set[str]:
        return {name for move in self.moves for name in move.constraints}

    def facts(self) -> set[Fact]:
        """The known facts that it uses."""
        concluded = {move.conclusion for move in self.moves}
        return {fact for move in self.moves for fact in move.premises} - concluded

    def is_all_of(self, step: Step) -> bool:
        """Whether all that the step uses takes part in it, and nothing else."""
        return self.facts() == set(step.facts) and self.constraints() == set(step.constraints)


def prove(problem: Problem, step: Step) -> Proof | None:
    """The step as a chain of known patterns, if it is one and all its elements take part.

    It leads to all that is told with the derived fact or, if that is too much, to that alone.
    """
    rules = [problem.constraint(name) for name in step.constraints]
    if [rule.group for rule in rules] == ["clue"]:
        move = Move("one_clue", (rules[0].name,), step.facts, step.derived)
        return Proof("one_clue", (move,))
    told = (step.derived, *step.taken_along)
    proofs = (proof_of(problem, step, goals) for goals in (told, told[:1]))
    return next((proof for proof in proofs if proof and proof.is_all_of(step)), None)


def proof_of(problem: Problem, step: Step, goals: Iterable[Fact]) -> Proof | None:
    """The moves that lead to some facts by a step's elements, as many of these as that takes."""
    goals = tuple(goals)
    rules = [problem.constraint(name) for name in step.constraints]
    if not all(rule.terms for rule in rules):
        return None
    links = Links(problem, step.facts)
    while not all(goal.variable in links.known for goal in goals):
        found = ([*find(links, rules)] for find in FINDERS)
        moves = next(filter(None, found), None)
        if moves is None:
            return None
        links.apply(moves)
    last = [links.made_by.get(goal.variable) for goal in goals]
    made = [move for move in last if move is not None]
    if tuple(move.conclusion for move in made) != goals:
        return None
    chain = _needed(made, links)
    return Proof(max((move.rule for move in chain), key=PATTERNS.index), chain)


def _needed(last: Iterable[Move], links: Links) -> tuple[Move, ...]:
    """These moves and the earlier ones that they rest on, in the order in which they were made."""
    needed: set[Move] = set()
    waiting = list(last)
    while waiting:
        move = waiting.pop()
        needed.add(move)
        causes = (links.made_by.get(fact.variable) for fact in move.premises)
        waiting.extend(cause for cause in causes if cause is not None and cause not in needed)
    return tuple(move for move in links.made_by.values() if move in needed)
