"""Participations as the store has them, and those of late at hand.

A participation is a stream of the events of `study.events`. What a visit computed is kept beside
the stream: what the person is shown, and a cache. Both may be lost; then it is computed again.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hintwise.errors import UnknownStream
from hintwise.store import Store
from hintwise.store.studies import Participant, Study
from hintwise.study.asking import without_needless
from hintwise.study.events import SIDES
from hintwise.study.items import LEARNED_FROM
from hintwise.study.plan import StudyPlan

Document = dict[str, Any]

KEPT = "study-visit-1"
"""The name of what is kept beside a stream; the number goes up when that gets another form."""

WAITING = "waiting"
"""The stage of whoever waits for what comes next to be computed."""

MOST = 100
"""Participations at hand: at the end of a long course, one takes about 2 MB."""

IDLE_S = 600.0
"""Nobody stays at hand for longer without being looked at: they may have withdrawn elsewhere."""

_MOST_GONE = 1000
"""Of those who have withdrawn, so many are known as such, for what is still under way."""

_ANY = "any"
"""Stands for every answer to a question that nothing is learned from."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """A participation as the store has it.

    Of the events there is what is needed to go on. `state` is what the person is shown, None if
    that is still to be computed; the `cache` may be of any visit before.
    """

    participant: Participant
    study: Study
    position: int
    events: tuple[Mapping[str, Any], ...]
    state: Document | None
    cache: Document | None

    @property
    def moment(self) -> tuple[str, int]:
        return self.participant.stream_id, self.position

    @property
    def plan(self) -> StudyPlan:
        return plan_of(self.study)

    def after(self, visit: Mapping[str, Any], position: int) -> Attendance:
        """The same after what a visit has brought, which is stored up to a position."""
        return replace(
            self,
            position=position,
            events=tuple(without_needless((*self.events, *visit["events"]))),
            state=visit["state"],
            cache=visit["cache"],
        )

    def as_json(self) -> Document:
        """What the person is told."""
        shown = self.state or {"stage": WAITING, "progress": None}
        return {"position": self.position, "number": self.participant.number, **shown}

    def deeds(self) -> dict[str, Document]:
        """What the person may do next, by a short name, as far as it can be known before.

        After a question that nothing is learned from, all is the same whatever they answer.
        """
        match self.state:
            case {"stage": "text", "text": {"name": name}}:
                return {str(name): {"kind": "read", "name": name}}
            case {"stage": "question", "question": {"key": key}}:
                sides = SIDES if self._teaches else SIDES[:1]
                times = {"seconds": 0.0, "away": 0, "away_s": 0.0}
                return {
                    side if self._teaches else _ANY: {
                        "kind": "answered",
                        "key": key,
                        "side": side,
                        **times,
                    }
                    for side in sides
                }
        return {}

    def name_of(self, deed: Mapping[str, Any]) -> str:
        """How `deeds` calls a deed."""
        if deed["kind"] != "answered":
            return str(deed.get("name", ""))
        return str(deed["side"]) if self._teaches else _ANY

    @property
    def _teaches(self) -> bool:
        last = next(event for event in reversed(self.events) if event["kind"] == "asked")
        return last["body"]["purpose"] in LEARNED_FROM


class Attendances:
    """Reads participations; of those that it has read before only what is new. For any thread.

    Other processes may write to the same ones, so it always looks. Of somebody who has withdrawn
    nothing stays at hand, whatever was under way.
    """

    def __init__(
        self, store: Store, most: int = MOST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._most = most
        self._clock = clock
        self._recent: OrderedDict[str, Attendance] = OrderedDict()
        self._looked_at: dict[str, float] = {}
        self._gone: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, participant: Participant) -> Attendance:
        """The participation as it is now; raises `UnknownStream` for somebody who withdrew."""
        with self._lock:
            known = self._recent.get(participant.stream_id)
        before = known or self._nothing_of(participant)
        own = (participant.stream_id, participant.person_id)
        try:
            new = self._store.read(*own, after=before.position)
        except UnknownStream:
            self.forget(participant.stream_id)
            raise
        now = replace(before, participant=participant)
        if new:
            more = ({"kind": one.kind, "id": one.id, "body": one.body} for one in new)
            events = tuple(without_needless((*before.events, *more)))
            now = replace(now, position=new[-1].position, events=events, state=None)
        if now.state is None:
            now = self._with_kept(now)
        self._remember(now)
        return now

    def keep(self, attendance: Attendance) -> None:
        """Keep what was computed of a participation up to where it is."""
        position, stream = attendance.position, attendance.participant.stream_id
        kept = {"visited": position, "state": attendance.state, "cache": attendance.cache}
        self._store.keep(stream, KEPT, position, kept)
        self._remember(attendance)

    def forget(self, stream_id: str) -> None:
        """Have nothing of a participation at hand from now on: somebody has withdrawn."""
        with self._lock:
            self._drop(stream_id)
            self._gone[stream_id] = None
            while len(self._gone) > _MOST_GONE:
                self._gone.popitem(last=False)

    def _nothing_of(self, participant: Participant) -> Attendance:
        study = self._store.studies.known(participant.study)
        return Attendance(participant, study, 0, (), None, None)

    def _with_kept(self, attendance: Attendance) -> Attendance:
        kept = self._store.kept(attendance.participant.stream_id, KEPT)
        if kept is None:
            return attendance
        known = kept.document
        is_current = known.get("visited") == attendance.position
        state = known.get("state") if is_current else None
        return replace(attendance, state=state, cache=known.get("cache"))

    def _remember(self, attendance: Attendance) -> None:
        """The newest one counts, whichever thread comes first."""
        stream, now = attendance.participant.stream_id, self._clock()
        with self._lock:
            if stream in self._gone:
                return
            known = self._recent.get(stream)
            if known is None or known.position <= attendance.position:
                self._recent[stream] = attendance
            self._recent.move_to_end(stream)
            self._looked_at[stream] = now
            for each in list(self._recent):
                is_idle = now - self._looked_at[each] > IDLE_S
                if not is_idle and len(self._recent) <= self._most:
                    break
                self._drop(each)

    def _drop(self, stream_id: str) -> None:
        self._recent.pop(stream_id, None)
        self._looked_at.pop(stream_id, None)


def plan_of(study: Study) -> StudyPlan:
    """The plan of a study, read once for each."""
    known = _plans.get(study.hash)
    if known is None:
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
        known = _plans[study.hash] = StudyPlan.from_json(study.plan)
    return known


_MOST_PLANS = 50
_plans: dict[str, StudyPlan] = {}
