"""How simulated people answer: like somebody whom the shipped prior expects.

Who answers at random is believed to be somebody odd, for whom steps take several times as long.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping

import numpy as np

from hintwise.elicit.learners.prior import Prior, shipped_prior
from hintwise.elicit.query import FeaturePair
from hintwise.elicit.users import SimulatedUser
from hintwise.features import feature_names
from hintwise.guide.lessons import practice


class Taste:
    """What one person finds easy."""

    def __init__(self, kind: str, rng: random.Random) -> None:
        prior, drawn = _prior(kind), np.random.default_rng(rng.getrandbits(64))
        weights = np.exp(prior.draw(1, drawn)[0]).tolist()
        self._user = SimulatedUser(dict(zip(prior.features, weights, strict=True)), drawn)

    def answer(self, a: Mapping[str, int], b: Mapping[str, int]) -> str:
        """Which of two steps, given by their features, they like better: a, b or none."""
        return self._user.choice(FeaturePair(a, b)).value


@functools.cache
def _prior(kind: str) -> Prior:
    return shipped_prior(kind, feature_names(practice(kind)[0].problem()))
