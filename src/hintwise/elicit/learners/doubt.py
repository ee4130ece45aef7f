"""How likely it is that somebody is unlike the people whom a prior knows."""

from __future__ import annotations

import math

import numpy as np

from hintwise.elicit.learners.prior import Prior

DOUBT = 1 / 8
"""How likely it is at most, before the first answer."""


def doubt_of(prior: Prior) -> float:
    """Before the first answer.

    Where all is possible nobody is. A t leaves room for such people itself. If none of n was unlike
    the others, the next one is with a probability of 1 in n + 2, by Laplace's rule of succession.
    """
    if prior.widened is None:
        return 0.0
    if prior.degrees is None:
        return DOUBT
    return min(DOUBT, 1 / (int(prior.provenance.get("people", 0)) + 2))


def log_odds_of(chance: float) -> float:
    return math.log(chance / (1 - chance))


def chance_of(log_odds: float) -> float:
    return float(np.exp(-np.logaddexp(0, -log_odds)))
