"""Queries that tell most: two steps, each of which may well be the person's best.

Weights are drawn from what the Bayesian learner holds possible, and the cheapest step is computed
for each draw. Each of these is minimal, and the best for somebody who would have answered so, so
that none dominates another. The pair is chosen by an acquisition rule, and so is the state, if
several are offered.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.response import Response
from hintwise.elicit.practice import practised
from hintwise.elicit.query import Fallback, FeaturePair, TradeOff
from hintwise.elicit.questions.contrast import NonDominated
from hintwise.elicit.questions.rule import Knowledge, Pair
from hintwise.elicit.stopping import caution
from hintwise.engine import Explainer, Limits
from hintwise.errors import InvalidValue, NoSuchStep, is_whole_number
from hintwise.features import Weights
from hintwise.limits import Clock
from hintwise.problem import State, Step

Array = NDArray[np.float64]

ROUGH_DRAWS = 3
"""Steps searched for in each state offered, to see which is worth asking about."""
ROUGH_NODES = 4
"""How long each of these searches takes at most.

On a 9x9 Sudoku 45 % of them then have the cheapest step, 69 % after 20 nodes, in a third of the
time. It is enough to tell which state to look at again.
"""
MORE_NODES = 20
"""How much longer they take where the state promises most."""
LOOKS = 8
"""How often at most a state is looked at again, whichever promises most by then; two or
three times as a rule."""
MORE_DRAWS = 4
"""Steps searched for at most where the first two are the same."""
NODES = 500
"""How long the search for a step that is shown takes at most. Where it is not enough for the proof,
for somebody to whom a hundredth of a weight matters, a step close to the best is as good a
question.

Of 40 questions of a run on Sudoku 33 had both steps proven so, of 80 only 46: looking again leads
to harder states. With searches of 20 nodes and no second look it was 40, and 69.
"""

ASKED_LATELY = 1e6
"""What is taken off the gain of a pair that was asked about lately: more than any gain is."""

CERTAINTY = 0.95
"""How much of what is possible the `risk` of a query covers."""
MOST_EXCESS = 100.0
"""A step that costs more times what the best one does is simply a bad one."""

CHECKS = 10
"""After so many questions to a person one of them is a check."""

LEAST_DRAWN = 1e-4
"""No weight drawn is less than this share of the largest."""

Counts = tuple[int, ...]
"""The features of a step, in the order of the prior's."""

Acquisition = Callable[[Array, Array, Response], Array]
"""How much is gained by asking about two steps: a number for each pair of them.

It is given what each step (columns) costs under each possible weighting (rows), as such and as a
share of the sum of the weights, and how people answer.
"""


def _entropy(probability: Array) -> Array:
    """Of yes or no, in nats."""
    p = np.clip(probability, 1e-12, 1 - 1e-12)
    entropy: Array = -p * np.log(p) - (1 - p) * np.log(1 - p)
    return entropy


