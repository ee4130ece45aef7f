"""Worker processes for long computations."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

context = multiprocessing.get_context("spawn")
"""Started afresh rather than forked: a fork would copy threads in whatever they were doing."""

_ONE_THREAD: Mapping[str, str] = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)

_changing_environment = threading.Lock()


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


def compute_in_one_thread() -> None:
    """Let this process compute in one thread, unless the environment says more.

    Before numpy is loaded: it is then that its linear algebra starts a thread for each core. The
    matrices of a search are small, so that these do little but wait for each other, busily: on two
    cores, a 5 x 5 logic grid took a third more CPU time with them.
    """
    if "numpy" not in sys.modules:
        for name, value in _ONE_THREAD.items():
            os.environ.setdefault(name, value)


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Processes started inside the block compute in one thread, unless the environment says more.

    A process for each core is enough, and sums in one thread have one order.
    """
    with _changing_environment:
        added = {name: value for name, value in _ONE_THREAD.items() if name not in os.environ}
        os.environ.update(added)
        try:
            yield
        finally:
            for name in added:
                del os.environ[name]
