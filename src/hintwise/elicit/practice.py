"""A first way through a puzzle, which all queries on it that are cut off start from.

Searches that end after so many nodes find what they find by what is known before. So that the same
query is asked whatever went before, that is a function of the puzzle alone: what was learned while
it was solved once, by steps not far from the easiest, and then looked at here and there through the
eyes of people of many kinds.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.features import Weights
from hintwise.limits import Cancel
from hintwise.problem import Fact, Problem, State, Step

_LOOK_EVERY_S = 0.05

_NODES = 5
"""For each step on the way: a second for all steps of a 9x9 Sudoku."""

_GLANCES = 16
"""Places on the way that are looked at again, each with weights of its own.

They take 0.3 s on a 9x9 Sudoku, once. After them, searches of 6 nodes found the cheapest step as
often as those of 20 nodes from nothing (64 % of the time instead of 60 % on a Sudoku, 93 % instead
of 80 % on a logic grid; on average 19 % too dear instead of 13 %, and 2 % instead of 16 %; 45
searches on each), in half the time. Without them, 9 to 12 nodes were needed.
"""

_GLANCE_NODES = 8

_SPREAD = 2.0
"""Of the logarithms of these weights, about as far apart as those of simulated users."""

_LEAST = 1e-3
"""No weight is less than this share of the largest."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What solving a puzzle once gave."""

    order: tuple[Fact, ...]
    """The facts that follow, each from those before it by a step that is not far from the easiest.

    Facts in no order make states in which nobody ever is: questions about these taught less.
    """
    explainer: Explainer
    """It knows what was learned on the way. Never asked itself, so that threads may share it."""


def practised(explainer: Explainer, cancel: Cancel | None = None) -> Practice:
    """The practice that the explainer's puzzle gives: computed once for each.

    It does not depend on what the explainer was asked before. Raises `OutOfTime` when it is
    cancelled; whoever asks next goes on from there.
    """
    way = _way_through(explainer.problem)
    cancel = cancel or threading.Event()
    while not way.lock.acquire(timeout=_LOOK_EVERY_S):  # another thread is on it
        _check(cancel)
    try:
        way.go_on(explainer, cancel)
        return Practice(tuple(way.order), way.known)
    finally:
        way.lock.release()


class _Way:
    """A way through a puzzle, as far as it was gone.

    Each search begins with what those before it have learned, and counts once it is finished: one
    that was cancelled leaves no trace. A worker is called away from it every now and then.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.order: list[Fact] = []
        self._explainer: Explainer | None = None
        self._state: State | None = None
        self._glanced = 0

    @property
    def known(self) -> Explainer:
        assert self._explainer is not None
        return self._explainer

    def go_on(self, explainer: Explainer, cancel: Cancel) -> None:
        """Go to the end, and look back at places on the way."""
        if self._explainer is None:
            own = explainer.apart(limits=Limits(cancel=cancel))
            _check(cancel)  # or it would keep what belongs to the puzzle from other explainers
            self._explainer, self._state = own, own.start
        while self._state is not None and self._state.targets:
            step = self._search(self._state, None, _NODES, cancel)
            self.order.append(step.derived)
            self._state = self._state.after(step)
        glances = list(_glances(tuple(self.order), self.known.features))
        while self._glanced < len(glances):
            known, weights = glances[self._glanced]
            self._search(self.known.state(known), weights, _GLANCE_NODES, cancel)
            self._glanced += 1

    def _search(self, state: State, weights: Weights | None, nodes: int, cancel: Cancel) -> Step:
        own = self.known.apart(knowing=True)
        step = own.optimal_step(state, weights, limits=Limits(nodes=nodes, cancel=cancel))
        _check(cancel)
        self._explainer = own
        return step


def _check(cancel: Cancel) -> None:
    if cancel.is_set():
        raise OutOfTime("cancelled while a way through the puzzle was looked for")


@functools.lru_cache(maxsize=64)
def _way_through(problem: Problem) -> _Way:
    return _Way()


def _glances(
    order: tuple[Fact, ...], features: tuple[str, ...]
) -> Iterator[tuple[tuple[Fact, ...], Weights]]:
    """Places on the way, as far as it was gone, and weights: the same for the same puzzle."""
    rng = np.random.default_rng(0)
    for _ in range(_GLANCES if order else 0):
        known = int(rng.integers(len(order)))
        logarithms = _SPREAD * rng.standard_normal(len(features))
        shares = np.maximum(np.exp(logarithms - logarithms.max()), _LEAST)
        yield order[:known], dict(zip(features, shares.tolist(), strict=True))
