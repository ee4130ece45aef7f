"""How long people took to answer, and how long computing their questions took."""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass
from typing import Any

from hintwise.people.statistics import Summary, quantile
from hintwise.render.table import Table, counted, long_time, number
from hintwise.study.items import PURPOSES
from hintwise.study.plan.values import ARMS, PRACTICE
from hintwise.study.report.selection import Row, Selection, by_person


@dataclass(frozen=True, slots=True)
class Pace:
    """Questions of one part and purpose."""

    part: str
    purpose: str
    answers: int
    median_s: Summary
    """The median time for an answer of each person, summarised."""
    computed_s: Summary
    """What computing a question took, over all of them."""

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class Durations:
    """All times of some people."""

    paces: tuple[Pace, ...]
    answering_s: Summary
    """All answers of a person added up."""
    away: Summary
    """How often the page lost the focus, for each person."""
    days: Summary | None
    """From the first day of a person to the last; None if it is not known."""

    @classmethod
    def of(cls, selection: Selection) -> Durations | None:
        """None if nobody is selected."""
        people = selection.participants
        if not people:
            return None
        days = [row["days"] for row in people if row["days"] is not None]
        return cls(
            _paces(selection),
            Summary.of(row["seconds"] for row in people),
            Summary.of(row["away"] for row in people),
            Summary.of(days) if days else None,
        )

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def _paces(selection: Selection) -> tuple[Pace, ...]:
    """In the order of the plan, whichever order people had."""
    order = itertools.product((PRACTICE, *selection.arms, ARMS), PURPOSES)
    groups: dict[tuple[str, str], list[Row]] = {group: [] for group in order}
    for row in selection.answers:
        if row["answer"] not in (None, "same"):
            groups[row["part"], row["purpose"]].append(row)
    return tuple(
        Pace(
            *group,
            len(rows),
            Summary.of(
                quantile([row["seconds"] for row in own], 0.5) for own in by_person(rows).values()
            ),
            Summary.of(row["computed_s"] for row in rows),
        )
        for group, rows in groups.items()
        if rows
    )


def durations_remarks(durations: Durations) -> list[str]:
    spent, away = durations.answering_s, durations.away
    found = [
        f"Answering took a person {long_time(spent.median)} in the median, from "
        f"{long_time(spent.least)} to {long_time(spent.most)}; pauses, texts and waiting are not "
        "counted.",
        f"How often the page lost the focus: {away.median:g} in the median, {away.most:g} at most.",
    ]
    if durations.days is not None and durations.days.most > 1:
        found.append(f"Somebody came back: at most {counted(int(durations.days.most), 'day')}.")
    return found


def durations_table(durations: Durations) -> Table:
    return Table(
        "Times in seconds",
        (
            "part",
            "questions",
            "answers",
            "to answer",
            "quickest – slowest person",
            "to compute",
            "most",
        ),
        tuple(
            (
                pace.part,
                pace.purpose,
                str(pace.answers),
                number(pace.median_s.median),
                f"{number(pace.median_s.least)} – {number(pace.median_s.most)}",
                _to_the_millisecond(pace.computed_s.mean),
                _to_the_millisecond(pace.computed_s.most),
            )
            for pace in durations.paces
        ),
        (
            "To answer: the median over people of each person's median. To compute: the mean over "
            "questions; often done before it was needed, so nobody waited for all of it.",
        ),
    )


def _to_the_millisecond(seconds: float) -> str:
    """A repeat is looked up, which takes no time worth telling."""
    return number(round(seconds, 3))