@dataclass(frozen=True, slots=True)
class InformedQuestions:
    """Asks about the pair, and in the state, of the largest gain; a is the one we would pick now.

    Short searches tell which state and which weightings are worth longer ones; the two steps shown
    are the cheapest for the weightings that promised most. Where all draws lead to one step, or a
    search ends too early and one step dominates the other, the pair is that of the paper's
    non-dominated queries. A trade-off that was asked for lately is not asked for again, if there is
    any other: more steps are drawn, then the paper's pairs are tried. A rule of this family says
    what a pair gains. With `checks`, every so many questions an earlier one is asked again, its
    sides swapped; with 0 there are none.
    """

    rule: ClassVar[str]

    checks: int = 0

    def __post_init__(self) -> None:
        if not (is_whole_number(self.checks) and (self.checks == 0 or self.checks >= 2)):
            raise InvalidValue(
                f"checks is {self.checks!r}; accepted are 0 for none, and whole numbers from 2 on: "
                "every so many questions one is asked"
            )

    def gain(self, costs: Array, shares: Array, response: Response) -> Array:
        """An `Acquisition`."""
        raise NotImplementedError

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
        if len(states) > 1:
            explainer = practised(explainer, limits.cancel).explainer.apart(knowing=True)
        else:
            explainer = explainer.apart()
        rng = np.random.default_rng([belief.seed, 1, knowledge.number])
        lately = frozenset(knowledge.lately)
        offered = [_Candidates(explainer, s, belief, lately) for s in states]
        drawn = _roughly_drawn(offered, rng, limits)
        stake = float(np.mean([candidates.stake for candidates in drawn]))
        risk = caution(belief.doubt) * _risk(drawn)
        clock = Clock(limits)
        place = self._place(drawn, clock)
        chosen = drawn[place]
        for _ in range(MORE_DRAWS):
            if not (chosen.has_news(self.gain) or clock.has_spent(1.0)):
                chosen.draw(rng, NODES, clock.left())
        a, b = (draw.minimal(explainer, clock.left()) for draw in chosen.pair(self.gain))
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

    def _place(self, drawn: Sequence[_Candidates], clock: Clock) -> int:
        """Where the best pair of all is, once its two steps were searched for in earnest.

        What promises most often does so because some step is dearer than need be. So that state is
        looked at again, until one that has been looked at still promises most. On 48 questions on
        Sudoku the pairs so found gained as much as those after 20 nodes in each state, or 90; after
        8 nodes and no more, a quarter less.
        """

        def gain(place: int) -> float:
            return drawn[place].best(self.gain)[0]

        places = range(len(drawn))
        for _ in range(LOOKS):
            place = max(places, key=gain)
            if drawn[place].is_settled(self.gain) or clock.has_spent(1.0):
                return place
            drawn[place].look_again(self.gain, clock)
        return max(places, key=lambda i: (drawn[i].is_settled(self.gain), gain(i)))

    def as_json(self) -> dict[str, Any]:
        """As JSON, as in the settings of a session."""
        # Left out where there are none, as in sessions of before.
        return {"rule": self.rule, **({"checks": self.checks} if self.checks else {})}


class BestOfTwo(InformedQuestions):
    """Asks where the better of two steps may save most."""

    __slots__ = ()
    rule: ClassVar[str] = "best_of_two"

    def gain(self, costs: Array, shares: Array, response: Response) -> Array:
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

    def gain(self, costs: Array, shares: Array, response: Response) -> Array:
        """The mutual information, times how likely it is that each step is the best one.

        The latter as the root of the product of both probabilities. After Houlsby, Huszár,
        Ghahramani and Lengyel, "Bayesian active learning for classification and preference
        learning" (2011).
        """
        preference = response.preference(costs[:, None, :] - costs[:, :, None])
        told = _entropy(preference.mean(axis=0)) - _entropy(preference).mean(axis=0)
        best = np.bincount(costs.argmin(axis=1), minlength=costs.shape[1]) / len(costs)
        gain: Array = told * np.sqrt(best[:, None] * best[None, :])
        return gain


def _risk(drawn: Sequence[_Candidates]) -> float:
    """The excess over these states that is not exceeded under `CERTAINTY` of the samples."""
    excess = np.mean([candidates.excess for candidates in drawn], axis=0)
    return float(np.quantile(excess, CERTAINTY))


def _at_most(nodes: int, limits: Limits) -> Limits:
    return replace(limits, nodes=min(limits.nodes or nodes, nodes))


def _roughly_drawn(
    offered: Sequence[_Candidates], rng: np.random.Generator, limits: Limits
) -> list[_Candidates]:
    """Those that there was time to look for steps of, from the first on, one at least."""
    clock = Clock(limits)
    drawn: list[_Candidates] = []
    for candidates in offered:
        if drawn and clock.has_spent(1.0):
            break
        drawn.append(candidates)
        for _ in range(ROUGH_DRAWS):
            if not (candidates.draws and clock.has_spent(1.0)):
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


@dataclass
class _Draw:
    """Weights drawn from those possible, and the cheapest step found for them so far."""

    weights: Weights
    search: Callable[[Limits], Step]
    step: Step
    searched: int
    """Nodes that the longest search for it was allowed."""

    @property
    def settled(self) -> bool:
        """Whether nothing cheaper is going to be looked for."""
        return self.step.optimal or self.searched >= NODES

    def go_on(self, nodes: int, limits: Limits) -> None:
        if not self.settled:
            self.step, self.searched = self.search(_at_most(nodes, limits)), nodes

    def minimal(self, explainer: Explainer, limits: Limits) -> Step:
        if self.step.optimal:
            return self.step
        return explainer.minimise(self.step, self.weights, limits=limits)


