"""Timed queries: cold, on a fresh explainer, and warm, on one that has answered others before."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from hintwise.bench.cases import Case, Puzzle, random_cases
from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.problem import Assignment, Neighbours, Problem, Step

WARMING_QUERIES = 20
"""Random queries on the same puzzle before a warm one is timed."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One query: its time, where it went, and what came out.

    `seeding_calls` are the SAT calls, part of `sat_calls`, that fill a fresh pool from the
    solution's neighbours. `cost` and `lower_bound` are None if no step at all was found in time.
    """

    label: str
    seconds: float
    sat_calls: int
    seeding_calls: int
    sat_s: float
    bound_s: float
    pool_bytes: int
    cost: float | None
    lower_bound: float | None
    optimal: bool

    @property
    def rest_s(self) -> float:
        """Time outside SAT and bounds: the tree, and Python around it."""
        return self.seconds - self.sat_s - self.bound_s


@dataclass(frozen=True, slots=True)
class Summary:
    """Many measurements as one row; shares are of the total time."""

    queries: int
    proven: int
    median_s: float
    p95_s: float
    max_s: float
    sat_calls_median: float
    sat_calls_mean: float
    seeding_calls_median: float
    sat_share: float
    bound_share: float
    rest_share: float
    pool_bytes_max: int


def summarise(measurements: Sequence[Measurement]) -> Summary:
    seconds = np.array([m.seconds for m in measurements])
    calls = np.array([m.sat_calls for m in measurements])
    total = float(seconds.sum())
    return Summary(
        queries=len(measurements),
        proven=sum(m.optimal for m in measurements),
        median_s=float(np.median(seconds)),
        p95_s=float(np.percentile(seconds, 95)),
        max_s=float(seconds.max()),
        sat_calls_median=float(np.median(calls)),
        sat_calls_mean=float(calls.mean()),
        seeding_calls_median=float(np.median([m.seeding_calls for m in measurements])),
        sat_share=sum(m.sat_s for m in measurements) / total,
        bound_share=sum(m.bound_s for m in measurements) / total,
        rest_share=sum(m.rest_s for m in measurements) / total,
        pool_bytes_max=max(m.pool_bytes for m in measurements),
    )


class MeasuredExplainer:
    """An explainer whose construction and queries are timed."""

    def __init__(self, problem: Problem) -> None:
        self._neighbours = _Counted(problem.neighbours or _none)
        started = time.perf_counter()
        self.explainer = Explainer(replace(problem, neighbours=self._neighbours), verify=False)
        self.construction_s = time.perf_counter() - started

    def ask(self, case: Case, limits: Limits) -> Measurement:
        return self.answer(case, limits)[1]

    def answer(self, case: Case, limits: Limits) -> tuple[Step | None, Measurement]:
        """The optimal step, or the best one in time, or none; and what it took."""
        state = self.explainer.state(case.known)
        before, drawn_before = self.explainer.effort, self._neighbours.drawn
        step = None
        started = time.perf_counter()
        # Out of time without a step is a result like any other.
        with contextlib.suppress(OutOfTime):
            step = self.explainer.optimal_step(state, case.weights.by_feature, limits=limits)
        seconds = time.perf_counter() - started
        effort = self.explainer.effort.since(before)
        return step, Measurement(
            label=case.label,
            seconds=seconds,
            sat_calls=effort.sat_calls,
            seeding_calls=self._neighbours.drawn - drawn_before,
            sat_s=effort.sat_s,
            bound_s=effort.bound_s,
            pool_bytes=self.explainer.pool_bytes,
            cost=None if step is None else step.cost,
            lower_bound=None if step is None else step.lower_bound,
            optimal=step is not None and step.optimal,
        )


class _Counted:
    """Neighbours of a solution, with how many were drawn: the engine asks SAT once about each."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._all = neighbours
        self.drawn = 0

    def __call__(self, solution: Assignment) -> Iterator[Assignment]:
        for neighbour in self._all(solution):
            self.drawn += 1
            yield neighbour


def _none(solution: Assignment) -> Iterator[Assignment]:
    return iter(())


def with_rules_of_its_own(problem: Problem) -> Problem:
    """The same problem, but it does not share its encoding with those of the same shape."""
    # The engine keeps encodings by the identity of the rules, and this is another tuple.
    return replace(problem, constraints=(*problem.constraints,))


@dataclass(frozen=True, slots=True)
class FamilyTimes:
    """Cold and warm queries on puzzles of one kind and size.

    A first construction encodes the rules and solves the puzzle. Encodings are kept for problems of
    the same shape, so a later construction only solves it.
    """

    family: str
    first_constructions_s: tuple[float, ...]
    later_constructions_s: tuple[float, ...]
    cold: tuple[Measurement, ...]
    warm: tuple[Measurement, ...]

    def summaries(self) -> dict[str, Summary]:
        return {"cold": summarise(self.cold), "warm": summarise(self.warm)}

    def as_json(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "first_construction_median_s": float(np.median(self.first_constructions_s)),
            "later_construction_median_s": float(np.median(self.later_constructions_s)),
            **{kind: asdict(summary) for kind, summary in self.summaries().items()},
            "measurements": {
                "cold": [asdict(m) for m in self.cold],
                "warm": [asdict(m) for m in self.warm],
            },
        }


@dataclass(frozen=True, slots=True)
class StepTimes:
    """What the section `steps` found."""

    families: tuple[FamilyTimes, ...]
    peak_memory_bytes: int | None
    """Of the whole process so far: Python, CPMpy and its solvers are in it."""

    def as_json(self) -> dict[str, Any]:
        return {
            "families": [family.as_json() for family in self.families],
            "peak_memory_bytes": self.peak_memory_bytes,
        }


def measure_family(
    family: str, puzzles: Sequence[Puzzle], count: int, limits: Limits, rng: np.random.Generator
) -> Generator[str, None, FamilyTimes]:
    """Time `count` random states of the puzzles, each cold and warm; yields progress."""
    yield f"{family}: constructions"
    first = [MeasuredExplainer(with_rules_of_its_own(p.problem)).construction_s for p in puzzles]
    cases = list(random_cases(puzzles, count, rng))
    later: list[float] = []
    cold: list[Measurement] = []
    warm: list[Measurement] = []
    for number, case in enumerate(cases, 1):
        yield f"{family}: cold query {number} of {count}"
        fresh = MeasuredExplainer(case.problem)
        later.append(fresh.construction_s)
        cold.append(fresh.ask(case, limits))
    for puzzle in puzzles:
        if not (own := [case for case in cases if case.puzzle == puzzle.name]):
            continue
        used = MeasuredExplainer(puzzle.problem)
        for number, case in enumerate(random_cases([puzzle], WARMING_QUERIES, rng), 1):
            yield f"{family}: query {number} of {WARMING_QUERIES} that warms up {puzzle.name}"
            used.ask(case, limits)
        for case in own:
            yield f"{family}: warm query {len(warm) + 1} of {count}"
            warm.append(used.ask(case, limits))
    return FamilyTimes(family, tuple(first), tuple(later), tuple(cold), tuple(warm))
