"""How long a call may take, and how it is stopped."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, runtime_checkable

from hintwise.errors import InvalidValue, expect, is_finite_number, is_whole_number, shown

Answer = TypeVar("Answer")

OnProgress = Callable[[float, float], object]
"""Is told what the best step known costs (infinity if there is none), and what it costs at least.

It is called by whoever searches, and should not take long.
"""

_REPORT_S = 0.1
"""How often progress is reported."""

_START_S = 0.25

_HARDLY_S = 1e-6
"""What a part of a call has whose time is over: it may say what it knows already."""

_LOOK_S = 0.02
"""How often the clock is looked at while a solver works."""


@runtime_checkable
class Cancel(Protocol):
    """Says whether to stop: a `threading.Event`, or anything else that is set from outside."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Limits:
    """What one search may spend.

    After `deadline_s` seconds, after `nodes` nodes of the search tree, or when `cancel` is set
    (from any thread), the best step known is returned with its lower bound and `optimal=False`.
    With a `gap`, the search stops as soon as the step is proven to cost at most (1 + gap) times the
    least possible. A limit in nodes, unlike one in seconds, gives the same step on every machine.

    What has no best answer so far, such as making an `Explainer`, heeds `deadline_s` and `cancel`
    and raises `OutOfTime`. `on_progress` is told every now and then how far the search for a step
    has come.

    With `compiled`, searches that are limited in nodes use compiled code as well, where Numba is
    installed. What is proven stays the same; what a limit in nodes leaves unproven is the same on
    every machine that has Numba, but may be another step on one that has not.
    """

    deadline_s: float | None = None
    gap: float = 0.0
    cancel: Cancel | None = None
    nodes: int | None = None
    on_progress: OnProgress | None = None
    compiled: bool = False

    def __post_init__(self) -> None:
        deadline_s = self.deadline_s
        if deadline_s is not None and not (is_finite_number(deadline_s) and deadline_s > 0):
            raise InvalidValue(
                f"deadline_s is {shown(deadline_s)}; it must be a number above zero, or None"
            )
        if not (is_finite_number(self.gap) and self.gap >= 0):
            raise InvalidValue(f"gap is {shown(self.gap)}; it must be a number, zero or more")
        if self.nodes is not None and not (is_whole_number(self.nodes) and self.nodes >= 1):
            raise InvalidValue(
                f"nodes is {shown(self.nodes)}; it must be a whole number, one or more, or None"
            )
        if self.cancel is not None and not isinstance(self.cancel, Cancel):
            raise InvalidValue(
                f"cancel is {shown(self.cancel)}; it must have a method is_set, as a "
                "threading.Event has, or be None"
            )
        if self.on_progress is not None and not callable(self.on_progress):
            raise InvalidValue(
                f"on_progress is {shown(self.on_progress)}; it must be a function of a cost and "
                "a lower bound, or None"
            )

    def for_start(self) -> Limits:
        """For making an explainer on the way to steps that have these limits each.

        It has at least a quarter of a second, even if a step may take less.
        """
        deadline_s = None if self.deadline_s is None else max(self.deadline_s, _START_S)
        return Limits(deadline_s, cancel=self.cancel)


def check_limits(limits: Limits) -> Limits:
    """The limits, if they are some; else `InvalidValue` says what is accepted."""
    return expect(limits, Limits, "Limits(deadline_s=…)")


class Stopped(Exception):
    """The deadline has passed or the call was cancelled: unwinds to the search, never further."""


