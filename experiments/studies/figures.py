"""How the studies tell regrets of many users."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NEGLIGIBLE = 0.01
"""Added to regrets that are compared as a ratio: who has next to none is not to decide."""


def mean(values: Array) -> str:
    """With its standard error."""
    return f"{values.mean():.2f} ± {values.std() / np.sqrt(len(values)):.2f}"


def mean_and_median(regrets: Array) -> str:
    return f"{mean(regrets)} ({np.median(regrets):.3f})"


def ratio(regrets: Array, others: Array) -> str:
    """How many times the regret of others the same users have, with the error as a factor.

    The geometric mean: unlike the mean, it is not made by one or two users.
    """
    logs = np.log(regrets + NEGLIGIBLE) - np.log(others + NEGLIGIBLE)
    return f"x{np.exp(logs.mean()):.2f} ×/÷ {np.exp(logs.std() / np.sqrt(len(logs))):.2f}"
