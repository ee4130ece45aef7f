"""Riddles, maps, marriages, plans and configurations."""

from __future__ import annotations

import itertools
from typing import Any

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy


def zebra() -> Problem:
    """Who owns the zebra: five houses in a row."""
    kinds = {
        "nation": ["English", "Spanish", "Japanese", "Ukrainian", "Norwegian"],
        "colour": ["red", "green", "white", "yellow", "blue"],
        "pet": ["dog", "snail", "fox", "horse", "zebra"],
        "drink": ["coffee", "tea", "milk", "juice", "water"],
        "work": ["painter", "sculptor", "diplomat", "violinist", "doctor"],
    }
    at = {name: cp.intvar(1, 5, name=name) for names in kinds.values() for name in names}
    same = "English red, Spanish dog, Japanese painter, Ukrainian tea, green coffee"
    same += ", sculptor snail, diplomat yellow, violinist juice"
    beside = "doctor fox, diplomat horse, Norwegian blue"
    rules = {
        "different": [cp.AllDifferent([at[name] for name in names]) for names in kinds.values()],
        "same": [at[a] == at[b] for a, b in map(str.split, same.split(", "))],
        "beside": [abs(at[a] - at[b]) == 1 for a, b in map(str.split, beside.split(", "))],
        "place": [at["Norwegian"] == 1, at["milk"] == 3, at["green"] == at["white"] + 1],
    }
    return from_cpmpy(rules, variables=at)


def agatha() -> Problem:
    """Who killed aunt Agatha?"""
    people = ("Agatha", "butler", "Charles")
    hates = {(a, b): cp.boolvar(name=f"{a} hates {b}") for a in people for b in people}
    richer = {(a, b): cp.boolvar(name=f"{a} richer than {b}") for a in people for b in people}
    killer = {a: cp.boolvar(name=f"{a} did it") for a in people}
    rules = {
        "killer": [
            cp.sum(list(killer.values())) == 1,
            *(killer[a].implies(hates[a, "Agatha"]) for a in people),
            *(killer[a].implies(~richer[a, "Agatha"]) for a in people),
        ],
        "richer": [
            *(~richer[a, a] for a in people),
            *(richer[a, b] == ~richer[b, a] for a, b in itertools.combinations(people, 2)),
        ],
        "hates": [
            *(hates["Agatha", a].implies(~hates["Charles", a]) for a in people),
            hates["Agatha", "Agatha"],
            hates["Agatha", "Charles"],
            ~hates["Agatha", "butler"],
            *((~richer[a, "Agatha"]).implies(hates["butler", a]) for a in people),
            *(hates["Agatha", a].implies(hates["butler", a]) for a in people),
            *(cp.sum([hates[a, b] for b in people]) <= 2 for a in people),
        ],
    }
    return from_cpmpy(rules, variables=[*killer.values(), *hates.values(), *richer.values()])


def map_colouring() -> Problem:
    """The states of Germany in four colours, as few new ones as can be."""
    borders = {
        "BB": "BE MV NI SN ST",
        "BW": "BY HE RP",
        "BY": "HE SN TH",
        "HB": "NI",
        "HE": "NI NW RP TH",
        "HH": "NI SH",
        "MV": "NI SH",
        "NI": "NW SH ST TH",
        "NW": "RP",
        "RP": "SL",
        "SN": "ST TH",
        "ST": "TH",
    }
    names = sorted({name for one, others in borders.items() for name in [one, *others.split()]})
    colour = {name: cp.intvar(1, 4, name=name) for name in names}
    rules: dict[str, list[Any]] = {
        "border": [colour[a] != colour[b] for a, others in borders.items() for b in others.split()],
        "colours": [cp.NValue([colour[n] for n in ("BB", "MV", "SH", "HH", "HB", "BE")]) <= 2],
    }
    shown = ["BY=1", "BW=2", "TH=3", "NI=1", "SL=2", "BB=3", "ST=2", "MV=4"]
    return from_cpmpy(rules, variables=colour, givens=shown)


