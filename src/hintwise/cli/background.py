"""Long computations that Ctrl-C stops at once and cleanly.

A SAT solver called from the main thread takes Ctrl-C away from Python and leaves itself broken. So
the computation runs in a thread of its own, and the main thread only waits and prints.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Generic, TypeVar

T = TypeVar("T")

_THREADS = "hintwise-"
"""How the names of all our threads begin."""

THREAD_NAME = f"{_THREADS}background"

BEST_S = 1.0
"""How long after Ctrl-C a search has to hand over the best step it knows, checked."""

PATIENCE_S = 2.0
"""How long a cancelled computation may take to notice."""


@dataclass(frozen=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True)
class _End:
    error: BaseException | None = None


def computed_in_background(
    compute: Callable[[threading.Event], Iterator[T]], *, patience_s: float = 0.0
) -> Generator[T, None, None]:
    """Yield what `compute(cancel)` yields, computed in another thread.

    On Ctrl-C `cancel` is set, what was finished before is still yielded, and then
    `KeyboardInterrupt` is raised: so it never strikes in the middle of printing. With `patience_s`,
    so is what the computation makes of being cancelled, if it comes within that time and before
    Ctrl-C is pressed again. An error of the computation is raised here. Closing the iterator
    cancels the computation as well.
    """
    cancel = threading.Event()
    results: queue.SimpleQueue[_Item[T] | _End] = queue.SimpleQueue()

    def work() -> None:
        try:
            for value in compute(cancel):
                if cancel.is_set() and not patience_s:
                    return
                results.put(_Item(value))
                if cancel.is_set():
                    break
            results.put(_End(KeyboardInterrupt() if cancel.is_set() else None))
        except BaseException as error:  # not swallowed: it is raised in the main thread
            results.put(_End(KeyboardInterrupt() if cancel.is_set() else error))

    def interrupt() -> None:
        wait_s = 0.0 if cancel.is_set() else patience_s
        cancel.set()
        end = threading.Timer(wait_s, results.put, [_End(KeyboardInterrupt())])
        end.daemon = True
        end.start()

    worker = threading.Thread(target=work, name=THREAD_NAME, daemon=True)
    with _on_interrupt(interrupt):
        worker.start()
        try:
            while isinstance(result := results.get(), _Item):
                yield result.value
            if result.error is not None:
                raise result.error
        finally:
            cancel.set()
            worker.join(PATIENCE_S)


@contextmanager
def _on_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C means `action` inside the block (only the main thread can arrange for that)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(signum: int, frame: FrameType | None) -> None:
        action()

    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def lasting_interrupt() -> Iterator[Callable[[], None]]:
    """Ctrl-C strikes as always inside the block; the function given raises it if it was lost.

    Python reports and drops what is raised while something is freed, and a sweep went on to its
    end once although it had been interrupted.
    """
    pressed = threading.Event()

    def interrupt() -> None:
        pressed.set()
        raise KeyboardInterrupt

    def raise_if_pressed() -> None:
        if pressed.is_set():
            raise KeyboardInterrupt

    with _on_interrupt(interrupt):
        yield raise_if_pressed


def end_process_if_stuck(exit_code: int) -> None:
    """End the process at once if a cancelled computation still runs, or what it has begun to load.

    A thread in native code cannot be ended, and Python's own way out would crash on it or wait.
    """
    if any(thread.name.startswith(_THREADS) for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code)
