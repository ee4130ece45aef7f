"""Visits to a small study that cost nothing: the course is the real one, the questions made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hintwise.service.jobs.tasks.context import Task, TaskContext
from hintwise.study import events as happened
from hintwise.study.asking import event_of
from hintwise.study.course import Course
from hintwise.study.items import LEARNED_FROM, Consent, End, FormPage, Question, Text
from hintwise.study.plan import StudyPlan
from tests.study.made_plans import made_up

Document = dict[str, Any]


def visit_study(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    plan = StudyPlan.from_json(arguments["plan"])
    events = list(arguments["events"])
    deed = arguments["deed"]
    new = [] if deed is None else [event_of(plan, events, deed)]
    while more := _next(Course(plan, [*events, *new])):
        new += more
    course = Course(plan, [*events, *new])
    return {"events": new, "state": _state(course), "cache": {"visits": len(events)}}


def learned(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """The answers from which anything is learned, in order."""
    taught = {
        event["body"]["key"]
        for event in events
        if event["kind"] == "asked" and event["body"]["purpose"] in LEARNED_FROM
    }
    return [
        event["body"]["answer"]
        for event in events
        if event["kind"] == "answered" and event["body"]["key"] in taught
    ]


def _next(course: Course) -> list[Document]:
    match course.next:
        case Question() as question if course.open is None:
            # What is asked depends on all that was learned, as it does in earnest.
            return [made_up(question, {"after": learned(course.events), "stake": None})]
        case End() if not course.is_complete:
            return [happened.completed()]
    return []


def _state(course: Course) -> Document:
    common: Document = {"progress": course.progress.as_json()}
    match course.next:
        case Consent():
            return {**common, "stage": "consent", "consent": {"text": course.plan.consent}}
        case FormPage(name):
            return {**common, "stage": "form", "form": {"name": name, "fields": []}}
        case Text(name=name):
            return {**common, "stage": "text", "text": {"name": name, "params": {}}}
        case Question() as question:
            return {**common, "stage": "question", "question": {"key": question.code}}
        case End():
            return {**common, "stage": "end", "end": {"code": course.plan.completion.code}}


def deed_for(state: Mapping[str, Any], side: str = "left") -> Document:
    """What somebody does who is shown this."""
    match state["stage"]:
        case "consent":
            return {"kind": "consented"}
        case "form":
            return {"kind": "filled", "name": state["form"]["name"], "answers": {}}
        case "text":
            return {"kind": "read", "name": state["text"]["name"]}
        case "question":
            key = state["question"]["key"]
            times = {"seconds": 2.5, "away": 0, "away_s": 0.0}
            return {"kind": "answered", "key": key, "side": side, **times}
    raise AssertionError(state)


TASKS: Mapping[str, Task] = {"visit_study": visit_study}
