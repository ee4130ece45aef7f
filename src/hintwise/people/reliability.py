"""Whether what was given a probability of 0.8 happens four times out of five."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions of a predictor with a probability of `low` or more and less than `high`.

    The last bin holds 1 as well.
    """

    predictor: str
    low: float
    high: float
    pairs: int
    predicted: float | None
    """The mean probability that a is preferred; None if there is no such pair."""
    observed: float | None
    """The share of these pairs in which a was."""

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def reliability(predictor: str, predictions: Iterable[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Probabilities that a is preferred, with whether it was, in `BINS` bins of equal width.

    Every pair counts alike. Without any prediction there are no bins.
    """
    binned: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, happened in predictions:
        binned[min(int(probability * BINS), BINS - 1)].append((probability, happened))
    if not any(binned):
        return ()
    return tuple(
        Bin(
            predictor,
            low=number / BINS,
            high=(number + 1) / BINS,
            pairs=len(found),
            predicted=_mean([probability for probability, _ in found]),
            observed=_mean([float(happened) for _, happened in found]),
        )
        for number, found in enumerate(binned)
    )


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
