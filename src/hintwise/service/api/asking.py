"""Who asks, in which language, and whom: what handlers are given besides the request itself."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import Depends, Query, Request

from hintwise.errors import HintwiseError
from hintwise.service.api.values import Language, StepsAsked
from hintwise.service.jobs import Busy, Job, JobFailed, Jobs, Superseded
from hintwise.service.lessons import Lessons
from hintwise.service.pages.choices import language_of
from hintwise.service.people import Caller, MaybePerson, person
from hintwise.service.waiting import unless_left

LONGEST_S = 30.0
"""The most time that a request may ask for, and that an answer of many steps may take."""

START_S = 5.0
"""What a worker may need before its first step: to start, and to read the rules."""


_OF_A_MOMENT = ("hint", "why", "check")
"""What a person does not wait for any more who asks the same about the same puzzle once more."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who asks, and the workers; what is asked is dropped when they go away."""

    request: Request
    caller: str
    known: str | None
    """The person, if it is somebody who has been here before."""

    async def run(self, task: str, deadline_s: float, /, **arguments: Any) -> Any:
        """The answer of a task that may take so long; `Busy` if too much waits already."""
        return await unless_left(
            self.request, self._jobs.run(self._job(task, deadline_s, arguments))
        )

    async def prepare(self, position: Mapping[str, Any]) -> None:
        """Get a worker ready for questions about a puzzle, if any has nothing better to do."""
        job = self._job("prepare", START_S, {"position": position})
        with suppress(Busy, HintwiseError, JobFailed, Superseded):
            await self._jobs.run(replace(job, urgent=False))

    def stream(self, task: str, deadline_s: float, /, **arguments: Any) -> AsyncIterator[Any]:
        """The parts of its answer as they are found."""
        return self._jobs.stream(self._job(task, deadline_s, arguments))

    async def style(self, asked: StepsAsked) -> dict[str, Any]:
        """How the steps are wanted, with the weights that the request names."""
        return {**asked.style(), "weights": await self._weights(asked)}

    async def _weights(self, asked: StepsAsked) -> Mapping[str, float] | None:
        if asked.session is None and asked.profile is None:
            return asked.weights
        asking = await person(self.request)
        lessons: Lessons = self.request.app.state.lessons
        if asked.session is not None:
            return await lessons.weights_of(asking, asked.session)
        return await lessons.weights(asking, asked.kind or await self._kind(asked.puzzle))

    async def _kind(self, text: str) -> str:
        read = await self.run("read", START_S, text=text)
        return str(read["position"]["kind"])

    @property
    def _jobs(self) -> Jobs:
        jobs: Jobs = self.request.app.state.jobs
        return jobs

    def _job(self, task: str, deadline_s: float, arguments: Mapping[str, Any]) -> Job:
        text = (arguments.get("position") or {}).get("puzzle", "")
        puzzle = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() if text else ""
        # Not those of a key or an address, behind which there are many people.
        is_one_person = self.known is not None and task in _OF_A_MOMENT
        return Job(
            task,
            arguments,
            person=self.caller,
            puzzle=puzzle,
            slot=f"{task} {puzzle}" if is_one_person else "",
            deadline_s=deadline_s + START_S,
        )


async def _asker(request: Request, caller: Caller, known: MaybePerson) -> Asker:
    return Asker(request, caller, known)


Asking = Annotated[Asker, Depends(_asker)]


async def _language(
    request: Request,
    language: Annotated[
        Language | None, Query(description="Otherwise what the browser asks for.")
    ] = None,
) -> str:
    return language or language_of(request)


Speaking = Annotated[str, Depends(_language)]


async def _lessons(request: Request) -> Lessons:
    found: Lessons = request.app.state.lessons
    return found


Teaching = Annotated[Lessons, Depends(_lessons)]
