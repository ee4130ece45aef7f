"""The paper's learner: the choice perceptron, with the learning rates of the appendix."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hintwise.elicit.learners.belief import Circumstances
from hintwise.elicit.learners.normalise import NORMALISATIONS, Normalisation
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue, known_name
from hintwise.features import Weights, is_above_zero
from hintwise.problem import Kind
from hintwise.problem.kind import Rates

INTEGER_SCALE = 1e5
"""By what the published runs multiplied weights before they cut them off to integers."""
MOST = 1_000_000
"""Of a learning rate or a weight floor: far more would leave no finite weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Perceptron:
    """The paper's learner, whose belief starts at all weights 1 (see `PerceptronBelief`)."""

    rate: float | None = None
    """The learning rate; None: the appendix's for question rule, problem and selection."""
    normalisation: str = "local"
    """What features are divided by: a name of `NORMALISATIONS`."""
    floor: float = 1e-6
    """No weight falls below it."""
    normalised_objective: bool = False
    """Whether steps are optimised with weights divided by the norms of the last pair."""
    integer_weights: bool = False
    """Whether weights are cut off to integers of a hundred thousandth."""

    def __post_init__(self) -> None:
        known_name("normalisation", self.normalisation, NORMALISATIONS)
        rate = 1.0 if self.rate is None else self.rate
        for what, value in (("learning rate", rate), ("weight floor", self.floor)):
            if not is_above_zero(value):
                raise InvalidValue(f"the {what} is {value!r}; it must be a number above zero")
            if value > MOST:
                raise InvalidValue(f"the {what} is {value!r}; it must be {MOST} or less")
        for what in ("normalised_objective", "integer_weights"):
            if not isinstance(getattr(self, what), bool):
                raise InvalidValue(f"{what} is {getattr(self, what)!r}; it must be true or false")

    def rate_in(self, circumstances: Circumstances) -> float:
        """The learning rate that is used."""
        if self.rate is not None:
            return self.rate
        kind, rule = circumstances.kind, circumstances.rule
        return appendix_rate(kind, rule, self.normalisation, circumstances.selection)

    def start(self, circumstances: Circumstances) -> PerceptronBelief:
        """What is believed before the first answer: all weights are 1."""
        features = circumstances.features
        return PerceptronBelief(
            dict.fromkeys(features, 1.0),
            NORMALISATIONS[self.normalisation](features, circumstances.largest),
            rate=self.rate_in(circumstances),
            floor=self.floor,
            normalised_objective=self.normalised_objective,
            integers=self.integer_weights,
        )

    def as_json(self) -> dict[str, Any]:
        """As JSON, as in the settings of a session."""
        return {"learner": "perceptron", **dataclasses.asdict(self)}


_USUAL_RATES: Rates = {
    "choice_perceptron": {"nadir": 0.1, "none": 0.1, "cumulative": 0.5, "local": 0.5},
    "non_dominated": {"nadir": 0.5, "none": 0.1, "cumulative": 0.5, "local": 10.0},
    "learned_weights": {"local": 5.0},
    "machop": {"local": 0.5},
}
"""Of kinds that have none of their own: the appendix's for Sudoku."""
_USUAL_OFFLINE_RATE = 10.0


def appendix_rate(kind: Kind, rule: str, normalisation: str, selection: str) -> float:
    """The appendix's learning rate; where it has none, the question rule's with local norms.

    Kinds of problem that the paper does not know go by Sudoku's, other rules by MACHOP's.
    """
    by_rule = kind.learning_rates or _USUAL_RATES
    rates = by_rule.get(rule, by_rule["machop"])
    if rule == "machop" and normalisation == "local" and selection != "online":
        return kind.offline_rate or _USUAL_OFFLINE_RATE
    return rates.get(normalisation, rates["local"])


@dataclass(frozen=True, slots=True)
class PerceptronBelief:
    """Weights that each answer moves: w ← w + η (φ(y-) - φ(y+)) / norm; w stays above zero.

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

    def told(self, pair: FeaturePair, answer: Answer) -> PerceptronBelief:
        normalisation = self.normalisation.after(pair)
        plain = self.plain
        if (chosen := pair.chosen(answer)) is not None:
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
