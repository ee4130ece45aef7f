"""The lessons of all people: events in the store, questions from the workers.

A lesson is a stream. Its first event, `begun`, holds the record of `guide.lessons`; the others are
the entries of its journal, each under its own name. What a visit computed is kept beside the
stream: how the lesson stands, and a cache. Both may be lost; then the next visit takes longer.

An answer is stored before the question after it is shown, and together with it if that is there
already: while the person thinks, the questions that may follow are computed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from anyio.to_thread import run_sync

from hintwise.errors import Outdated, OutOfTime, UnknownStream
from hintwise.guide.lessons import answers_given, open_question
from hintwise.render.words.language import DEFAULT
from hintwise.service.foresight import Foresight
from hintwise.service.jobs import Busy, Job, JobFailed, Jobs
from hintwise.store import Event, NewEvent, Store

Document = dict[str, Any]

STREAM = "lesson"
"""The kind of their streams."""
KEPT = "visit-1"
"""The name of what is kept beside one; the number goes up when that gets another form."""

ANSWERS = ("a", "b", "none")
UNLIKELY = "none"
"""What few answer: the question that would follow is computed last."""
JOB_S = 20.0
"""For a visit: the two steps of a question, and what the last answer has taught."""
_TRIES = 5
"""How often a question is computed again because another tab was first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A lesson that can be begun: its record, and the entries that it brings along."""

    record: Document
    entries: Sequence[Document] = ()


@dataclass(frozen=True, slots=True)
class Attendance:
    """A lesson as the store has it.

    `state` and `cache` are of the visit after the first `visited` entries; None and 0 if nothing
    was kept.
    """

    stream: str
    position: int
    record: Document
    entries: tuple[Document, ...]
    visited: int = 0
    state: Document | None = None
    cache: Document | None = None

    @classmethod
    def of(cls, stream: str, events: Sequence[Event], kept: Document | None) -> Attendance:
        begun, *others = events
        entries = tuple({"event": event.kind, **event.body} for event in others)
        if kept is None or kept["visited"] > len(entries):
            return cls(stream, events[-1].position, begun.body, entries)
        known = {name: kept[name] for name in ("visited", "state", "cache")}
        return cls(stream, events[-1].position, begun.body, entries, **known)

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing has happened since the visit that was kept."""
        return self.state is not None and self.visited == len(self.entries)

    def visit(self, deed: Mapping[str, Any] | None, language: str) -> tuple[Document, int]:
        """The arguments of the next visit, and how many of the entries it leads to are stored.

        If all that was not visited yet is one answer, the cache of the visit before still serves.
        """
        entries, cache, stored = self.entries, self.cache, 0
        if not self.is_up_to_date:
            since = entries[self.visited :]
            if deed is None and cache and [entry["event"] for entry in since] == ["answered"]:
                entries, deed, stored = entries[: self.visited], {"tell": since[0]["answer"]}, 1
            else:
                cache = None
        arguments = {"record": self.record, "entries": list(entries), "cache": cache}
        return {**arguments, "deed": deed, "language": language}, stored


