"""Who answers queries: a simulated user. (The one at the terminal lives with the command line.)"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.engine import Cost
from hintwise.errors import InvalidValue, expect_several
from hintwise.features import Weights, is_above_zero


class User(Protocol):
    """Answers queries."""

    def answer(self, query: Query) -> Answer: ...


@dataclass(frozen=True)
class SimulatedUser:
    """The paper's user with true weights w*.

    Indifferent with probability `exp(-β |Δf|)`, where Δf is the difference in true cost; otherwise
    prefers the cheaper step, but names the other one with probability `mistakes`.
    """

    weights: Weights = field(repr=False)
    rng: np.random.Generator = field(repr=False)
    beta: float = 1.0
    mistakes: float = 0.1

    def __post_init__(self) -> None:
        if not is_above_zero(self.beta):
            raise InvalidValue(f"beta is {self.beta!r}; it must be a number above zero")
        if not 0 <= self.mistakes <= 1:
            raise InvalidValue(f"mistakes is {self.mistakes!r}; it must lie between 0 and 1")

    def answer(self, query: Query) -> Answer:
        """What this user says to a query."""
        return self.choice(query.pair)

    def choice(self, pair: FeaturePair) -> Answer:
        """What they say of two steps, by whose features alone they judge."""
        cost = Cost(self.weights)
        advantage = cost.value(pair.b) - cost.value(pair.a)
        # Both are always drawn, so that one answer does not shift the draws of the next.
        indifferent, mistaken = self.rng.random(2) < (
            math.exp(-self.beta * abs(advantage)),
            self.mistakes,
        )
        if indifferent:
            return Answer.NONE
        return Answer.A if (advantage > 0) != mistaken else Answer.B


def draw_weights(features: Iterable[str], rng: np.random.Generator) -> dict[str, float]:
    """True weights as the paper draws them: 10^j with j from -2 to 2, for each feature."""
    several = expect_several(features, "the names of features, as feature_names(problem) has them")
    return {name: float(10.0 ** rng.integers(-2, 3)) for name in several}
