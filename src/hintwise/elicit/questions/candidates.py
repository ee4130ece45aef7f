"""Steps of a state that a question may be about: each the cheapest for somebody, or nearly so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.query import TradeOff
from hintwise.elicit.questions.gains import excess
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

LEAST_DRAWN = 1e-4
"""No weight drawn is less than this share of the largest."""

MOST_RECALLED = 24
"""How many of the steps that practice came upon are looked at in a state, the cheapest for any of
those possible first."""

Counts = tuple[int, ...]
"""The features of a step, in the order of the prior's."""

Acquisition = Callable[[Array, Array], Array]
"""How much is gained by asking about two steps of a state: a number for each pair of them.

It is given what each step (columns) costs under each possible weighting (rows), as such and as a
share of the sum of the weights.
"""


@dataclass
class Candidate:
    """A step that may be asked about, and weights under which it is about the cheapest."""

    weights: Weights
    step: Step

    @property
    def settled(self) -> bool:
        """Whether nothing cheaper is going to be looked for."""
        return True

    def go_on(self, nodes: int, limits: Limits) -> None:
        """Look for a cheaper one, if this is not one that was recalled."""

    def minimal(self, explainer: Explainer, limits: Limits) -> Step:
        if self.step.optimal:
            return self.step
        return explainer.minimise(self.step, self.weights, limits=limits)


@dataclass
class Draw(Candidate):
    """Weights drawn from those possible, and the cheapest step found for them so far."""

    search: Callable[[Limits], Step]
    searched: int
    """Nodes that the longest search for it was allowed."""

    @property
    def settled(self) -> bool:
        return self.step.optimal or self.searched >= NODES

    def go_on(self, nodes: int, limits: Limits) -> None:
        if not self.settled:
            self.step, self.searched = self.search(at_most(nodes, limits)), nodes


@dataclass
class Candidates:
    """Steps of a state that are each cheap, if not the cheapest, for some possible weights."""

    explainer: Explainer
    state: State
    belief: BayesBelief
    lately: frozenset[TradeOff] = frozenset()
    plainness: float = 0.0
    """What share of its gain a pair loses with each feature in which its steps differ."""
    found: list[Candidate] = field(default_factory=list)
    looked_at: bool = False
    """Whether they were searched for a second time."""

    @property
    def steps(self) -> dict[Counts, Candidate]:
        """The different ones, each with the first draw that led to it."""
        found: dict[Counts, Candidate] = {}
        for draw in self.found:
            counts = tuple(draw.step.features[name] for name in self.belief.prior.features)
            found.setdefault(counts, draw)
        return found

    def recall(self) -> None:
        """Add the steps that practice came upon, but for those that others dominate."""
        steps = self.explainer.recalled(self.state)
        if not steps:
            return
        names = self.belief.prior.features
        counts: Array = np.array([[step.features[name] for name in names] for step in steps], float)
        more: Array = counts[:, None] - counts[None]
        dominated = np.all(more >= 0, axis=2) & np.any(more > 0, axis=2)
        undominated = np.flatnonzero(~np.any(dominated, axis=1))
        excesses = excess(np.exp(self.belief.samples) @ counts[undominated].T, np.inf)
        nearest = excesses.argmin(axis=0)
        for place in np.argsort(excesses.min(axis=0), kind="stable")[:MOST_RECALLED].tolist():
            weights = self._weights(self.belief.samples[nearest[place]])
            self.found.append(Candidate(weights, steps[undominated[place]]))

    def draw(self, rng: np.random.Generator, nodes: int, limits: Limits) -> None:
        """Add the step for weights drawn from those possible."""
        samples = self.belief.samples
        weights = self._weights(samples[rng.integers(len(samples))])
        search = self.explainer.pursuit(self.state, weights)
        self.found.append(Draw(weights, search(at_most(nodes, limits)), search, nodes))

    def _weights(self, sample: Array) -> Weights:
        return weights_of(self.belief.prior.features, sample)

    def look_again(self, acquisition: Acquisition, clock: Clock) -> None:
        """Search on for all steps a little, and from the second time on for the best pair's."""
        draws = self.pair(acquisition) if self.looked_at else self.found
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

    def pair(self, acquisition: Acquisition) -> tuple[Candidate, Candidate]:
        """The two draws whose steps gain most, the cheaper one first as far as we know."""
        steps = self.steps
        _, a, b = self.best(acquisition)
        return steps[a], steps[b]

    def best(self, acquisition: Acquisition) -> tuple[float, Counts, Counts]:
        """The largest gain and its pair, the cheaper one first as far as we know.

        With a single step, that one twice, and a gain below all others. A pair that was asked about
        lately gains less than any that was not; with `plainness`, one loses with all that differs.
        """
        steps = self.steps
        found = list(steps)
        if len(found) == 1:
            return -np.inf, found[0], found[0]
        shares = self._shares
        counts = np.array(found)
        differing = (counts[:, None] != counts[None]).sum(axis=2)
        gains = acquisition(self.costs, shares)
        # A gain below zero would become larger, and is not worth a question anyway.
        gains = np.where(gains > 0, gains * (1 - self.plainness) ** differing, gains)
        gains[self._asked_lately(counts)] -= ASKED_LATELY
        np.fill_diagonal(gains, -np.inf)
        pair = np.unravel_index(gains.argmax(), gains.shape)
        a, b = sorted(map(int, pair), key=lambda i: float(shares[:, i].mean()))
        return float(gains[a, b]), found[a], found[b]

    def _asked_lately(self, counts: NDArray[np.int_]) -> NDArray[np.bool_]:
        """Of each pair of these steps, whether its trade-off was asked for lately."""
        signs = np.sign(counts[:, None] - counts[None])
        asked = np.zeros(signs.shape[:2], dtype=bool)
        for trade_off in self.lately:
            less, more = (*trade_off, *trade_off)[:2]
            pattern = [(name in more) - (name in less) for name in self.belief.prior.features]
            same = (signs == np.array(pattern)).all(axis=2)
            asked |= same | same.T
        return asked

    @property
    def stake(self) -> float:
        """What share of its cost the step that we would pick now may be dearer than the best."""
        costs = self.costs
        pick = int(self._shares.mean(axis=0).argmin())
        least, ours = costs.min(axis=1), costs[:, pick]
        # Where hard constraints alone imply a fact, its step costs nothing.
        return float((1 - np.divide(least, ours, out=np.ones_like(ours), where=ours > 0)).mean())

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


def weights_of(features: Sequence[str], sample: Array) -> Weights:
    """The weights that have these logarithms, as shares of the largest."""
    shares = np.maximum(np.exp(sample - sample.max()), LEAST_DRAWN)
    return dict(zip(features, shares.tolist(), strict=True))


def at_most(nodes: int, limits: Limits) -> Limits:
    """These limits, and no more nodes than that."""
    return replace(limits, nodes=min(limits.nodes or nodes, nodes))
