"""An export: everything that a study has gathered, as the texts of files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.features import feature_names
from hintwise.study.events import versions_in
from hintwise.study.export.answers import SEPARATOR, answers_sheet
from hintwise.study.export.choices import training_choices
from hintwise.study.export.codebook import codebook_json, codebook_markdown
from hintwise.study.export.evaluation import evaluation_sheet
from hintwise.study.export.participant import Participant, Participation
from hintwise.study.export.participants import Attendance, participants_sheet
from hintwise.study.export.sheet import Value, as_csv
from hintwise.study.plan import StudyPlan

FORMAT, SESSIONS_FORMAT = "hintwise-study", "hintwise-study-sessions"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a study besides its plan and its participants."""

    withdrawn: int = 0
    """How many people there were of whom nothing is left but this count."""
    declined: int = 0
    """The same, of those who left before they had agreed to take part."""
    rehearsal: bool = False
    """Whether all people are simulated."""
    quota: int | None = None
    """If it is not the plan's any more."""
    closed: bool = False
    closed_arms: tuple[str, ...] = ()


AS_PLANNED = Standing()


def export(
    plan: StudyPlan, participations: Iterable[Participation], standing: Standing = AS_PLANNED
) -> dict[str, str]:
    """The texts of all files by name.

    They follow from the arguments alone. No file has a token, an address, an id from elsewhere, or
    what people are paid by.
    """
    people = [Participant.of(participation, plan.hash) for participation in participations]
    people.sort(key=lambda person: (len(person.person), person.person))
    features = feature_names(plan.puzzles.train[0].problem())
    participants = participants_sheet(plan, people)
    excluded = {row.participant.person: SEPARATOR.join(row.reasons) for row in participants.rows}
    sheets = (
        participants,
        answers_sheet(people, features),
        evaluation_sheet(people, excluded, features),
    )
    return {
        **{name: text for sheet in sheets for name, text in sheet.files().items()},
        "choices.json": training_choices(people, features).write(),
        "sessions.json": _sessions(plan, people),
        "study.json": _study(plan, participants.rows, standing),
        "codebook.json": codebook_json(sheets),
        "codebook.md": codebook_markdown(plan.title, sheets),
    }


def columns_of(plan: StudyPlan) -> dict[str, list[str]]:
    """The columns of each table in an export of a study with this plan."""
    features = feature_names(plan.puzzles.train[0].problem())
    sheets = (
        participants_sheet(plan, []),
        answers_sheet([], features),
        evaluation_sheet([], {}, features),
    )
    return {sheet.name: [column.name for column in sheet.columns] for sheet in sheets}


def payments(participations: Iterable[Participation]) -> str:
    """A CSV table of the ids from elsewhere, with who completed: for paying people.

    It does not have the names of the export, so that nobody's answers can be looked up by it.
    """
    rows: list[dict[str, Value]] = [
        {**participation.external, "completed": Participant("", participation).has_completed}
        for participation in participations
        if participation.external
    ]
    names = sorted({name for row in rows for name in row} - {"completed"})
    kinds = {**dict.fromkeys(names, "text"), "completed": "yes"}
    whole = [{name: row.get(name) for name in kinds} for row in rows]
    return as_csv(kinds, sorted(whole, key=lambda row: [str(row[name]) for name in names]))


def _sessions(plan: StudyPlan, people: Sequence[Participant]) -> str:
    """The events as they are stored, one person a line; without the time at which they were."""
    head = {"format": SESSIONS_FORMAT, "version": VERSION, "plan": plan.public.as_json()}
    lines = ",\n".join(json.dumps(_session(person), ensure_ascii=False) for person in people)
    start = json.dumps(head, ensure_ascii=False).removesuffix("}")
    return f'{start}, "participations": [\n{lines}\n]}}\n'


def _session(person: Participant) -> dict[str, Any]:
    kept = ("kind", "id", "body")
    return {
        "person": person.person,
        "events": [{key: event[key] for key in kept} for event in person.events],
    }


def _study(plan: StudyPlan, people: Sequence[Attendance], standing: Standing) -> str:
    days = [day for row in people for day in row.participant.days]
    versions: dict[str, set[str]] = {}
    for row in people:
        for known in versions_in(row.participant.events):
            for name, number in known.items():
                versions.setdefault(name, set()).add(number)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "name": plan.name,
        "title": plan.title,
        "hash": plan.hash,
        "rehearsal": standing.rehearsal,
        "quota": plan.people if standing.quota is None else standing.quota,
        "closed": standing.closed,
        "closed_arms": list(standing.closed_arms),
        "first_day": min(days).isoformat() if days else None,
        "last_day": max(days).isoformat() if days else None,
        "versions": {name: sorted(numbers) for name, numbers in sorted(versions.items())},
        "counts": _counts(people, standing),
        "plan": plan.public.as_json(),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _counts(people: Sequence[Attendance], standing: Standing) -> dict[str, Any]:
    completed = [row for row in people if row.participant.has_completed]
    reasons = Counter(reason for row in completed for reason in row.reasons)
    return {
        "joined": len(people) + standing.withdrawn + standing.declined,
        "declined": standing.declined,
        "withdrawn": standing.withdrawn,
        "consented": sum(row.participant.has_consented for row in people) + standing.withdrawn,
        "completed": len(completed),
        "excluded": sum(bool(row.reasons) for row in completed),
        "excluded_by": dict(sorted(reasons.items())),
    }
