"""How a person answers: in what way, and how often at random. Sampled with the weights.

Who slips often must be asked more, and who likes the left side must not be taken at their word when
they choose it. Who has no preference as a rule, whatever is asked, does not thereby say that steps
cost the same. Some prefer the cheaper step more often, the cheaper it is; others do not notice
small differences at all. None of it is known beforehand: each sample of the weights has habits of
its own, which are drawn anew, given the weights and all answers, after every answer (Gibbs
sampling).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ways = NDArray[np.intp]
_Value = TypeVar("_Value", np.float64, np.intp)

_LAPSES: Array = np.arange(4, 37, 2) / 40
"""From 0.1 to 0.9. Who has not slipped yet is not taken for somebody who never does: else a single
slip decides, and it was told too early to stop."""
_LEANINGS: Array = np.arange(-8, 9, 2) / 10
_SHRUGS: Array = np.array([0.0, 0.1, 0.25, 0.5])
SHRUGGING = (0.4, 0.3, 0.2, 0.1)
"""How likely each is of somebody like known people, before the first answer. Of fifteen, who often
had no preference was misjudged when all of it was put down to the steps.

Of somebody unlike them, who is known by nothing but their answers, none is expected: three of 26
simulated users were told too early that they can stop when it was."""

IMPARTIAL = 4.0
"""As many answers at random as are expected to go to either side alike."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What answers (columns) tell about habits, under each sample (rows), in each way to answer."""

    on_purpose: Array
    """How likely each answer is of somebody who never answers at random."""
    at_random: Array
    """The same of somebody who always does, to whom the sides are alike."""
    sides: Array
    """For each answer 1 if the chosen step was on the left, -1 on the right, else 0."""
    decided: Array
    """For each answer 1, or 0 if there was no preference."""


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """Of each sample, how often it answers at random, how far that leans, and else in what way.

    And how often it has no preference whatever the steps are.
    """

    lapse: Array
    leaning: Array
    """From -1, always to the right, to 1, always to the left."""
    way: Ways
    """Its place among the ways to answer."""
    shrug: Array
    """How often it has no preference without any look at the steps."""

    def of(self, samples: NDArray[np.intp]) -> Habits:
        """Those of these samples."""
        return Habits(*(getattr(self, name)[samples] for name in self.__slots__))

    def likelihood(self, answered: Answered) -> Array:
        """Of each answer under each sample."""
        lapse, own = self.lapse[:, None], np.arange(len(self.way))
        leant = 1 + self.leaning[:, None] * answered.sides
        on_purpose = (1 - lapse) * answered.on_purpose[self.way, own]
        looked = on_purpose + lapse * answered.at_random[self.way, own] * leant
        shrug = self.shrug[:, None]
        likelihood: Array = (1 - shrug) * looked + shrug * (1 - answered.decided)
        return likelihood

    def remembered(self) -> dict[str, Any]:
        return {name: getattr(self, name).tolist() for name in self.__slots__}

    @classmethod
    def resumed(cls, remembered: Mapping[str, Any]) -> Habits:
        lapse, leaning = (np.array(remembered[name], float) for name in ("lapse", "leaning"))
        # Sessions of before knew one way to answer, and nobody who shrugs.
        none = np.zeros(len(lapse))
        way, shrug = (remembered.get(name, none) for name in ("way", "shrug"))
        return cls(lapse, leaning, np.array(way, np.intp), np.array(shrug, float))


CONVICTION = 160.0
"""As many of somebody's own answers have to be there to count as much as the usual lapse does.

With 20 to 80, and one way to answer, people's choices were foreseen less well than with one lapse
for all; with 160 they are foreseen as well (`experiments.studies.people_own_lapse`).
"""
OPENNESS = 10.0
"""The same of somebody who is unlike known people: they may be unlike in this as well."""
EITHER_WAY = (0.5, 0.5)
"""How likely it is that such a person answers in the usual way, or in the other one.

Somebody like known people answers in the other one as seldom as people are expected to be unlike
them at all."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of somebody's habits: a lapse that counts as so many answers."""

    lapse: float
    conviction: float
    ways: tuple[float, ...] = (1.0,)
    """How likely each way to answer is."""
    trust: float = 1.0
    """How much of each answer is learned."""
    shrugs: tuple[float, ...] = (1.0,)
    """How likely it is that they never shrug, and then what larger shares are."""

    def draw(self, count: int, rng: np.random.Generator) -> Habits:
        """Before the first answer."""
        rows = np.zeros((count, 1))
        lapses = _drawn(self._log_lapses + rows, _LAPSES, rng)
        leanings = _drawn(_LOG_LEANINGS + rows, _LEANINGS, rng)
        ways = _drawn(np.log(self.ways) + rows, self._places, rng)
        shrugs = _drawn(np.log(self.shrugs) + rows, self._shares, rng)
        return Habits(lapses, leanings, ways, shrugs)

    def given(self, habits: Habits, answered: Answered, rng: np.random.Generator) -> Habits:
        """Drawn anew, one after the other, so that the posterior stays as it is."""

        def drawn(name: str, values: NDArray[Any], log_chances: Array) -> Habits:
            same = np.ones(len(habits.lapse), values.dtype)
            tried = [replace(habits, **{name: value * same}) for value in values]
            told = [np.log(each.likelihood(answered)).sum(axis=1) for each in tried]
            chances = log_chances + self.trust * np.transpose(told)
            return replace(habits, **{name: _drawn(chances, values, rng)})

        habits = drawn("lapse", _LAPSES, self._log_lapses)
        habits = drawn("leaning", _LEANINGS, _LOG_LEANINGS)
        if len(self.shrugs) > 1:
            habits = drawn("shrug", self._shares, np.log(self.shrugs))
        return drawn("way", self._places, np.log(self.ways)) if len(self.ways) > 1 else habits

    @property
    def _log_lapses(self) -> Array:
        """A Beta distribution, as the logarithm of a density."""
        often, seldom = self.conviction * self.lapse, self.conviction * (1 - self.lapse)
        density: Array = (often - 1) * np.log(_LAPSES) + (seldom - 1) * np.log(1 - _LAPSES)
        return density

    @property
    def _places(self) -> Ways:
        return np.arange(len(self.ways))

    @property
    def _shares(self) -> Array:
        return _SHRUGS[: len(self.shrugs)]


_LOG_LEANINGS: Array = (IMPARTIAL / 2 - 1) * np.log(1 - _LEANINGS**2)


def _drawn(
    log_chances: Array, values: NDArray[_Value], rng: np.random.Generator
) -> NDArray[_Value]:
    """One of the values for each row, each in proportion to its chance."""
    # The largest after adding Gumbel noise is each one in proportion to its chance.
    chosen = (log_chances + rng.gumbel(size=log_chances.shape)).argmax(axis=1)
    drawn: NDArray[_Value] = values[chosen]
    return drawn
