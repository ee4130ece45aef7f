"""What a rehearsal found: whether everything worked, how attentive people were, and the power."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from hintwise.bench.web.plan import Share, waits
from hintwise.study.export import Export
from hintwise.study.export.names import person_name
from hintwise.study.rehearsal.journal import Ending
from hintwise.study.rehearsal.people import Manner, SimulatedPerson
from hintwise.study.rehearsal.power import Evaluated, Judge, Leaning, Power, expected_power
from hintwise.study.rehearsal.tally import Tally, Wait

_TOLD = 100
"""Errors that are written down; of more, the number."""
_STRETCH = 0.1
"""The share of the questions that counts as the beginning, and as the end."""


@dataclass(frozen=True, slots=True)
class Group:
    """What became of the people of one kind."""

    manner: str
    people: int
    completed: int
    left: int
    withdrew: int
    gave_up: int
    dominated: int
    """Dominated pairs that they answered, and how often they preferred the dominated step."""
    dominated_failed: int
    agreement: float | None
    """With themselves on repeats, on average."""
    median_s: float | None
    """For an answer, on average."""
    excluded: int
    """Of those who completed, by the plan's rules."""
    needed_s: float | None
    """For everything, thinking and waiting, by the median of those who completed."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Findings:
    """All of it. Counts and times are since the rehearsal was last started."""

    seconds: float
    processor_s: Share | None
    """What the server took, and its workers; None if they were killed on the way."""
    at_once: int
    answers: int
    waits: tuple[Wait, ...]
    requests: int
    busy: int
    lost_connections: int
    kills: int
    errors: tuple[str, ...]
    lost: int
    """Answers that were acknowledged and are not in the export as they were given."""
    groups: tuple[Group, ...]
    planned: int
    """People, by the plan."""
    power: tuple[Power, ...]

    def waits_s(self, low: float = 0.0, high: float = 1.0) -> list[float]:
        """Those after these shares of the questions."""
        return [wait.seconds for wait in self.waits if low <= wait.done <= high]

    @property
    def is_good(self) -> bool:
        return not self.errors and not self.lost

    def as_json(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "processor_s": None if self.processor_s is None else asdict(self.processor_s),
            "at_once": self.at_once,
            "answers": self.answers,
            "waits": waits(self.waits_s()),
            "first_waits": waits(self.waits_s(0.0, _STRETCH)),
            "last_waits": waits(self.waits_s(1 - _STRETCH, 1.0)),
            "requests": self.requests,
            "busy": self.busy,
            "lost_connections": self.lost_connections,
            "kills": self.kills,
            "errors": list(self.errors[:_TOLD]),
            "error_count": len(self.errors),
            "lost": self.lost,
            "groups": [group.as_json() for group in self.groups],
            "planned": self.planned,
            "power": [power.as_json() for power in self.power],
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is left when a rehearsal is over, to be looked at."""

    crowd: Sequence[SimulatedPerson]
    endings: Mapping[int, Ending]
    tally: Tally
    export: Export
    seconds: float
    processor_s: Share
    at_once: int

    def findings(self, rng: np.random.Generator) -> Findings:
        """Look at it; the random numbers are for the power."""
        tally, planned = self.tally, self.export.plan.people
        sizes = sorted({max(1, planned // 2), planned, 2 * planned})
        lost_connections = [] if tally.kills or not tally.lost_connections else [_LOST]
        return Findings(
            seconds=self.seconds,
            processor_s=None if tally.kills else self.processor_s,
            at_once=self.at_once,
            answers=sum(map(len, tally.answered.values())),
            waits=tuple(tally.waits),
            requests=tally.requests,
            busy=tally.busy,
            lost_connections=tally.lost_connections,
            kills=tally.kills,
            errors=(*tally.errors, *lost_connections),
            lost=sum(self._lost(person) for person in self.crowd),
            groups=tuple(self._groups()),
            planned=planned,
            power=tuple(expected_power(judges(self.export), sizes, rng)),
        )

    def _name(self, person: SimulatedPerson) -> str:
        """What somebody is called in the export."""
        return person_name(self.export.plan.hash, person.number)

    def _lost(self, person: SimulatedPerson) -> int:
        """Acknowledged answers that are not the last ones of the export, in the same order."""
        given = [side for _, side in self.tally.answered.get(person.number, ())]
        if not given or self.endings.get(person.number) is Ending.WITHDREW:
            return 0
        name = self._name(person)
        stored = [
            row["side"]
            for row in self.export.answers
            if row["person"] == name and row["answer"] not in (None, "same")
        ]
        return sum(a != b for a, b in zip(reversed(given), reversed(stored), strict=False)) + max(
            0, len(given) - len(stored)
        )

    def _groups(self) -> Iterable[Group]:
        rows = {row["person"]: row for row in self.export.participants}
        for manner in Manner:
            people = [person for person in self.crowd if person.manner is manner]
            if not people:
                continue
            endings = Counter(self.endings.get(person.number) for person in people)
            found = [rows[name] for p in people if (name := self._name(p)) in rows]
            done = [p for p in people if self.endings.get(p.number) is Ending.COMPLETED]
            needed = [
                self.tally.needed_s[p.number] for p in done if p.number in self.tally.needed_s
            ]
            yield Group(
                manner=manner.value,
                people=len(people),
                completed=endings[Ending.COMPLETED],
                left=endings[Ending.LEFT],
                withdrew=endings[Ending.WITHDREW],
                gave_up=endings[Ending.GAVE_UP] + endings[None],
                dominated=_total(found, "dominated"),
                dominated_failed=_total(found, "dominated_failed"),
                agreement=_mean(found, "agreement"),
                median_s=_mean(found, "median_s"),
                excluded=sum(bool(row["completed"] and row["excluded"]) for row in found),
                needed_s=statistics.median(needed) if needed else None,
            )


_LOST = "connections were lost although nobody killed the server; its log may say why"


def judges(export: Export) -> list[Judge]:
    """Everybody who completed the study, and what they thought of each arm.

    Of two arms that are compared, the first in the plan is judged against the other, as in the
    report.
    """
    answers: dict[str, Counter[tuple[str, Evaluated, str]]] = defaultdict(Counter)
    for row in export.evaluation:
        time = Evaluated(int(row["queries"] or 0), str(row["against"]))
        answers[str(row["person"])][str(row["method"]), time, str(row["answer"])] += 1
    return [
        Judge(_shares(answers[str(row["person"])]), bool(row["excluded"]))
        for row in export.participants
        if row["completed"]
    ]


def _shares(
    counts: Mapping[tuple[str, Evaluated, str], int],
) -> dict[tuple[str, Evaluated], Leaning]:
    whole: Counter[tuple[str, Evaluated]] = Counter()
    for (arm, time, _), count in counts.items():
        whole[arm, time] += count
    return {
        (arm, time): Leaning(
            counts.get((arm, time, "learned"), 0) / count,
            counts.get((arm, time, "baseline"), 0) / count,
        )
        for (arm, time), count in sorted(whole.items(), key=lambda item: item[0][1].after)
    }


def _total(rows: Iterable[Mapping[str, Any]], name: str) -> int:
    return sum(int(row[name] or 0) for row in rows)


def _mean(rows: Iterable[Mapping[str, Any]], name: str) -> float | None:
    values = [float(row[name]) for row in rows if row[name] is not None]
    return statistics.fmean(values) if values else None
