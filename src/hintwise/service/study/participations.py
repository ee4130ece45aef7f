"""The participations in all studies: events in the store, questions from the workers.

What a person does is stored before anything that comes after it is shown, and together with it if
that is there already: while the person thinks, what may follow is computed. Reading stores nothing.
"""

from __future__ import annotations

import functools
import logging
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from anyio.to_thread import run_sync

from hintwise.errors import HintwiseError, NotAdmitted, Outdated, OutOfTime
from hintwise.service.foresight import Foresight
from hintwise.service.jobs import Busy, Job, JobFailed, Jobs
from hintwise.service.jobs.figures import Histogram
from hintwise.service.study.attendance import Attendance, Attendances, Document, plan_of
from hintwise.service.study.waits import Waits
from hintwise.store import NewEvent, Store
from hintwise.store.studies import Enrolment, Joined, Newcomer, Participant, Study
from hintwise.study.allocation import allocate, seed_of
from hintwise.study.asking import NotOpen, event_of
from hintwise.study.events import joined, upgraded, versions_in

JOB_S = 60.0
"""For a visit: the first one about a puzzle takes longest."""

_TRIES = 5
"""How often something is tried again because another tab was first."""

COMPUTED = ("begun", "asked")
"""The kinds of events that may come out otherwise with other versions."""

_log = logging.getLogger("hintwise.study")

_ENGINE = ("hintwise", "numpy", "python-sat", "cpmpy")


class Stuck(Exception):
    """What comes next cannot be computed, and what was done is stored. The log says why."""


class Participations:
    """What people do in studies; each answer is the document that they are shown.

    Its stage is `waiting` while the workers are too busy to compute what comes next: `go_on` then.
    Raises `Outdated` where another tab was first, `Busy` if nothing was stored, `UnknownStream` for
    somebody who has withdrawn, `HintwiseError` for what cannot be done, and `Stuck`.
    """

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs
        self._attendances = Attendances(store)
        self._foresight = Foresight(jobs)
        self._waits = Waits()
        self._stuck: set[tuple[str, int]] = set()

    def close(self) -> None:
        """Stop what is computed ahead."""
        self._foresight.close()

    def waits(self, study: str) -> Histogram:
        """How long people of a study have waited for what comes next, since the start."""
        return self._waits.of(study)

    def stuck(self, study: str) -> list[int]:
        """The numbers of those who cannot go on, as far as is known since the start."""
        return sorted(number for name, number in self._stuck if name == study)

    async def join(self, name: str, newcomer: Newcomer, language: str | None = None) -> Joined:
        """Let somebody in; raises `NotAdmitted` if nobody new may come."""
        enrol = functools.partial(enrolment, language=language)
        return await run_sync(self._store.studies.join, name, newcomer, enrol)

    async def state(self, participant: Participant) -> Document:
        """What the person is shown now. Stores and computes nothing."""
        return (await self._attendance(participant)).as_json()

    async def go_on(self, participant: Participant) -> Document:
        """What the person is shown now; what comes next is computed and stored if need be."""
        began = self._waits.begin(participant)
        for _ in range(_TRIES):
            attendance = await self._attendance(participant)
            if attendance.state is not None:
                self._look_ahead(attendance)
                return attendance.as_json()
            try:
                found = await self._visited(attendance)
            except Outdated:
                continue
            except (Busy, OutOfTime, JobFailed):
                break
            self._waits.end(participant, began)
            return found
        self._waits.go_on(participant, began)
        return attendance.as_json()

    async def do(
        self, participant: Participant, deed: Mapping[str, Any], at: int | None = None
    ) -> Document:
        """Store what the person does, and show what comes next.

        What was done before in the same way changes nothing. `Outdated` if something else waits to
        be done by now, or the participation is not at the position `at`.
        """
        began = self._waits.begin(participant)
        for _ in range(_TRIES):
            attendance = await self._attendance(participant)
            try:
                event = event_of(attendance.plan, attendance.events, deed)
            except NotOpen as error:
                if error.is_repeated:
                    break
                raise Outdated(at or 0, attendance.position, []) from None
            if at is not None and at != attendance.position:
                raise Outdated(at, attendance.position, [])
            try:
                foreseen = self._foreseen(attendance, deed, event)
                if foreseen is not None:
                    shown = await self._stored(attendance, foreseen)
                    self._waits.end(participant, began)
                    return shown
                await self._append(attendance, [event])
                break
            except Outdated:  # another tab, perhaps with the very same
                continue
        else:
            raise Busy(1.0)
        return await self.go_on(participant)

    async def new_token(self, participant: Participant, in_use: str | None) -> str:
        """For another device."""
        return await run_sync(self._store.studies.new_token, participant, in_use)

    async def withdraw(self, participant: Participant) -> None:
        """Delete all that is stored of the person."""
        self._foresight.forget(participant.stream_id)
        await run_sync(self._store.studies.withdraw, participant)
        self._attendances.forget(participant.stream_id)
        self._stuck.discard((participant.study, participant.number))
        self._foresight.forget(participant.stream_id)  # it may have been looked at meanwhile

    async def _attendance(self, participant: Participant) -> Attendance:
        return await run_sync(self._attendances.read, participant)

    async def _visited(self, attendance: Attendance) -> Document:
        self._foresight.forget(attendance.participant.stream_id)
        person = (attendance.participant.study, attendance.participant.number)
        try:
            visit = await self._jobs.run(_job(attendance))
        except OutOfTime:
            raise
        except (HintwiseError, JobFailed) as error:
            if isinstance(error, JobFailed) and not error.by_task:
                raise
            # It would go wrong again; only who runs the study can do something about it.
            self._stuck.add(person)
            _log.error("study %s: participant %d cannot go on: %s", *person, error)
            raise Stuck from error
        self._stuck.discard(person)
        return await self._stored(attendance, visit)

    async def _stored(self, attendance: Attendance, visit: Mapping[str, Any]) -> Document:
        """Append what has happened, keep what was computed, and look ahead."""
        visit = {**visit, "events": _with_versions(attendance, visit["events"])}
        position = await self._append(attendance, visit["events"])
        now = attendance.after(visit, position)
        await run_sync(self._attendances.keep, now)
        self._look_ahead(now)
        return now.as_json()

    async def _append(self, attendance: Attendance, events: Sequence[Mapping[str, Any]]) -> int:
        if not events:
            return attendance.position
        new = [NewEvent(one["kind"], one["body"], one["id"]) for one in events]
        append = self._store.studies.append
        return await run_sync(append, attendance.participant, attendance.position, new)

    def _look_ahead(self, attendance: Attendance) -> None:
        jobs = {name: _job(attendance, deed) for name, deed in attendance.deeds().items()}
        self._foresight.look(attendance.moment, jobs)

    def _foreseen(
        self, attendance: Attendance, deed: Mapping[str, Any], event: Document
    ) -> Document | None:
        """What was computed for a deed, with the deed as it is, not as it was expected."""
        if attendance.state is None or not attendance.deeds():
            return None
        visit = self._foresight.take(attendance.moment, attendance.name_of(deed))
        if visit is None or visit["events"][0]["id"] != event["id"]:
            return None
        return {**visit, "events": [event, *visit["events"][1:]]}


