"""How likely an answer is, given weights: what the Bayesian learner assumes about people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.query import Answer

Array = NDArray[np.float64]


class Response(Protocol):
    """A model of answers; `advantage` is by how much a is cheaper than b."""

    def probability(self, advantage: Array, answer: Answer) -> Array:
        """Of the answer; all ones if it says nothing about the weights."""
