"""Queries that tell most: two steps, each of which may well be the person's best.

Weights are drawn from what the Bayesian learner holds possible, and the cheapest step is computed
for each draw: the best for somebody who would have answered so. Or, where many states are offered,
steps are those that practice came upon. They are minimal when they are shown, and neither dominates
the other. The pair is chosen by an acquisition rule, and so is the state, if several are offered.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.response import Response
from hintwise.elicit.practice import GLANCES, THOROUGH_GLANCES, practised
from hintwise.elicit.query import Fallback, FeaturePair, TradeOff
from hintwise.elicit.questions.candidates import NODES, Acquisition, Candidates
from hintwise.elicit.questions.contrast import NonDominated
from hintwise.elicit.questions.gains import (
    by_pair,
    cost_of_mistakes,
    entropy,
    information,
    likelihoods,
    saving,
)
from hintwise.elicit.questions.menus import menus
from hintwise.elicit.questions.rule import Knowledge, Pair
from hintwise.elicit.stopping import is_risk_due, risk
from hintwise.engine import Explainer, Limits
from hintwise.errors import InvalidValue, NoSuchStep, is_finite_number, is_whole_number
from hintwise.limits import Clock
from hintwise.problem import State

Array = NDArray[np.float64]

ROUGH_DRAWS = 3
"""Steps searched for in each state offered, to see which is worth asking about."""
MANY_STATES = 10
"""Where so many are offered and nobody waits, a puzzle is practised well instead of searched.

Ten 9x9 Sudokus take about two minutes of practice, which all runs in one process share, and
then each question takes half as long. People are offered fewer states.
"""
ENOUGH_STEPS = 4
"""Where so many steps are known from a thorough practice, none is searched for."""
ROUGH_NODES = 4
"""How long each of these searches takes at most.

On a 9x9 Sudoku 45 % of them then have the cheapest step, 69 % after 20 nodes, in a third of the
time. It is enough to tell which state to look at again.
"""
LOOKS = 8
"""How often at most a state is looked at again, whichever promises most by then; two or
three times as a rule."""
MORE_DRAWS = 4
"""Steps searched for at most where the first two are the same."""

CURIOUS_QUESTIONS = 20
"""For so many questions, less and less, it counts what an answer tells, whatever it is good for.

