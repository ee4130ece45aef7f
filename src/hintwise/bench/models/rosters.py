"""Who works when: rosters with cover, hours, patterns and preferences."""

from __future__ import annotations

from typing import Any

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import Rule, from_cpmpy

OFF, DAY, NIGHT = 0, 1, 2
HOURS = {DAY: 8, NIGHT: 10}
PEOPLE, DAYS = 10, 14


def roster() -> Problem:
    """Ten people, two weeks, day and night shifts, weekly hours as weighted sums."""
    return _roster(days_needed=4, nights_needed=2, most_hours=44)


def tight_roster() -> Problem:
    """The same with more shifts than the hours of all people allow: no solution."""
    return _roster(days_needed=5, nights_needed=2, most_hours=36)


def _roster(days_needed: int, nights_needed: int, most_hours: int) -> Problem:
    shift = cp.intvar(OFF, NIGHT, shape=(PEOPLE, DAYS), name="shift")
    rules = []
    for d in range(DAYS):
        weekend = d % 7 >= 5
        day_cover = cp.sum(shift[:, d] == DAY) == days_needed - weekend
        rules.append(Rule(day_cover, "cover", f"day shifts on day {d + 1}"))
        night_cover = cp.sum(shift[:, d] == NIGHT) == nights_needed
        rules.append(Rule(night_cover, "cover", f"night shifts on day {d + 1}"))
    for p in range(PEOPLE):
        for d in range(DAYS - 1):
            rested = (shift[p, d] == NIGHT).implies(shift[p, d + 1] != DAY)
            rules.append(Rule(rested, "rest", f"rest of {p + 1} after day {d + 1}"))
        for week in (0, 1):
            days = shift[p, 7 * week : 7 * week + 7]
            hours = cp.sum([h * (s == kind) for s in days for kind, h in HOURS.items()])
            enough = [hours >= 24, hours <= most_hours]
            rules.append(Rule(enough, "hours", f"hours of {p + 1} in week {week + 1}"))
        nights = cp.sum(shift[p] == NIGHT) <= 4
        rules.append(Rule(nights, "nights", f"nights of {p + 1}"))
    wishes = [shift[p, (3 * p + d) % DAYS] == OFF for p in range(PEOPLE) for d in range(4)]
    wishes += [shift[p, 0] == NIGHT for p in (3, 7)] + [shift[p, 13] == NIGHT for p in (0, 5)]
    return from_cpmpy(rules, variables=shift, givens=wishes)


def preferences() -> Problem:
    """Six nurses, a week, patterns by an automaton, counts and wishes."""
    shift = cp.intvar(OFF, NIGHT, shape=(6, 7), name="shift")
    # At most three days of work in a row, and a night is followed by a night or by rest.
    pattern = [("rest", OFF, "rest"), ("rest", DAY, "day 1"), ("rest", NIGHT, "night 1")]
    for n in (1, 2, 3):
        pattern += [(f"day {n}", OFF, "rest"), (f"night {n}", OFF, "rest")]
        if n < 3:
            pattern += [(f"day {n}", DAY, f"day {n + 1}"), (f"day {n}", NIGHT, f"night {n + 1}")]
            pattern += [(f"night {n}", NIGHT, f"night {n + 1}")]
    states = sorted({state for state, _, _ in pattern})
    rules: dict[str, list[Any]] = {
        "pattern": [cp.Regular(list(week), pattern, "rest", states) for week in shift],
        "cover": [
            cp.GlobalCardinalityCount(list(shift[:, d]), [DAY, NIGHT], [2, 1]) for d in range(7)
        ],
        "work": [cp.Count(list(week), OFF) <= 4 for week in shift],
        "fair": [cp.Count(list(week), NIGHT) <= 2 for week in shift],
        "wish": [
            cp.Count(list(shift[0]), DAY) == 4,
            cp.Count(list(shift[1]), NIGHT) == 2,
            shift[2, 5] == OFF,
            shift[2, 6] == OFF,
            shift[3, 0] == NIGHT,
            (shift[4, 0] == OFF) & (shift[4, 1] == OFF),
        ],
    }
    shown = [shift[0, 0] == DAY, shift[0, 1] == DAY, shift[1, 2] == NIGHT, shift[5, 6] == NIGHT]
    shown += [shift[1, 0] == OFF, shift[5, 3] == DAY, shift[2, 4] == NIGHT, shift[2, 1] == DAY]
    shown += [shift[0, 4] == OFF, shift[3, 3] == DAY, shift[4, 5] == DAY, shift[1, 5] == OFF]
    return from_cpmpy(rules, variables=shift, givens=shown)
