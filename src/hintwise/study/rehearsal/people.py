"""Simulated people: what they find easy, how they answer, how long they think, when they leave.

All that a person does depends on the seed of the rehearsal, their number and what they are asked,
never on when: each deed has a random generator of its own. So whoever is asked the same a second
time, because the first answer was lost on its way, says the same.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.learners.response import LogisticWithTies
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.users import SimulatedUser, draw_weights
from hintwise.features import Weights

Features = Mapping[str, int]


class Manner(enum.Enum):
    """The kinds of simulated people."""

    ORACLE = "oracle"
    """The paper's simulated users, with the weights that were published where these are at hand."""
    PRIOR = "prior"
    """Drawn from what was learned of real people, and as inconsistent as they are."""
    CARELESS = "careless"
    """Answer at once, whatever they are shown."""
    QUITTER = "quitter"
    """As `PRIOR`, but they leave on the way."""


class Return(enum.Enum):
    """What becomes of somebody who leaves."""

    LATER = "comes back"
    NEVER = "stays away"
    WITHDRAWN = "withdraws"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody leaves after a share of all questions."""

    at: float
    then: Return


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    """One of those who arrive; `number` counts from 1 in the order of their arrival."""

    number: int
    manner: Manner
    seed: int
    leaving: Leaving | None = None

    def generator(self, what: str) -> np.random.Generator:
        """The random numbers for one thing that this person does."""
        digest = hashlib.sha256(what.encode()).digest()
        return np.random.default_rng([self.seed, self.number, int.from_bytes(digest[:16])])


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person does with a question."""

    side: str
    """left, right or none."""
    seconds: float
    away: int
    """How often they looked at something else meanwhile, …"""
    away_s: float
    """… and for how long."""

    def as_json(self) -> dict[str, Any]:
        return {
            "side": self.side,
            "seconds": self.seconds,
            "away": self.away,
            "away_s": self.away_s,
        }


_SIDES = {Answer.A: "left", Answer.B: "right", Answer.NONE: "none"}

_CAREFUL_S, _CAREFUL_SPREAD = 9.0, 0.5
_CARELESS_S, _CARELESS_SPREAD = 0.5, 0.3
"""Half of the answers take less (in the paper's study 7 to 14 s); the spread is that of the
logarithm."""
_AWAY = 0.03
"""How often somebody looks at something else, …"""
_AWAY_S = 20.0
"""… and for how long on average."""


class Tastes:
    """What everybody finds easy in problems of one kind, and so what they answer.

    `oracles` are the weights that the paper's users have; where there are none, or none over the
    features that are asked about, theirs are drawn as the paper draws them.
    """

    def __init__(self, kind: str, oracles: Sequence[Weights] = ()) -> None:
        self._kind = kind
        self._oracles = tuple(oracles)
        self._known: dict[tuple[int, tuple[str, ...]], Weights] = {}

    def choice(
        self, person: SimulatedPerson, question: str, left: Features, right: Features
    ) -> Choice:
        """What the person does with a question, of which `question` is the name."""
        rng = person.generator(question)
        side = _SIDES[self._answer(person, FeaturePair(left, right), rng)]
        is_careless = person.manner is Manner.CARELESS
        middle_s, spread = (
            (_CARELESS_S, _CARELESS_SPREAD) if is_careless else (_CAREFUL_S, _CAREFUL_SPREAD)
        )
        seconds = middle_s * float(np.exp(spread * rng.standard_normal()))
        away = int(rng.random() < _AWAY)
        away_s = away * float(rng.exponential(_AWAY_S))
        return Choice(side, round(seconds + away_s, 2), away, round(away_s, 2))

    def _answer(
        self, person: SimulatedPerson, pair: FeaturePair, rng: np.random.Generator
    ) -> Answer:
        if person.manner is Manner.CARELESS:
            return tuple(Answer)[int(rng.integers(len(Answer)))]
        weights = self.weights(person, pair.a)
        if person.manner is Manner.ORACLE:
            return SimulatedUser(weights, rng).choice(pair)
        return _response(weights, pair, rng)

    def weights(self, person: SimulatedPerson, features: Features) -> Weights:
        """What each of these features costs the person."""
        names = tuple(sorted(features))  # documents may name them in any order
        if (person.number, names) not in self._known:
            self._known[person.number, names] = self._drawn(person, names)
        return self._known[person.number, names]

    def _drawn(self, person: SimulatedPerson, names: tuple[str, ...]) -> Weights:
        rng = person.generator("weights")
        if person.manner is Manner.ORACLE:
            published = [weights for weights in self._oracles if set(weights) == set(names)]
            if published:
                return published[(person.number - 1) % len(published)]
            return draw_weights(names, rng)
        prior = shipped_prior(self._kind, names)
        return dict(zip(prior.features, np.exp(prior.draw(1, rng)[0]).tolist(), strict=True))


def _response(weights: Weights, pair: FeaturePair, rng: np.random.Generator) -> Answer:
    """As people answered from whom the prior was learned."""
    names = tuple(weights)
    advantage = pair.difference(names) @ np.array([weights[name] for name in names])
    answers = (Answer.A, Answer.B, Answer.NONE)
    signs = np.array([1.0, -1.0, 0.0])
    chances = LogisticWithTies().likelihood(np.full(3, advantage), signs)
    return answers[int(rng.choice(3, p=chances / chances.sum()))]
