"""What researchers see of a study while it runs, and what they take home.

Nothing here holds a token, an id from elsewhere or a text that somebody wrote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.people.statistics import quantile
from hintwise.service.jobs.figures import Figures, Histogram
from hintwise.service.study.attendance import plan_of
from hintwise.store import Store
from hintwise.store.studies import Admission, Participant, Study
from hintwise.study.allocation import allocate
from hintwise.study.course import Course
from hintwise.study.export import Conduct, Participation, Standing, export
from hintwise.study.export.participant import Participant as Answering
from hintwise.study.items import PURPOSES, Consent, End, FormPage, Item, Question, Text
from hintwise.study.plan import StudyPlan
from hintwise.study.plan.values import ARMS, PRACTICE

Document = dict[str, Any]

STATUSES = ("active", "stale", "completed")


@dataclass(frozen=True, slots=True)
class Load:
    """What the server that is asked knows besides the store: its workers, and how people waited.

    `stuck` are those for whom the next question cannot be computed, by their numbers.
    """

    figures: Figures
    waits: Histogram
    stuck: Sequence[int] = ()

    def as_json(self) -> Document:
        figures = self.figures
        return {
            "waits": _times_of(self.waits),
            "stuck": list(self.stuck),
            "workers": {
                "workers": figures.workers,
                "busy": figures.running,
                "waiting": figures.queued,
                "ahead": figures.ahead,
                "waits": _times_of(figures.waits),
            },
        }


def told(store: Store, study: Study) -> Document:
    """What anybody may know of a study."""
    plan = plan_of(study)
    admission = admission_of(store, study)
    return {
        "name": study.name,
        "title": plan.title,
        "about": plan.about,
        "language": plan.language,
        "status": admission.status,
        "reason": admission.reason,
        "by_invitation": study.by_invitation,
        "rehearsal": study.rehearsal,
    }


def admission_of(store: Store, study: Study) -> Admission:
    """Whether somebody new may come; if all arms are closed, nobody."""
    found = store.studies.admission(study.name)
    if found.reason is None and allocate(plan_of(study), found.counts, study.closed_arms) is None:
        return Admission("closed", "arms", found.counts)
    return found


def export_files(store: Store, name: str) -> dict[str, str]:
    """The files of a study's export by name, as it is now; raises `UnknownStudy`."""
    people = [
        Participation(one.number, events) for one, events in store.studies.participations(name)
    ]
    study = store.studies.known(name)  # after them: who withdrew meanwhile is counted
    left = {one.number for one in store.studies.participants(name)}
    people = [one for one in people if one.number in left]
    standing = Standing(
        withdrawn=sum(study.withdrawn.values()),
        declined=sum(study.declined.values()),
        rehearsal=study.rehearsal,
        quota=study.people,
        closed=study.closed,
        closed_arms=study.closed_arms,
    )
    return export(plan_of(study), people, standing)


def overview(store: Store, name: str, load: Load | None = None) -> Document:
    """How a study goes; without a `load` nothing is said of workers. Raises `UnknownStudy`."""
    study = store.studies.known(name)
    plan = plan_of(study)
    admission = admission_of(store, study)
    everybody = [
        Progressing(one, Answering("", _participation(one.number, answers)))
        for one, answers in _joined_up(
            store.studies.participants(name), store.studies.answers(name)
        )
    ]
    seconds = [time for one in everybody for time in one.seconds()]
    statuses = Counter(one.participant.status for one in everybody)
    one_of = {one.answering.order: one for one in everybody}
    of = {order: one.questions(plan) for order, one in one_of.items()}
    return {
        "name": study.name,
        "title": plan.title,
        "hash": study.hash,
        "rehearsal": study.rehearsal,
        "status": admission.status,
        "reason": admission.reason,
        "closed": study.closed,
        "closes": study.closes,
        "by_invitation": study.by_invitation,
        "quota": study.people,
        "counts": {
            "joined": study.arrivals,
            **{status: statuses[status] for status in STATUSES},
            "withdrawn": sum(study.withdrawn.values()),
            "declined": sum(study.declined.values()),
        },
        "cells": [_cell(study, cell.name, cell.order, everybody) for cell in plan.cells],
        "arms": [_arm(arm.name, study, everybody) for arm in plan.arms],
        "stopped": _stopped(plan, everybody),
        "answer_s": _quantiles(seconds),
        "participants": [one.as_json(plan, of[one.answering.order]) for one in everybody],
        **({} if load is None else load.as_json()),
    }


