"""A sign of life while something is computed."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import TypeVar

import click
from rich.console import Console

from hintwise.cli.background import BEST_S, computed_in_background
from hintwise.render.words.language import Language

T = TypeVar("T")

_SOON_S = 1.0
"""Whoever waits no longer than that need not be told how long."""


class Waiting:
    """What a person reads who waits for a step: how long already, and how much may be gained."""

    def __init__(self, language: Language, what: str) -> None:
        self._language = language
        self._what = what
        self._started = time.monotonic()
        self._gap = math.inf

    def begin(self, what: str) -> None:
        """Wait for something else from now on."""
        self._what, self._started, self._gap = what, time.monotonic(), math.inf

    def progress(self, cost: float, lower_bound: float) -> None:
        """Take note of how far the search has come: see `Limits.on_progress`."""
        self._gap = 1 - lower_bound / cost if 0 < cost < math.inf else math.inf

    def __rich__(self) -> str:
        seconds = time.monotonic() - self._started
        if seconds < _SOON_S:
            return f"{self._what} …"
        parts = {"what": self._what, "seconds": int(seconds)}
        if self._gap == math.inf:
            return self._language.say("progress.elapsed", **parts)
        percent = math.ceil(100 * max(self._gap, 0.0))
        return self._language.say("progress.gap", **parts, percent=percent)


def spinner(console: Console, what: str | Waiting) -> AbstractContextManager[object]:
    """Nothing unless a person is looking at stderr. Print only once it has gone."""
    if not console.is_terminal:
        return nullcontext()
    return console.status(f"{what} …" if isinstance(what, str) else what)


def wait_for(compute: Callable[[threading.Event], T], what: str) -> T:
    """What `compute(cancel)` returns, computed in another thread (see `background`)."""
    with spinner(Console(stderr=True), what):
        (result,) = computed_in_background(lambda cancel: iter([compute(cancel)]))
    return result


def wait_for_best(
    compute: Callable[[threading.Event], T], waiting: Waiting
) -> Generator[T, None, None]:
    """As `wait_for`, but yields the result, also what Ctrl-C has left of it.

    Then `KeyboardInterrupt` is raised when the next one is asked for.
    """
    results = computed_in_background(lambda cancel: iter([compute(cancel)]), patience_s=BEST_S)
    with closing(results):
        with spinner(Console(stderr=True), waiting):
            result = next(results)
        yield result
        yield from results


def seconds_since_start() -> float:
    """How long ago the command line was called, what it has imported since included."""
    started = click.get_current_context().find_root().obj  # None if nobody took the time
    return time.perf_counter() - started if isinstance(started, float) else 0.0
