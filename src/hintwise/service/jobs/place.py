"""Where one job at a time is done: the contract between jobs and whatever computes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from hintwise.guide.steps.workbench import MOST
from hintwise.service.jobs.performing import Broken, Outcome, Work
from hintwise.service.operations.logs import where

Found = TypeVar("Found")


class Gone(Exception):
    """The place has ended, and whatever was under way there is lost."""


async def unless_gone(awaited: asyncio.Future[Found], gone: asyncio.Future[None]) -> Found:
    """What is awaited, or `Gone` as soon as it will not come."""
    either: set[asyncio.Future[Any]] = {awaited, gone}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not awaited.done():
        raise Gone
    return awaited.result()


@dataclass(frozen=True, slots=True)
class Reports:
    """Whom a place tells how the work goes on, in the event loop."""

    begun: Callable[[], object] = lambda: None
    emit: Callable[[Any], object] = lambda part: None
    lost: Callable[[], object] = lambda: None
    """Whoever had begun is gone, but the place is not, and it will be begun elsewhere."""


class Place(Protocol):
    """Does one job at a time, from `start` until it is gone; then another takes its place."""

    @property
    def gone(self) -> asyncio.Future[None]:
        """Done as soon as the place has ended, be it busy or idle."""

    async def start(self) -> None:
        """Return when it is ready; raises `Gone` if it ends instead."""

    async def do(self, work: Work, reports: Reports) -> Outcome:
        """Do the work; raises `Gone` if the place ends before its outcome is there."""

    def stop(self) -> None:
        """The work under way is not wanted any more: it should end soon, `Stopped`."""

    def kill(self) -> None:
        """End the place at once, whatever it is at."""

    def knows(self, puzzle: str) -> bool:
        """Whether it has worked on this puzzle lately."""

    async def close(self) -> None:
        """End the place, and return when nothing of it is left."""


async def outcome_at(place: Place, work: Work, reports: Reports) -> Outcome:
    """What becomes of the work there; a defect of the place itself is one of this job only."""
    try:
        return await place.do(work, reports)
    except Gone:
        raise
    # Not swallowed: who waits is told, and the place, whose state nobody knows, is replaced.
    except Exception as error:
        return Broken("its worker failed in a way of its own", where(error), by_place=True)


class RecentPuzzles:
    """The puzzles that a place has worked on, as many as it keeps benches for."""

    def __init__(self) -> None:
        self._puzzles: dict[str, None] = {}

    def __contains__(self, puzzle: str) -> bool:
        return puzzle in self._puzzles

    def add(self, puzzle: str) -> None:
        self._puzzles.pop(puzzle, None)
        self._puzzles[puzzle] = None
        if len(self._puzzles) > MOST:
            del self._puzzles[next(iter(self._puzzles))]
