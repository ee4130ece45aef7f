"""How long it takes to show, step by step, that there is no solution, and how large the steps are.

Sudokus with one wrong digit added that clashes with no given at sight, and small rosters and
schedules that cannot be met.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import cpmpy as cp
import numpy as np

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer, Limits
from hintwise.engine.inside import refutation
from hintwise.engine.verify import Verifier
from hintwise.errors import OutOfTime
from hintwise.guide.steps.unfolding import left_hard, unfolded, within
from hintwise.limits import Clock
from hintwise.problem import Fact, Problem
from hintwise.puzzles import Rule, from_cpmpy, sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.render.table import Table
from hintwise.render.words.steps import wording_of

SUDOKUS: Mapping[str, str] = {
    "Sudoku expert-1": PUZZLES["expert-1"],
    "Sudoku expert-2": PUZZLES["expert-2"],
    "Sudoku expert-3": PUZZLES["expert-3"],
    "Sudoku hard-1": PUZZLES["hard-1"],
    "Sudoku hard-2": PUZZLES["hard-2"],
    "Sudoku of 17 clues": (
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    ),
    "Sudoku AI Escargot": (
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
    ),
}


@dataclass(frozen=True, slots=True)
class Clash:
    """How one way to a broken rule went; the figures are of the steps on the way itself.

    `inner` is how many more steps there are inside the hard ones, `hard` how many were left as they
    are.
    """

    name: str
    seconds: float
    steps: int
    rules: int
    facts: int
    inner: int
    hard: int


@dataclass(frozen=True, slots=True)
class ClashTimes:
    clashes: tuple[Clash, ...]

    def as_json(self) -> dict[str, Any]:
        return {"clashes": [asdict(clash) for clash in self.clashes]}


def clash_table(found: ClashTimes) -> Table:
    return Table(
        "Why there is no solution, step by step",
        ("what", "seconds", "steps", "most rules", "most facts", "steps inside these", "left hard"),
        tuple(_cells(clash) for clash in found.clashes),
        (
            "Seconds of the processor, the check of every link included. Most rules and facts: of "
            "any step on the way itself. Left hard: steps that are no single, pair or the like, "
            "and were not looked into in time or have nothing easier inside.",
        ),
    )


def _cells(clash: Clash) -> tuple[str, ...]:
    if not clash.steps:
        return (clash.name, f"not in {clash.seconds:.0f}", *["–"] * 5)
    counts = (clash.steps, clash.rules, clash.facts, clash.inner, clash.hard)
    return (clash.name, f"{clash.seconds:.1f}", *map(str, counts))


def measure_clashes(
    names: Iterable[str], limits: Limits, rng: np.random.Generator
) -> Generator[str, None, ClashTimes]:
    """Measure those of `CASES`, each within the limits; what is not found in time has no steps."""
    found = []
    for name in names:
        yield name
        problem = CASES[name]()
        wrong = [_wrong_digit(problem, rng)] if name in SUDOKUS else []
        told = ", ".join([name, *map(str, wrong)])
        found.append(_measured(told, problem, (*problem.givens, *wrong), limits))
    return ClashTimes(tuple(found))


def _measured(name: str, problem: Problem, facts: tuple[Fact, ...], limits: Limits) -> Clash:
    wording, weights = wording_of(problem), Profile.expected(problem).weights
    started, clock = time.process_time(), Clock(limits)
    try:
        clash = refutation(problem, facts, weights=weights, is_easy=wording.is_easy, limits=limits)
    except OutOfTime:
        return Clash(name, time.process_time() - started, 0, 0, 0, 0, 0)
    if clash is None or clash.inside is None:
        raise AssertionError(f"{name} has a solution")
    whole = unfolded(clash, wording, weights, Verifier(problem), clock.left())
    assert whole.inside is not None
    way = whole.inside.steps
    return Clash(
        name,
        time.process_time() - started,
        len(way),
        max(len(step.constraints) for step in way),
        max(len(step.facts) for step in way),
        sum(1 for outer in way for _ in within(outer)),
        sum(len(left_hard(outer, wording)) for outer in way),
    )


def _wrong_digit(problem: Problem, rng: np.random.Generator) -> Fact:
    """One that no given in the same unit rules out."""
    solution = Explainer(problem, verify=False).solution
    given = {fact.variable: fact.value for fact in problem.givens}
    open_cells = [v for v in problem.variables if v.name not in given]
    fits = []
    for cell in open_cells:
        units = [c.variables for c in problem.constraints if cell.name in c.variables]
        near = {given[name] for unit in units for name in unit if name in given}
        fits += [
            Fact(cell.name, value)
            for value in cell.domain
            if value not in near and value != solution[cell.name]
        ]
    return fits[rng.integers(len(fits))]


def _roster() -> Problem:
    """Four people, five days, a day and a night shift each day, and too many wishes to be off."""
    shift = cp.intvar(0, 2, shape=(4, 5), name="shift")
    rules = []
    for d in range(5):
        rules.append(Rule(cp.sum(shift[:, d] == 1) >= 1, "cover", f"day shift on day {d + 1}"))
        rules.append(Rule(cp.sum(shift[:, d] == 2) >= 1, "cover", f"night shift on day {d + 1}"))
    for p in range(4):
        rules.append(Rule(cp.sum(shift[p] != 0) <= 3, "hours", f"hours of {p + 1}"))
        for d in range(4):
            rested = (shift[p, d] == 2).implies(shift[p, d + 1] == 0)
            rules.append(Rule(rested, "rest", f"rest of {p + 1} after day {d + 1}"))
    wishes = {0: (2, 3, 4), 1: (3, 4), 2: (2,)}
    off = [shift[p, d] == 0 for p, days in wishes.items() for d in days]
    return from_cpmpy(rules, variables=shift, givens=off)


def _schedule() -> Problem:
    """Three jobs on two machines, which cannot all be done in time."""
    start = cp.intvar(0, 9, shape=(3, 2), name="start")
    length = ((3, 2), (2, 4), (3, 3))
    rules = []
    for j in range(3):
        rules.append(
            Rule(start[j, 0] + length[j][0] <= start[j, 1], "order", f"order of job {j + 1}")
        )
        rules.append(Rule(start[j, 1] + length[j][1] <= 9, "end", f"end of job {j + 1}"))
    for m in range(2):
        for a in range(3):
            for b in range(a + 1, 3):
                first = start[a, m] + length[a][m] <= start[b, m]
                second = start[b, m] + length[b][m] <= start[a, m]
                rules.append(
                    Rule(first | second, "machine", f"jobs {a + 1} and {b + 1} on {m + 1}")
                )
    return from_cpmpy(rules, variables=start)


CASES: Mapping[str, Callable[[], Problem]] = {
    **{name: functools.partial(sudoku, line) for name, line in SUDOKUS.items()},
    "roster": _roster,
    "schedule": _schedule,
}
"""What has no solution, once a wrong digit is added to a Sudoku."""
