"""What people chose in one kind of problem, as a prior for another kind.

What carries over is what a near fact, a far fact, a near rule and a far rule cost beside each
other, how much people differ in that, and how these go together: who minds far facts minds near
ones. A row of a Sudoku is no clue of a logic grid, though, so all of it is discounted.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.structure import GUESSED, Sort, sort_of

CHANGE_SD = math.log(2.0)
"""The discount, in logarithms: in another kind, what a sort costs may be twice or half of what it
does here, for everybody, and so may each feature beside others of its sort. For one in three people
it is more. Nobody has been asked in both kinds yet: it is an assumption, not a measurement."""


UNKNOWN_SD = 1.5
"""How far what is guessed about a sort may be off, in logarithms."""

Array = NDArray[np.float64]


def carried_over(
    asked: Sequence[str], mean: Array, covariance: Array, features: Sequence[str]
) -> tuple[Array, Array]:
    """Mean and covariance for features of another kind, from those that people were asked about.

    What a sort costs is the mean over the features of that sort. A sort that none of them belongs
    to costs what is guessed, beside the others.
    """
    known = [sort for sort in Sort if sort in set(map(sort_of, asked))]
    members = np.array([[sort_of(name) is sort for name in asked] for sort in known])
    average = members / members.sum(axis=1, keepdims=True)
    means, shared = average @ mean, average @ covariance @ average.T
    # What is left of each feature beside its sort: how people differ in it, and what it costs all.
    own = (np.diag(covariance) - members.T @ np.diag(shared)).mean()
    own += ((mean - members.T @ means) ** 2).mean()
    level = float(np.mean(means - [GUESSED[sort] for sort in known]))

    sorts = list(map(sort_of, features))
    cost = {sort: GUESSED[sort] + level for sort in Sort} | dict(zip(known, means, strict=True))
    spread = np.zeros((len(sorts), len(sorts)))
    for (i, first), (j, second) in itertools.product(enumerate(sorts), repeat=2):
        if first in known and second in known:
            spread[i, j] = shared[known.index(first), known.index(second)]
        if first is second:
            spread[i, j] += CHANGE_SD**2
        if i == j:
            spread[i, j] += own + CHANGE_SD**2 if first in known else UNKNOWN_SD**2
    return np.array([cost[sort] for sort in sorts]), spread