def enrolment(
    study: Study, number: int, counts: Mapping[str, int], language: str | None = None
) -> Enrolment:
    """The cell of a newcomer, and the event that they joined."""
    plan = plan_of(study)
    cell = allocate(plan, counts, study.closed_arms)
    if cell is None:
        raise NotAdmitted("arms")
    event = joined(
        study=study.name,
        plan=study.hash,
        number=number,
        cell=cell.name,
        order=cell.order,
        seed=seed_of(plan, number),
        language=language or plan.language,
        versions=engine_versions(),
    )
    return Enrolment(cell.name, [NewEvent(event["kind"], event["body"], event["id"])])


@functools.cache
def engine_versions() -> dict[str, str]:
    """What computes the questions: the same versions ask the same ones."""
    return {"python": platform.python_version(), **{name: version(name) for name in _ENGINE}}


def _with_versions(attendance: Attendance, events: Sequence[Document]) -> list[Document]:
    """The events, told before the first that was computed if other versions compute now."""
    known = versions_in(attendance.events)
    computed = [place for place, event in enumerate(events) if event["kind"] in COMPUTED]
    if not computed or known[-1] == engine_versions():
        return [*events]
    place = computed[0]
    return [*events[:place], upgraded(len(known), engine_versions()), *events[place:]]


def _job(attendance: Attendance, deed: Mapping[str, Any] | None = None) -> Job:
    """A visit; with a deed, one that may come."""
    arguments = {
        "plan": attendance.study.plan,
        "events": list(attendance.events),
        "deed": deed,
        "cache": attendance.cache,
        "rehearsal": attendance.study.rehearsal,
    }
    participant = attendance.participant
    return Job(
        "visit_study",
        arguments,
        participant.person_id,
        puzzle=participant.stream_id,
        urgent=deed is None,
        unlikely=deed is not None and deed.get("side") == "none",
        deadline_s=JOB_S,
    )
