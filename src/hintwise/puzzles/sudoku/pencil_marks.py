"""Sudokus with pencil marks: what a cell is not is a fact as well, and can be crossed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from hintwise.errors import InvalidValue, expect
from hintwise.features import GraphScheme
from hintwise.problem import Assignment, Constraint, EasyStep, Fact, Neighbours, Problem
from hintwise.puzzles.sudoku.kind import FEATURES
from hintwise.puzzles.sudoku.patterns import propose_patterns

_DIFFERENT = ("row", "col", "block", "cage")
"""The groups of rules by which no value stands twice."""

_FEATURES = GraphScheme(without=FEATURES.without, apart=frozenset({"negative_facts"}))
"""Sudoku's twelve, which count digits only, and crossed-out candidates near and far.

So what people were seen to choose among digits says the same here.
"""

_EASY_STEPS = (
    EasyStep(8, {"adjacent_negative_facts": 8}),
    *(
        EasyStep(9, {"adjacent_negative_facts": 8, f"adjacent_{unit}": 1})
        for unit in ("row", "col", "block")
    ),
)
"""A naked single and the hidden ones, by what is crossed out."""


@dataclass(frozen=True)
class CrossedOut:
    """What a digit rules out at once: other values of its cell, and itself in its units."""

    peers: Mapping[str, tuple[str, ...]]
    domain: tuple[int, ...]

    def __call__(self, fact: Fact) -> Iterator[Fact]:
        if fact.settles:
            for value in self.domain:
                if value != fact.value:
                    yield Fact(fact.variable, value, "≠")
            for peer in self.peers[fact.variable]:
                yield Fact(peer, fact.value, "≠")


@lru_cache(maxsize=64)
def with_pencil_marks(problem: Problem) -> Problem:
    """The same Sudoku, with digits and crossed-out candidates as facts.

    What a digit rules out in its own units is crossed out with it, as everybody does. Raises
    `InvalidValue` for a problem of another kind.

    >>> from hintwise.puzzles import sudoku
    >>> marked = with_pencil_marks(sudoku("1.....3..4.....2"))
    >>> [str(fact) for fact in marked.consequences(marked.givens[0])][:4]
    ['r1c1≠2', 'r1c1≠3', 'r1c1≠4', 'r1c2≠1']
    """
    if expect(problem, Problem, "a Problem").features not in (FEATURES, _FEATURES):
        raise InvalidValue(f"a {problem.kind.noun} has no pencil marks; give a Sudoku")
    domain = tuple(problem.variables[0].domain)
    crossed_out = _crossed_out(problem.constraints, domain)
    gone = {fact for given in problem.givens for fact in crossed_out(given)}
    cells = [variable.name for variable in problem.variables]
    marks = [Fact(cell, value, "≠") for cell in cells for value in domain]
    open_marks = tuple(mark for mark in marks if mark not in gone)
    units = tuple(
        (unit.name, tuple(sorted(unit.variables, key=cells.index)))
        for unit in problem.constraints
        if unit.group in _DIFFERENT and len(unit.variables) == len(domain)
    )
    return replace(
        problem,
        kind=replace(problem.kind, easy_steps=_EASY_STEPS),
        exclusions=True,
        features=_FEATURES,
        consequences=crossed_out,
        proposals=partial(propose_patterns, units),
        neighbours=partial(_neighbours, problem.neighbours, open_marks),
    )


def _neighbours(
    usual: Neighbours | None, open_marks: tuple[Fact, ...], solution: Assignment
) -> Iterator[Assignment]:
    """Grids close to the solution; also with one cell changed to a value that seems open at first.

    Such a grid says that crossing out the value takes one of the cell's units. Where a single is
    the cheapest step, the proof took 0.6 s of CPU instead of 1.0 s; hard steps take as long as
    before, all of hard-6 15 s instead of 18 s. Two cells of a unit that change places as well were
    of no more use.
    """
    if usual is not None:
        yield from usual(solution)
    for mark in open_marks:
        if solution[mark.variable] != mark.value:
            yield {**solution, mark.variable: int(mark.value)}


@lru_cache(maxsize=16)
def _crossed_out(constraints: tuple[Constraint, ...], domain: tuple[int, ...]) -> CrossedOut:
    peers: dict[str, set[str]] = {}
    for constraint in constraints:
        if constraint.group in _DIFFERENT:
            for cell in constraint.variables:
                peers.setdefault(cell, set()).update(constraint.variables)
    return CrossedOut({c: tuple(sorted(others - {c})) for c, others in peers.items()}, domain)