def stable_marriage() -> Problem:
    """Five and five, no two of whom would rather have each other."""
    women = [[5, 1, 2, 4, 3], [4, 1, 3, 2, 5], [5, 3, 2, 4, 1], [1, 5, 4, 3, 2], [4, 3, 2, 1, 5]]
    men = [[1, 2, 4, 3, 5], [3, 5, 1, 2, 4], [5, 4, 2, 1, 3], [1, 3, 5, 4, 2], [4, 2, 3, 5, 1]]
    wife = cp.intvar(0, 4, shape=5, name="wife of")
    husband = cp.intvar(0, 4, shape=5, name="husband of")
    rules: dict[str, list[Any]] = {"couple": [cp.Inverse(list(wife), list(husband))], "stable": []}
    for m, w in itertools.product(range(5), repeat=2):
        he_would = men[m][w] < cp.Element(men[m], wife[m])
        she_would = women[w][m] < cp.Element(women[w], husband[w])
        rules["stable"].append(~(he_would & she_would))
    return from_cpmpy(rules, variables=[wife, husband], givens=[wife[0] == 1])


def water_buckets() -> Problem:
    """Eight litres in halves, with buckets of 8, 5 and 3, in seven moves."""
    sizes = (8, 5, 3)
    filled = cp.intvar(0, 8, shape=(8, 3), name="litres")
    moves = [
        (*before, *after)
        for before in itertools.product(*(range(size + 1) for size in sizes))
        if sum(before) == 8
        for after in _poured(before, sizes)
    ]
    rules = {
        "start": [filled[0, 0] == 8],
        "litres": [cp.sum(row) == 8 for row in filled],
        "move": [cp.Table([*filled[t], *filled[t + 1]], moves) for t in range(7)],
        "end": [filled[7, 0] == 4, filled[7, 1] == 4],
    }
    return from_cpmpy(rules, variables=filled)


def _poured(before: tuple[int, ...], sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    found = []
    for i, j in itertools.permutations(range(len(sizes)), 2):
        amount = min(before[i], sizes[j] - before[j])
        if amount:
            after = list(before)
            after[i] -= amount
            after[j] += amount
            found.append(tuple(after))
    return found


def configuration() -> Problem:
    """A computer of parts that fit together, with watts and a price."""
    parts = ("board", "processor", "memory", "graphics", "supply", "case")
    board, processor, memory, graphics, supply, case = x = cp.intvar(1, 6, shape=6, name=parts)
    watts, price = cp.intvar(0, 1000, name="watts"), cp.intvar(0, 3000, name="price")
    drawn = {"processor": [65, 95, 105, 65, 125, 170], "graphics": [0, 75, 150, 200, 280, 350]}
    costs = [
        [80, 95, 120, 150, 190, 260],
        [110, 150, 210, 180, 330, 520],
        [40, 75, 140, 45, 90, 170],
        [0, 160, 290, 420, 650, 980],
        [50, 65, 80, 100, 140, 190],
        [40, 55, 70, 90, 120, 150],
    ]
    socket = [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 3),
        (3, 5),
        (4, 3),
        (5, 4),
        (5, 6),
        (6, 5),
        (6, 6),
    ]
    slots = [(1, 1), (1, 2), (2, 2), (3, 4), (3, 5), (4, 3), (5, 5), (5, 6), (6, 6)]
    size = [(1, 1), (1, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 4), (5, 5), (6, 6)]
    power = [300, 400, 500, 650, 750, 1000]
    rules = {
        "fits": [
            cp.Table([board, processor], socket),
            cp.Table([board, memory], slots),
            cp.Table([board, case], size),
        ],
        "power": [
            watts
            == 60
            + cp.Element(drawn["processor"], processor - 1)
            + cp.Element(drawn["graphics"], graphics - 1),
            2 * watts <= cp.Element(power, supply - 1) + 200,
        ],
        "price": [
            price == cp.sum([cp.Element(c, p - 1) for c, p in zip(costs, x, strict=True)]),
            price <= 820,
        ],
        "wish": [graphics >= 3, processor >= 3, memory >= 4, case >= 3],
    }
    return from_cpmpy(rules, variables=[*x, watts, price])
