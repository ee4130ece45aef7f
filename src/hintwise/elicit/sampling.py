"""Samples from a Gaussian prior times any likelihood."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]
"""One sample in each row."""

LogLikelihood = Callable[[Samples], NDArray[np.float64]]


def elliptical_slices(
    start: Samples,
    mean: NDArray[np.float64],
    root: NDArray[np.float64],
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    """Move every sample `rounds` times so that the posterior stays as it is.

    The prior is N(mean, root rootᵀ). Each row is a chain of its own, and all advance together. There
    is nothing to tune, and a wide or skewed posterior does no harm. After Murray, Adams and MacKay,
    "Elliptical slice sampling" (AISTATS 2010).
    """
    samples = start
    likelihood = log_likelihood(samples)
    count, width = samples.shape
    for _ in range(rounds):
        ellipse = rng.standard_normal((count, width)) @ root.T
        floor = likelihood + np.log(rng.random(count))
        angle = rng.random(count) * 2 * math.pi
        low, high = angle - 2 * math.pi, angle.copy()
        centred, moved = samples - mean, samples.copy()
        (open_,) = np.ones(count, dtype=bool).nonzero()
        while len(open_):
            turn = angle[open_, None]
            tried = mean + centred[open_] * np.cos(turn) + ellipse[open_] * np.sin(turn)
            found = log_likelihood(tried)
            accepted = found > floor[open_]
            moved[open_[accepted]] = tried[accepted]
            likelihood[open_[accepted]] = found[accepted]
            open_ = open_[~accepted]
            # The bracket shrinks towards angle 0, the sample itself, which is always accepted.
            below = angle[open_] < 0
            low[open_[below]], high[open_[~below]] = angle[open_[below]], angle[open_[~below]]
            angle[open_] = rng.uniform(low[open_], high[open_])
        samples = moved
    return samples
