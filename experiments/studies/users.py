"""Who answers in studies: users like the prior that comes with hintwise, and users unlike it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.users import draw_weights


def like_the_prior(kind: str, features: Sequence[str], seed: int) -> dict[str, float]:
    prior = shipped_prior(kind, tuple(features))
    logarithms = prior.draw(1, np.random.default_rng([seed, 7]))[0]
    return dict(zip(features, np.exp(logarithms).tolist(), strict=True))


def unlike_it(kind: str, features: Sequence[str], seed: int) -> dict[str, float]:
    """Their weights are powers of ten, as the paper draws its users', whatever the kind."""
    return draw_weights(tuple(features), np.random.default_rng([seed, 8]))
