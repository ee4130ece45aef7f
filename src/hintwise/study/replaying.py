"""Asking everything again: what participants were asked follows from what they answered.

An export holds all events of every participation. Here each question is computed anew from the
plan, the seed and the answers before it, and must come out as it was recorded, to the last digit.
"""

from __future__ import annotations

import concurrent.futures
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.errors import HintwiseError, InvalidValue, OutOfTime, shown
from hintwise.limits import Cancel
from hintwise.problem import Brief
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, one_thread_each, pool_of
from hintwise.study import events as happened
from hintwise.study.asking.questions import Asker, Memory
from hintwise.study.asking.visits import next_events
from hintwise.study.course import Course
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]
Tell = Callable[[int], object]
"""Is told how many more questions have been asked again."""

FEW = 200
"""Up to this many questions are asked again sooner than worker processes have started."""

TIMES = ("seconds",)
"""What the body of a question may differ in: how long it took to compute."""


@dataclass(frozen=True, slots=True, repr=False)
class Difference(Brief):
    """Something that a participation records otherwise than it comes out now.

    `event` is the id of an event, `part` where in its body they differ (`query.a.cost`); it is
    empty if another event comes there.
    """

    person: str
    event: str
    part: str
    recorded: Any
    replayed: Any

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        what = f"{self.part} of {self.event}" if self.part else self.event
        recorded, replayed = shown(self.recorded), shown(self.replayed)
        return f"{self.person}: {what} is recorded as {recorded}, and is now {replayed}"


def replay(
    plan: Record, participations: Iterable[Record], cancel: Cancel | None = None
) -> Iterator[Difference]:
    """All differences, of one participation after the other.

    `plan` is what `StudyPlan.as_json` wrote. A participation is `{"person", "events"}`, or has a
    `number` in place of a name.
    """
    for participation in participations:
        yield from replay_one(plan, participation, cancel)


def replay_one(
    plan: Record,
    participation: Record,
    cancel: Cancel | None = None,
    tell: Tell = lambda questions: None,
) -> Iterator[Difference]:
    """The differences of one participation, which may have ended anywhere.

    After a difference it goes on from what was recorded: what was asked later was asked after that.
    Raises `InvalidValue` where it cannot, because something that is needed is missing.
    """
    study = StudyPlan.from_json(plan)
    events = [event for event in participation["events"] if event.get("kind") != "upgraded"]
    person = str(participation.get("person", participation.get("number", "")))
    asker = Asker(Memory(), cancel)
    place = 1
    while place < len(events):
        try:
            computed = _computed(Course(study, events[:place]), asker, events[place])
            recorded = events[place : place + len(computed)]
            pairs = zip(recorded, computed, strict=False)
            found = [one for pair in pairs for one in _differences(person, *pair)]
        except OutOfTime:
            raise
        except _DAMAGED as error:
            raise InvalidValue(
                f"{person}: from what is recorded before {shown(events[place]['id'])} it cannot be "
                f"told what came next ({type(error).__name__}: {error}); the sessions are damaged"
            ) from error
        yield from found
        tell(sum(event["kind"] == "asked" for event in recorded))
        place += len(computed)


_DAMAGED = (
    HintwiseError,
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
)
"""What comes of events that lack something, or hold something else than they should."""


def replay_many(
    plan: Record,
    participations: Sequence[Record],
    workers: int | None = None,
    tell: Tell = lambda questions: None,
) -> list[Difference]:
    """All differences, in the order of the participations, which are replayed in so many processes
    at a time: by default one for each core, or this one alone if there are few questions."""
    if workers is None and _questions(participations) <= FEW:
        workers = 1
    if len(participations) < 2 or workers == 1:
        own = (replay_one(plan, each, tell=tell) for each in participations)
        return [difference for found in own for difference in found]
    cancel, asked = workers_context.Event(), workers_context.Value("q", 0)
    with pool_of(workers, _start_worker, plan, cancel, asked) as executor:
        try:
            with interrupts_left_to_parent(), one_thread_each():
                futures = [executor.submit(_replay_in_worker, each) for each in participations]
            told, left = 0, set(futures)
            while left:
                done, left = concurrent.futures.wait(left, _TOLD_EVERY_S, _FIRST)
                now = asked.value
                tell(now - told)
                told = now
                for future in done:
                    future.result()  # what is damaged is told at once
            return [difference for future in futures for difference in future.result()]
        finally:
            cancel.set()
            executor.shutdown(cancel_futures=True)


def _questions(participations: Iterable[Record]) -> int:
    return sum(event["kind"] == "asked" for one in participations for event in one["events"])


_TOLD_EVERY_S = 0.5
_FIRST = concurrent.futures.FIRST_COMPLETED

_given: tuple[Record, Cancel, Any] | None = None
"""In a worker process: the plan, what cancels it, and the number of questions asked by all."""


def _start_worker(plan: Record, cancel: Cancel, asked: Any) -> None:
    global _given
    _given = (plan, cancel, asked)


def _replay_in_worker(participation: Record) -> list[Difference]:
    assert _given is not None  # every worker starts with it
    plan, cancel, asked = _given

    def tell(questions: int) -> None:
        with asked.get_lock():
            asked.value += questions

    return list(replay_one(plan, participation, cancel, tell))


def _computed(course: Course, asker: Asker, recorded: Record) -> Sequence[Record]:
    """What comes next: as it is computed, or else as the person's deed must look like."""
    return next_events(course, asker) or [_expected(course, recorded)]


def _expected(course: Course, recorded: Record) -> dict[str, Any]:
    """What a participant's deed must look like, as far as that can be told."""
    body = dict(recorded["body"])
    if course.open is not None and "side" in body:
        asked = course.open["body"]
        answer = happened.answer_of(body["side"], swapped=asked["swapped"])
        body |= {"key": asked["key"], "answer": answer}
    return {"kind": recorded["kind"], "id": course.next.done, "body": body}


def _differences(person: str, recorded: Record, replayed: Record) -> Iterator[Difference]:
    event = recorded["id"]
    if event != replayed["id"] or recorded["kind"] != replayed["kind"]:
        yield Difference(person, event, "", event, replayed["id"])
        return
    left_out = TIMES if replayed["kind"] == "asked" else ()
    for part, theirs, ours in _leaves(recorded["body"], replayed["body"]):
        if part not in left_out:
            yield Difference(person, event, part, theirs, ours)


def _leaves(theirs: Any, ours: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, as deep inside as can be told: `query.a.cost`."""
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        for name in sorted({*theirs, *ours}):
            inner = f"{path}.{name}" if path else str(name)
            yield from _leaves(theirs.get(name), ours.get(name), inner)
    elif json.dumps(theirs) != json.dumps(ours):  # 1 and 1.0 are not stored alike
        yield path, theirs, ours
