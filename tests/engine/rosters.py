"""Rosters in which hours are counted: easy for linear relaxations, and endless for resolution."""

from __future__ import annotations

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import Rule, from_cpmpy

DAY, NIGHT = 1, 2


def roster(*, by_day: int, by_night: int, hours: int, nurses: int = 10, days: int = 14) -> Problem:
    """So many nurses by day and by night, at most so many hours a week, no day after a night."""
    shift = cp.intvar(0, 2, shape=(nurses, days), name="shift")
    rules = []
    for d in range(days):
        for kind, needed, name in ((DAY, by_day, "day"), (NIGHT, by_night, "night")):
            cover = cp.sum(shift[:, d] == kind) >= needed
            rules.append(Rule(cover, group="cover", name=f"{name} {d + 1}"))
    for n in range(nurses):
        for d in range(days - 1):
            rested = (shift[n, d] == NIGHT).implies(shift[n, d + 1] != DAY)
            rules.append(Rule(rested, group="rest", name=f"rest of {n + 1} after {d + 1}"))
        for w in range(days // 7):
            week = shift[n, 7 * w : 7 * w + 7]
            worked = 8 * cp.sum(week == DAY) + 10 * cp.sum(week == NIGHT)
            rules.append(Rule(worked <= hours, group="hours", name=f"most of {n + 1} in {w + 1}"))
            rules.append(Rule(worked >= 24, group="hours", name=f"least of {n + 1} in {w + 1}"))
    return from_cpmpy(rules, title="roster")


def pigeon_holes(pigeons: int) -> Problem:
    """One hole too few, said in clauses."""
    sits = cp.boolvar(shape=(pigeons, pigeons - 1), name="sits")
    somewhere = [Rule(cp.any(row), name=f"pigeon {i + 1}") for i, row in enumerate(sits)]
    alone = [
        Rule(~sits[i, h] | ~sits[j, h], name=f"{i + 1} and {j + 1} in {h + 1}")
        for h in range(pigeons - 1)
        for i in range(pigeons)
        for j in range(i)
    ]
    return from_cpmpy([*somewhere, *alone], title="pigeon-holes")
