"""Reading an export back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidValue, shown
from hintwise.study.export.files import FORMAT, SESSIONS_FORMAT, VERSION, columns_of
from hintwise.study.export.sheet import Value
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]
Rows = tuple[Mapping[str, Value], ...]

NEEDED = (
    "study.json",
    "participants.json",
    "answers.json",
    "evaluation.json",
    "choices.json",
    "sessions.json",
)
"""What an export is read from; the other files are for people and other programs."""


STUDY_KEYS = (
    "hash",
    "rehearsal",
    "quota",
    "closed_arms",
    "first_day",
    "last_day",
    "versions",
    "counts",
    "plan",
)
"""What study.json must hold for a report."""


@dataclass(frozen=True, slots=True)
class Export:
    """What the files of an export hold."""

    plan: StudyPlan
    study: Record
    """What `study.json` says besides the plan."""
    participants: Rows
    answers: Rows
    evaluation: Rows
    choices: str
    """The text of `choices.json`."""
    sessions: tuple[Record, ...]
    """Each `{"person", "events"}`."""


def read_export(files: Mapping[str, str], source: str = "the export") -> Export:
    """Read the texts of `export`; what is missing or wrong is named."""
    missing = [name for name in NEEDED if name not in files]
    if missing:
        raise InvalidValue(
            f"{source} has no {', '.join(missing)}; give the folder or the zip file that "
            "`hintwise study export` or the researcher's page made"
        )
    documents = {name: _document(files[name], f"{source}, {name}") for name in NEEDED}
    study = _checked(documents["study.json"], FORMAT, f"{source}, study.json", STUDY_KEYS)
    sessions = _checked(
        documents["sessions.json"], SESSIONS_FORMAT, f"{source}, sessions.json", ("participations",)
    )
    plan = StudyPlan.from_json(study["plan"])
    if plan.hash != study["hash"]:
        raise InvalidValue(
            f"{source}, study.json: the plan has the hash {plan.hash}, but should have "
            f"{study['hash']}; it was changed, or is of another version of hintwise"
        )
    rest = {key: value for key, value in study.items() if key != "plan"}
    participants, answers, evaluation = (
        _rows(documents[f"{name}.json"], columns, f"{source}, {name}.json")
        for name, columns in columns_of(plan).items()
    )
    return Export(
        plan,
        rest,
        participants,
        answers,
        evaluation,
        files["choices.json"],
        _sessions(sessions["participations"], f"{source}, sessions.json"),
    )


def _document(text: str, source: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{source} is not JSON: {error}") from None


def _checked(document: Any, format: str, source: str, keys: Iterable[str]) -> Record:
    found = document if isinstance(document, dict) else {}
    if (found.get("format"), found.get("version")) != (format, VERSION):
        raise InvalidValue(
            f"{source} has format {shown(found.get('format'))} and version "
            f"{shown(found.get('version'))}; accepted are {format} and {VERSION}"
        )
    for key in keys:
        if key not in found:
            raise InvalidValue(f"{source} has no {key}")
    return found


def _sessions(document: Any, source: str) -> tuple[Record, ...]:
    """Everybody's events: objects that say what happened, the first of them that somebody joined.

    What is in their bodies is looked at by who needs it.
    """
    if not isinstance(document, list):
        raise InvalidValue(f"{source}: the participations are not a list")
    for number, participation in enumerate(document, 1):
        match participation:
            case {"person": str(person), "events": [{"id": "joined"}, *_] as events}:
                for place, event in enumerate(events, 1):
                    match event:
                        case {"kind": str(), "id": str(), "body": dict()}:
                            continue
                    raise InvalidValue(
                        f"{source}: event {place} of {person} is {shown(event)}; it must have a "
                        "kind, an id and a body"
                    )
            case _:
                raise InvalidValue(
                    f"{source}: participation {number} must have a person and events, the first of "
                    "which is `joined`"
                )
    return tuple(document)


def _rows(document: Any, columns: Sequence[str], source: str) -> Rows:
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise InvalidValue(f"{source} is not a list of objects")
    for number, row in enumerate(document, 1):
        if missing := [name for name in columns if name not in row]:
            raise InvalidValue(f"{source}: row {number} has no {missing[0]}")
    return tuple(document)
