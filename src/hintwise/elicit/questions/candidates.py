"""Steps of a state that a question may be about: each the cheapest for somebody."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.query import FeaturePair, TradeOff
from hintwise.engine import Explainer, Limits
from hintwise.features import Weights
from hintwise.limits import Clock
from hintwise.problem import State, Step

Array = NDArray[np.float64]

MORE_NODES = 20
"""How long the first searches, which were short, go on where the state promises most."""
NODES = 500
"""How long the search for a step that is shown takes at most. Where it is not enough for the proof,
for somebody to whom a hundredth of a weight matters, a step close to the best is as good a
question.

Of 40 questions of a run on Sudoku 33 had both steps proven so, of 80 only 46: looking again leads
to harder states. With searches of 20 nodes and no second look it was 40, and 69.
"""

ASKED_LATELY = 1e6
"""What is taken off the gain of a pair that was asked about lately: more than any gain is."""

MOST_EXCESS = 100.0
"""A step that costs more times what the best one does is simply a bad one."""

LEAST_DRAWN = 1e-4
"""No weight drawn is less than this share of the largest."""

Counts = tuple[int, ...]
"""The features of a step, in the order of the prior's."""

Acquisition = Callable[[Array, Array], Array]
"""How much is gained by asking about two steps of a state: a number for each pair of them.

It is given what each step (columns) costs under each possible weighting (rows), as such and as a
share of the sum of the weights.
"""


@dataclass
class Draw:
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
class Candidates:
    """Steps of a state that are each cheap, if not the cheapest, for some possible weights."""

    explainer: Explainer
    state: State
    belief: BayesBelief
    lately: frozenset[TradeOff] = frozenset()
    draws: list[Draw] = field(default_factory=list)
    looked_at: bool = False
    """Whether they were searched for a second time."""

    @property
    def steps(self) -> dict[Counts, Draw]:
        """The different ones, each with the first draw that led to it."""
        found: dict[Counts, Draw] = {}
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
        self.draws.append(Draw(weights, search, search(_at_most(nodes, limits)), nodes))

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

    def pair(self, acquisition: Acquisition) -> tuple[Draw, Draw]:
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
        shares = self._shares
        gains = acquisition(self.costs, shares)
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
        costs = self.costs
        pick = int(self._shares.mean(axis=0).argmin())
        least, ours = costs.min(axis=1), costs[:, pick]
        # Where hard constraints alone imply a fact, its step costs nothing.
        return float((1 - np.divide(least, ours, out=np.ones_like(ours), where=ours > 0)).mean())

    @property
    def excess(self) -> Array:
        """By what share of it the step that we would show costs more than the best, by sample.

        Of all steps found, that is; whoever has a better one is not noticed here.
        """
        weights = np.array([self.belief.weights[name] for name in self.belief.prior.features])
        shown = int((np.array(list(self.steps), dtype=float) @ weights).argmin())
        return excess(self.costs, MOST_EXCESS)[:, shown]

    @property
    def costs(self) -> Array:
        """Of each step (columns) under all possible weights."""
        costs: Array = np.exp(self.belief.samples) @ np.array(list(self.steps), dtype=float).T
        return costs

    @property
    def _shares(self) -> Array:
        """The same under weights of a sum of 1."""
        shares: Array = self.costs / np.exp(self.belief.samples).sum(axis=1, keepdims=True)
        return shares


def excess(costs: Array, most: float) -> Array:
    """By what share each step (columns) costs more than the best one, by sample; at most `most`."""
    least = costs.min(axis=1, keepdims=True)
    ratio = np.divide(costs, least, out=np.full_like(costs, most + 1), where=least > 0)
    excess: Array = np.where(costs > 0, np.minimum(ratio - 1, most), 0.0)
    return excess


def _at_most(nodes: int, limits: Limits) -> Limits:
    return replace(limits, nodes=min(limits.nodes or nodes, nodes))
