"""Queries that tell most: two steps, each of which may well be the person's best.

Weights are drawn from what the Bayesian learner holds possible, and the cheapest step is computed
for each draw. All of these are minimal, none dominates another, and each is the best for somebody
who would have answered so. The pair is chosen by an acquisition rule, and so is the state, if
several are offered.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.bayes import LEAST_SHARE, BayesianLearner
from hintwise.elicit.queries import ContrastQueries, Knowledge, Pair, even
from hintwise.elicit.query import Fallback
from hintwise.elicit.response import Response
from hintwise.engine import Explainer, Limits, not_dominated_by
from hintwise.errors import InvalidValue, NoSuchStep
from hintwise.problem import State, Step

Array = NDArray[np.float64]

FIRST_DRAWS = 2
"""Steps computed in each state offered, to see which is worth asking about."""
MORE_DRAWS = 4
"""Steps computed in the state that is."""

Acquisition = Callable[[Array, Array, Response], Array]
"""How much is gained by asking about two steps: a number for each pair of them.

It is given what each step (columns) costs under each possible weighting (rows), as such and as a
share of the sum of the weights, and how people answer.
"""


def best_of_two(costs: Array, shares: Array, response: Response) -> Array:
    """By how much the better of the two is expected to be cheaper than the one we would pick now.

    After Lin, Astudillo, Frazier and Bakshy, "Preference exploration for efficient Bayesian
    optimization with multiple outcomes" (AISTATS 2022), who call it EUBO.
    """
    alone = shares.mean(axis=0)
    better = np.minimum(shares[:, :, None], shares[:, None, :]).mean(axis=0)
    gain: Array = np.minimum(alone[:, None], alone[None, :]) - better
    return gain


def information(costs: Array, shares: Array, response: Response) -> Array:
    """What the answer is expected to tell about the weights, where both steps may be the best.

    The mutual information (Houlsby, Huszár, Ghahramani and Lengyel, "Bayesian active learning for
    classification and preference learning", 2011) times the root of the product of the
    probabilities that each step is the best one.
    """
    preference = response.preference(costs[:, None, :] - costs[:, :, None])
    told = _entropy(preference.mean(axis=0)) - _entropy(preference).mean(axis=0)
    best = np.bincount(costs.argmin(axis=1), minlength=costs.shape[1]) / len(costs)
    gain: Array = told * np.sqrt(best[:, None] * best[None, :])
    return gain


def _entropy(probability: Array) -> Array:
    """Of yes or no, in nats."""
    p = np.clip(probability, 1e-12, 1 - 1e-12)
    entropy: Array = -p * np.log(p) - (1 - p) * np.log(1 - p)
    return entropy


@dataclass(frozen=True, slots=True)
class InformedQueries:
    """Asks about the pair, and in the state, of the largest gain; a is the one we would pick now.

    Where all draws lead to one step, in whichever state was offered, the pair is that of the
    paper's non-dominated queries.
    """

    acquisition: Acquisition

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair:
        learner = knowledge.learner
        if not isinstance(learner, BayesianLearner):
            raise InvalidValue(
                "this method asks about what may be the best; it needs the learner 'bayes'"
            )
        rng = np.random.default_rng([learner.seed, 1, knowledge.number])
        tables = [_Candidates(explainer, state, learner, limits) for state in states]
        for table in tables:
            table.draw(FIRST_DRAWS, rng)
        place = max(range(len(tables)), key=lambda i: tables[i].best(self.acquisition)[0])
        chosen = tables[place]
        chosen.draw(MORE_DRAWS, rng)
        if len(chosen.steps) == 1:
            return _contrast(explainer, states, knowledge, limits)
        _, a, b = chosen.best(self.acquisition)
        return Pair(a, b, Fallback.NOTHING, a.optimal and b.optimal, place)


def _contrast(
    explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
) -> Pair:
    """A pair of the first state that has two different steps."""
    contrast = ContrastQueries(not_dominated_by, even, minimal=True)
    for place, state in enumerate(states):
        with contextlib.suppress(NoSuchStep):
            return contrast.pair(explainer, [state], knowledge, limits)._replace(place=place)
    raise NoSuchStep("no state offered has two different steps")


@dataclass
class _Candidates:
    """The different steps of a state that are each the cheapest for some possible weights."""

    explainer: Explainer
    state: State
    learner: BayesianLearner
    limits: Limits
    steps: dict[tuple[int, ...], Step] = field(default_factory=dict)

    def draw(self, count: int, rng: np.random.Generator) -> None:
        """Compute the cheapest steps for so many draws of the weights."""
        samples, features = self.learner.samples, self.learner.prior.features
        for row in rng.integers(len(samples), size=count):
            weights = np.maximum(np.exp(samples[row] - samples[row].max()), LEAST_SHARE)
            drawn = dict(zip(features, weights.tolist(), strict=True))
            step = self.explainer.optimal_step(self.state, drawn, limits=self.limits)
            self.steps.setdefault(tuple(step.features[f] for f in features), step)

    def best(self, acquisition: Acquisition) -> tuple[float, Step, Step]:
        """The largest gain and its pair, the cheaper one first as far as we know.

        With a single step, that one twice, and a gain below all others.
        """
        steps = list(self.steps.values())
        if len(steps) == 1:
            return -np.inf, steps[0], steps[0]
        weights = np.exp(self.learner.samples)
        costs = weights @ np.array(list(self.steps), dtype=float).T
        shares = costs / weights.sum(axis=1, keepdims=True)
        gains = acquisition(costs, shares, self.learner.response)
        np.fill_diagonal(gains, -np.inf)
        pair = np.unravel_index(gains.argmax(), gains.shape)
        a, b = sorted(map(int, pair), key=lambda i: float(shares[:, i].mean()))
        return float(gains[a, b]), steps[a], steps[b]
