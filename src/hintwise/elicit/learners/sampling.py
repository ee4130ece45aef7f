"""Samples from a prior times any likelihood."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import Prior

Samples = NDArray[np.float64]
"""One sample in each row."""

Chains = NDArray[np.intp]
"""The numbers of some chains, counted from 0."""

LogLikelihood = Callable[[Samples, Chains], NDArray[np.float64]]
"""Of a sample for each of these chains; each may have a likelihood of its own."""


SWEEPS = 2
"""How often every θ of a sample is drawn anew where there are levels. With four, regret on recorded
steps was no lower."""


class Start(NamedTuple):
    """Samples that are to be moved, each a chain of its own, and what their posterior is of."""

    samples: Samples
    prior: Prior
    log_likelihood: LogLikelihood


def moved(starts: Sequence[Start], *, rounds: int, rng: np.random.Generator) -> list[Samples]:
    """Move the samples of each start so that its posterior stays as it is.

    By so many rounds of elliptical slices, or level by level where the prior has levels.
    """
    # Smooth ones first, on which kept runs depend.
    order = sorted(range(len(starts)), key=lambda i: starts[i].prior.levels is not None)
    after = {i: _moved(*starts[i], rounds=rounds, rng=rng) for i in order}
    return [after[i] for i in range(len(starts))]


def _moved(
    samples: Samples,
    prior: Prior,
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    if prior.levels is None:
        return elliptical_slices(samples, prior, log_likelihood, rounds=rounds, rng=rng)
    return level_by_level(samples, prior.levels, log_likelihood, rounds=SWEEPS, rng=rng)


def level_by_level(
    start: Samples,
    levels: Sequence[float],
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    """Draw every θ of each sample anew, one after another, given all its others (Gibbs sampling).

    Each θ is one of the `levels`, which are alike beforehand, so that the likelihood decides.
    """
    samples, count = start.copy(), len(levels)
    chains = np.repeat(np.arange(len(samples)), count)
    for _ in range(rounds):
        for feature in range(samples.shape[1]):
            tried = np.repeat(samples, count, axis=0)
            tried[:, feature] = np.tile(levels, len(samples))
            found = log_likelihood(tried, chains).reshape(-1, count)
            # The largest after adding Gumbel noise is each one in proportion to its likelihood.
            drawn = (found + rng.gumbel(size=found.shape)).argmax(axis=1)
            samples[:, feature] = np.take(levels, drawn)
    return samples


def elliptical_slices(
    start: Samples,
    prior: Prior,
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    """Move samples of a smooth prior `rounds` times so that its posterior stays as it is.

    See `slices`.
    """
    root = prior.root

    def ellipses(samples: Samples) -> Samples:
        away: Samples = rng.standard_normal(samples.shape) @ root.T
        return away * prior.stretches(samples, root, rng)

    means = np.broadcast_to(prior.mean, start.shape)
    return slices(start, means, ellipses, log_likelihood, rounds=rounds, rng=rng)


Ellipses = Callable[[Samples], Samples]
"""Draws for each sample from its prior, less the mean of that."""


def slices(
    start: Samples,
    means: Samples,
    ellipses: Ellipses,
    log_likelihood: LogLikelihood,
    *,
    rounds: int,
    rng: np.random.Generator,
) -> Samples:
    """Move every sample `rounds` times so that the posterior stays as it is.

    Each row is a chain of its own, with a prior of its own around one of the `means`, and all
    advance together. There is nothing to tune, and a wide or skewed posterior does no harm. After
    Murray, Adams and MacKay, "Elliptical slice sampling" (AISTATS 2010).
    """
    samples = start.copy()
    every = np.arange(len(samples))
    likelihood = log_likelihood(samples, every)
    for _ in range(rounds):
        centred, ellipse = samples - means, ellipses(samples)
        floor = likelihood - rng.standard_exponential(len(samples))
        angle = np.asarray(rng.uniform(0.0, 2 * math.pi, len(samples)))
        low, high = np.asarray(angle - 2 * math.pi), angle.copy()
        chains = every
        while len(chains):
            turn = angle[chains, None]
            tried = means[chains] + centred[chains] * np.cos(turn) + ellipse[chains] * np.sin(turn)
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