After few answers, samples that would be taken for the truth are still far from it, and so is what
mistakes cost. On recorded Sudoku steps that are known in each state, 0.27 was to be expected of the
regret after 20 questions with it, and 0.48 without (`experiments.studies.questions`).
"""

CHECKS = 10
"""After so many questions to a person one of them is a check."""
PLAINNESS = 0.2
"""For people, who have to compare the two: on a Sudoku 6.2 features differ instead of 6.8, which
costs no regret that could be told from chance; 0.35 may (`experiments.studies.plainness`)."""


@dataclass(frozen=True, slots=True)
class InformedQuestions:
    """Asks about the pair, and in the state, of the largest gain; a is the one we would pick now.

    Short searches tell which state and which weightings are worth longer ones; the two steps shown
    are the cheapest for the weightings that promised most, or were recalled. Where all draws lead
    to one step, or a search ends too early and one step dominates the other, the pair is that of
    the paper's non-dominated queries. A trade-off that was asked for lately is not asked for again,
    if there is any other: more steps are drawn, then the paper's pairs are tried. A rule of this
    family says what a pair gains. With `checks`, every so many questions an earlier one is asked
    again, its sides swapped; with 0 there are none. With `plainness`, pairs that are told apart
    more easily are preferred: each feature in which two steps differ takes that share off what is
    left of their gain. There is more to prefer then: steps that practice came upon are asked about
    as well, which need not be the cheapest for anybody. If it is `certified` when somebody can
    stop, queries say what is at `risk`.
    """

    rule: ClassVar[str]
    recalls: ClassVar[bool] = False
    """Whether, where many states are offered, a thorough practice saves most of the searches."""

    checks: int = 0
    plainness: float = 0.0
    certified: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.certified, bool):
            raise InvalidValue(f"certified is {self.certified!r}; it must be true or false")
        if not (is_whole_number(self.checks) and (self.checks == 0 or self.checks >= 2)):
            raise InvalidValue(
                f"checks is {self.checks!r}; accepted are 0 for none, and whole numbers from 2 on: "
                "every so many questions one is asked"
            )
        if not (is_finite_number(self.plainness) and 0 <= self.plainness < 1):
            raise InvalidValue(
                f"plainness is {self.plainness!r}; it must be a share from 0 to less than 1"
            )

    def gain(
        self, costs: Array, shares: Array, response: Response, everywhere: Sequence[Array]
    ) -> Array:
        """An `Acquisition`, which also knows how people answer and all costs of all states."""
        raise NotImplementedError

    def _acquisition(self, drawn: Sequence[Candidates], number: int) -> Acquisition:
        """The gain as far as steps are known by now, of the question of this number."""
        response, everywhere = drawn[0].belief.response, [each.costs for each in drawn]
        return lambda costs, shares: self.gain(costs, shares, response, everywhere)

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair:
        """Two steps of one of the states, about which an answer tells most."""
        belief = knowledge.belief
        if not isinstance(belief, BayesBelief):
            raise InvalidValue(
                f"questions {self.rule!r} are about what may be the best; they need the learner "
                "'bayes'"
            )
        number, lately = knowledge.number, frozenset(knowledge.lately)
        thorough = self.recalls and len(states) >= MANY_STATES and limits.deadline_s is None
        offered = self._offered(explainer, states, belief, lately, limits, thorough)
        explainer = offered[0].explainer
        rng = np.random.default_rng([belief.seed, 1, number])
        drawn = _roughly_drawn(offered, rng, limits, ENOUGH_STEPS if thorough else math.inf)
        stake, risk = _stake(drawn), self._risk(explainer, belief, number, limits)
        clock = Clock(limits)
        place = self._place(drawn, number, clock)
        chosen = drawn[place]
        acquisition = self._acquisition(drawn, number)
        for _ in range(MORE_DRAWS):
            if chosen.has_news(acquisition) or clock.has_spent(1.0):
                break
            chosen.draw(rng, NODES, clock.left())
            acquisition = self._acquisition(drawn, number)
        best = chosen.pair(acquisition)
        a, b = (draw.minimal(explainer, clock.left()) for draw in best)
        found = Pair(a, b, Fallback.NOTHING, a.optimal and b.optimal, place, stake, risk)
        features = FeaturePair(a.features, b.features)
        if features.is_trade_off and features.trade_off not in lately:
            return found
        other = _contrast(explainer, states, lately, knowledge, clock.left())
        if other is None and not features.is_trade_off:
            other = _contrast(explainer, states, frozenset(), knowledge, clock.left())
        if other is not None:
            return other._replace(stake=stake, risk=risk)
        if features.is_trade_off:
            return found
        raise NoSuchStep("no state offered has two different steps")

    def _offered(
        self,
        explainer: Explainer,
        states: Sequence[State],
        belief: BayesBelief,
        lately: frozenset[TradeOff],
        limits: Limits,
        thorough: bool,
    ) -> list[Candidates]:
        """The states with steps that are recalled; of several states, after practice.

        After a usual practice only where plain pairs are preferred: the more steps there are, the
        plainer is the plainest of the pairs that gain about as much.
        """
        if len(states) > 1:
            glances = THOROUGH_GLANCES if thorough else GLANCES
            known = practised(explainer, limits.cancel, glances).explainer
            explainer = known.apart(knowing=True)
        else:
            explainer = explainer.apart()
        offered = [Candidates(explainer, state, belief, lately, self.plainness) for state in states]
        for candidates in offered if thorough or self.plainness else ():
            candidates.recall()
        return offered

    def _risk(
        self, explainer: Explainer, belief: BayesBelief, number: int, limits: Limits
    ) -> float | None:
        """None as long as nobody needs it, and if there is no time for it."""
        if not (self.certified and is_risk_due(number)):
            return None
        found = menus(explainer, belief, np.random.default_rng([belief.seed, 2, number]), limits)
        return risk(belief, found) if found else None

    def _place(self, drawn: Sequence[Candidates], number: int, clock: Clock) -> int:
        """Where the best pair of all is, once its two steps were searched for in earnest.

        What promises most often does so because some step is dearer than need be. So that state is
        looked at again, until one that has been looked at still promises most. On 48 questions on
        Sudoku the pairs so found gained as much as those after 20 nodes in each state, or 90; after
        8 nodes and no more, a quarter less.
        """
        for _ in range(LOOKS):
            acquisition = self._acquisition(drawn, number)
            gains = [candidates.best(acquisition)[0] for candidates in drawn]
            place = int(np.argmax(gains))
            if drawn[place].is_settled(acquisition) or clock.has_spent(1.0):
                return place
            drawn[place].look_again(acquisition, clock)
        acquisition = self._acquisition(drawn, number)

        def worth(place: int) -> tuple[bool, float]:
            candidates = drawn[place]
            return candidates.is_settled(acquisition), candidates.best(acquisition)[0]

        return max(range(len(drawn)), key=worth)

    def as_json(self) -> dict[str, Any]:
        """As JSON, as in the settings of a session."""
        # What is not asked for is left out, as in sessions of before.
        options = {
            "checks": self.checks,
            "plainness": self.plainness,
            "certified": self.certified,
        }
        return {"rule": self.rule, **{name: value for name, value in options.items() if value}}


class BestOfTwo(InformedQuestions):
    """Asks where the better of two steps may save most."""

    __slots__ = ()
    rule: ClassVar[str] = "best_of_two"

    def gain(
        self, costs: Array, shares: Array, response: Response, everywhere: Sequence[Array]
    ) -> Array:
        """By how much the better of the two is expected to be cheaper than the one we would pick.

        After Lin, Astudillo, Frazier and Bakshy, "Preference exploration for efficient Bayesian
        optimization with multiple outcomes" (AISTATS 2022), who call it EUBO. Against the better of
        the same two, instead of the best of all, questions about two steps that nobody would pick
        won.
        """
        better = np.minimum(shares[:, :, None], shares[:, None, :]).mean(axis=0)
        gain: Array = shares.mean(axis=0).min() - better
        return gain


class MostInformative(InformedQuestions):
    """Asks where the answer tells most about the weights, and both steps may be the best."""

    __slots__ = ()
    rule: ClassVar[str] = "most_informative"

    def gain(
        self, costs: Array, shares: Array, response: Response, everywhere: Sequence[Array]
    ) -> Array:
        """The mutual information, times how likely it is that each step is the best one.

        The latter as the root of the product of both probabilities. After Houlsby, Huszár,
        Ghahramani and Lengyel, "Bayesian active learning for classification and preference
        learning" (2011).
        """
        preference = response.preference(costs[:, None, :] - costs[:, :, None])
        told = entropy(preference.mean(axis=0)) - entropy(preference).mean(axis=0)
        best = np.bincount(costs.argmin(axis=1), minlength=costs.shape[1]) / len(costs)
        gain: Array = told * np.sqrt(best[:, None] * best[None, :])
        return gain


class LeastRegret(InformedQuestions):
    """Asks where the answer leaves least to be mistaken about, in all states."""

    __slots__ = ()
    rule: ClassVar[str] = "least_regret"
    recalls: ClassVar[bool] = True

    def _acquisition(self, drawn: Sequence[Candidates], number: int) -> Acquisition:
        """The share of what mistakes cost that an answer saves, and at first what it tells."""
        response = drawn[0].belief.response
        mistakes = cost_of_mistakes([each.costs for each in drawn])
        at_stake, curious = float(mistakes.mean()) or 1.0, max(0.0, 1 - number / CURIOUS_QUESTIONS)

        def acquisition(costs: Array, shares: Array) -> Array:
            answers = likelihoods(costs, response)
            gains = saving(mistakes, answers) / at_stake + curious * information(answers)
            return by_pair(gains, costs.shape[1])

        return acquisition

    def gain(
        self, costs: Array, shares: Array, response: Response, everywhere: Sequence[Array]
    ) -> Array:
        """By how much less a mistake costs after the answer.

        A mistake is to take one possible weighting for the true one, and to pick its best steps: it
        costs their relative regret under the true one, in all states offered, and both are as
        likely as we believe. (With a cost of 1 wherever the picks differ, these are the edges that
        Golovin, Krause and Ray cut in "Near-optimal Bayesian active learning with noisy
        observations", NeurIPS 2010.) The regret of the single step that we would pick is nearer to
        what runs are judged by, but a question gains nothing by that where one answer cannot change
        the pick: what was firmly and wrongly believed was not asked about again. What counts is the
        share of this, and, for the first questions, what the answer tells as well.
        """
        gain = saving(cost_of_mistakes(everywhere), likelihoods(costs, response))
        return by_pair(gain, costs.shape[1])


def _at_large(drawn: Sequence[Candidates]) -> Sequence[Candidates]:
    """Those of states in which more than one fact may be explained, if there are any.

    What is left to learn is judged by these: who takes the cheapest step at hand does not explain
    facts of our choice.
    """
    return [candidates for candidates in drawn if len(candidates.state.targets) > 1] or drawn


def _stake(drawn: Sequence[Candidates]) -> float:
    return float(np.mean([candidates.stake for candidates in _at_large(drawn)]))


def _roughly_drawn(
    offered: Sequence[Candidates], rng: np.random.Generator, limits: Limits, enough: float
) -> list[Candidates]:
    """Those that there was time to look for steps of, from the first on, one at least.

    Where `enough` steps are known, none is looked for.
    """
    clock = Clock(limits)
    drawn: list[Candidates] = []
    for candidates in offered:
        if drawn and clock.has_spent(1.0):
            break
        drawn.append(candidates)
        for _ in range(ROUGH_DRAWS if len(candidates.found) < enough else 0):
            if not (candidates.found and clock.has_spent(1.0)):
                candidates.draw(rng, ROUGH_NODES, clock.left())
    return drawn


def _contrast(
    explainer: Explainer,
    states: Sequence[State],
    lately: frozenset[TradeOff],
    knowledge: Knowledge,
    limits: Limits,
) -> Pair | None:
    """A pair of the first state that has two different steps, of a trade-off not asked lately."""
    contrast = NonDominated()
    for place, state in enumerate(states):
        with contextlib.suppress(NoSuchStep):
            pair = contrast.pair(explainer, [state], knowledge, limits)._replace(place=place)
            if FeaturePair(pair.a.features, pair.b.features).trade_off not in lately:
                return pair
    return None
