"""What a question rule is: it says which two steps of a state to show next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from hintwise.elicit.learners.belief import Belief
from hintwise.elicit.query import Answer, Fallback, FeaturePair, Query, TradeOff
from hintwise.elicit.questions.confidence import Tally
from hintwise.engine import Explainer, Limits
from hintwise.problem import State, Step


class Pair(NamedTuple):
    """Two steps, and what was given up to find the second one.

    `proven` says that each is what its rule asks for; if it is false, a limit ended a search, or a
    step was recalled, of which only is known that it is one.
    `place` says which of the states offered they belong to, `stake`, `risk` and `check` what their
    `Query` says.
    """

    a: Step
    b: Step
    fallback: Fallback
    proven: bool
    place: int = 0
    stake: float | None = None
    risk: float | None = None
    check: int | None = None

    def asked(self, number: int, puzzle: int, state: State, seed: int) -> Query:
        """The query about this pair."""
        a, b, fallback, proven, _, stake, risk, check = self
        left = self.a_is_left(number, seed)
        return Query(number, puzzle, state, a, b, fallback, proven, stake, risk, check, left)

    def a_is_left(self, number: int, seed: int) -> bool:
        """Where a stands in the query of that number, drawn lest anybody learns to prefer a side.

        A check has a and b swapped already: drawn as before, its steps change sides.
        """
        return bool(np.random.default_rng([seed, self.check or number]).integers(2))


LATELY = 10
"""Within so many questions nobody likes to be asked for the same trade-off again."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the answers so far have taught, and what the last few questions were about."""

    belief: Belief
    tally: Tally
    lately: tuple[TradeOff, ...] = ()
    """The trade-offs of the last `LATELY` questions, the oldest first."""

    def after(self, pair: FeaturePair, answer: Answer) -> Knowledge:
        return self.having_asked(pair, answer, self.belief.told(pair, answer))

    def having_observed(self, pair: FeaturePair, answer: Answer, times: int) -> Knowledge:
        """The same after something that nobody was asked about, seen so many times."""
        belief = self.belief
        for _ in range(times):
            belief = belief.told(pair, answer)
        return Knowledge(belief, self.tally, self.lately)

    def having_asked(self, pair: FeaturePair, answer: Answer, belief: Belief) -> Knowledge:
        """The same after an answer that has led to this belief."""
        lately = (*self.lately, pair.trade_off)[-LATELY:]
        return Knowledge(belief, self.tally.after(pair, answer), lately)

    @property
    def number(self) -> int:
        """The number t of the query that comes next, from 1."""
        return self.tally.asked + 1


class Questions(Protocol):
    """Chooses two steps of a state, and, if several are offered, which one.

    A frozen value with all its options. The same arguments always give the same pair.
    """

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair: ...

    def as_json(self) -> dict[str, Any]:
        """Its name as `rule`, and its options: equal for equal rules only."""
