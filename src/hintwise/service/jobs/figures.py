"""How much the workers have to do and have done, as plain numbers."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import accumulate

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Up to how many seconds each count of a `Histogram` goes; the last one has no bound."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many times something took how long: `counts[i]` for up to `BOUNDS_S[i]` seconds."""

    counts: tuple[int, ...] = (0,) * (len(BOUNDS_S) + 1)
    total_s: float = 0.0

    @property
    def count(self) -> int:
        return sum(self.counts)

    @property
    def mean_s(self) -> float:
        """Zero if there was nothing to measure."""
        return self.total_s / self.count if self.count else 0.0

    def bound_of(self, share: float) -> float | None:
        """So many seconds that this share took at most so long, the smallest bound of which that is
        known; None if it is beyond all bounds, or there was nothing to measure."""
        wanted = share * self.count
        below = zip(BOUNDS_S, accumulate(self.counts), strict=False)  # the last has no bound
        return next((bound for bound, count in below if count >= wanted > 0), None)

    def with_one(self, seconds: float) -> Histogram:
        place = bisect_left(BOUNDS_S, seconds)
        counts = (n + (i == place) for i, n in enumerate(self.counts))
        return Histogram(tuple(counts), self.total_s + seconds)


@dataclass(frozen=True, slots=True)
class Figures:
    """What waits and what runs now, and what became of all others since the start.

    Every job that was ever given is counted once among `queued`, `ahead` (queued, not urgent),
    `running`, `done`, `failed`, `cancelled` and `refused`; an error of the task itself, such as a
    puzzle that cannot be read, is `done`. `gave_way` counts how often a job that was not urgent was
    put off, and `restarted` how many workers were replaced.
    """

    workers: int = 0
    queued: int = 0
    ahead: int = 0
    running: int = 0
    done: int = 0
    failed: int = 0
    cancelled: int = 0
    refused: int = 0
    gave_way: int = 0
    restarted: int = 0
    waits: Histogram = field(default=Histogram(), repr=False)
    """How long urgent jobs have waited for a worker."""
    runs: Histogram = field(default=Histogram(), repr=False)
    """How long jobs were computed."""

    def with_one(self, name: str) -> Figures:
        """With one more under that name."""
        return replace(self, **{name: getattr(self, name) + 1})
