"""How hard a puzzle is, read off the cheapest sequence of steps that explains it.

A rule of a step costs 10 and a fact 1: "fewest rules, then fewest facts" is close to what people
choose when they are shown two steps. Each step is the cheapest in its state, and other facts that
follow from the same rules and facts are taken along, so nobody can solve the puzzle without a step
as dear as the hardest one here (knowing more never makes a step dearer). The score is the mean cost
of the ten dearest steps: a puzzle with one hard place is easier than one with ten.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hintwise.engine import Explainer, Limits
from hintwise.errors import InvalidValue
from hintwise.features import CountScheme
from hintwise.problem import Constraint, Fact, Kind, Problem
from hintwise.puzzles.kinds import KINDS

WEIGHTS = {"rules": 10.0, "facts": 1.0}
"""What the parts of a step cost."""

LIMITS = Limits(deadline_s=10.0)
"""What is spent on one step unless told otherwise."""

COUNTED_STEPS = 10
"""How many of the dearest steps the score is the mean of."""

GRADES = ("easy", "medium", "hard", "expert")
"""From the easiest on."""

_RULES_AND_FACTS = CountScheme(
    {
        "rules": lambda _, element: isinstance(element, Constraint),
        "facts": lambda _, element: isinstance(element, Fact),
    }
)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is; see the module for what the figures mean.

    `estimated` says that some step was not proven the cheapest in time: the true figures may be
    lower, and differ with the machine.
    """

    score: float
    grade: str
    hardest: float
    total: float
    steps: int
    estimated: bool

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        about = "about " if self.estimated else ""
        return f"{self.grade} ({about}{self.score:.1f})"


def measure_difficulty(problem: Problem, *, limits: Limits = LIMITS) -> Difficulty:
    """Explain the whole puzzle, and say how hard that was.

    `limits` hold for each step. Raises `InvalidValue` unless the puzzle has exactly one solution,
    something is left to find, and its kind has grades.

    >>> from hintwise.puzzles import sudoku
    >>> str(measure_difficulty(sudoku("12343412214.432.")))
    'easy (13.0)'
    """
    if problem.kind.thresholds is None:
        graded = [kind.noun for kind in KINDS.values() if kind.thresholds is not None]
        raise InvalidValue(
            f"a {problem.kind.noun} has no grade; only these kinds have: {', '.join(graded)}"
        )
    explainer = Explainer(
        replace(problem, features=_RULES_AND_FACTS), verify=False, limits=limits.for_start()
    )
    start = explainer.start
    if len(start.targets | start.facts) < len(problem.variables):
        raise InvalidValue("only a puzzle with one solution has a difficulty; this has several")
    if not start.targets:
        raise InvalidValue("a solved puzzle has no difficulty")
    steps = list(explainer.sequence(start, WEIGHTS, take_along=True, limits=limits))
    estimated = not all(step.optimal for step in steps)
    return difficulty_of(problem.kind, [step.cost for step in steps], estimated=estimated)


def difficulty_of(kind: Kind, costs: Iterable[float], *, estimated: bool) -> Difficulty:
    """What steps of such costs mean for a puzzle of a kind that has grades."""
    assert kind.thresholds is not None
    dearest = sorted(costs, reverse=True)
    score = round(statistics.fmean(dearest[:COUNTED_STEPS]), 1)
    return Difficulty(
        score=score,
        grade=grade_of(kind.thresholds, score),
        hardest=dearest[0],
        total=sum(dearest),
        steps=len(dearest),
        estimated=estimated,
    )


def grade_of(thresholds: Sequence[float], score: float) -> str:
    """The grade that a score means, where thresholds lead from each grade to the next."""
    return GRADES[sum(score >= threshold for threshold in thresholds)]


def scores_of(kind: Kind, grade: str) -> tuple[float, float]:
    """From which score on, and up to which, a puzzle of a kind that has grades is of this one."""
    assert kind.thresholds is not None
    limits = (-math.inf, *kind.thresholds, math.inf)
    place = GRADES.index(grade)
    return limits[place], limits[place + 1]