@dataclass
class _Candidates:
    """Steps of a state that are each cheap, if not the cheapest, for some possible weights."""

    explainer: Explainer
    state: State
    belief: BayesBelief
    lately: frozenset[TradeOff] = frozenset()
    draws: list[_Draw] = field(default_factory=list)
    looked_at: bool = False
    """Whether they were searched for a second time."""

    @property
    def steps(self) -> dict[Counts, _Draw]:
        """The different ones, each with the first draw that led to it."""
        found: dict[Counts, _Draw] = {}
        for draw in self.draws:
            counts = tuple(draw.step.features[name] for name in self.belief.prior.features)
            found.setdefault(counts, draw)
        return found

    def draw(self, rng: np.random.Generator, nodes: int, limits: Limits) -> None:
        """Add the step for weights drawn from those possible."""
        samples = self.belief.samples
        sample = samples[rng.integers(len(samples))]
        shares = np.maximum(np.exp(sample - sample.max()), LEAST_DRAWN)
        weights = dict(zip(self.belief.prior.features, shares.tolist(), strict=True))
        search = self.explainer.pursuit(self.state, weights)
        self.draws.append(_Draw(weights, search, search(_at_most(nodes, limits)), nodes))

    def look_again(self, acquisition: Acquisition, clock: Clock) -> None:
        """Search on for all steps a little, and from the second time on for the best pair's."""
        draws = self.pair(acquisition) if self.looked_at else self.draws
        nodes = NODES if self.looked_at else MORE_NODES
        self.looked_at = True
        for draw in draws:
            if not clock.has_spent(1.0):
                draw.go_on(nodes, clock.left())

    def is_settled(self, acquisition: Acquisition) -> bool:
        """Whether the steps of the best pair were searched for in earnest."""
        return all(draw.settled for draw in self.pair(acquisition))

    def has_news(self, acquisition: Acquisition) -> bool:
        """Whether there is a pair that was not asked about lately."""
        return self.best(acquisition)[0] > -ASKED_LATELY / 2

    def pair(self, acquisition: Acquisition) -> tuple[_Draw, _Draw]:
        """The two draws whose steps gain most, the cheaper one first as far as we know."""
        steps = self.steps
        _, a, b = self.best(acquisition)
        return steps[a], steps[b]

    def best(self, acquisition: Acquisition) -> tuple[float, Counts, Counts]:
        """The largest gain and its pair, the cheaper one first as far as we know.

        With a single step, that one twice, and a gain below all others. A pair that was asked about
        lately gains less than any that was not.
        """
        steps = self.steps
        found = list(steps)
        if len(found) == 1:
            return -np.inf, found[0], found[0]
        costs, shares = self._costs()
        gains = acquisition(costs, shares, self.belief.response)
        for (i, one), (j, other) in itertools.combinations(enumerate(steps.values()), 2):
            if FeaturePair(one.step.features, other.step.features).trade_off in self.lately:
                gains[i, j] -= ASKED_LATELY
                gains[j, i] -= ASKED_LATELY
        np.fill_diagonal(gains, -np.inf)
        pair = np.unravel_index(gains.argmax(), gains.shape)
        a, b = sorted(map(int, pair), key=lambda i: float(shares[:, i].mean()))
        return float(gains[a, b]), found[a], found[b]

    @property
    def stake(self) -> float:
        """What share of its cost the step that we would pick now may be dearer than the best."""
        costs, shares = self._costs()
        pick = int(shares.mean(axis=0).argmin())
        least, ours = costs.min(axis=1), costs[:, pick]
        # Where hard constraints alone imply a fact, its step costs nothing.
        return float((1 - np.divide(least, ours, out=np.ones_like(ours), where=ours > 0)).mean())

    @property
    def excess(self) -> Array:
        """By what share of it the step that we would show costs more than the best, by sample.

        Of all steps found, that is; whoever has a better one is not noticed here.
        """
        costs, _ = self._costs()
        weights = np.array([self.belief.weights[name] for name in self.belief.prior.features])
        shown = int((np.array(list(self.steps), dtype=float) @ weights).argmin())
        least, ours = costs.min(axis=1), costs[:, shown]
        ratio = np.divide(ours, least, out=np.full_like(ours, MOST_EXCESS), where=least > 0)
        excess: Array = np.where(ours > 0, np.minimum(ratio - 1, MOST_EXCESS), 0.0)
        return excess

    def _costs(self) -> tuple[Array, Array]:
        """Of each step (columns) under all possible weights: as such, and of a sum of 1."""
        weights = np.exp(self.belief.samples)
        costs = weights @ np.array(list(self.steps), dtype=float).T
        return costs, costs / weights.sum(axis=1, keepdims=True)
