"""When relaxations are solved by compiled code: in long searches, if `hintwise[fast]` is installed.

Numba takes half a second to load, and five more to compile the kernel for the first time on a
machine. Most searches are done long before that; others go on while a thread of its own loads it.

Rounding may take a search along another path: where it is proven, to the same step; where it is cut
off after some nodes, perhaps to another one. What such a search ends with must not depend on what
was loaded before, so it does without the kernel, or, with `Limits.compiled`, has it from its first
pivot on. Measured on 30 queries of the choice perceptron under the norms `nadir` (Sudoku, user 0,
run 1; twice in turn): 13.8 and 12.6 s of CPU from the first pivot on, 16.6 and 13.3 s after 100
pivots of a search, 20.4 and 18.1 s after 500, 21.7 and 20.2 s without; all numbers were the same.
"""

from __future__ import annotations

import importlib
import math
import threading
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from hintwise.engine.linear.basis import CLOSE, SLOW, Basis, Rows, Vector
from hintwise.engine.linear.pricing import EPS, NEAR
from hintwise.limits import Clock, Limits

WORTHWHILE = 20_000
"""Pivots that an explainer has made before the kernel is loaded: about twice what loading takes,
which slows the search down meanwhile. A 5 x 5 logic grid has 18 000 in all."""

_NAME = "hintwise.engine.linear.kernel"

THREAD_NAME = "hintwise-kernel"
"""Of the thread that loads it."""


@dataclass(frozen=True)
class Outcome:
    """How many pivots were taken; the bound, if the optimum or the cutoff was reached by them."""

    pivots: int
    bound: float | None
    optimal: bool


class Compiled:
    """The kernel for one search, if there is one: shared by all its relaxations.

    A search that may be cut off has it from the first pivot to the last, or not at all.
    """

    def __init__(self) -> None:
        self._clock = Clock(Limits())
        self._kernel: ModuleType | None = None

    def begin(self, clock: Clock) -> None:
        """Be ready for a search with this clock, if it asks for the kernel or finds it loaded."""
        self._clock = clock
        wanted = clock.asks_for_compiled or (clock.is_exhaustive and _is_loaded())
        self._kernel = load() if wanted else None

    @property
    def ready(self) -> bool:
        return self._kernel is not None

    def consider(self, pivots: int) -> None:
        """Have the kernel loaded if so many pivots make it worthwhile, and use it from then on.

        Nobody waits for that: loading cannot be stopped half-way, but the search can. When only
        searches loaded it that nothing could cancel, the command line and the web application,
        which can always be stopped, never had it: a 6 x 6 logic grid took twice as long.
        """
        if self._kernel is None and pivots > WORTHWHILE and self._clock.is_exhaustive:
            if _is_loaded():
                self._kernel = load()
            else:
                _begin_loading()

    def pivot(self, rows: Rows, basis: Basis, cutoff: float, **vectors: Vector) -> Outcome:
        """Take pivots while all goes well; `ready` must hold.

        The basis changes, and of the `vectors` of the programme `side`, `resting` and `demand`.
        """
        assert self._kernel is not None
        kernel, (matrix, columns, importance) = self._kernel, rows.stored
        programme = kernel.Programme(
            matrix=matrix, columns=columns, importance=importance, **vectors
        )
        space = kernel.space_for(basis, programme)
        size, changes = len(basis.elements), basis.changes_left
        tolerances = kernel.Tolerances(eps=EPS, near=NEAR, close=CLOSE, slow=SLOW)
        end = kernel.run_pivots(programme, space, size, cutoff, changes, tolerances)
        basis.elements = space.elements[: end.size].copy()
        basis.rows = space.rows[: end.size].copy()
        basis.inverse = space.inverse[: end.size, : end.size].copy()
        basis.count_changes(end.pivots, end.least_pivot)
        done = end.how != kernel.ODD and math.isfinite(end.bound)
        return Outcome(
            end.pivots, float(end.bound) if done else None, optimal=end.how == kernel.OPTIMAL
        )


def _is_loaded() -> bool:
    return load.cache_info().currsize > 0


_one_at_a_time = threading.Lock()


def _begin_loading() -> None:
    """Let a thread load the kernel, unless one is at it."""
    with _one_at_a_time:
        if not any(thread.name == THREAD_NAME for thread in threading.enumerate()):
            # Not a daemon: the interpreter would end in the middle of native code, and crash.
            threading.Thread(target=load, name=THREAD_NAME).start()


@cache
def load() -> ModuleType | None:
    """The kernel, compiled: whoever uses it later does not wait for that. None without Numba."""
    try:
        kernel = importlib.import_module(_NAME)
    except ImportError:
        return None
    _warm_up(kernel)
    return kernel


def _warm_up(kernel: ModuleType) -> None:
    """Let it solve a programme of which nothing is demanded, so that all of it is compiled."""
    none = [np.zeros(1) for _ in kernel.Programme._fields[2:]]
    programme = kernel.Programme(np.zeros((1, 1)), np.zeros((1, 1)), *none)
    tolerances = kernel.Tolerances(eps=EPS, near=NEAR, close=CLOSE, slow=SLOW)
    kernel.run_pivots(programme, kernel.space_for(Basis(), programme), 0, 0.0, 0, tolerances)
