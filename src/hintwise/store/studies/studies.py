"""All studies of a store."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, or_, select, update

from hintwise.errors import (
    InvalidValue,
    Outdated,
    UnknownName,
    UnknownStream,
    UnknownStudy,
    shown,
)
from hintwise.store import people, streams
from hintwise.store.database import Database, mark_due, upsert
from hintwise.store.events import NewEvent, as_text, is_name, now
from hintwise.store.studies import joining, participants
from hintwise.store.studies.joining import Enrol
from hintwise.store.studies.study import (
    Admission,
    Joined,
    Newcomer,
    NewStudy,
    Participant,
    Study,
    checked_day,
    checked_people,
)
from hintwise.store.tables import events, researchers, studies
from hintwise.store.tables import participants as participants_
from hintwise.store.versions import UPGRADES, Upgrades

MOST_RESEARCHERS = 5
"""Tokens of researchers of one study that are valid: those of the last starts."""

MOST_INVITATIONS = 1000
"""At once."""

_SET_BY_HAND = ("by_invitation", "closed", "closed_arms")
"""What no plan says: another one leaves it as it is."""


class Studies:
    """Studies by name; for any number of threads. Each method is one transaction.

    Raises `UnknownStudy` for a name that no study has.
    """

    def __init__(self, database: Database, upgrades: Upgrades = UPGRADES) -> None:
        self._database = database
        self._upgrades = upgrades

    # Studies

    def open(self, new: NewStudy) -> Study:
        """Open a study, or go on with the one of that name and plan, as it is by now.

        With another plan it is opened anew as long as nobody has joined, else `InvalidValue`; so it
        is between a rehearsal and the real thing. Who may come stays as a researcher has said, the
        number and the last day are those of the new plan.
        """
        row = {
            "name": new.name,
            "plan": as_text(new.plan),
            "hash": new.hash,
            "people": new.people,
            "closes": checked_day(new.closes),
            "release_after_h": new.release_after_h,
            "closed": False,
            "closed_arms": "[]",
            "by_invitation": False,
            "rehearsal": new.rehearsal,
            "arrivals": 0,
            "withdrawn": "{}",
            "declined": "{}",
            "opened_at": now(),
        }
        with self._database.writing() as connection:
            first = upsert(connection, studies).values(row)
            connection.execute(first.on_conflict_do_nothing(index_elements=["name"]))
            found = joining.find(connection, new.name, lock=True)
            if (found.hash, found.rehearsal) != (new.hash, new.rehearsal):
                if found.arrivals:
                    raise InvalidValue(_why_not(found, new))
                changed = {key: value for key, value in row.items() if key not in _SET_BY_HAND}
                arms = [arm for arm in _arms(new.plan) if arm in found.closed_arms]
                anew = update(studies).where(studies.c.name == new.name)
                connection.execute(anew.values(**changed, closed_arms=json.dumps(arms)))
            return joining.find(connection, new.name)

    def find(self, name: str) -> Study | None:
        with self._database.reading() as connection:
            try:
                return joining.find(connection, name)
            except UnknownStudy:
                return None

    def known(self, name: str) -> Study:
        """The study; raises `UnknownStudy`."""
        with self._database.reading() as connection:
            return joining.find(connection, name)

    def all(self) -> list[Study]:
        """In the order in which they were opened."""
        with self._database.reading() as connection:
            query = select(studies).order_by(studies.c.opened_at, studies.c.name)
            return [Study.of(row) for row in connection.execute(query)]

    def admission(self, name: str) -> Admission:
        """Whether somebody new may come; arms are looked at when they do."""
        with self._database.reading() as connection:
            return joining.admission(connection, joining.find(connection, name))

    def set_quota(self, name: str, number: int) -> None:
        """How many people are wanted in all."""
        self._change(name, people=checked_people(number))

    def set_closing_day(self, name: str, day: str | None) -> None:
        """Nobody new may come after the end of that day in UTC."""
        self._change(name, closes=checked_day(day))

    def set_closed(self, name: str, closed: bool) -> None:
        """Whether nobody new may come; who takes part goes on."""
        self._change(name, closed=closed)

    def set_by_invitation(self, name: str, needed: bool) -> None:
        """Whether only people with an invitation may come."""
        self._change(name, by_invitation=needed)

    def set_arm_closed(self, name: str, arm: str, closed: bool) -> None:
        """Whether nobody new is given this arm."""
        with self._database.writing() as connection:
            study = joining.find(connection, name, lock=True)
            arms = _arms(study.plan)
            if arm not in arms:
                raise UnknownName("arm", arm, arms)
            left = [one for one in arms if one in study.closed_arms and one != arm]
            now_closed = [one for one in arms if one in left or (closed and one == arm)]
            changed = update(studies).where(studies.c.name == name)
            connection.execute(changed.values(closed_arms=json.dumps(now_closed)))

    def erase(self, name: str) -> int:
        """Delete a study and everybody who takes part, in backups too; how many they were."""
        with self._database.writing() as connection:
            study = joining.find(connection, name, lock=True)
            everybody = participants.listed(connection, study)
            for one in everybody:
                people.remove(connection, one.person_id)
                self._database.forget("people", one.person_id)
            connection.execute(delete(studies).where(studies.c.name == name))
            mark_due(connection)
            return len(everybody)

    # Researchers

    def new_researcher(self, name: str) -> str:
        """A token that opens what is for researchers; those of the last few starts stay valid."""
        token = secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            joining.find(connection, name, lock=True)
            own = select(researchers.c.hash).where(researchers.c.study == name)
            known = connection.execute(own.order_by(researchers.c.made_at.desc())).scalars().all()
            gone = known[MOST_RESEARCHERS - 1 :]
            connection.execute(delete(researchers).where(researchers.c.hash.in_(gone)))
            row = {"hash": _researcher_hash(token), "study": name, "made_at": now()}
            connection.execute(insert(researchers).values(row))
        return token

    def is_researcher(self, name: str, token: str) -> bool:
        """Whether the token is one of this study's; takes as long whichever it is, or none."""
        with self._database.reading() as connection:
            own = select(researchers.c.hash).where(researchers.c.study == name)
            known = connection.execute(own).scalars().all() if is_name(name) else []
        shown_hash, found = _researcher_hash(token), False
        for one in known:
            found |= hmac.compare_digest(one, shown_hash)
        return found

    def invite(self, name: str, count: int) -> list[str]:
        """Invitations for one person each; they are told this once."""
        if not 1 <= count <= MOST_INVITATIONS:
            raise InvalidValue(
                f"{shown(count)} invitations cannot be made; 1 to {MOST_INVITATIONS} at once can"
            )
        made = [secrets.token_urlsafe(32) for _ in range(count)]
        with self._database.writing() as connection:
            study = joining.find(connection, name, lock=True)
            joining.invite(connection, study, [joining.invitation_hash(token) for token in made])
        return made

    # Participants

    def join(self, name: str, newcomer: Newcomer, enrol: Enrol) -> Joined:
        """Let somebody in, or recognise who has joined before, who gets a further token.

        Raises `NotAdmitted` with the reason if nobody new may come.
        """
        with self._database.writing() as connection:
            return joining.join(connection, name, newcomer, enrol)

    def participant_of(self, name: str, token: str) -> Participant | None:
        with self._database.reading() as connection:
            try:
                study = joining.find(connection, name)
            except UnknownStudy:
                return None
            return participants.of_token(connection, study, token)

    def participants(self, name: str) -> list[Participant]:
        """Who takes part, in the order in which they came."""
        with self._database.reading() as connection:
            return participants.listed(connection, joining.find(connection, name))

    def new_token(self, participant: Participant, in_use: str | None = None) -> str:
        """One more token, for another device; of many the oldest goes, but not that `in_use`."""
        with self._database.writing() as connection:
            return participants.add_token(connection, participant.person_id, in_use)

    def append(self, participant: Participant, expected: int, given: Sequence[NewEvent]) -> int:
        """Append to a participant's stream, which must be at `expected`; where it is then.

        `Outdated` if it is not, also if the same events were stored before: whoever repeats
        something looks first.
        """
        with self._database.writing() as connection:
            own = (participant.stream_id, participant.person_id)
            stream = streams.find(connection, *own, lock=True)
            if stream.position != expected:
                raise Outdated(expected, stream.position, [])
            done = streams.append(connection, *own, expected, given, self._upgrades)
            if done.stored != len(given):
                raise Outdated(expected, stream.position, [])
            return done.position

    def withdraw(self, participant: Participant) -> bool:
        """Delete all that is stored of a participant, in backups too, and add one to a count.

        Who has not agreed to take part yet has declined, which is counted apart. Whether they were
        still there. Traces in the files go with the next `scrub`.
        """
        with self._database.writing() as connection:
            study = joining.find(connection, participant.study, lock=True)
            if not joining.withdraw(connection, study, participant):
                return False
            self._database.forget("people", participant.person_id)
            mark_due(connection)
            return True

    # What they did

    def participations(self, name: str) -> Iterator[tuple[Participant, list[dict[str, Any]]]]:
        """Everybody with all events of their stream, in the order in which they came.

        Each is read on their own, so that nobody waits for it; who withdraws meanwhile is left out.
        """
        for one in self.participants(name):
            try:
                with self._database.reading() as connection:
                    stream = streams.find(connection, one.stream_id, one.person_id)
                    found = streams.read(connection, stream, upgrades=self._upgrades)
            except UnknownStream:
                continue
            keys = ("id", "kind", "body", "at")
            yield one, [{key: getattr(event, key) for key in keys} for event in found]

    def answers(self, name: str) -> dict[int, list[dict[str, Any]]]:
        """Of everybody by number: all answers, and the questions that check attention."""
        wanted = or_(
            events.c.kind.in_(("joined", "answered")),
            events.c.id.like("asked:%:dominated:%"),
            events.c.id.like("asked:%:repeat:%"),
        )
        query = (
            select(participants_.c.number, events.c.id, events.c.kind, events.c.body)
            .join(events, events.c.stream_id == participants_.c.stream_id)
            .where(participants_.c.study == name, wanted)
            .order_by(participants_.c.number, events.c.position)
        )
        found: dict[int, list[dict[str, Any]]] = {}
        with self._database.reading() as connection:
            joining.find(connection, name)
            for row in connection.execute(query):
                event = {"id": row.id, "kind": row.kind, "body": json.loads(row.body)}
                found.setdefault(row.number, []).append(event)
        return found

    def _change(self, name: str, **values: Any) -> None:
        with self._database.writing() as connection:
            joining.find(connection, name, lock=True)
            connection.execute(update(studies).where(studies.c.name == name).values(**values))


def _arms(plan: Mapping[str, Any]) -> list[str]:
    return [arm["name"] for arm in plan.get("arms", ())]


def _researcher_hash(token: str) -> str:
    return people.hash_of(f"researcher:{token}")


def _why_not(found: Study, new: NewStudy) -> str:
    if found.hash == new.hash:
        there, here = ("a rehearsal", "none") if found.rehearsal else ("no rehearsal", "one")
        return (
            f"the study {found.name!r} of this database is {there}, and this is to be {here}; "
            "use another database"
        )
    return (
        f"the study {found.name!r} runs with the plan {found.hash}, and {found.arrivals} have "
        f"joined it; this plan is {new.hash}: go on with that one, or give this one another name"
    )
