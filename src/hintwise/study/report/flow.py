"""Who was lost on the way, and why: from joining to the analysis."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.render.table import Table
from hintwise.study.export.conduct import REASONS
from hintwise.study.export.reading import Export
from hintwise.study.report.selection import analysed, completed, reasons_of


@dataclass(frozen=True, slots=True)
class Flow:
    """How many people got how far.

    Who declined said so when they were asked for consent, others left before they agreed. Who
    withdrew had agreed; more is not known of them any longer, so they are counted there, however
    far they were.
    Somebody may be excluded for several reasons.
    """

    joined: int
    declined: int
    not_consented: int
    consented: int
    withdrawn: int
    unfinished: int
    completed: int
    excluded: int
    reasons: Mapping[str, int]
    analysed: int
    cells: Mapping[str, Mapping[str, int]]
    """By cell, how many joined, completed and are analysed; without who declined or withdrew."""

    @classmethod
    def of(cls, export: Export) -> Flow:
        people = export.participants
        counted = export.study["counts"]
        withdrawn, declined = int(counted["withdrawn"]), int(counted["declined"])
        finished, left = completed(export), analysed(export)
        consented = sum(bool(row["consented"]) for row in people)
        reasons = Counter(reason for row in finished.participants for reason in reasons_of(row))
        cells: dict[str, dict[str, int]] = {
            cell.name: {"joined": 0, "completed": 0, "analysed": 0} for cell in export.plan.cells
        }
        for row in people:
            counts = cells.setdefault(
                str(row["cell"]), {"joined": 0, "completed": 0, "analysed": 0}
            )
            counts["joined"] += 1
            counts["completed"] += row["person"] in finished.people
            counts["analysed"] += row["person"] in left.people
        return cls(
            joined=len(people) + withdrawn + declined,
            declined=declined,
            not_consented=len(people) - consented,
            consented=consented + withdrawn,
            withdrawn=withdrawn,
            unfinished=consented - len(finished.people),
            completed=len(finished.people),
            excluded=len(finished.people) - len(left.people),
            reasons={name: reasons[name] for name in REASONS if reasons[name]},
            analysed=len(left.people),
            cells=cells,
        )

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def flow_tables(flow: Flow) -> list[Table]:
    """How many there were at each stage, and by cell."""
    stages = [
        ("joined", flow.joined),
        ("– declined to take part", flow.declined),
        ("– left before they agreed, or have not yet", flow.not_consented),
        ("consented", flow.consented),
        ("– withdrew (everything of them was deleted)", flow.withdrawn),
        ("– did not finish, or not yet", flow.unfinished),
        ("completed", flow.completed),
        *((f"– excluded: {REASONS[name]}", count) for name, count in flow.reasons.items()),
        ("analysed", flow.analysed),
    ]
    notes: tuple[str, ...] = ()
    if sum(flow.reasons.values()) > flow.excluded:
        notes = (f"Some are excluded for several reasons: {flow.excluded} people in all.",)
    cells = tuple(
        (name, *(str(counts[stage]) for stage in ("joined", "completed", "analysed")))
        for name, counts in flow.cells.items()
    )
    return [
        Table("People", ("stage", "people"), tuple((s, str(n)) for s, n in stages), notes),
        Table(
            "By what they were allocated to",
            ("cell", "joined", "completed", "analysed"),
            cells,
            ("Those who declined or withdrew are left out.",)
            if flow.withdrawn or flow.declined
            else (),
        ),
    ]
