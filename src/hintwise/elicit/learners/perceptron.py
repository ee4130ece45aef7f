"""Learners: from answers to weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from hintwise.elicit.learners.normalise import Normalisation
from hintwise.elicit.query import Answer, Comparison
from hintwise.features import Weights

INTEGER_SCALE = 1e5
"""By what the published runs multiplied weights before they cut them off to integers."""


class Learner(Protocol):
    """A frozen state of knowledge about a person's weights."""

    @property
    def plain(self) -> Weights:
        """The weights as learned, whatever the solver is given."""

    @property
    def weights(self) -> Weights:
        """The weights that steps are optimised with now, each above zero."""

    def scaled(self, values: Mapping[str, float]) -> dict[str, float]:
        """Values per feature, in the units of `weights`."""

    def told(self, comparison: Comparison, answer: Answer) -> Learner:
        """The knowledge after this answer."""


@runtime_checkable
class Probabilistic(Protocol):
    """What a learner offers besides if it also knows how sure it is."""

    def preference(self, comparison: Comparison) -> float:
        """The probability, above 0 and below 1, that a person who prefers one step prefers a."""


@dataclass(frozen=True, slots=True)
class Perceptron:
    """The choice perceptron's update: w ← w + η (φ(y-) - φ(y+)) / norm, and w stays above zero.

    With no preference the weights stay. `plain` are the weights of the update. Steps are optimised
    with these, or, with `normalised_objective`, with them divided by the norms of the last pair;
    with `integers`, with these times 1e5 cut off to integers, at least 1.
    """

    plain: Weights
    normalisation: Normalisation
    rate: float
    floor: float
    normalised_objective: bool = False
    integers: bool = False

    @property
    def weights(self) -> Weights:
        return self.scaled(self.plain)

    def scaled(self, values: Mapping[str, float]) -> dict[str, float]:
        bounds = self.normalisation.bounds
        return {
            name: self._in_solver_units(value / (bounds[name] if self.normalised_objective else 1))
            for name, value in values.items()
        }

    def told(self, comparison: Comparison, answer: Answer) -> Perceptron:
        normalisation = self.normalisation.after(comparison)
        plain = self.plain
        if (chosen := comparison.chosen(answer)) is not None:
            better, worse = chosen
            plain = {
                name: max(
                    self.floor,
                    weight + self.rate * (worse[name] - better[name]) / normalisation.bounds[name],
                )
                for name, weight in plain.items()
            }
        return replace(self, plain=plain, normalisation=normalisation)

    def _in_solver_units(self, value: float) -> float:
        if not self.integers or math.isinf(value):
            return value
        return float(max(1, int(INTEGER_SCALE * value)))
