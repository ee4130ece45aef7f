"""What a task is given besides its arguments."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hintwise.errors import OutOfTime
from hintwise.guide.steps.workbench import Workbenches
from hintwise.limits import Cancel


def _ignore(part: Any) -> None:
    """Nobody wants parts."""


@dataclass(frozen=True, slots=True)
class TaskContext:
    """How a task is stopped, where its parts go, how long it may take, and what is at hand."""

    cancel: Cancel
    """Set when nobody wants the result any more, and when the time is over."""

    unwanted: Cancel = field(default_factory=threading.Event)
    """Set when nobody wants the result any more, be it complete or not."""

    emit: Callable[[Any], object] = _ignore
    """Sends a part of the result, which is JSON, to whoever waits for it."""

    ends_s: float = field(default_factory=lambda: time.monotonic() + 10.0)
    """When the time is over, as `time.monotonic` tells it."""

    benches: Workbenches = field(default_factory=Workbenches, repr=False)
    """What the worker keeps of the puzzles that it was asked about last."""

    def check_wanted(self) -> None:
        """Raise `OutOfTime` if nobody wants the result any more."""
        if self.unwanted.is_set():
            raise OutOfTime("cancelled before the result was there")

    def at_most(self, deadline_s: float | None = None) -> float:
        """That time, but no more than is left."""
        left_s = max(self.ends_s - time.monotonic(), _LEAST_S)
        return left_s if deadline_s is None else min(left_s, deadline_s)


_LEAST_S = 0.01
"""A limit must be above zero."""

Task = Callable[[Mapping[str, Any], TaskContext], Any]
"""Takes JSON and returns JSON. It heeds `context.cancel`, and raises `HintwiseError` on purpose."""
