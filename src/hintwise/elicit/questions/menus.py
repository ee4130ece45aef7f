"""What there is to choose from in a puzzle: steps that a person may want to be shown.

By how much the steps that they would be shown cost more than the best ones is judged by these. They
are searched for anew for who is possible by now. Steps found beforehand, for tastes of all kinds,
did not tell: to somebody unlike all of those, whose best steps cost next to nothing, it was told
too early that they can stop; and others, whose own best steps were not among them, were not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.practice import check_cancelled, practised
from hintwise.elicit.questions.candidates import at_most, weights_of
from hintwise.elicit.stopping import COVERED, Menu
from hintwise.engine import Explainer, Limits
from hintwise.features import Weights
from hintwise.limits import Clock
from hintwise.problem import Step

PLACES = 4
"""States all along the way, other ones for each question. Twice as many told no more."""
DRAWS = 6
"""For so many of those who are possible a step is looked for in each of these states, and for whom
the person is taken for. All searches together take 0.2 s on a 9x9 Sudoku, 0.6 s at most."""
_NODES = 24
"""For each search. After 8 nodes, steps of 40 elements that cost next to nothing were not found."""


def menus(
    explainer: Explainer, belief: BayesBelief, rng: np.random.Generator, limits: Limits
) -> tuple[Menu, ...]:
    """For each of several states of the explainer's puzzle, the steps known there.

    There are none if the time is over before. What the explainer was asked before does not matter.
    Raises `OutOfTime` when it is cancelled.
    """
    clock, practice = Clock(limits), practised(explainer, limits.cancel)
    known, count = practice.explainer.apart(knowing=True), len(practice.order)
    places = ((np.arange(PLACES) + rng.random(PLACES)) / PLACES * count).astype(int)
    states = [known.state(practice.order[:place]) for place in places.tolist() if count]
    for state in states:
        for weights in _tastes(belief, rng):
            known.optimal_step(state, weights, limits=at_most(_NODES, clock.left()))
        if clock.has_spent(1.0):
            check_cancelled(limits.cancel)
            return ()
    found = (known.recalled(state) for state in states)
    return tuple(_menu(steps, belief.prior.features) for steps in found if steps)


def _menu(steps: Sequence[Step], features: Sequence[str]) -> Menu:
    return np.array([[step.features[name] for name in features] for step in steps], float)


def _tastes(belief: BayesBelief, rng: np.random.Generator) -> Iterator[Weights]:
    """Of all who are likely enough to count, however likely: a rare one may have most to lose."""
    yield belief.weights
    samples, chances = belief.possible
    counting = samples[chances * len(chances) > 1 - COVERED]
    for sample in counting[rng.integers(len(counting), size=DRAWS)]:
        yield weights_of(belief.prior.features, sample)
