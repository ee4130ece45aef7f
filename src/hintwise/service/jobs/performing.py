"""How a job is done, wherever that is."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hintwise.errors import HintwiseError, known_name
from hintwise.guide.steps.workbench import Workbenches
from hintwise.limits import Cancel
from hintwise.service.jobs.tasks.context import Task, TaskContext
from hintwise.service.operations.logs import where

TASKS_MODULE = "hintwise.service.jobs.tasks"
"""A module whose `TASKS` are all that can be asked for."""


@dataclass(frozen=True, slots=True)
class Work:
    """A job as a worker gets it; `number` tells it from all others of the same web process."""

    number: int
    task: str
    arguments: Mapping[str, Any] = field(repr=False)
    deadline_s: float
    puzzle: str = ""
    urgent: bool = True
    wants_parts: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What the task has returned."""

    value: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """What the task has raised on purpose."""

    error: HintwiseError


@dataclass(frozen=True, slots=True)
class Stopped:
    """The job was cancelled before its result was there."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Something went wrong; if it `ran_out_of_memory`, an earlier one may have taken that.

    `trace` says where, without the messages of errors: they may repeat what somebody sent. An
    error that is the task's own is `by_task`, one of where it was to be computed `by_place`.
    """

    message: str
    trace: str = field(default="", repr=False)
    ran_out_of_memory: bool = False
    by_task: bool = False
    by_place: bool = False


Outcome = Done | Refused | Stopped | Broken


class Bench:
    """Where work is done, one after the other: the tasks, and what is kept between two of them."""

    def __init__(self, tasks_module: str = TASKS_MODULE) -> None:
        self._tasks: Mapping[str, Task] = importlib.import_module(tasks_module).TASKS
        self._benches = Workbenches()

    def perform(self, work: Work, unwanted: Cancel, emit: Callable[[Any], object]) -> Outcome:
        """Do the work here and now; whatever it raises is its outcome."""
        if unwanted.is_set():
            return Stopped()
        ends_s = time.monotonic() + work.deadline_s
        context = TaskContext(_Either(unwanted, ends_s), unwanted, emit, ends_s, self._benches)
        try:
            task = self._tasks[known_name("task", work.task, self._tasks)]
            value = task(work.arguments, context)
        except HintwiseError as error:
            return Stopped() if unwanted.is_set() else Refused(error)
        except MemoryError as error:
            return Broken("it took too much memory", where(error), ran_out_of_memory=True)
        # Not swallowed: who waits is told, and a defect of one task must not end the worker.
        except Exception as error:
            return Broken("it ended with an error of ours", where(error), by_task=True)
        return Stopped() if unwanted.is_set() else Done(value)


@dataclass(frozen=True, slots=True)
class _Either:
    """Set once a job is not wanted any more, or its time is over."""

    unwanted: Cancel
    ends_s: float

    def is_set(self) -> bool:
        return self.unwanted.is_set() or time.monotonic() > self.ends_s
