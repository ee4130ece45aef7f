"""Samples from a Gaussian prior times any likelihood."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import Prior

Samples = NDArray[np.float64]
"""One sample in each row."""

Chains = NDArray[np.intp]
"""The numbers of some chains, counted from 0."""

LogLikelihood = Callable[[Samples, Chains], NDArray[np.float64]]
"""Of a sample for each of these chains; each may have a likelihood of its own."""


def elliptical_slices(
    start: Samples,
    prior: Prior,
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    """Move every sample `rounds` times so that the posterior stays as it is.

    Each row is a chain of its own, and all advance together. There is nothing to tune, and a wide
    or skewed posterior does no harm. After Murray, Adams and MacKay, "Elliptical slice sampling"
    (AISTATS 2010).
    """
    mean, root = prior.mean, prior.root
    samples = start.copy()
    every = np.arange(len(samples))
    likelihood = log_likelihood(samples, every)
    for _ in range(rounds):
        centred, ellipse = samples - mean, rng.standard_normal(samples.shape) @ root.T
        floor = likelihood - rng.standard_exponential(len(samples))
        angle = np.asarray(rng.uniform(0.0, 2 * math.pi, len(samples)))
        low, high = np.asarray(angle - 2 * math.pi), angle.copy()
        chains = every
        while len(chains):
            turn = angle[chains, None]
            tried = mean + centred[chains] * np.cos(turn) + ellipse[chains] * np.sin(turn)
            found = log_likelihood(tried, chains)
            accepted = found > floor[chains]
            samples[chains[accepted]] = tried[accepted]
            likelihood[chains[accepted]] = found[accepted]
            chains = chains[~accepted]
            # The bracket shrinks towards angle 0, the sample itself, which is always accepted.
            below = angle[chains] < 0
            low[chains[below]], high[chains[~below]] = angle[chains[below]], angle[chains[~below]]
            angle[chains] = rng.uniform(low[chains], high[chains])
    return samples
