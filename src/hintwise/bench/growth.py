"""How time grows with the size of a puzzle, and how it goes along a sequence."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from hintwise.bench.cases import Case, own_puzzle, random_cases
from hintwise.bench.measure import MeasuredExplainer, Measurement, with_rules_of_its_own
from hintwise.engine import Limits
from hintwise.problem import Problem
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.sudoku.model import Box
from hintwise.workshop import GridShape, generate_logic_grid, generate_sudoku

Draw = Callable[[np.random.Generator], Problem]


@dataclass(frozen=True, slots=True)
class Size:
    """A kind of puzzle at one size, and how to draw one."""

    family: str
    values: int
    draw: Draw


def draw_sudoku(box: Box, least_givens: int, rng: np.random.Generator) -> Problem:
    return generate_sudoku(box, rng, least_givens=least_givens)


def draw_logic_grid(categories: int, values: int, rng: np.random.Generator) -> Problem:
    return read_logic_grid(generate_logic_grid(GridShape(categories, values), rng))


SIZES: tuple[Size, ...] = (
    # About three tenths of the cells are given, four in the largest.
    Size("Sudoku", 4, partial(draw_sudoku, (2, 2), 5)),
    Size("Sudoku", 6, partial(draw_sudoku, (2, 3), 11)),
    Size("Sudoku", 9, partial(draw_sudoku, (3, 3), 25)),
    Size("Sudoku", 16, partial(draw_sudoku, (4, 4), 102)),
    *(
        Size(f"logic grid, {categories} categories", n, partial(draw_logic_grid, categories, n))
        for categories in (3, 4)
        for n in (3, 4, 5, 6)
    ),
)


@dataclass(frozen=True, slots=True)
class GrowthPoint:
    """Cold queries at one size, each in a random state of another drawn puzzle.

    `elements` are all facts and constraints; where puzzles differ it is the median, as with givens
    and construction.
    """

    family: str
    values: int
    elements: float
    givens: float
    construction_s: float
    measurements: tuple[Measurement, ...]

    @property
    def median_s(self) -> float:
        return statistics.median(m.seconds for m in self.measurements)

    @property
    def max_s(self) -> float:
        return max(m.seconds for m in self.measurements)

    @property
    def proven(self) -> int:
        return sum(m.optimal for m in self.measurements)

    @property
    def all_proven(self) -> bool:
        return self.proven == len(self.measurements)

    @property
    def sat_calls_median(self) -> float:
        return float(statistics.median(m.sat_calls for m in self.measurements))

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "median_s": self.median_s,
            "max_s": self.max_s,
            "queries": len(self.measurements),
            "proven": self.proven,
            "sat_calls_median": self.sat_calls_median,
        }


@dataclass(frozen=True, slots=True)
class Growth:
    """What the section `growth` found."""

    points: tuple[GrowthPoint, ...]

    def as_json(self) -> list[dict[str, Any]]:
        return [point.as_json() for point in self.points]


def measure_size(
    size: Size, count: int, limits: Limits, rng: np.random.Generator
) -> Generator[str, None, GrowthPoint]:
    """Draw `count` puzzles and time a random state of each; yields progress."""
    name = f"{size.family} of {size.values}"
    puzzles = []
    for number in range(1, count + 1):
        yield f"{name}: drawing puzzle {number} of {count}"
        puzzles.append(own_puzzle(f"{name}, puzzle {number}", size.draw(rng), rng))
    constructions = []
    measurements = []
    for number, case in enumerate(random_cases(puzzles, count, rng), 1):
        yield f"{name}: state {number} of {count}"
        explainer = MeasuredExplainer(with_rules_of_its_own(case.problem))
        constructions.append(explainer.construction_s)
        measurements.append(explainer.ask(case, limits))
    problems = [puzzle.problem for puzzle in puzzles]
    return GrowthPoint(
        family=size.family,
        values=size.values,
        elements=statistics.median(len(p.variables) + len(p.constraints) for p in problems),
        givens=statistics.median(len(p.givens) for p in problems),
        construction_s=statistics.median(constructions),
        measurements=tuple(measurements),
    )


@dataclass(frozen=True, slots=True)
class SequenceTimes:
    """What the section `sequence` found, for each step of one sequence.

    `along` is one explainer for all of it, `fresh` a new one in each of the states.
    """

    label: str
    along: tuple[Measurement, ...]
    fresh: tuple[Measurement, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def measure_sequence(case: Case, limits: Limits) -> Generator[str, None, SequenceTimes]:
    """Time the steps of a whole sequence from the state of `case` on; yields progress."""
    label = case.label
    going_along = MeasuredExplainer(case.problem)
    targets = len(going_along.explainer.state(case.known).targets)
    along, fresh = [], []
    for number in range(1, targets + 1):
        yield f"{label}: step {number} of {targets}, going along and fresh"
        step, measurement = going_along.answer(case, limits)
        along.append(measurement)
        fresh.append(MeasuredExplainer(case.problem).ask(case, limits))
        if step is None:
            break
        case = replace(case, known=case.known | {step.derived})
    return SequenceTimes(label, tuple(along), tuple(fresh))
