"""What comes of a visit: the one function that workers run for participants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.limits import Cancel
from hintwise.problem import Brief
from hintwise.study import events as happened
from hintwise.study.asking.deeds import event_of
from hintwise.study.asking.documents import Manner, document
from hintwise.study.asking.questions import Asker, Memory
from hintwise.study.asking.training import lesson_record
from hintwise.study.course import Course
from hintwise.study.items import LEARNED_FROM, End, Question
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, repr=False)
class Visit(Brief):
    """What has come of a visit: the events to append, and what the participant is shown.

    The `cache` makes the next visit faster. It may be lost.
    """

    events: tuple[Record, ...]
    state: Record
    cache: Record

    def as_json(self) -> dict[str, Any]:
        return {"events": list(self.events), "state": self.state, "cache": self.cache}


def visit(
    plan: Record,
    events: Sequence[Record],
    deed: Record | None = None,
    *,
    cache: Record | None = None,
    language: str | None = None,
    rehearsal: bool = False,
    cancel: Cancel | None = None,
) -> Visit:
    """Take in what a participant does, and compute what comes next.

    `plan` is what `StudyPlan.as_json` wrote, `events` are all that happened so far (or what
    `without_needless` leaves of them), `deed` is as `asking.deeds` says. The events that come of it
    begin with that of the deed; others follow until something waits for the participant. They are
    the same in any process and with any cache, but for the `seconds` that it took to compute a
    question. The language is that in which somebody joined, unless told otherwise.

    Raises `NotOpen` if the deed is not what waits to be done, and `OutOfTime` when it is cancelled.
    """
    study = StudyPlan.from_json(plan)
    asker = Asker(Memory.of(cache), cancel)
    new = [] if deed is None else [event_of(study, events, deed)]
    while more := next_events(course := Course(study, [*events, *new]), asker):
        new += more
    manner = Manner(language or course.joined["language"], rehearsal)
    return Visit(tuple(new), document(course, manner), asker.memory.as_json())


def next_events(course: Course, asker: Asker) -> list[dict[str, Any]]:
    """What is computed before the participant goes on; nothing once something waits for them."""
    match course.next:
        case Question() as question if course.open is None:
            if question.purpose in LEARNED_FROM and course.begun(question.part) is None:
                record = lesson_record(course.plan, question.part, course.seed)
                return [happened.begun(question.part, record)]
            return asker.ask(course, question)
        case End() if not course.is_complete:
            return [happened.completed()]
    return []


def without_needless(events: Iterable[Record]) -> list[Record]:
    """The same events for a visit, without the steps of checks and pairs that are answered.

    Near the end of a course these are most of it, and nothing follows from them.
    """
    events = list(events)
    answered = {event["body"]["key"] for event in events if event["kind"] == "answered"}
    return [_without_steps(event) if _is_done_with(event, answered) else event for event in events]


def _is_done_with(event: Record, answered: set[str]) -> bool:
    if event["kind"] != "asked" or event["body"]["purpose"] in LEARNED_FROM:
        return False
    return event["body"]["key"] in answered


def _without_steps(event: Record) -> dict[str, Any]:
    body = {name: value for name, value in event["body"].items() if name != "query"}
    return {**event, "body": body}
