"""A first way through a puzzle, which all queries on it that are cut off start from.

Searches that end after so many nodes find what they find by what is known before. So that the same
query is asked whatever went before, that is a function of the puzzle alone: what was learned while
it was solved once, by steps not far from the easiest, and then looked at here and there through the
eyes of people of many kinds.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator, Sequence
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

GLANCES = 16
"""Places on the way that are looked at again, each with weights of its own.

They take 0.3 s on a 9x9 Sudoku, once. After them, searches of 6 nodes found the cheapest step as
often as those of 20 nodes from nothing (64 % of the time instead of 60 % on a Sudoku, 93 % instead
of 80 % on a logic grid; on average 19 % too dear instead of 13 %, and 2 % instead of 16 %; 45
searches on each), in half the time. Without them, 9 to 12 nodes were needed.
"""

THOROUGH_GLANCES = 400
"""Places that are looked at where questions are made of the steps that practice came upon.

They take 13 s on a 9x9 Sudoku and 7 s on a 4x5 logic grid, once. After them about 90 and 100
different steps are known in the median state, dear ones among them. With 300, all of them at whole
states, the cheapest of those known was mostly the cheapest there is (ten states, twelve weightings
each); after `GLANCES` it was often half as dear again.
"""
_MOST_FOR_A_FACT = 8
"""So many glances for each fact that follows are enough on a small puzzle."""

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


def practised(
    explainer: Explainer, cancel: Cancel | None = None, glances: int = GLANCES
) -> Practice:
    """The practice that the explainer's puzzle gives: computed once for each.

    With `GLANCES`, or with `THOROUGH_GLANCES`, which are the same and more. It does not depend on
    what the explainer was asked before. Raises `OutOfTime` when it is cancelled; whoever asks next
    goes on from there.
    """
    way = _way_through(explainer.problem)
    cancel = cancel or threading.Event()
    with _taking(way.lock, cancel):
        way.go_on(explainer, cancel, glances)
        return Practice(tuple(way.order), way.known_after(glances))


@contextlib.contextmanager
def _taking(lock: threading.Lock, cancel: Cancel) -> Iterator[None]:
    """Wait for the lock while another thread is on it, unless cancelled, and release it then."""
    while not lock.acquire(timeout=_LOOK_EVERY_S):
        check_cancelled(cancel)
    try:
        yield
    finally:
        lock.release()


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
        self._after_glances: Explainer | None = None  # no more than `GLANCES`

    @property
    def known(self) -> Explainer:
        assert self._explainer is not None
        return self._explainer

    def known_after(self, glances: int) -> Explainer:
        """What was known after so many, or as many as there are."""
        if glances > GLANCES or self._after_glances is None:
            return self.known
        return self._after_glances

    def go_on(self, explainer: Explainer, cancel: Cancel, count: int) -> None:
        """Go to the end, and look back at so many places on the way."""
        if self._explainer is None:
            own = explainer.apart(limits=Limits(cancel=cancel))
            # Or it would keep what belongs to the puzzle from other explainers.
            check_cancelled(cancel)
            self._explainer, self._state = own, own.start
        while self._state is not None and self._state.targets:
            step = self._search(self._state, None, _NODES, cancel)
            self.order.append(step.derived)
            self._state = self._state.after(step)
        glances = list(_glances(tuple(self.order), self.known.features, count))
        while self._glanced < len(glances):
            if self._glanced == GLANCES:
                self._after_glances = self.known
            known, fact, weights = glances[self._glanced]
            state = self.known.state(known)
            if fact is not None:
                state = state.only([fact])
            self._search(state, weights, _GLANCE_NODES, cancel)
            self._glanced += 1

    def _search(self, state: State, weights: Weights | None, nodes: int, cancel: Cancel) -> Step:
        own = self.known.apart(knowing=True)
        step = own.optimal_step(state, weights, limits=Limits(nodes=nodes, cancel=cancel))
        check_cancelled(cancel)
        self._explainer = own
        return step


def check_cancelled(cancel: Cancel | None) -> None:
    """Raise if that is set."""
    if cancel is not None and cancel.is_set():
        raise OutOfTime("cancelled while a puzzle was looked through")


@functools.lru_cache(maxsize=64)
def _way_through(problem: Problem) -> _Way:
    return _Way()


def _glances(
    order: tuple[Fact, ...], features: tuple[str, ...], count: int
) -> Iterator[tuple[tuple[Fact, ...], Fact | None, Weights]]:
    """Places on the way, as far as it was gone, and weights: the same for the same puzzle.

    After the first `GLANCES`, every other one is at a single fact, lest only easy steps are known.
    """
    rng = np.random.default_rng(0)
    most = max(GLANCES, _MOST_FOR_A_FACT * len(order)) if order else 0
    for number in range(min(count, most)):
        known = int(rng.integers(len(order)))
        weights = _drawn_weights(features, rng)
        alone = number >= GLANCES and number % 2
        fact = order[int(rng.integers(known, len(order)))] if alone else None
        yield order[:known], fact, weights


def _drawn_weights(features: Sequence[str], rng: np.random.Generator) -> Weights:
    """Of a taste of any kind."""
    logarithms = _SPREAD * rng.standard_normal(len(features))
    shares = np.maximum(np.exp(logarithms - logarithms.max()), _LEAST)
    return dict(zip(features, shares.tolist(), strict=True))
