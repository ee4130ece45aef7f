"""How long a query takes, by the paper's method and by ours: both steps, and each of them alone.

What a query costs is told in optimal steps as well: the cheapest step in its state, under the
weights learned by then, by an explainer that has answered nothing yet.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from hintwise.bench.cases import Puzzle
from hintwise.elicit.progress import effort_on
from hintwise.elicit.session import Session
from hintwise.elicit.settings import preset
from hintwise.elicit.users import SimulatedUser
from hintwise.engine import Explainer, Limits
from hintwise.experiments.sweep.simulation import Exchange, exchanges
from hintwise.features import Weights
from hintwise.problem import Problem, State

METHOD = "machop"
METHODS = (METHOD, "bayes")


@dataclass(frozen=True, slots=True)
class Spread:
    """Durations as one row."""

    median_s: float
    p95_s: float
    max_s: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Spread:
        return cls(float(np.median(seconds)), float(np.percentile(seconds, 95)), max(seconds))


@dataclass(frozen=True, slots=True)
class TimedQuery:
    """One query: all of it, its first step (an optimal one) and its second."""

    seconds: float
    first_step_s: float
    second_step_s: float
    proven: bool
    computing_s: float
    """What this thread computed of all of it."""
    optimal_step_s: float
    """What it computed for an optimal step, cold."""

    @classmethod
    def of(cls, exchange: Exchange, optimal_step_s: float) -> TimedQuery:
        a, b, wait_s = exchange.query.a, exchange.query.b, exchange.wait_s
        proven = a.optimal and b.optimal
        return cls(wait_s, a.seconds, b.seconds, proven, exchange.computing_s, optimal_step_s)

    @property
    def in_optimal_steps(self) -> float:
        return self.computing_s / self.optimal_step_s


@dataclass(frozen=True, slots=True)
class FamilyQueries:
    """The queries of one run on puzzles of one kind and size."""

    family: str
    queries: tuple[TimedQuery, ...]
    method: str = METHOD
    sat_calls: int = 0
    """Of the explainers that all queries share."""

    def spreads(self) -> dict[str, Spread]:
        return {
            "query": Spread.of([q.seconds for q in self.queries]),
            "first_step": Spread.of([q.first_step_s for q in self.queries]),
            "second_step": Spread.of([q.second_step_s for q in self.queries]),
        }

    @property
    def proven(self) -> int:
        return sum(q.proven for q in self.queries)

    @property
    def in_optimal_steps(self) -> float:
        """How many optimal steps a query costs, at the median."""
        return float(np.median([q.in_optimal_steps for q in self.queries]))

    def as_json(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "method": self.method,
            "sat_calls": self.sat_calls,
            "proven": self.proven,
            "in_optimal_steps": self.in_optimal_steps,
            **{part: asdict(spread) for part, spread in self.spreads().items()},
            "queries": [asdict(q) for q in self.queries],
        }


@dataclass(frozen=True, slots=True)
class QueryTimes:
    """What the section `queries` found."""

    families: tuple[FamilyQueries, ...]

    def as_json(self) -> dict[str, Any]:
        return {"families": [family.as_json() for family in self.families]}


def measure_queries(
    family: str,
    puzzles: Sequence[Puzzle],
    count: int,
    limits: Limits,
    rng: np.random.Generator,
    method: str = METHOD,
) -> Generator[str, None, FamilyQueries]:
    """Time a run as it was published (online, from all ones), the first simulated user answering.

    Yields progress.
    """
    problems = [puzzle.problem for puzzle in puzzles]
    settings = preset("published", problems[0].kind, method=method, deadline_s=limits.deadline_s)
    user = SimulatedUser(puzzles[0].oracles[0].by_feature, rng)
    session = Session.of(problems, settings)
    run = exchanges(session, user, limits.cancel)
    before = _sat_calls(problems)
    queries = []
    for number in range(1, count + 1):
        yield f"{family}, {method}: query {number} of {count}"
        weights = session.weights
        exchange = next(run)
        query = exchange.query
        optimal_step_s = _cold_step_s(problems[query.puzzle], query.state, weights, limits)
        queries.append(TimedQuery.of(exchange, optimal_step_s))
    return FamilyQueries(family, tuple(queries), method, _sat_calls(problems) - before)


def _cold_step_s(problem: Problem, state: State, weights: Weights, limits: Limits) -> float:
    explainer = Explainer(problem, verify=False)
    started = time.thread_time()
    explainer.optimal_step(state, weights, limits=limits)
    return time.thread_time() - started


def _sat_calls(problems: Sequence[Problem]) -> int:
    return sum(effort_on(problem).sat_calls for problem in problems)
