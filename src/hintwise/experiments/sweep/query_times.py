"""What the queries of a run took to compute, in few numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SHARES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0)
"""Of the queries: the times are kept that so many took at most."""

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class QueryTimes:
    """Seconds of computing: time spent waiting for a busy machine is not counted."""

    count: int
    mean_s: float
    std_s: float
    """Of the sample (divisor n - 1); 0 for a single query."""
    at_shares_s: tuple[float, ...]
    until_s: tuple[float, ...]
    """What those up to each evaluation took together."""
    unproven: int
    """How many queries have a step that was not proven optimal."""

    @classmethod
    def of(
        cls, seconds: Sequence[float], points: Iterable[int] = (), unproven: int = 0
    ) -> QueryTimes:
        """Of queries that took so long, with evaluations after so many."""
        until = tuple(rounded(sum(seconds[:point])) for point in points)
        if not seconds:
            return cls(0, 0.0, 0.0, (0.0,) * len(SHARES), until, 0)
        shares = tuple(map(rounded, np.quantile(seconds, SHARES)))
        mean, std = float(np.mean(seconds)), float(np.std(seconds, ddof=len(seconds) > 1))
        return cls(len(seconds), rounded(mean), rounded(std), shares, until, unproven)

    def spread_out(self) -> list[float]:
        """As many times as there were queries, as far as the times at shares tell."""
        places = np.linspace(0, 1, self.count)
        return [float(time) for time in np.interp(places, SHARES, self.at_shares_s)]

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "mean_s": self.mean_s,
            "std_s": self.std_s,
            "at_shares_s": list(self.at_shares_s),
            "until_s": list(self.until_s),
            "unproven": self.unproven,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> QueryTimes:
        lists = {name: tuple(document[name]) for name in ("at_shares_s", "until_s")}
        return cls(**{**document, **lists})


def mean_and_std(times: Iterable[QueryTimes]) -> tuple[float, float]:
    """Those of the queries of all these runs, as if their times had been kept one by one."""
    runs = list(times)
    count = sum(run.count for run in runs)
    mean = sum(run.count * run.mean_s for run in runs) / max(1, count)
    within = sum((run.count - 1) * run.std_s**2 for run in runs if run.count)
    between = sum(run.count * (run.mean_s - mean) ** 2 for run in runs)
    return mean, math.sqrt((within + between) / max(1, count - 1))


def rounded(value: float, digits: int = _DIGITS) -> float:
    """To so many significant digits.

    >>> rounded(0.123456), rounded(12345.6)
    (0.1235, 12350.0)
    """
    return float(f"{value:.{digits}g}")
