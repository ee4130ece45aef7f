"""A sign of life while something is computed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from rich.console import Console

from hintwise.cli.background import computed_in_background

T = TypeVar("T")


def spinner(console: Console, what: str) -> AbstractContextManager[object]:
    """Nothing unless a person is looking at stderr. Print only once it has gone."""
    return console.status(f"{what} …") if console.is_terminal else nullcontext()


def wait_for(compute: Callable[[threading.Event], T], what: str) -> T:
    """What `compute(cancel)` returns, computed in another thread (see `background`)."""
    with spinner(Console(stderr=True), what):
        (result,) = computed_in_background(lambda cancel: iter([compute(cancel)]))
    return result
