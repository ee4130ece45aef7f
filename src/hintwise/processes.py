"""Worker processes for long computations."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

context = multiprocessing.get_context("spawn")
"""Started afresh rather than forked: a fork would copy threads in whatever they were doing."""


def pool_of(
    count: int | None, initializer: Callable[..., None], *arguments: Any
) -> ProcessPoolExecutor:
    """So many worker processes, or one for each core, each of which first calls `initializer`."""
    return ProcessPoolExecutor(
        count, mp_context=context, initializer=initializer, initargs=arguments
    )


@contextmanager
def interrupts_left_to_parent() -> Iterator[None]:
    """Ctrl-C reaches all processes; those started inside the block never notice.

    They inherit what is blocked in the thread that starts them, and an executor starts its workers
    when work is first submitted.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Python starts it with the first worker otherwise, and unblocks the signal in doing so.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
