"""How long a person waits for the next query of the paper's method, with and without look-ahead."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from hintwise.bench.cases import Puzzle
from hintwise.bench.queries import METHOD
from hintwise.elicit.look_ahead import WORKERS, QueryWorkers
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.elicit.users import SimulatedUser, User
from hintwise.engine import Limits
from hintwise.experiments.sweep.simulation import exchanges
from hintwise.limits import Cancel

AT_ONCE_S = 0.05
"""A shorter wait is none."""

_LOOK_EVERY_S = 0.05
"""How often someone who thinks looks whether the run is cancelled."""


@dataclass(frozen=True, slots=True)
class Waits:
    """The wait for each query of a run but the first, which nobody can look ahead to."""

    seconds: tuple[float, ...]

    @property
    def at_once(self) -> float:
        """The share of queries that were there at once."""
        return sum(s < AT_ONCE_S for s in self.seconds) / len(self.seconds)

    @property
    def median_s(self) -> float:
        return float(np.median(self.seconds))

    @property
    def p95_s(self) -> float:
        return float(np.percentile(self.seconds, 95))

    def as_json(self) -> dict[str, Any]:
        summary = {"at_once": self.at_once, "median_s": self.median_s, "p95_s": self.p95_s}
        return {**summary, "seconds": list(self.seconds)}


@dataclass(frozen=True, slots=True)
class FamilyWaits:
    """The same run twice: the same queries and answers, unless a deadline cuts one short."""

    family: str
    alone: Waits
    ahead: Waits


@dataclass(frozen=True, slots=True)
class LookAheadWaits:
    """What the section `look_ahead` found."""

    families: tuple[FamilyWaits, ...]
    thinking_s: float
    workers: int

    def as_json(self) -> dict[str, Any]:
        return {
            "method": METHOD,
            "thinking_s": self.thinking_s,
            "workers": self.workers,
            "at_once_s": AT_ONCE_S,
            "families": [
                {
                    "family": waits.family,
                    "without": waits.alone.as_json(),
                    "with": waits.ahead.as_json(),
                }
                for waits in self.families
            ],
        }


@dataclass(frozen=True, slots=True)
class ThinkingUser:
    """Answers as `user` does, but takes `thinking_s` for it unless `cancel` is set."""

    user: User
    thinking_s: float
    cancel: Cancel | None = None

    def answer(self, query: Query) -> Answer:
        end = time.perf_counter() + self.thinking_s
        while (left := end - time.perf_counter()) > 0:
            if self.cancel is not None and self.cancel.is_set():
                break
            time.sleep(min(left, _LOOK_EVERY_S))
        return self.user.answer(query)


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a person is asked: how many queries after the first, how long they think about each."""

    queries: int
    thinking_s: float
    seed: int
    workers: int = WORKERS


def measure_waits(
    family: str, puzzles: Sequence[Puzzle], sitting: Sitting, limits: Limits
) -> Generator[str, None, FamilyWaits]:
    """Time the waits of a person who is asked by the paper's method; yields progress."""
    settings = settings_for(METHOD, deadline_s=limits.deadline_s, seed=sitting.seed)
    problems = [puzzle.problem for puzzle in puzzles]
    weights = puzzles[0].oracles[0].by_feature
    waits = []
    for name, count in (("without look-ahead", 0), ("with look-ahead", sitting.workers)):
        user: User = SimulatedUser(weights, np.random.default_rng(sitting.seed))
        if count:  # without look-ahead nothing happens while they think
            user = ThinkingUser(user, sitting.thinking_s, limits.cancel)
        seconds = []
        with (
            QueryWorkers(count) if count else nullcontext() as workers,
            Session.of(problems, settings, workers=workers) as session,
        ):
            run = exchanges(session, user, limits.cancel)
            next(run)
            for number in range(1, sitting.queries + 1):
                yield f"{family}: query {number} of {sitting.queries} {name}"
                seconds.append(next(run).wait_s)
        waits.append(Waits(tuple(seconds)))
    alone, ahead = waits
    return FamilyWaits(family, alone, ahead)
