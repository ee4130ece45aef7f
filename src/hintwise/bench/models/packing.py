"""What goes where: knapsacks, bins, tasks and pigeons."""

from __future__ import annotations

import itertools

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy


def knapsack() -> Problem:
    """Twelve things; as much value as can be carried."""
    weights = [12, 7, 11, 8, 9, 6, 5, 14, 3, 10, 4, 13]
    values = [24, 13, 23, 15, 16, 11, 9, 28, 5, 19, 7, 25]
    takes = cp.boolvar(shape=12, name="takes")
    rules = {
        "weight": [cp.sum(takes * weights) <= 46],
        "value": [cp.sum(takes * values) >= 91],
        "pair": [takes[4].implies(takes[1]), ~(takes[3] & takes[9]), takes[2] | takes[11]],
    }
    return from_cpmpy(rules, variables=takes)


def bins() -> Problem:
    """Ten parcels in three vans."""
    weights = [42, 35, 31, 28, 24, 19, 17, 12, 9, 7]
    van = cp.intvar(1, 3, shape=10, name="van of")
    rules = {
        "load": [
            cp.sum([w * (van[i] == b) for i, w in enumerate(weights)]) <= 81 for b in (1, 2, 3)
        ],
        "apart": [van[0] != van[1], van[2] != van[3], van[0] != van[2], van[5] != van[6]],
        "order": [van[0] == 1, van[1] == 2],
        "together": [van[4] == van[7]],
    }
    return from_cpmpy(rules, variables=van)


def allocation() -> Problem:
    """Six tasks for six people at least cost, some of which must not meet."""
    cost = [
        [9, 2, 7, 8, 5, 6],
        [6, 4, 3, 7, 9, 5],
        [5, 8, 1, 8, 4, 7],
        [7, 6, 9, 4, 3, 2],
        [8, 5, 6, 3, 7, 9],
        [4, 7, 8, 6, 2, 5],
    ]
    task = cp.intvar(0, 5, shape=6, name="task of")
    spent = cp.intvar(0, 60, name="spent")
    each = [cp.Element(row, t) for row, t in zip(cost, task, strict=True)]
    rules = {
        "different": [cp.AllDifferent(task)],
        "cost": [spent == cp.sum(each), spent <= 18],
        "skill": [task[0] != 5, task[3] != 2, abs(task[1] - task[2]) > 1],
    }
    return from_cpmpy(rules, variables=[task, spent])


def pigeons() -> Problem:
    """Ten pigeons in nine holes: no solution."""
    hole = cp.intvar(1, 9, shape=10, name="hole of")
    apart = [hole[i] != hole[j] for i, j in itertools.combinations(range(10), 2)]
    return from_cpmpy({"apart": apart}, variables=hole)


def committees() -> Problem:
    """Eight people on committees of at most three, by numbers of values and their order."""
    on = cp.intvar(1, 4, shape=8, name="committee of")
    rules = {
        "number": [cp.NValue(on) == 4, cp.NValue(on[:4]) == 2, cp.NValue(on[4:]) == 3],
        "size": [cp.Count(on, c) <= 3 for c in (1, 2, 3, 4)],
        "order": [cp.LexLess(on[:4], on[4:]), cp.Precedence(on, [1, 2, 3, 4])],
        "apart": [on[1] != on[5], on[3] != on[4], on[6] != on[7], on[2] != on[3]],
        "together": [on[0] == on[3], on[4] == on[7]],
    }
    return from_cpmpy(rules, variables=on)
