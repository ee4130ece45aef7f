"""What a participant does, as their page says it, and the event that comes of it.

    {"kind": "consented"}
    {"kind": "read", "name": "instructions"}
    {"kind": "filled", "name": "demographics", "answers": {"age": 34}}
    {"kind": "answered", "key": "q17", "side": "left", "seconds": 4.2, "away": 0, "away_s": 0.0}

Nothing is computed here, so an answer can be stored before the next question is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hintwise.errors import InvalidValue, known_name, shown
from hintwise.study import events as happened
from hintwise.study.course import Course
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]

_TIMES = ("seconds", "away", "away_s")


class NotOpen(InvalidValue):
    """What somebody does is not what waits to be done: another tab was first, or the page is old.

    `event` is what they have tried; `done` is the event of the same id, if it was done before.
    """

    def __init__(self, event: Record, done: Record | None) -> None:
        self.event = event
        self.done = done
        before = "it was done before" if done is not None else "something else comes first"
        super().__init__(f"{event['id']} cannot be done now: {before}; reload to see what is")

    @property
    def is_repeated(self) -> bool:
        """Whether the very same was done before, in whatever time."""
        return self.done is not None and _timeless(self.event) == _timeless(self.done)


def event_of(plan: StudyPlan, events: Sequence[Record], deed: Record) -> dict[str, Any]:
    """The event of a deed, if it is what waits to be done after these events.

    Raises `NotOpen` if something else does, and `InvalidValue` if the deed makes no sense.
    """
    course = Course(plan, events)
    event = _event(course, deed)
    if event["id"] != course.next.done:
        done = next((each for each in events if each["id"] == event["id"]), None)
        raise NotOpen(event, done)
    return event


def _event(course: Course, deed: Record) -> dict[str, Any]:
    match dict(deed):
        case {"kind": "consented"}:
            return happened.consented()
        case {"kind": "read", "name": str(name)}:
            return happened.read(name)
        case {"kind": "filled", "name": str(name), "answers": answers}:
            return happened.filled(name, course.plan.form(name).checked(answers))
        case {"kind": "answered", "key": str(code), "side": str(side), **times}:
            asked = _asked(course, code)
            answer = happened.answer_of(side, swapped=asked["swapped"])
            return happened.answered(key=asked["key"], answer=answer, side=side, **_times(times))
    known_name("kind of deed", deed.get("kind"), happened.DEEDS)
    raise InvalidValue(f"{shown(dict(deed))} lacks what a deed of its kind has")


def _asked(course: Course, code: str) -> Record:
    question = course.called(code)
    asked = None if question is None else course.asked(question.key)
    if asked is None:
        raise InvalidValue(f"no question {shown(code)} was asked; give the key of the open one")
    return asked


def _times(given: Record) -> dict[str, Any]:
    """How long it took and how often the page was left, as far as the page can tell."""
    times = {name: given[name] for name in _TIMES if given.get(name) is not None}
    return {"seconds": 0.0, **times}


def _timeless(event: Record) -> dict[str, Any]:
    return {**event, "body": {k: v for k, v in event["body"].items() if k not in _TIMES}}
