"""What is computed for people outside the web process: the contract."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from hintwise.errors import InvalidValue, is_finite_number, shown
from hintwise.service.jobs.figures import Figures


@dataclass(frozen=True, slots=True)
class Job:
    """A task by its name, with arguments in JSON, for a person who waits for its result.

    `person` is whom it is for, or from where it was asked: people are served in turn. Jobs on the
    same `puzzle` go to the same worker, if that is free. A newer job of the same person and `slot`
    takes the place of an older one. A job that is not `urgent` is computed while nothing urgent
    waits, and gives way; one that is `unlikely` to be needed comes after all others. `deadline_s`
    is for computing, without the wait for a worker.
    """

    task: str
    arguments: Mapping[str, Any] = field(repr=False)
    person: str = field(repr=False)
    puzzle: str = ""
    slot: str = ""
    urgent: bool = True
    unlikely: bool = False
    deadline_s: float = 10.0

    def __post_init__(self) -> None:
        if not (is_finite_number(self.deadline_s) and self.deadline_s > 0):
            raise InvalidValue(
                f"deadline_s is {shown(self.deadline_s)}; it must be a number above zero"
            )


class Busy(Exception):
    """Too much is waiting already; after `retry_after_s` seconds it is likely to be less."""

    def __init__(self, retry_after_s: float) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"all workers are busy; try again in {retry_after_s:.0f} s")


class Superseded(Exception):
    """The same person has asked for something newer in its place."""


class JobFailed(Exception):
    """No result will come: the job took too long or too much memory, or ended its workers.

    `by_task` tells a task that itself ended with an error, and would again, from all of these.
    """

    def __init__(self, message: str, *, by_task: bool = False) -> None:
        self.by_task = by_task
        super().__init__(message)


class Jobs(Protocol):
    """Computes jobs somewhere else, so that whoever waits for one holds up nobody."""

    async def start(self) -> None:
        """Begin; jobs may be given at once, and wait until there is a worker for them."""

    async def close(self) -> None:
        """Stop all jobs and end what was started; who still waits is told `JobFailed`."""

    async def run(self, job: Job) -> Any:
        """What the task returns, as JSON.

        Raises what the task raises of `HintwiseError`, and `Busy`, `Superseded` or `JobFailed`.
        If whoever awaits it is cancelled, so is the work.
        """

    def stream(self, job: Job) -> AsyncIterator[Any]:
        """What the task emits, part by part, each as soon as it is there; raises as `run` does.

        Closing the iterator cancels the work.
        """

    def figures(self) -> Figures:
        """How much there is to do and was done, up to now."""
