"""Work in a process of its own, which may take only so much time and memory."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from hintwise.limits import Cancel
from hintwise.processes import context, interrupts_left_to_parent

_STARTING_S = 60.0
"""What a process may take to start; its time is counted from then on."""

_READY = "ready"

_LOOK_EVERY_S = 0.1
"""How often the parent looks whether the run is cancelled."""

Work = Callable[..., Iterator[Any]]
"""What a child does: it yields what it has found so far, which survives it."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a child may take. Memory is address space, which the system can limit."""

    seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Ended:
    """What a child has found, and how it ended: `done`, or what it ran out of, or died of."""

    found: tuple[Any, ...]
    how: str


def run_in_child(
    work: Work, *arguments: Any, allowance: Allowance, cancel: Cancel | None = None
) -> Ended:
    """Let a fresh process do the work, and end it when its time is over or the run cancelled."""
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, allowance, work, arguments), daemon=True)
    with interrupts_left_to_parent():
        child.start()
    theirs.close()
    found: list[Any] = []
    try:
        how = _listen(ours, found, allowance.seconds, cancel)
    finally:
        child.kill()
        child.join()
        ours.close()
    return Ended(tuple(found), how or _death(child.exitcode))


def _listen(ours: Connection, found: list[Any], seconds: float, cancel: Cancel | None) -> str:
    """Gather what the child sends until it says how it ended; empty if it died."""
    end = time.monotonic() + _STARTING_S
    with contextlib.suppress(EOFError, ConnectionResetError):
        while (left := end - time.monotonic()) > 0:
            if cancel is not None and cancel.is_set():
                return "cancelled"
            if not ours.poll(min(left, _LOOK_EVERY_S)):
                continue
            message = ours.recv()
            if isinstance(message, Ended):
                return message.how
            if message == _READY:
                end = time.monotonic() + seconds
            else:
                found.append(message)
        return "out of time"
    return ""


def _death(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        name = signal.Signals(-exit_code).name
        # Native code that gets no memory aborts, or reads where there is none.
        return "out of memory" if name in ("SIGABRT", "SIGSEGV", "SIGKILL") else f"ended by {name}"
    return f"ended with exit code {exit_code}"


def _serve(
    theirs: Connection, allowance: Allowance, work: Work, arguments: tuple[Any, ...]
) -> None:
    _limit_memory(allowance.memory_bytes)
    _be_silent()
    theirs.send(_READY)
    try:
        for part in work(*arguments):
            theirs.send(part)
    except MemoryError:
        theirs.send(Ended((), "out of memory"))
    except Exception as error:  # what no caller expects is just what a benchmark should report
        theirs.send(Ended((), f"{type(error).__name__}: {error}"))
    else:
        theirs.send(Ended((), "done"))


def _be_silent() -> None:
    """Native code that gets no memory says so at length; the parent says it in a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)


def _limit_memory(memory_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
