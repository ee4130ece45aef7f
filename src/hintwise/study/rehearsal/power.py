"""How likely a study of some size is to show that an arm is better than another, or than what its
steps are compared with: the tests of the report.

People are drawn, with replacement, from those who completed the rehearsal. Whoever is left out by
the plan's rules is drawn like everybody else, and left out then: so will it be in the study.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hintwise.people.statistics import LEVEL, rank_sum

DRAWS = 1000
"""Studies that are made up for each figure: it is right to about 0.015 (standard error)."""

BETWEEN_DRAWS = 200
"""The same where people of different arms are compared, which takes longer."""

_MOST_BY_SIGNS = 13


@dataclass(frozen=True, slots=True)
class Evaluated:
    """When and against what arms were judged: a baseline, or another arm."""

    after: int
    against: str


class Leaning(NamedTuple):
    """Of a person's answers, the shares that prefer the learned step, and the other one."""

    learned: float
    other: float


@dataclass(frozen=True, slots=True)
class Judge:
    """What one person who completed the study thought of each arm."""

    shares: Mapping[tuple[str, Evaluated], Leaning]
    is_excluded: bool = False


@dataclass(frozen=True, slots=True)
class Power:
    """How often a study of so many people says that `arm` is better than `other`.

    That is another arm judged against the same; or what `arm` itself was judged `against`, if both
    names are the same.
    """

    arm: str
    other: str
    after: int
    against: str
    people: int
    share: float
    """Of the studies that were made up: one-sided, below 0.05."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def expected_power(
    judges: Sequence[Judge], sizes: Sequence[int], rng: np.random.Generator, draws: int = DRAWS
) -> list[Power]:
    """For each evaluation and each size: every arm against what it was judged against, and every
    two arms in both directions.

    Where everybody judged one arm only, people of one arm are compared with those of another.
    """
    rows = []
    arms = {arm for judge in judges for arm, _ in judge.shares}
    judged = list(dict.fromkeys(key for judge in judges for key in judge.shares))
    for time in dict.fromkeys(time for _, time in judged):
        own = {arm: _judged(judges, arm, time) for arm, each in judged if each == time}
        found: list[tuple[str, str, int, float]] = []
        for arm, shares in own.items():
            leanings = [_lead(shares, place) for place in range(len(judges))]
            found += (
                (arm, time.against, size, _share_significant(leanings, size, rng, draws))
                for size in sizes
            )
        for arm, other in itertools.permutations(own, 2):
            found += (
                (arm, other, size, _advantage(own[arm], own[other], size, len(arms), rng, draws))
                for size in sizes
            )
        rows += [Power(a, b, time.after, time.against, size, share) for a, b, size, share in found]
    return rows


Shares = Mapping[int, Leaning | None]
"""By the place of a judge; None for who is excluded."""


def _judged(judges: Sequence[Judge], arm: str, time: Evaluated) -> Shares:
    return {
        place: None if judge.is_excluded else judge.shares[arm, time]
        for place, judge in enumerate(judges)
        if (arm, time) in judge.shares
    }


def _lead(shares: Shares, place: int) -> float | None:
    """By how much the person prefers learned steps to the others; None if they do not count."""
    found = shares.get(place)
    return None if found is None else _rounded(found.learned - found.other)


def _difference(first: Shares, second: Shares, place: int) -> float | None:
    """By how much the person prefers the one arm; None if they do not count."""
    one, other = first.get(place), second.get(place)
    if one is None or other is None:
        return None
    return _rounded(one.learned - other.learned)


def _rounded(difference: float) -> float:
    """As in the statistics: 4/7 - 3/7 ties with 5/7 - 4/7."""
    return round(difference, 12)


def _advantage(
    first: Shares, second: Shares, size: int, arms: int, rng: np.random.Generator, draws: int
) -> float:
    """How often one arm is found to be better than another by so many people, of all arms."""
    if first.keys() & second.keys():
        places = sorted(first.keys() | second.keys())
        differences = [_difference(first, second, place) for place in places]
        return _share_significant(differences, size, rng, draws)
    return _share_between(first, second, max(1, size // arms), rng, min(draws, BETWEEN_DRAWS))


def _share_between(
    first: Shares, second: Shares, of_each: int, rng: np.random.Generator, draws: int
) -> float:
    """The same for so many people of each of two arms, by the rank-sum test."""
    significant = 0
    for _ in range(draws):
        one, other = (_drawn(list(shares.values()), of_each, rng) for shares in (first, second))
        p = rank_sum(one, other, "greater").p
        significant += p is not None and p < LEVEL
    return significant / draws


def _drawn(shares: Sequence[Leaning | None], count: int, rng: np.random.Generator) -> list[float]:
    drawn = (shares[place] for place in rng.integers(len(shares), size=count))
    return [share.learned for share in drawn if share is not None]


def _share_significant(
    differences: Sequence[float | None], size: int, rng: np.random.Generator, draws: int
) -> float:
    """Of so many studies that are drawn, those with a p-value below the level."""
    drawn = rng.integers(len(differences), size=(draws, size))
    values = np.array([0.0 if each is None else each for each in differences])[drawn]
    return float(np.mean(signed_rank_p(values) < LEVEL))


def signed_rank_p(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each row the p-value of the one-sided Wilcoxon test that its values are above zero.

    As scipy has it for samples with ties, which those that are drawn again and again have: by all
    ways to give signs for up to 13 values that are not zero, else by the normal approximation. It
    would take seconds for each of thousands of samples.
    """
    sizes = np.unique(np.abs(samples[samples != 0]))
    positive = (samples[:, :, None] == sizes).sum(axis=1)
    counts = positive + (samples[:, :, None] == -sizes).sum(axis=1)
    ranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
    above = (ranks * positive).sum(axis=1)
    n = counts.sum(axis=1)
    p = np.ones(len(samples))
    by_signs = n <= _MOST_BY_SIGNS
    for row in np.flatnonzero(by_signs & (n > 0)):
        p[row] = _by_signs(tuple(np.repeat(ranks[row], counts[row])), above[row])
    rest = ~by_signs
    p[rest] = _by_normal(n[rest], counts[rest], above[rest])
    return p


@functools.lru_cache(maxsize=10_000)
def _by_signs(ranks: tuple[float, ...], above: float) -> float:
    """The share of all ways to give signs in which positive ranks sum up to so much or more."""
    ways = np.ones(1)
    for rank in np.rint(2 * np.array(ranks)).astype(int):  # of ties, ranks are halves
        ways = np.pad(ways, (0, rank)) + np.pad(ways, (rank, 0))
    return float(ways[round(2 * above) :].sum() / ways.sum())


def _by_normal(
    n: NDArray[np.int64], counts: NDArray[np.int64], above: NDArray[np.float64]
) -> NDArray[np.float64]:
    ties = (counts**3 - counts).sum(axis=1)
    deviation = np.sqrt((n * (n + 1) * (2 * n + 1) - ties / 2) / 24)
    beyond = (above - n * (n + 1) / 4) / deviation
    return np.array([math.erfc(each / math.sqrt(2)) / 2 for each in beyond])
