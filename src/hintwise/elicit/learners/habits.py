"""How a person answers at random: how often, and to which side rather. Sampled with the weights.

Who slips often must be asked more, and who likes the left side must not be taken at their word when
they choose it. Neither is known beforehand: each sample of the weights has habits of its own, which
are drawn anew, given the weights and all answers, after every answer (Gibbs sampling).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_LAPSES: Array = np.arange(4, 37, 2) / 40
"""From 0.1 to 0.9. Who has not slipped yet is not taken for somebody who never does: else a single
slip decides, and it was told too early to stop."""
_LEANINGS: Array = np.arange(-8, 9, 2) / 10

IMPARTIAL = 4.0
"""As many answers at random as are expected to go to either side alike."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What answers (columns) tell about habits, under each sample (rows)."""

    on_purpose: Array
    """How likely each answer is of somebody who never answers at random."""
    at_random: Array
    """The same of somebody who always does, to whom the sides are alike."""
    sides: Array
    """For each answer 1 if the chosen step was on the left, -1 on the right, else 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """Of each sample, how often it answers at random, and how far that leans to the left."""

    lapse: Array
    leaning: Array
    """From -1, always to the right, to 1."""

    def of(self, samples: NDArray[np.intp]) -> Habits:
        """Those of these samples."""
        return Habits(self.lapse[samples], self.leaning[samples])

    def likelihood(self, answered: Answered) -> Array:
        """Of each answer under each sample."""
        lapse = self.lapse[:, None]
        leant = 1 + self.leaning[:, None] * answered.sides
        likelihood: Array = (1 - lapse) * answered.on_purpose + lapse * answered.at_random * leant
        return likelihood

    def remembered(self) -> dict[str, Any]:
        return {"lapse": self.lapse.tolist(), "leaning": self.leaning.tolist()}

    @classmethod
    def resumed(cls, remembered: Mapping[str, Any]) -> Habits:
        return cls(*(np.array(remembered[name], dtype=np.float64) for name in cls.__slots__))


CONVICTION = 160.0
"""As many of somebody's own answers have to be there to count as much as the usual lapse does.

With 20 to 80, people's choices were foreseen less well than with one lapse for all; with 160 they
hardly are (`experiments.studies.people_own_lapse`).
"""
OPENNESS = 10.0
"""The same of somebody who is unlike known people: they may be unlike in this as well."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of somebody's habits: a lapse that counts as so many answers."""

    lapse: float
    conviction: float

    def draw(self, count: int, rng: np.random.Generator) -> Habits:
        """Before the first answer."""
        rows = np.zeros((count, 1))
        lapses = _drawn(self._log_lapses + rows, _LAPSES, rng)
        return Habits(lapses, _drawn(_LOG_LEANINGS + rows, _LEANINGS, rng))

    def given(self, habits: Habits, answered: Answered, rng: np.random.Generator) -> Habits:
        """Drawn anew, one after the other, so that the posterior stays as it is."""

        def log_likelihood(habits: Habits) -> Array:
            total: Array = np.log(habits.likelihood(answered)).sum(axis=1)
            return total

        same = np.ones_like(habits.lapse)
        tried = [log_likelihood(Habits(each * same, habits.leaning)) for each in _LAPSES]
        lapse = _drawn(self._log_lapses + np.transpose(tried), _LAPSES, rng)
        tried = [log_likelihood(Habits(lapse, each * same)) for each in _LEANINGS]
        return Habits(lapse, _drawn(_LOG_LEANINGS + np.transpose(tried), _LEANINGS, rng))

    @property
    def _log_lapses(self) -> Array:
        """A Beta distribution, as the logarithm of a density."""
        often, seldom = self.conviction * self.lapse, self.conviction * (1 - self.lapse)
        density: Array = (often - 1) * np.log(_LAPSES) + (seldom - 1) * np.log(1 - _LAPSES)
        return density


_LOG_LEANINGS: Array = (IMPARTIAL / 2 - 1) * np.log(1 - _LEANINGS**2)


def _drawn(log_chances: Array, values: Array, rng: np.random.Generator) -> Array:
    """One of the values for each row, each in proportion to its chance."""
    # The largest after adding Gumbel noise is each one in proportion to its chance.
    chosen = (log_chances + rng.gumbel(size=log_chances.shape)).argmax(axis=1)
    drawn: Array = values[chosen]
    return drawn
