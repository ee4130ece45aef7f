"""What there is to choose from in a puzzle: steps that somebody of whatever taste may be shown.

What a person's steps cost more than need be is judged by these. A few steps that are drawn for a
question do not tell: whoever has a better one is not noticed there.
"""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.instances import nearby_state
from hintwise.elicit.practice import Practice, check_cancelled, drawn_weights, practised, taking
from hintwise.engine import Explainer, Limits
from hintwise.features import Weights
from hintwise.limits import Cancel
from hintwise.problem import Problem, State, Step

Menu = NDArray[np.float64]
"""The features of the steps that are known in a state, one step in each row."""

PLACES = 16
"""Places all along the way. At each is one state in which every fact may be explained, and one in
which a fact that comes up soon has to be."""
TASTES = 4
"""So many weightings are tried in each of these states.

All together they take three seconds on a 9x9 Sudoku and two on a 4x5 logic grid, once."""
_NODES = 8


def menus(explainer: Explainer, cancel: Cancel | None = None) -> tuple[Menu, ...]:
    """For each of several states of the explainer's puzzle, the steps found that none dominates.

    Computed once for each puzzle; it does not depend on what the explainer was asked before. Raises
    `OutOfTime` when it is cancelled; whoever asks next goes on from there.
    """
    cancel = cancel or threading.Event()
    practice = practised(explainer, cancel)
    course = _course_through(explainer.problem)
    with taking(course.lock, cancel):
        course.go_on(practice, cancel)
        return course.menus


class _Course:
    """The searches for menus, as far as they were made; one that was cancelled leaves no trace."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.menus: tuple[Menu, ...] = ()
        self._explainer: Explainer | None = None
        self._searched = 0

    def go_on(self, practice: Practice, cancel: Cancel) -> None:
        """Make the searches that are left."""
        if self.menus or not practice.order:
            return
        known = self._explainer or practice.explainer
        states = list(_states(practice, known))
        searches = itertools.product(states, range(TASTES))
        tastes = _tastes(known.features, TASTES * len(states))
        for (state, _), weights in list(zip(searches, tastes, strict=True))[self._searched :]:
            own = known.apart(knowing=True)
            own.optimal_step(state, weights, limits=Limits(nodes=_NODES, cancel=cancel))
            check_cancelled(cancel)
            known, self._searched = own, self._searched + 1
            self._explainer = own
        found = (menu_of(known.recalled(state), known.features) for state in states)
        self.menus = tuple(menu for menu in found if len(menu))


@functools.lru_cache(maxsize=64)
def _course_through(problem: Problem) -> _Course:
    return _Course()


def _states(practice: Practice, explainer: Explainer) -> Iterator[State]:
    rng = np.random.default_rng(1)
    places = np.linspace(0, len(practice.order) - 1, min(PLACES, len(practice.order)))
    for place in places.astype(int).tolist():
        yield explainer.state(practice.order[:place])
        yield nearby_state(explainer, practice.order, place, rng)


def _tastes(features: tuple[str, ...], count: int) -> Iterator[Weights]:
    rng = np.random.default_rng(2)
    return (drawn_weights(features, rng) for _ in range(count))


def menu_of(steps: Sequence[Step], features: Sequence[str]) -> Menu:
    """The counts of those of the steps that no other one dominates."""
    counts = np.array([[step.features[name] for name in features] for step in steps], float)
    return undominated(counts.reshape(-1, len(features)))


def undominated(counts: Menu) -> Menu:
    """The different rows than which no other one is less somewhere and nowhere more.

    >>> undominated(np.array([[1.0, 2.0], [2.0, 1.0], [2.0, 2.0]])).tolist()
    [[1.0, 2.0], [2.0, 1.0]]
    """
    found = np.unique(counts, axis=0)
    less = (found[:, None] <= found[None]).all(axis=2).sum(axis=0)
    kept: Menu = found[less == 1]  # but for the row itself
    return kept