@dataclass(frozen=True, slots=True)
class Progressing:
    """Somebody who takes part, with their answers."""

    participant: Participant
    answering: Answering

    def has_arm(self, name: str) -> bool:
        return name in self.answering.order

    def seconds(self, part: str | None = None) -> list[float]:
        """How long each answer took, of a part or of all but the practice."""
        return [
            posed.answered["seconds"]
            for posed in self.answering.given
            if posed.answered is not None
            and (posed.purpose != "practice" if part is None else posed.asked["part"] == part)
        ]

    def conduct(self, part: str | None = None) -> Conduct:
        """What the checks show, of a part or of all."""
        if part is None:
            return Conduct.of(self.answering)
        number, events = self.participant.number, self.answering.events
        own = [one for one in events if one["body"].get("part", part) == part]
        return Conduct.of(Answering("", Participation(number, own)))

    def questions(self, plan: StudyPlan) -> int:
        """How many there are in all."""
        return self._course(plan).progress.of

    def stage(self, plan: StudyPlan) -> str:
        """What they are at: a form, `break` for a text between two parts, or a part."""
        last = self.participant.last
        what, _, rest = last.partition(":")
        if what in ("asked", "begun"):  # most are: nothing need be looked up
            return rest.partition(":")[0]
        if last == End.done:
            return "end"
        return _stage_of(_coming(self._course(plan), last))

    def _course(self, plan: StudyPlan) -> Course:
        """All that they go through if no arm ends early."""
        return Course(plan, self.answering.events[:1])

    def as_json(self, plan: StudyPlan, of: int) -> Document:
        conduct = self.conduct()
        return {
            "number": self.participant.number,
            "cell": self.participant.cell,
            "status": self.participant.status,
            "stage": self.stage(plan),
            "done": sum(posed.answer is not None for posed in self.answering.posed),
            "of": of,
            "dominated_failures": conduct.dominated_failed,
            "agreement": conduct.agreement,
            "indifferent": conduct.indifferent,
            "median_s": conduct.median_s,
            "excluded_by": list(conduct.reasons(plan.exclusion)),
            "joined_at": self.participant.joined_at,
            "last": self.participant.changed_at,
        }


def _joined_up(
    people: Sequence[Participant], answers: Mapping[int, list[Document]]
) -> Iterator[tuple[Participant, list[Document]]]:
    """Who is in both: somebody may have joined or withdrawn between two looks at the database."""
    return ((one, answers[one.number]) for one in people if one.number in answers)


def _participation(number: int, found: Iterable[Document]) -> Participation:
    """Answers with what is known of their questions, in the form of an export.

    The bodies of most questions are large and were not read; all that counts here is in their keys.
    """
    events: list[Document] = []
    asked: set[str] = set()
    for event in found:
        if event["kind"] == "asked":
            asked.add(event["body"]["key"])
        elif event["kind"] == "answered" and event["body"]["key"] not in asked:
            events.append(_asked(event["body"]["key"]))
        events.append(event)
    return Participation(number, events)


def _asked(key: str) -> Document:
    part, *rest = key.split(":")
    purpose = PRACTICE if part == PRACTICE else rest[0]
    body = {
        "key": key,
        "part": part,
        "purpose": purpose if purpose in PURPOSES else "evaluate",
        "repeats": None,
        "roles": None,
    }
    return {"kind": "asked", "id": f"asked:{key}", "body": body}


def _cell(study: Study, name: str, order: Sequence[str], people: list[Progressing]) -> Document:
    own = Counter(one.participant.status for one in people if one.participant.cell == name)
    withdrawn, declined = study.withdrawn.get(name, 0), study.declined.get(name, 0)
    return {
        "cell": name,
        "order": list(order),
        "joined": own.total() + withdrawn + declined,
        **{status: own[status] for status in STATUSES},
        "withdrawn": withdrawn,
        "declined": declined,
    }


def _arm(name: str, study: Study, people: list[Progressing]) -> Document:
    own = [one for one in people if one.has_arm(name)]
    statuses = Counter(one.participant.status for one in own)
    conducts = [one.conduct(name) for one in own]
    seconds = [time for one in own for time in one.seconds(name)]
    return {
        "name": name,
        "closed": name in study.closed_arms,
        **{status: statuses[status] for status in STATUSES},
        "answers": len(seconds),
        "dominated": {
            "asked": sum(one.dominated for one in conducts),
            "failed": sum(one.dominated_failed for one in conducts),
        },
        "repeats": {
            "asked": sum(one.repeats for one in conducts),
            "agreed": sum(one.repeats_agreed for one in conducts),
        },
        "median_s": _quantiles(seconds)["median"],
        "p95_s": _quantiles(seconds)["p95"],
    }


def _stopped(plan: StudyPlan, people: list[Progressing]) -> list[Document]:
    """At which stage those are who have not been there for long, in the order of the course."""
    counts = Counter(one.stage(plan) for one in people if one.participant.status == "stale")
    order = ["consent", "demographics", "instructions", PRACTICE, "break"]
    order += [*(arm.name for arm in plan.arms), ARMS, "closing", "end"]
    return [{"stage": stage, "people": counts[stage]} for stage in order if counts[stage]]


def _coming(course: Course, last: str) -> Item:
    """What comes after the item that was done with the event of this id."""
    items = course.items
    done = [item.done for item in items]
    if last not in done:
        return items[0]
    after = items[done.index(last) + 1 :]
    # A question that not everybody is asked would have been stored with the answer before it: if
    # it was not, the arm has ended early.
    everybody = course.plan.questions.of_everybody
    return next(item for item in after if not _trains_beyond(everybody, item))


def _trains_beyond(number: int, item: Item) -> bool:
    return isinstance(item, Question) and item.purpose == "train" and item.number > number


def _stage_of(item: Item) -> str:
    match item:
        case Consent():
            return "consent"
        case FormPage(name):
            return name
        case Text(name):
            return name if name == "instructions" else "break"
        case Question():
            return item.part
        case End():
            return "end"


def _quantiles(values: Sequence[float]) -> Document:
    if not values:
        return {"median": None, "p95": None}
    return {"median": quantile(values, 0.5), "p95": quantile(values, 0.95)}


def _times_of(histogram: Histogram) -> Document:
    """How long something took; 95 % took at most `p95_s`, None if that is beyond all bounds."""
    return {
        "count": histogram.count,
        "mean_s": histogram.mean_s,
        "p95_s": histogram.bound_of(0.95),
    }
