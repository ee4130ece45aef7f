"""One weighting for a person of whom many are possible: what the engine gets.

An estimate is one function here and one entry in `ESTIMATES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import mean_shares
from hintwise.elicit.learners.sampling import Samples

Array = NDArray[np.float64]

Estimate = Callable[[Samples, Array], Array]
"""Weights, given samples of their logarithms and the steps asked about.

The latter as answers x 2 x features.
"""


def share(samples: Samples, steps: Array) -> Array:
    """The mean of the weights, each sample scaled to a sum of 1."""
    return mean_shares(samples)


def relative(samples: Samples, steps: Array) -> Array:
    """The mean of the weights, each sample scaled so that the person's best steps cost 1.

    A step is the worse for a person, the more times it costs what their best one does. The mean of
    that over what is possible is E[f_w(step) / least f_w] = φ(step) · E[w / least f_w]: under these
    weights, the cheapest step is the one that is expected to be the least too dear. Samples of
    somebody to whom the best steps cost next to nothing count as much as others; scaled to a sum of
    1 they count for nothing there.

    What the best steps cost under a sample is taken from those asked about: of each two the cheaper
    one, in the geometric mean, lest a single state decides. Before the first answer it is `share`.
    """
    costly = steps[(steps.sum(axis=2) > 0).all(axis=1)]
    if not len(costly):
        return mean_shares(samples)
    weights = np.exp(samples - samples.max(axis=1, keepdims=True))
    least = np.einsum("sf,apf->sap", weights, costly).min(axis=2)
    scale = np.exp(np.log(least).mean(axis=1, keepdims=True))
    mean = (weights / scale).mean(axis=0)
    shares: Array = mean / mean.sum()
    return shares


ESTIMATES: Mapping[str, Estimate] = {"share": share, "relative": relative}
"""The estimates by name."""
