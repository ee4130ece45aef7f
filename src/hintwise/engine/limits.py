"""How long a call may take, and how it is stopped."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Protocol

from hintwise.errors import InvalidValue


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
    """

    deadline_s: float | None = None
    gap: float = 0.0
    cancel: Cancel | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.deadline_s is not None and not self.deadline_s > 0:
            raise InvalidValue(f"deadline_s is {self.deadline_s!r}; it must be above zero, or None")
        if not (math.isfinite(self.gap) and self.gap >= 0):
            raise InvalidValue(f"gap is {self.gap!r}; it must be zero or more")
        if self.nodes is not None and self.nodes < 1:
            raise InvalidValue(f"nodes is {self.nodes!r}; it must be one or more, or None")


class Stopped(Exception):
    """The deadline has passed or the call was cancelled: unwinds to the search, never further."""


class Clock:
    """Measures one search against its limits."""

    def __init__(self, limits: Limits) -> None:
        self.started = time.perf_counter()
        self._end = math.inf if limits.deadline_s is None else self.started + limits.deadline_s
        self._cancel = limits.cancel
        self._nodes = math.inf if limits.nodes is None else limits.nodes
        self.gap = limits.gap

    def has_spent(self, share: float) -> bool:
        """Whether that share of the allowed time is over, or the call was cancelled."""
        if self._cancel is not None and self._cancel.is_set():
            return True
        return time.perf_counter() - self.started > share * (self._end - self.started)

    def count_node(self) -> None:
        """Raise `Stopped` if it is time to stop, or if as many nodes were counted as allowed."""
        if self._nodes <= 0:
            raise Stopped
        self._nodes -= 1
        self.check()

    def check(self) -> None:
        """Raise `Stopped` if it is time to stop."""
        if self.has_spent(1.0):
            raise Stopped
