"""Letting somebody into a study: whoever joins at the same time waits for their turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select, update

from hintwise.errors import NotAdmitted, UnknownStudy
from hintwise.store import people, streams
from hintwise.store.events import is_name, now
from hintwise.store.studies import participants
from hintwise.store.studies.study import (
    EXTERNAL,
    PERSON,
    STREAM,
    Admission,
    Enrolment,
    Joined,
    Newcomer,
    Participant,
    Study,
    label_of,
)
from hintwise.store.tables import invitations, studies
from hintwise.store.tables import participants as participants_

Enrol = Callable[[Study, int, dict[str, int]], Enrolment]
"""Takes the study, a newcomer's number, and how many people each cell has; gives them a cell.

Raises `NotAdmitted` if there is none.
"""


def find(connection: Connection, name: str, *, lock: bool = False) -> Study:
    """The study; with `lock` whoever else changes it, or joins it, waits until we are done."""
    if not is_name(name):
        raise UnknownStudy(name)
    query = select(studies).where(studies.c.name == name)
    row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise UnknownStudy(name)
    return Study.of(row)


def admission(connection: Connection, study: Study) -> Admission:
    """Whether somebody new may come now."""
    counts = participants.counts(connection, study)
    if study.closed:
        return Admission("closed", "closed", counts)
    if study.closes is not None and datetime.now(UTC).date().isoformat() > study.closes:
        return Admission("closed", "date", counts)
    if sum(counts.values()) >= study.people:
        return Admission("full", "quota", counts)
    return Admission("open", None, counts)


def join(connection: Connection, name: str, newcomer: Newcomer, enrol: Enrol) -> Joined:
    """Let somebody in, or recognise who has joined before."""
    study = find(connection, name, lock=True)
    known = _known(connection, study, newcomer)
    if known is not None:
        known = _renewed(connection, study, known, newcomer)
        return Joined(known, participants.add_token(connection, known.person_id), returned=True)
    found = admission(connection, study)
    found.check()
    if study.by_invitation and newcomer.invitation is None:
        raise NotAdmitted("invitation-needed")
    number = study.arrivals + 1
    enrolment = enrol(study, number, dict(found.counts))
    person_id = people.add(connection)
    stream = streams.begin(connection, person_id, STREAM, enrolment.events, label_of(name))
    row = {
        "person_id": person_id,
        "study": name,
        "stream_id": stream.id,
        "number": number,
        "cell": enrolment.cell,
        "request": newcomer.request,
        "joined_at": stream.begun_at,
        **participants.external_columns(newcomer.external),
    }
    connection.execute(insert(participants_).values(row))
    if newcomer.invitation is not None:
        own = invitations.c.hash == invitation_hash(newcomer.invitation)
        connection.execute(update(invitations).where(own).values(person_id=person_id))
    arrived = update(studies).where(studies.c.name == name)
    connection.execute(arrived.values(arrivals=number))
    joined = participants.find(connection, study, person_id=person_id)
    assert joined is not None
    return Joined(joined, participants.add_token(connection, person_id), returned=False)


def withdraw(connection: Connection, study: Study, participant: Participant) -> bool:
    """Delete a participant and count them; whether they were still there."""
    has_agreed = participants.has_consented(connection, participant)
    if not people.remove(connection, participant.person_id):
        return False
    before = study.withdrawn if has_agreed else study.declined
    left = json.dumps({**before, participant.cell: before.get(participant.cell, 0) + 1})
    counted = update(studies).where(studies.c.name == study.name)
    connection.execute(counted.values({"withdrawn" if has_agreed else "declined": left}))
    return True


def invite(connection: Connection, study: Study, hashes: list[str]) -> None:
    rows = [{"hash": one, "study": study.name, "made_at": now()} for one in hashes]
    connection.execute(insert(invitations), rows)


def invitation_hash(token: str) -> str:
    return people.hash_of(f"invitation:{token}")


def _known(connection: Connection, study: Study, newcomer: Newcomer) -> Participant | None:
    """Who it is, if they joined before; `NotAdmitted` if their invitation leads nowhere."""
    if newcomer.request is not None:
        found = participants.find(connection, study, request=newcomer.request)
        if found is not None:
            return found
    if (pid := newcomer.external.get(PERSON)) is not None:
        found = participants.find(connection, study, **{EXTERNAL[PERSON]: pid})
        if found is not None:
            return found
    if newcomer.invitation is None:
        return None
    own = (
        invitations.c.hash == invitation_hash(newcomer.invitation),
        invitations.c.study == study.name,
    )
    row = connection.execute(select(invitations.c.person_id).where(*own)).first()
    if row is None:
        raise NotAdmitted("invitation-used")
    if row.person_id is None:
        return None
    return participants.find(connection, study, person_id=row.person_id)


def _renewed(
    connection: Connection, study: Study, known: Participant, newcomer: Newcomer
) -> Participant:
    """The participant with the newest session of the panel that they came by: it is what pays."""
    pid = known.external.get(PERSON)
    if pid is None or newcomer.external.get(PERSON) != pid:
        return known
    newest = {**known.external, **newcomer.external}
    if newest == known.external:
        return known
    own = update(participants_).where(participants_.c.person_id == known.person_id)
    connection.execute(own.values(**participants.external_columns(newest)))
    return replace(known, external=newest)
