"""What learners are, and what is believed about a person at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from hintwise.elicit.learners.normalise import Largest
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.features import Weights
from hintwise.problem import Kind


class Belief(Protocol):
    """What is known about a person's weights at one moment: a frozen value."""

    @property
    def plain(self) -> Weights:
        """The weights as learned, whatever the solver is given."""

    @property
    def weights(self) -> Weights:
        """The weights that steps are optimised with now, each above zero."""

    def scaled(self, values: Mapping[str, float]) -> dict[str, float]:
        """Values per feature, in the units of `weights`."""

    def told(self, pair: FeaturePair, answer: Answer) -> Belief:
        """The belief after this answer."""


@runtime_checkable
class Probabilistic(Protocol):
    """What a belief offers besides if it also knows how sure it is."""

    def preference(self, pair: FeaturePair) -> float:
        """The probability, above 0 and below 1, that a person who prefers one step prefers a."""


@runtime_checkable
class Resumable(Protocol):
    """What a belief offers besides if it takes long to be told everything again."""

    def remembered(self) -> dict[str, Any]:
        """JSON of what was computed and does not follow quickly from the answers."""

    def resumed(
        self, answered: Sequence[tuple[FeaturePair, Answer]], remembered: Mapping[str, Any]
    ) -> Belief:
        """The belief that this one becomes when it is told all this, as was `remembered`."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a learner may depend on before the first answer."""

    kind: Kind
    """Of the problems that are asked about."""
    features: Sequence[str]
    largest: Largest
    rule: str = ""
    """The name of the question rule that it goes with."""
    selection: str = "online"
    """How instances are selected."""
    seed: int = 0


class Learner(Protocol):
    """How beliefs are formed: a frozen value with all options."""

    def start(self, circumstances: Circumstances) -> Belief:
        """What is believed before the first answer."""

    def as_json(self) -> dict[str, Any]:
        """Its name as `learner`, and its options: equal for equal learners only."""
