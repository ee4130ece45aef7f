"""The same states put to hintwise, to CPMpy's own tools and to the referee, in one run."""

from __future__ import annotations

import contextlib
import math
import statistics
import time
from collections.abc import Generator
from dataclasses import asdict, dataclass
from typing import Any

from hintwise.bench import referee
from hintwise.bench.cases import Case
from hintwise.bench.cpmpy_tools import cheapest_by_tools, sample_of_targets
from hintwise.bench.measure import MeasuredExplainer, with_rules_of_its_own
from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.problem import State

REPETITIONS = 5
"""Fresh explainers that answer each state; their median counts."""

AGREEMENT = 1e-6
"""Costs that differ by less than this, relative to the larger, agree."""


@dataclass(frozen=True, slots=True)
class HintwiseRun:
    """A cold step over all targets: medians over fresh explainers, nothing kept between them.

    `construction_s` is the encoding of the rules and the solution of the puzzle.
    """

    construction_s: float
    query_s: float
    cost: float | None
    optimal: bool

    @property
    def seconds(self) -> float:
        return self.construction_s + self.query_s


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times longer something takes than hintwise: all in all, and than its query alone."""

    in_all: float
    query: float


def ratio(seconds: float, hintwise: HintwiseRun) -> Ratio:
    return Ratio(seconds / hintwise.seconds, seconds / hintwise.query_s)


@dataclass(frozen=True, slots=True)
class ToolsRun:
    """CPMpy's `optimal_mus` on `tried` of the `targets`, and hintwise on the very same ones.

    `hintwise_costs` are the proven ones, None where the deadline came first.
    """

    targets: int
    seconds_each: tuple[float, ...]
    costs: tuple[float, ...]
    hintwise_costs: tuple[float | None, ...]

    @property
    def tried(self) -> int:
        return len(self.seconds_each)

    @property
    def estimated(self) -> bool:
        """Whether `seconds` is the mean of the targets tried times all targets."""
        return self.tried < self.targets

    @property
    def seconds(self) -> float:
        return statistics.fmean(self.seconds_each) * self.targets


@dataclass(frozen=True, slots=True)
class RefereeRun:
    """The referee over all targets; not `optimal` if its deadline came first."""

    seconds: float
    cost: float | None
    optimal: bool


@dataclass(frozen=True, slots=True)
class Race:
    """One state and what each contender made of it."""

    label: str
    targets: int
    hintwise: HintwiseRun
    tools: ToolsRun
    referee: RefereeRun

    @property
    def times_tools(self) -> Ratio:
        return ratio(self.tools.seconds, self.hintwise)

    @property
    def times_referee(self) -> Ratio:
        """At least that if the referee did not finish."""
        return ratio(self.referee.seconds, self.hintwise)

    @property
    def tools_agree(self) -> bool | None:
        """Whether the costs agree target by target; None if no cost could be compared."""
        pairs = zip(self.tools.costs, self.tools.hintwise_costs, strict=True)
        compared = [agree(ours, theirs) for theirs, ours in pairs if ours is not None]
        return all(compared) if compared else None

    @property
    def referee_agrees(self) -> bool | None:
        ours, theirs = self.hintwise, self.referee
        if not (ours.optimal and theirs.optimal) or ours.cost is None or theirs.cost is None:
            return None
        return agree(ours.cost, theirs.cost)

    def as_json(self) -> dict[str, Any]:
        record = asdict(self)
        record["hintwise"]["seconds"] = self.hintwise.seconds
        record["tools"] |= {
            "tried": self.tools.tried,
            "estimated": self.tools.estimated,
            "seconds": self.tools.seconds,
            "times_hintwise": asdict(self.times_tools),
            "agree": self.tools_agree,
        }
        record["referee"] |= {
            "times_hintwise": asdict(self.times_referee),
            "agree": self.referee_agrees,
        }
        return record


@dataclass(frozen=True, slots=True)
class Races:
    """What the section `compare` found."""

    comparisons: tuple[Race, ...]

    def as_json(self) -> list[dict[str, Any]]:
        return [comparison.as_json() for comparison in self.comparisons]


@dataclass(frozen=True, slots=True)
class Terms:
    """How much the contenders are given; `sample` is None for all targets."""

    limits: Limits
    referee_deadline_s: float
    sample: int | None


def compare(case: Case, terms: Terms) -> Generator[str, None, Race]:
    """Put one state to all contenders; yields progress."""
    yield f"{case.label}: hintwise"
    state = Explainer(case.problem).state(case.known)
    hintwise = run_hintwise(case, terms.limits)
    tools = yield from run_tools(case, state, terms)
    yield f"{case.label}: the referee (at most {terms.referee_deadline_s:g} s)"
    theirs = run_referee(case, state, terms.referee_deadline_s)
    return Race(case.label, len(state.targets), hintwise, tools, theirs)


def run_hintwise(case: Case, limits: Limits) -> HintwiseRun:
    constructions, queries = [], []
    for _ in range(REPETITIONS):
        explainer = MeasuredExplainer(with_rules_of_its_own(case.problem))
        constructions.append(explainer.construction_s)
        queries.append(explainer.ask(case, limits))
    return HintwiseRun(
        construction_s=statistics.median(constructions),
        query_s=statistics.median(query.seconds for query in queries),
        cost=queries[0].cost,
        optimal=all(query.optimal for query in queries),
    )


def run_tools(case: Case, state: State, terms: Terms) -> Generator[str, None, ToolsRun]:
    count = len(state.targets) if terms.sample is None else terms.sample
    targets = sample_of_targets(state, count)
    results = []
    for number, target in enumerate(targets, 1):
        yield f"{case.label}: CPMpy's tools, target {number} of {len(targets)}"
        results.append(cheapest_by_tools(state, case.weights.by_feature, target))
    yield f"{case.label}: hintwise on the same targets"
    explainer = Explainer(case.problem, verify=False)
    ours = [_proven_cost(explainer, state.only([t]), case, terms.limits) for t in targets]
    return ToolsRun(
        targets=len(state.targets),
        seconds_each=tuple(result.seconds for result in results),
        costs=tuple(result.cost for result in results),
        hintwise_costs=tuple(ours),
    )


def _proven_cost(explainer: Explainer, state: State, case: Case, limits: Limits) -> float | None:
    try:
        step = explainer.optimal_step(state, case.weights.by_feature, limits=limits)
    except OutOfTime:
        return None
    return step.cost if step.optimal else None


def run_referee(case: Case, state: State, deadline_s: float) -> RefereeRun:
    started = time.perf_counter()
    step = None
    # Out of time without a step is a result like any other.
    with contextlib.suppress(OutOfTime):
        step = referee.cheapest_step(state, case.weights.by_feature, deadline_s=deadline_s)
    return RefereeRun(
        seconds=time.perf_counter() - started,
        cost=None if step is None else step.cost,
        optimal=step is not None and step.optimal,
    )


def agree(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=AGREEMENT)
