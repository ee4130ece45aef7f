"""Jobs, projects, meetings and lessons in time."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import Rule, from_cpmpy

Jobs = Sequence[Sequence[tuple[int, int]]]
"""For each job its tasks in order: machine and duration."""


def job_shop_3() -> Problem:
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]
    return _job_shop(jobs, within=11, shown={(0, 0): 2})


def job_shop_4() -> Problem:
    jobs = [
        [(0, 54), (1, 34), (2, 60), (3, 12)],
        [(2, 9), (0, 15), (3, 48), (1, 28)],
        [(3, 38), (1, 19), (0, 28), (2, 39)],
        [(1, 46), (3, 22), (2, 18), (0, 57)],
    ]
    return _job_shop(jobs, within=192)


def job_shop_6() -> Problem:
    """The instance FT06 of H. Fisher and G. L. Thompson (1963), at its least makespan."""
    jobs = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ]
    return _job_shop(jobs, within=55)


def _job_shop(
    jobs: Jobs, within: int, shown: Mapping[tuple[int, int], int] | None = None
) -> Problem:
    start = {
        (j, t): cp.intvar(0, 2 * within, name=f"job {j + 1} task {t + 1}")
        for j, job in enumerate(jobs)
        for t in range(len(job))
    }
    rules = []
    for j, job in enumerate(jobs):
        for t, (_, duration) in enumerate(job[:-1]):
            name = f"job {j + 1}, task {t + 1} before {t + 2}"
            rules.append(Rule(start[j, t] + duration <= start[j, t + 1], "order", name))
        last = len(job) - 1
        in_time = start[j, last] + job[last][1] <= within
        rules.append(Rule(in_time, "end", f"job {j + 1} in time"))
    tasks = [(j, t, *task) for j, job in enumerate(jobs) for t, task in enumerate(job)]
    for (j, t, machine, one), (k, u, other, two) in itertools.combinations(tasks, 2):
        if machine == other:
            apart = (start[j, t] + one <= start[k, u]) | (start[k, u] + two <= start[j, t])
            rules.append(Rule(apart, "machine", f"machine {machine + 1}, jobs {j + 1} and {k + 1}"))
    givens = [start[task] == time for task, time in (shown or {}).items()]
    return from_cpmpy(rules, variables=list(start.values()), givens=givens)


def project() -> Problem:
    """Ten activities with a crew of six, in as few weeks as can be."""
    weeks = [3, 5, 2, 4, 6, 3, 2, 5, 4, 2]
    people = [2, 3, 4, 2, 3, 2, 5, 2, 3, 4]
    before = [(0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8), (6, 8), (7, 9), (8, 9)]
    start = cp.intvar(0, 40, shape=10, name="start")
    rules = {
        "order": [start[a] + weeks[a] <= start[b] for a, b in before],
        "crew": [cp.Cumulative(start, weeks, demand=people, capacity=6)],
        "end": [start[i] + weeks[i] <= 22 for i in range(10)],
    }
    return from_cpmpy(rules, variables=start)


def buses() -> Problem:
    """How many drivers start every four hours, each for eight, with as few as can be."""
    needed = [4, 8, 10, 7, 12, 4]
    starting = cp.intvar(0, 12, shape=6, name="starting")
    rules = {
        "needed": [starting[i] + starting[i - 1] >= needed[i] for i in range(6)],
        "drivers": [cp.sum(starting) == 26],
        "told": [starting[0] == 0, starting[2] > starting[4]],
    }
    return from_cpmpy(rules, variables=starting)


def meetings() -> Problem:
    """Four meetings in the minutes of one day."""
    return _meetings(1)


def meetings_in_seconds() -> Problem:
    """The same meetings, timed to the second."""
    return _meetings(60)


def _meetings(minute: int) -> Problem:
    """Four meetings; a minute has so many units of time."""
    names = ("board", "design", "hiring", "review")
    start = cp.intvar(0, 600 * minute, shape=4, name=names)
    board, design, hiring, review = start
    lengths = [90, 120, 45, 60]

    def apart(i: int, j: int, pause: int = 0) -> Any:
        one = start[i] + (lengths[i] + pause) * minute
        two = start[j] + (lengths[j] + pause) * minute
        return (one <= start[j]) | (two <= start[i])

    rules = {
        "room": [apart(0, 1), apart(2, 3, pause=15), apart(0, 3)],
        "people": [apart(1, 2), apart(1, 3, pause=30)],
        "order": [board + 90 * minute <= hiring, design + 150 * minute <= review],
        "hours": [
            board >= 60 * minute,
            review + 60 * minute <= 375 * minute,
            design >= 150 * minute,
            hiring + 45 * minute <= 435 * minute,
        ],
        "told": [hiring - board == 330 * minute, hiring % (15 * minute) == 0],
    }
    return from_cpmpy(rules, variables=start)


def timetable() -> Problem:
    """Four classes with ten lessons each in twelve slots, seven teachers, rooms and wishes."""
    taught = {
        "Adams": [("1a", 3), ("1b", 3)],
        "Brown": [("1a", 3), ("2a", 3)],
        "Clark": [("1b", 3), ("2b", 3)],
        "Davis": [("2a", 3), ("2b", 3)],
        "Evans": [("1a", 2), ("1b", 2), ("2a", 2), ("2b", 2)],
        "Frost": [("1a", 2), ("2b", 2)],
        "Green": [("1b", 2), ("2a", 2)],
    }
    lessons = [
        (teacher, name, n)
        for teacher, classes in taught.items()
        for name, count in classes
        for n in range(1, count + 1)
    ]
    slot = {lesson: cp.intvar(1, 12, name=" ".join(map(str, lesson))) for lesson in lessons}
    names = ("1a", "1b", "2a", "2b")
    rules = {
        "class": [cp.AllDifferent([s for (_, c, _), s in slot.items() if c == k]) for k in names],
        "teacher": [
            cp.AllDifferent([s for (t, _, _), s in slot.items() if t == k]) for k in taught
        ],
        "order": [
            slot[t, c, n] < slot[t, c, n + 1] for t, c, n in lessons if (t, c, n + 1) in slot
        ],
        "wish": [
            *(s <= 8 for (t, _, _), s in slot.items() if t == "Evans"),
            *(s >= 7 for (t, _, _), s in slot.items() if t == "Frost"),
            *(s != 4 for (t, _, _), s in slot.items() if t in ("Adams", "Davis")),
            *(cp.sum([s <= 4 for (_, c, _), s in slot.items() if c == k]) == 4 for k in names),
        ],
    }
    shown = "Adams 1a 1=3, Adams 1b 2=10, Brown 1a 1=1, Brown 2a 2=5, Clark 1b 2=6, Clark 2b 3=4"
    shown += ", Davis 2a 3=12, Davis 2b 1=6, Evans 1a 2=8, Evans 1b 2=5, Frost 1a 1=7, Green 1b 1=1"
    shown += ", Clark 2b 1=1, Davis 2a 1=2, Adams 1a 2=9, Frost 2b 1=9, Evans 2b 2=7, Brown 1a 2=4"
    shown += ", Evans 2a 1=1, Davis 2b 2=8, Clark 1b 3=11, Brown 2a 3=8"
    return from_cpmpy(rules, variables=list(slot.values()), givens=shown.split(", "))