class Clock:
    """Measures one call against its limits."""

    def __init__(self, limits: Limits) -> None:
        self.started = time.perf_counter()
        self._limits = check_limits(limits)
        self._end = math.inf if limits.deadline_s is None else self.started + limits.deadline_s
        self._cancelled_s: float | None = None  # when it was first noticed
        self._nodes = math.inf if limits.nodes is None else limits.nodes
        self.gap = limits.gap
        self._reported = self.started

    def has_spent(self, share: float) -> bool:
        """Whether that share of the allowed time is over, or the call was cancelled."""
        now = time.perf_counter()
        if self.cancelled_since(now) is not None:
            return True
        return now - self.started > share * (self._end - self.started)

    def cancelled_since(self, now: float) -> float | None:
        """How many seconds before `now` it was first noticed that the call is cancelled."""
        if self._cancelled_s is None:
            cancel = self._limits.cancel
            if cancel is None or not cancel.is_set():
                return None
            self._cancelled_s = now
        return now - self._cancelled_s

    def left(self, grace_s: float = 0.0) -> Limits:
        """What a part of the call may spend that begins now, so that the whole keeps its limits.

        It has the time that is left, and as many nodes as each search of the call. With `grace_s`,
        it may last that much longer, be it a deadline or a cancellation that ends the call, and
        half of that in any case.
        """
        limits = self._limits
        deadline_s, cancel = limits.deadline_s, limits.cancel
        if deadline_s is not None:
            deadline_s = max(self.seconds_left() + grace_s, grace_s / 2, _HARDLY_S)
        if cancel is not None and grace_s:
            cancel = _LateCancel(self, grace_s, time.perf_counter() + grace_s / 2)
        return replace(limits, deadline_s=deadline_s, cancel=cancel)

    def seconds_left(self) -> float:
        """Until the deadline; infinity if there is none."""
        return self._end - time.perf_counter()

    @property
    def is_exhaustive(self) -> bool:
        """Whether only a deadline or a cancellation ends the call before its answer is proven."""
        return self._limits.nodes is None and not self.gap

    @property
    def asks_for_compiled(self) -> bool:
        """Whether searches are to use compiled code from the beginning, if there is any."""
        return self._limits.compiled

    def count_node(self) -> None:
        """Raise `Stopped` if it is time to stop, or if as many nodes were counted as allowed."""
        if self._nodes <= 0:
            raise Stopped
        self._nodes -= 1
        self.check()

    def report(self, cost: float, lower_bound: float) -> None:
        """Tell whoever wants to know how far a search has come, if it is time to."""
        on_progress = self._limits.on_progress
        if on_progress is not None and time.perf_counter() - self._reported > _REPORT_S:
            self._reported = time.perf_counter()
            on_progress(cost, lower_bound)

    def check(self) -> None:
        """Raise `Stopped` if it is time to stop."""
        if self.has_spent(1.0):
            raise Stopped


@dataclass(frozen=True, slots=True)
class _LateCancel:
    """Is set so long after a call was noticed to be cancelled."""

    clock: Clock
    grace_s: float
    not_before_s: float

    def is_set(self) -> bool:
        now = time.perf_counter()
        since = self.clock.cancelled_since(now)
        return since is not None and since >= self.grace_s and now >= self.not_before_s


def interruptibly(
    work: Callable[[], Answer], interrupt: Callable[[], object], clock: Clock
) -> Answer:
    """What `work` returns, for solvers that look at no clock and hold up Ctrl-C.

    It runs in a thread of its own. At the deadline, when cancelled, or at Ctrl-C, `interrupt` is
    called until `work` has returned: more than once, since an interrupt that comes before the
    solver has begun may be lost.
    """
    outcome: Future[Answer] = Future()
    done = threading.Event()  # Ctrl-C inside Thread.join makes a thread that runs look dead

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # handed on to the caller
            outcome.set_exception(error)
        finally:
            done.set()

    threading.Thread(target=run, name="hintwise-solver", daemon=True).start()
    try:
        while not done.wait(min(_LOOK_S, max(clock.seconds_left(), _LOOK_S / 10))):
            if clock.has_spent(1.0):
                interrupt()
    finally:
        while not done.is_set():
            interrupt()
            done.wait(_LOOK_S)
    return outcome.result()