class Lessons:
    """What people do in their lessons; each answer is the document that shows the lesson.

    Its `question` is None if the workers are too busy or too slow to compute one: ask again. Raises
    `UnknownStream` for a lesson that is not this person's, `Outdated` where another tab was first,
    `Busy` if nothing was stored, and `HintwiseError` for what cannot be done.
    """

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs
        self._foresight = Foresight(jobs)

    def close(self) -> None:
        """Stop what is computed ahead."""
        self._foresight.close()

    def forget(self, session: str) -> None:
        """Stop what is computed ahead for a lesson that is no more."""
        self._foresight.forget(session)

    async def plan(
        self, caller: str, kind: str | None = None, puzzles: Sequence[str] | None = None
    ) -> Plan:
        """A lesson about the library's puzzles of a kind, or about one's own, not yet begun."""
        about = {"kind": kind} if puzzles is None else {"puzzles": list(puzzles)}
        record = await self._run("begin_lesson", {**about, "seed": _seed()}, caller)
        return Plan(record)

    async def plan_of(self, caller: str, kind: str, profile: str) -> Plan:
        """The lesson that a profile holds; it may take the place of the person's own."""
        arguments = {"profile": profile, "kind": kind, "seed": _seed()}
        return Plan(**await self._run("take_in_lesson", arguments, caller))

    async def begin(self, person: str, plan: Plan, language: str = DEFAULT) -> Document:
        """A new lesson."""
        return await self._begun(person, plan, None, language)

    async def begin_main(self, person: str, plan: Plan, language: str = DEFAULT) -> Document:
        """The person's own lesson of a kind, which their hints follow, unless there is one."""
        return await self._begun(person, plan, main_label(plan.record["problem"]), language)

    async def replace_main(self, person: str, plan: Plan, language: str = DEFAULT) -> Document:
        """The same in place of the one that there is."""
        label = main_label(plan.record["problem"])
        if (before := await run_sync(self._store.labelled, person, label)) is not None:
            self._foresight.forget(before.id)
        return await self._begun(person, plan, label, language, in_place=True)

    async def main(self, person: str, kind: str, language: str = DEFAULT) -> Document | None:
        """The person's own lesson of a kind, if there is one."""
        stream = await run_sync(self._store.labelled, person, main_label(kind))
        return None if stream is None else await self.state(person, stream.id, language)

    async def state(self, person: str, session: str, language: str = DEFAULT) -> Document:
        """The lesson as it is; the same question until it is answered."""
        for _ in range(_TRIES):
            attendance = await self._attendance(person, session)
            state = attendance.state
            if state is not None and attendance.is_up_to_date and state["language"] == language:
                self._look_ahead(person, attendance)
                return _document(attendance, state)
            try:
                return await self._visited(person, attendance, None, language)
            except Outdated:
                continue
            except (Busy, OutOfTime, JobFailed):
                return _document(attendance, {**_nothing_yet(attendance), "language": language})
        raise Busy(1.0)

    async def answer(
        self,
        person: str,
        session: str,
        question: int,
        answer: str,
        seconds: float | None = None,
        at: int | None = None,
        language: str = DEFAULT,
    ) -> Document:
        """Store the answer to the open question, and ask the next one.

        After an undo another question may have the same number: the position tells them apart.
        """
        attendance = await self._attendance(person, session, at)
        if open_question(attendance.entries) != question:
            raise Outdated(question, attendance.position, [])
        entry: Document = {"event": "answered", "answer": answer}
        if seconds is not None:
            entry["seconds"] = seconds
        moment = (session, attendance.position)
        foreseen = self._foresight.take(moment, answer) if attendance.is_up_to_date else None
        if foreseen is not None and foreseen["state"]["language"] == language:
            _, *others = foreseen["entries"]
            return await self._stored(person, attendance, [entry, *others], foreseen)
        await self._append(person, attendance, [entry])
        return await self.state(person, session, language)

    async def undo(
        self, person: str, session: str, at: int | None = None, language: str = DEFAULT
    ) -> Document:
        """Take the last answer or correction back."""
        return await self._done(person, session, {"undo": True}, at, language)

    async def observe(
        self,
        person: str,
        session: str,
        a: Mapping[str, int],
        b: Mapping[str, int],
        answer: str,
        language: str = DEFAULT,
    ) -> Document:
        """Learn from what the person made of two steps elsewhere, given by their features."""
        deed = {"observe": {"a": dict(a), "b": dict(b), "answer": answer}}
        return await self._done(person, session, deed, None, language)

    async def correct(
        self,
        person: str,
        session: str,
        number: int,
        at: int | None = None,
        language: str = DEFAULT,
    ) -> Document:
        """What was learned under this number, counted from 0, does not apply to the person."""
        return await self._done(person, session, {"correct": number}, at, language)

    async def profile_text(self, person: str, session: str) -> str:
        """What was learned, as a file."""
        attendance = await self._attendance(person, session)
        arguments, _ = attendance.visit(None, DEFAULT)
        about = {name: arguments[name] for name in ("record", "entries", "cache")}
        text: str = await self._run("profile_of_lesson", about, person, session)
        return text

    async def weights(self, person: str, kind: str) -> Mapping[str, float] | None:
        """What steps cost the person, as far as that was learned; None if nothing was."""
        stream = await run_sync(self._store.labelled, person, main_label(kind))
        state = None if stream is None else await self._known(person, stream.id)
        return state["weights"] if state and not state["learned"]["expected"] else None

    async def weights_of(self, person: str, session: str) -> Mapping[str, float] | None:
        """What steps cost whoever is taught there; None while the workers are too busy to say."""
        return (await self._known(person, session))["weights"] or None

    async def _known(self, person: str, session: str) -> Document:
        """How a lesson stands, in whatever language it was last seen."""
        attendance = await self._attendance(person, session)
        if attendance.state is not None and attendance.is_up_to_date:
            return attendance.state
        return await self.state(person, session)

    async def _begun(
        self,
        person: str,
        plan: Plan,
        label: str | None,
        language: str,
        *,
        in_place: bool = False,
    ) -> Document:
        events = [NewEvent("begun", plan.record), *map(_as_event, plan.entries)]
        begin = partial(self._store.begin, label=label, in_place=in_place)
        stream = await run_sync(begin, person, STREAM, events)
        return await self.state(person, stream.id, language)

    async def _attendance(self, person: str, session: str, at: int | None = None) -> Attendance:
        """The lesson; raises `Outdated` if it is not at that position any more."""
        attendance = await run_sync(self._read, person, session)
        if at is not None and attendance.position != at:
            raise Outdated(at, attendance.position, [])
        return attendance

    def _read(self, person: str, session: str) -> Attendance:
        if self._store.stream(session, person).kind != STREAM:
            raise UnknownStream(session)
        kept = self._store.kept(session, KEPT)
        events = self._store.read(session, person)
        return Attendance.of(session, events, None if kept is None else kept.document)

    async def _done(
        self, person: str, session: str, deed: Mapping[str, Any], at: int | None, language: str
    ) -> Document:
        """Do something that is nothing yet unless it can be computed."""
        for _ in range(_TRIES):
            attendance = await self._attendance(person, session, at)
            try:
                return await self._visited(person, attendance, deed, language)
            except Outdated:
                continue
        raise Busy(1.0)

    async def _visited(
        self, person: str, attendance: Attendance, deed: Mapping[str, Any] | None, language: str
    ) -> Document:
        self._foresight.forget(attendance.stream)
        arguments, stored = attendance.visit(deed, language)
        visit = await self._run("visit_lesson", arguments, person, attendance.stream)
        return await self._stored(person, attendance, visit["entries"][stored:], visit)

    async def _stored(
        self, person: str, attendance: Attendance, entries: Sequence[Document], visit: Document
    ) -> Document:
        """Append what has happened, keep what was computed, and look ahead."""
        position = await self._append(person, attendance, entries)
        visited = len(attendance.entries) + len(entries)
        kept = {"visited": visited, "state": visit["state"], "cache": visit["cache"]}
        await run_sync(self._store.keep, attendance.stream, KEPT, position, kept)
        now = Attendance(
            attendance.stream,
            position,
            attendance.record,
            (*attendance.entries, *entries),
            **kept,
        )
        self._look_ahead(person, now)
        return _document(now, visit["state"])

    async def _append(
        self, person: str, attendance: Attendance, entries: Sequence[Document]
    ) -> int:
        if not entries:
            return attendance.position
        events = [_as_event(entry) for entry in entries]
        append = self._store.append
        appended = await run_sync(append, attendance.stream, person, attendance.position, events)
        return appended.position

    def _look_ahead(self, person: str, attendance: Attendance) -> None:
        """Have the questions computed that may follow; the likelier answers come first."""
        assert attendance.state is not None
        language = attendance.state["language"]
        jobs = {
            answer: Job(
                "visit_lesson",
                attendance.visit({"tell": answer}, language)[0],
                person,
                puzzle=attendance.stream,
                urgent=False,
                unlikely=answer == UNLIKELY,
                deadline_s=JOB_S,
            )
            for answer in ANSWERS
        }
        self._foresight.look((attendance.stream, attendance.position), jobs)

    async def _run(self, task: str, arguments: Document, person: str, session: str = "") -> Any:
        job = Job(task, arguments, person, puzzle=session, deadline_s=JOB_S)
        return await self._jobs.run(job)


def main_label(kind: str) -> str:
    """The label of a person's own lesson of a kind."""
    return f"main:{kind}"


def _as_event(entry: Mapping[str, Any]) -> NewEvent:
    return NewEvent(entry["event"], {key: entry[key] for key in entry if key != "event"})


def _document(attendance: Attendance, state: Mapping[str, Any]) -> Document:
    return {"id": attendance.stream, "position": attendance.position, **state}


def _nothing_yet(attendance: Attendance) -> Document:
    """What is shown while no question can be computed: what was known before, if anything."""
    known = attendance.state or {
        "kind": attendance.record["problem"],
        "observations": 0,
        "remaining": None,
        "bound": None,
        "enough": False,
        "remaining_text": "",
        "weights": {},
        "learned": {"title": "", "expected": True, "sentences": [], "shares": []},
    }
    return {**known, "answers": answers_given(attendance.entries), "question": None}


def _seed() -> int:
    """Which questions a lesson asks first; it is part of its record."""
    return secrets.randbelow(2**31)
