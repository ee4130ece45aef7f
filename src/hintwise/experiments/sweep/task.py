"""Tasks: what one process computes at a time, and what comes out.

A task holds all that its result depends on and nothing else, so it can be computed anywhere, in any
order, and its key says whether that has been done before.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.settings import Settings, settings_for
from hintwise.engine import Limits
from hintwise.evaluate import OptimalSequence
from hintwise.experiments.machine import peak_memory_bytes
from hintwise.experiments.sweep.query_times import QueryTimes
from hintwise.experiments.sweep.simulation import Evaluation, Exchange, Simulation
from hintwise.problem import Problem

RESULTS_VERSION = 5
"""Part of every key: raise it when the same task would give other numbers than before."""
_LATER_VERSIONS = {"bayes": 7, "bayes_regret": 8, "shipped": 9, "transferred": 9}
"""The same for runs of learners, methods and priors that have changed since.

A new one is above all others here, lest two of them have stood for the same number.
"""


def results_version(settings: Settings) -> int:
    """The version of the results of runs with these settings."""
    flat = settings.flat
    names = (str(flat.get(part)) for part in ("learner", "method", "prior"))
    return max(_LATER_VERSIONS.get(name, RESULTS_VERSION) for name in names)


@dataclass(frozen=True)
class SequenceTask:
    """Find the explanation of a puzzle that is optimal for a user."""

    judged_on: Problem
    true_weights: Mapping[str, float]
    node_limit: int | None

    @cached_property
    def key(self) -> str:
        return _key(self.as_json())

    def as_json(self) -> dict[str, Any]:
        return {
            "judged_on": fingerprint(self.judged_on),
            "true_weights": dict(self.true_weights),
            "node_limit": self.node_limit,
        }

    def compute(self) -> OptimalSequence:
        limits = Limits(nodes=self.node_limit, compiled=True)
        return OptimalSequence.of(_known_here(self.judged_on), self.true_weights, limits=limits)


@dataclass(frozen=True)
class RunTask:
    """Let a user answer queries, and judge the learned weights on another puzzle."""

    training: tuple[Problem, ...]
    sequence: SequenceTask
    settings: Settings
    queries: int
    evaluate_at: tuple[int, ...]

    @cached_property
    def key(self) -> str:
        return _key(self.as_json())

    def as_json(self) -> dict[str, Any]:
        return {
            "version": results_version(self.settings),
            "training": [fingerprint(problem) for problem in self.training],
            "sequence": self.sequence.as_json(),
            "settings": _unusual(self.settings),
            "queries": self.queries,
            "evaluate_at": list(self.evaluate_at),
        }

    def compute(self, best: OptimalSequence) -> RunResult:
        """The result of the run, given what `sequence` computes."""
        return self._of_this_process()._compute(best.on(_known_here(self.sequence.judged_on)))

    def _of_this_process(self) -> RunTask:
        """The same task, with the puzzles that this process knows from earlier ones."""
        return replace(self, training=tuple(map(_known_here, self.training)))

    def _compute(self, best: OptimalSequence) -> RunResult:
        # A run has a thread to itself even where a worker of a cluster has several.
        started = time.thread_time()
        simulation = Simulation(self.training, best, self.settings, self.queries, self.evaluate_at)
        asked: list[QueryRecord] = []
        evaluations: list[Evaluation] = []
        for event in simulation.run():
            if isinstance(event, Exchange):
                asked.append(QueryRecord.of(event))
            else:
                evaluations.append(event)
        seconds = time.thread_time() - started
        memory_mb = (peak_memory_bytes() or 0) / 1024**2
        return RunResult(tuple(asked), tuple(evaluations), seconds, memory_mb)


@dataclass(frozen=True, slots=True)
class QueryRecord:
    """A query as features, how it was answered, and what it took to compute."""

    a: Mapping[str, int]
    b: Mapping[str, int]
    answer: str
    fallback: str
    proven: bool
    seconds: float
    """Of computing: time spent waiting for a busy machine is not counted."""

    @classmethod
    def of(cls, exchange: Exchange) -> QueryRecord:
        query = exchange.query
        return cls(
            dict(query.a.features),
            dict(query.b.features),
            exchange.answer.value,
            query.fallback.value,
            query.proven,
            exchange.computing_s,
        )


@dataclass(frozen=True, slots=True)
class RunResult:
    """What one run has shown. `seconds` and memory aside, the same on every machine.

    Where a step is not proven, on every machine that has Numba, or on every one that has not.
    """

    queries: tuple[QueryRecord, ...]
    """None if the run was taken up from elsewhere: then `summary` is what is left of them."""
    evaluations: tuple[Evaluation, ...]
    seconds: float
    """Of computing, as for queries; evaluations are included."""
    peak_memory_mb: float
    """Of the process that computed it, since it started; 0 where the system does not tell."""
    summary: QueryTimes | None = None

    @property
    def times(self) -> QueryTimes:
        """What its queries took."""
        if self.summary is not None:
            return self.summary
        unproven = sum(not query.proven for query in self.queries)
        points = [evaluation.queries for evaluation in self.evaluations]
        return QueryTimes.of([query.seconds for query in self.queries], points, unproven)

    @property
    def waits(self) -> list[float]:
        """What each query took; of a run that was taken up, as far as `summary` tells."""
        if self.summary is not None:
            return self.summary.spread_out()
        return [query.seconds for query in self.queries]


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a plan: its place in the tables, and the task that fills it.

    Cells of different plans, or of one plan before and after a change, may share their task.
    """

    problem: str
    """As the plan labels it, like `Sudoku`."""
    method: str
    """As the plan labels it, like `MACHOP`."""
    user: str
    run: int
    """From 1. The runs of one number have one seed, whatever the method: they can be paired."""
    task: RunTask


_known: dict[str, Problem] = {}


def _known_here(problem: Problem) -> Problem:
    """The same puzzle as it first came into this process.

    A task that was sent here brings puzzles of its own; but what is known about a puzzle, first of
    all its explainers, belongs to one object.
    """
    return _known.setdefault(fingerprint(problem), problem)


def _unusual(settings: Settings) -> dict[str, Any]:
    """Those that are not MACHOP's usual ones, so that a new setting leaves the keys as they are."""
    usual = settings_for("machop").flat
    return {
        name: value
        for name, value in settings.flat.items()
        if name not in usual or value != usual[name]
    }


def _key(document: Mapping[str, Any]) -> str:
    versioned = {"version": RESULTS_VERSION, **document}
    text = json.dumps(versioned, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
