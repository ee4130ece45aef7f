"""Whose answers are looked at: those of all who came to the end, or of those not excluded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.study.export.answers import SEPARATOR
from hintwise.study.export.reading import Export

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows of some people in the tables of an export."""

    export: Export
    people: frozenset[str]

    @classmethod
    def of(cls, export: Export, participants: Iterable[Row]) -> Selection:
        return cls(export, frozenset(row["person"] for row in participants))

    @property
    def arms(self) -> list[str]:
        return [arm.name for arm in self.export.plan.arms]

    @property
    def participants(self) -> list[Row]:
        return self._own(self.export.participants)

    @property
    def answers(self) -> list[Row]:
        return self._own(self.export.answers)

    @property
    def evaluation(self) -> list[Row]:
        return self._own(self.export.evaluation)

    def _own(self, rows: Iterable[Row]) -> list[Row]:
        return [row for row in rows if row["person"] in self.people]


def completed(export: Export) -> Selection:
    """Everybody who came to the end."""
    return Selection.of(export, (row for row in export.participants if row["completed"]))


def analysed(export: Export) -> Selection:
    """Those of them whom no rule of the plan excludes."""
    return Selection.of(
        export,
        (row for row in export.participants if row["completed"] and not reasons_of(row)),
    )


def reasons_of(participant: Row) -> list[str]:
    """The rules of the plan that exclude somebody."""
    return str(participant["excluded"]).split(SEPARATOR) if participant["excluded"] else []


def by_person(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["person"], []).append(row)
    return found
