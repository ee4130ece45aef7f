"""Tasks that tell what workers do with them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hintwise.errors import NotImplied
from hintwise.service.jobs.tasks.context import Task, TaskContext

OF_OURS = "secret of ours"
LONG_S = 30
"""Longer than any test would wait."""


def echo(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    return dict(arguments)


def place(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """Which process it is."""
    return os.getpid()


def log(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """Write a line, after a while."""
    time.sleep(arguments.get("seconds", 0))
    _write(arguments, arguments["line"])
    return arguments["line"]


def hold(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """Wait until it is told to stop, or released, and write what happened."""
    _write(arguments, f"{arguments['name']} begun by {os.getpid()}")
    end = time.monotonic() + LONG_S
    released = Path(arguments["file"]).with_suffix(".released")
    while not context.cancel.is_set() and not released.exists():
        assert time.monotonic() < end
        time.sleep(0.005)
    _write(arguments, f"{arguments['name']} {'stopped' if context.cancel.is_set() else 'released'}")
    return arguments["name"]


def count(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    for number in range(arguments["to"]):
        context.emit({"number": number})
    return arguments["to"]


def count_until_stopped(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    _write(arguments, "counting begun")
    number = 0
    while not context.cancel.is_set():
        context.emit(number)
        number += 1
        time.sleep(0.005)
    _write(arguments, "counting stopped")


def count_and_die_once(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    for number in range(4):
        context.emit(number)
        if number == 1:
            die_once(arguments, context)
    return 4


def refuse(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    raise NotImplied("r1c1=1", {"r1c1": 2})


def fail(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    raise ZeroDivisionError(OF_OURS)


def give_function(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """What no other process can be told."""
    return lambda: None


def die(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """End the process that calls this."""
    _write(arguments, f"dying {os.getpid()}")
    if arguments.get("softly"):
        os._exit(3)
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    file = Path(arguments["file"])
    if not file.exists():
        die(arguments, context)
    return os.getpid()


def be_stuck(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """Heed neither deadline nor cancellation."""
    _write(arguments, f"stuck {os.getpid()}")
    time.sleep(LONG_S)


def eat(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """Take so much memory."""
    data = bytearray(arguments["bytes"])
    return len(data)


def _write(arguments: Mapping[str, Any], line: str) -> None:
    with open(arguments["file"], "a", encoding="utf-8") as file:
        file.write(f"{line}\n")


TASKS: Mapping[str, Task] = {
    task.__name__: task
    for task in (
        echo,
        place,
        log,
        hold,
        count,
        count_until_stopped,
        count_and_die_once,
        refuse,
        fail,
        give_function,
        die,
        die_once,
        be_stuck,
        eat,
    )
}
