"""Summaries of samples, and how much two samples differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hintwise.errors import InvalidValue

Alternative = Literal["two-sided", "less", "greater"]
LEVEL = 0.05
"""What a p-value has to stay below for a difference to be called significant."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A sample in a few figures.

    `std` is the standard deviation of the sample (divisor n - 1), `standard_error` that of the
    mean; both are None where they say nothing: for one value, or if a value is infinite.
    """

    n: int
    mean: float
    std: float | None
    standard_error: float | None
    median: float
    lower_quartile: float
    upper_quartile: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Summary:
        """Summarise values of which there is at least one; they may be infinite."""
        ordered = _sorted(values)
        n = len(ordered)
        std = None
        if n > 1 and math.isfinite(ordered[0]) and math.isfinite(ordered[-1]):
            std = float(np.std(ordered, ddof=1))
        return cls(
            n=n,
            mean=sum(ordered) / n,
            std=std,
            standard_error=None if std is None else std / math.sqrt(n),
            median=quantile(ordered, 0.5),
            lower_quartile=quantile(ordered, 0.25),
            upper_quartile=quantile(ordered, 0.75),
            least=ordered[0],
            most=ordered[-1],
        )


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which a share of the sample lies, interpolated linearly.

    The same as `numpy.quantile`, which has no answer between two infinite values.
    """
    ordered = _sorted(values)
    below, between = divmod(share * (len(ordered) - 1), 1)
    low, high = ordered[int(below)], ordered[math.ceil(below + between)]
    return low if low == high or not between else low + between * (high - low)


@dataclass(frozen=True, slots=True)
class PairedTest:
    """What Wilcoxon's signed-rank test says of pairs.

    `p` is None where the test cannot say anything, and `reason` tells why.
    """

    pairs: int
    differing: int
    """Pairs whose two values are not the same: only these tell anything."""
    p: float | None
    reason: str = ""


def wilcoxon(
    first: Sequence[float], second: Sequence[float], alternative: Alternative = "two-sided"
) -> PairedTest:
    """Test whether paired values differ: with "less", whether `first` is lower than `second`.

    With so few differing pairs that no outcome could be significant, there is no p-value.
    """
    if len(first) != len(second):
        raise InvalidValue(
            f"{len(first)} values cannot be paired with {len(second)}; there must be as many"
        )
    differences = [a - b for a, b in zip(first, second, strict=True) if a != b]
    pairs, differing = len(first), len(differences)
    if not differing:
        reason = "no pair differs" if pairs else "there are no pairs"
        return PairedTest(pairs, differing, None, reason)
    # The most telling outcome, all differences of one sign, has this probability by chance.
    least_p = (2 if alternative == "two-sided" else 1) / 2**differing
    if least_p >= LEVEL:
        differ = "pair differs" if differing == 1 else "pairs differ"
        return PairedTest(pairs, differing, None, f"only {differing} {differ}")
    # Takes half a second to load, and only this test needs it.
    from scipy import stats

    p = float(stats.wilcoxon(differences, alternative=alternative).pvalue)
    return PairedTest(pairs, differing, p)


@dataclass(frozen=True, slots=True)
class UnpairedTest:
    """What the rank-sum test says of two samples.

    `p` is None where the test cannot say anything, and `reason` tells why.
    """

    first: int
    second: int
    """How many values each sample has."""
    p: float | None
    reason: str = ""


def rank_sum(
    first: Sequence[float], second: Sequence[float], alternative: Alternative = "two-sided"
) -> UnpairedTest:
    """Test whether samples of different people differ: with "less", whether `first` is lower.

    Wilcoxon's rank-sum test, which is Mann and Whitney's. With so few values that no outcome could
    be significant, there is no p-value.
    """
    sizes = len(first), len(second)
    if not all(sizes):
        return UnpairedTest(*sizes, None, "a sample is empty")
    if len({*first, *second}) == 1:
        return UnpairedTest(*sizes, None, "all values are the same")
    # The most telling outcome, one sample all above the other, has this probability by chance.
    least_p = (2 if alternative == "two-sided" else 1) / math.comb(sum(sizes), sizes[0])
    if least_p >= LEVEL:
        return UnpairedTest(*sizes, None, f"only {sizes[0]} and {sizes[1]} values")
    from scipy import stats

    p = float(stats.mannwhitneyu(first, second, alternative=alternative).pvalue)
    return UnpairedTest(*sizes, p)


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """How far `first` tends to be above `second`: from -1, always below, to 1, always above.

    The share of all pairs of one value of each sample in which the first is greater, less the share
    in which it is smaller (Cliff, 1993).
    """
    a, b = np.asarray(_sorted(first)), np.asarray(_sorted(second))
    greater = np.greater.outer(a, b).sum()
    smaller = np.less.outer(a, b).sum()
    return float(greater - smaller) / (len(a) * len(b))


def _sorted(values: Iterable[float]) -> list[float]:
    ordered = sorted(float(value) for value in values)
    if not ordered or any(math.isnan(value) for value in ordered):
        raise InvalidValue(f"the sample is {ordered}; it must have numbers, one or more")
    return ordered
