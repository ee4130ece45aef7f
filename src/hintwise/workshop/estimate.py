"""How hard a Sudoku seems at a glance: forty times as fast as to measure it, and nearly right."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.errors import InvalidValue
from hintwise.problem import Fact, Problem, Proposal
from hintwise.workshop.difficulty import WEIGHTS, Difficulty, difficulty_of

BEYOND = 100.0
"""What a step is taken to cost where what the problem proposes leads no further."""


def estimate_difficulty(problem: Problem, solution: Iterable[Fact]) -> Difficulty:
    """The difficulty for somebody who sees only what the problem itself proposes, such as singles.

    Where that leads no further, a step that costs `BEYOND` is taken to settle the variable that is
    most constrained, as in the `solution`. Raises `InvalidValue` for a problem that proposes
    nothing or has no grades.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku("12343412214.432.")
    >>> str(estimate_difficulty(problem, map(problem.parse_fact, ["r3c4=3", "r4c4=1"])))
    'easy (about 13.0)'
    """
    if problem.proposals is None or problem.kind.thresholds is None:
        raise InvalidValue(f"the difficulty of a {problem.kind.noun} cannot be estimated")
    hidden = {fact.variable: fact for fact in solution}
    known = frozenset(problem.givens)
    costs = []
    while len(known) < len(problem.variables):
        proposed = min(problem.proposals(known), key=_cost, default=None)
        if proposed is None:
            costs.append(BEYOND)
            known |= {hidden[_most_constrained(problem, known)]}
        else:
            costs.append(_cost(proposed))
            known |= {proposed.derived}
    return difficulty_of(problem.kind, costs, estimated=True)


def _cost(proposal: Proposal) -> float:
    rules, facts = len(proposal.constraints), len(proposal.facts)
    return rules * WEIGHTS["rules"] + facts * WEIGHTS["facts"]


def _most_constrained(problem: Problem, known: frozenset[Fact]) -> str:
    """The open variable that shares its rules with the most different known values."""
    values = {fact.variable: fact.value for fact in known}
    seen = {v.name: set[object]() for v in problem.variables if v.name not in values}
    for constraint in problem.constraints:
        inside = {values[name] for name in constraint.variables if name in values}
        for name in seen.keys() & set(constraint.variables):
            seen[name] |= inside
    return max(seen, key=lambda name: len(seen[name]))
