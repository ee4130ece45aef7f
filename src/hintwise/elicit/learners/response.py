"""How likely answers are, given weights: what the Bayesian learner assumes about people.

A response model is one class here and one entry in `RESPONSES`. `advantage` is by how much a is
cheaper than b under some weights; `sign` is 1 for the answer a, -1 for b and 0 for no preference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.query import Answer
from hintwise.errors import InvalidValue

Array = NDArray[np.float64]

SIGNS: Mapping[Answer, float] = {Answer.A: 1.0, Answer.B: -1.0, Answer.NONE: 0.0}

LAPSE = 0.2
"""How often people answer at random, unless told otherwise."""

TIE = 2.0
"""The odds of no preference between steps that cost the same, against either of them."""

GLANCE = 0.007
"""How much of an advantage is seen even in an answer at random, as far as answers are foreseen.

Of two steps that are apart by three constraints or more, people picked the one with fewer in all of
100 pairs: nobody is quite blind. Fitted on 14 of the prior's 15 people at a time it is 0.005 to
0.010. Answers are learned from as before: learned from in this way, they foresaw no more choices.
"""

_STEEPEST = 30.0
"""Advantages beyond this are as good as certain; a probability must not be rounded to 1."""


class Response(Protocol):
    """A model of how people answer."""

    @property
    def uses_ties(self) -> bool:
        """Whether it learns from "no preference"."""

    def likelihood(self, advantage: Array, sign: Array) -> Array:
        """The probability of each answer, above zero; 1 where it is not learned from."""

    def preference(self, advantage: Array) -> Array:
        """The probability, above 0 and below 1, that who prefers one of the two prefers a."""

    def as_json(self) -> dict[str, Any]:
        """Its name as `response`, and what else it depends on."""


@runtime_checkable
class Foreseeing(Protocol):
    """A response that foresees answers otherwise than it learns from them."""

    def foreseen(self, advantage: Array) -> Array:
        """As `preference`, to be compared with what people do."""


def foreseen(response: Response, advantage: Array) -> Array:
    """The probability that who prefers one of the two prefers a, as far as it can be told."""
    if isinstance(response, Foreseeing):
        return response.foreseen(advantage)
    return response.preference(advantage)


@dataclass(frozen=True, slots=True)
class Logistic:
    """A small advantage is often missed, a large one only by a slip; ties are left aside.

    P(a) = (1 - ε) σ(advantage) + ε/2, where ε is how often people answer at random.
    """

    uses_ties: ClassVar[bool] = False

    lapse: float = LAPSE

    def __post_init__(self) -> None:
        if not isinstance(self.lapse, int | float) or not 0 <= self.lapse < 1:
            raise InvalidValue(f"lapse is {self.lapse!r}; it must be a share from 0 to less than 1")

    def likelihood(self, advantage: Array, sign: Array) -> Array:
        return np.where(sign == 0, 1.0, self.preference(advantage * sign))

    def preference(self, advantage: Array) -> Array:
        odds = np.exp(-np.clip(advantage, -_STEEPEST, _STEEPEST))
        preference: Array = (1 - self.lapse) / (1 + odds) + self.lapse / 2
        return preference

    def at_random(self, advantage: Array, sign: Array) -> Array:
        """The likelihood of somebody who always answers at random.

        That of everybody else is (1 - ε) times what it is without a lapse, and ε times this.
        """
        return np.where(sign == 0, 1.0, 0.5)

    def as_json(self) -> dict[str, Any]:
        return {"response": "logistic", "lapse": self.lapse}


@dataclass(frozen=True, slots=True)
class LogisticWithTies(Logistic):
    """As `Logistic`; and the smaller the advantage, the likelier is no preference.

    Of three odds, e^(x/2) for a, e^(-x/2) for b and `tie` for neither (Davidson, "On extending the
    Bradley-Terry model to accommodate ties", JASA 1970), with the same share of random answers.
    """

    uses_ties: ClassVar[bool] = True

    tie: float = TIE

    def likelihood(self, advantage: Array, sign: Array) -> Array:
        half = np.clip(advantage, -_STEEPEST, _STEEPEST) / 2
        total = np.exp(half) + np.exp(-half) + self.tie
        chosen = np.where(sign == 0, self.tie, np.exp(half * sign))
        likelihood: Array = (1 - self.lapse) * chosen / total + self.lapse / 3
        return likelihood

    def at_random(self, advantage: Array, sign: Array) -> Array:
        return np.full_like(sign, 1 / 3)

    def preference(self, advantage: Array) -> Array:
        one = np.ones_like(advantage)
        a, b = self.likelihood(advantage, one), self.likelihood(advantage, -one)
        preference: Array = a / (a + b)
        return preference

    def foreseen(self, advantage: Array, glance: float = GLANCE) -> Array:
        """The preference if who answers at random sees a share `glance` of the advantage."""
        half = np.clip(glance * advantage, -_STEEPEST, _STEEPEST) / 2
        total = np.exp(half) + np.exp(-half) + 1
        one = np.ones_like(advantage)
        a, b = (
            self.likelihood(advantage, sign * one)
            + self.lapse * (np.exp(sign * half) / total - 1 / 3)
            for sign in (1.0, -1.0)
        )
        foreseen: Array = a / (a + b)
        return foreseen

    def as_json(self) -> dict[str, Any]:
        tie = {} if self.tie == TIE else {"tie": self.tie}
        return {"response": "ties", "lapse": self.lapse, **tie}


UNEXPECTED = 0.02
"""How often anything at all is said where differences are noticed: the least that is expected of
people, lest a single answer decides everything."""


@dataclass(frozen=True, slots=True)
class Noticed(Logistic):
    """A difference x is noticed with probability 1 - e^-|x|; without, there is no preference.

    Who notices it names the cheaper step, but for a share `lapse` of answers, which name either
    blindly. With a lapse of 0.2 that is the paper's simulated user, if `unexpected` is 0: the share
    of answers of which nothing is said.
    """

    uses_ties: ClassVar[bool] = True

    unexpected: float = UNEXPECTED

    def likelihood(self, advantage: Array, sign: Array) -> Array:
        missed = np.exp(-np.minimum(np.abs(advantage), _STEEPEST))
        named = np.where(advantage * sign > 0, 1 - self.lapse / 2, self.lapse / 2)
        expected = np.where(sign == 0, missed, (1 - missed) * named)
        likelihood: Array = (1 - self.unexpected) * expected + self.unexpected / 3
        return likelihood

    def at_random(self, advantage: Array, sign: Array) -> Array:
        missed = np.exp(-np.minimum(np.abs(advantage), _STEEPEST))
        expected = np.where(sign == 0, missed, (1 - missed) / 2)
        at_random: Array = (1 - self.unexpected) * expected + self.unexpected / 3
        return at_random

    def preference(self, advantage: Array) -> Array:
        one = np.ones_like(advantage)
        a, b = self.likelihood(advantage, one), self.likelihood(advantage, -one)
        preference: Array = a / (a + b)
        return preference

    def as_json(self) -> dict[str, Any]:
        other = {} if self.unexpected == UNEXPECTED else {"unexpected": self.unexpected}
        return {"response": "noticed", "lapse": self.lapse, **other}


RESPONSES: Mapping[str, Callable[[float], Logistic]] = {
    "logistic": Logistic,
    "ties": LogisticWithTies,
    "noticed": Noticed,
}
"""The response models, each for a lapse rate."""
