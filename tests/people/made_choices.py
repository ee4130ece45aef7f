"""Made-up choices, and a learner that says how sure it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.people.choices import Choice, Choices, Person

Pair = tuple[int, int, int, int, str]
"""Facts and rows of a, facts and rows of b, the answer."""


def made_choices(*people: Mapping[str, Iterable[Pair]]) -> Choices:
    """People 1, 2, … with their pairs by method, in facts and rows."""
    return Choices(
        ("facts", "rows"),
        tuple(
            Person(
                number, {method: tuple(map(_choice, pairs)) for method, pairs in methods.items()}
            )
            for number, methods in enumerate(people, 1)
        ),
    )


def _choice(pair: Pair) -> Choice:
    facts_a, rows_a, facts_b, rows_b, answer = pair
    a, b = {"facts": facts_a, "rows": rows_a}, {"facts": facts_b, "rows": rows_b}
    return Choice(FeaturePair(a, b), Answer(answer))


@dataclass(frozen=True, slots=True)
class Confident:
    """A learner that gives one probability to everything, and moves to `later` when told."""

    plain: Mapping[str, float]
    probability: float
    later: float

    @property
    def weights(self) -> Mapping[str, float]:
        return self.plain

    def scaled(self, values: Mapping[str, float]) -> dict[str, float]:
        return dict(values)

    def told(self, comparison: FeaturePair, answer: Answer) -> Confident:
        return Confident(self.plain, self.later, self.later)

    def preference(self, comparison: FeaturePair) -> float:
        return self.probability


def log_loss(*probabilities: float) -> float:
    """The mean, for the probabilities that the choices were given."""
    return -math.fsum(map(math.log, probabilities)) / len(probabilities)
