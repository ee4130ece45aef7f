"""For each pattern of pencil marks a step that shows it; the grids around them need not exist."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.problem import CONTRADICTION, Fact, Step


def facts(text: str) -> list[Fact]:
    """`r1c1=1 r1c2≠2`."""
    words = text.split()
    return [Fact(w[:4], int(w[5:]), w[4]) for w in words]


def only(line: str, number: int, value: int, places: Iterable[int]) -> list[Fact]:
    """The value is crossed out in a row or column but for these places."""
    return [
        Fact(f"r{number}c{i}" if line == "row" else f"r{i}c{number}", value, "≠")
        for i in range(1, 10)
        if i not in places
    ]


def holding(cell: str, values: Iterable[int]) -> list[Fact]:
    """All but these values are crossed out in the cell."""
    return [Fact(cell, value, "≠") for value in range(1, 10) if value not in values]


def in_block(number: int, value: int, places: Iterable[str]) -> list[Fact]:
    """The value is crossed out in the block but for these places."""
    top, left = (number - 1) // 3 * 3, (number - 1) % 3 * 3
    cells = (f"r{top + r}c{left + c}" for r in (1, 2, 3) for c in (1, 2, 3))
    return [Fact(cell, value, "≠") for cell in cells if cell not in places]


def step(derived: Fact | str, known: Iterable[Fact], units: str) -> Step:
    if isinstance(derived, str):
        (derived,) = facts(derived)
    names = {"r": "row", "c": "col", "b": "block"}
    constraints = [f"{names[unit[0]]} {unit[1:]}" for unit in units.split()]
    return Step(derived, tuple(known), tuple(constraints), {}, 1.0, True, 1.0)


def rows_of_four(places: dict[int, str]) -> list[Fact]:
    """4 is crossed out in these rows but for these columns."""
    return [
        fact
        for row, columns in places.items()
        for fact in only("row", row, 4, list(map(int, columns)))
    ]


PENCIL_EXAMPLES: dict[str, Step] = {
    "direct": step("r1c2≠4", facts("r1c5=4"), "r1"),
    "twice": step(CONTRADICTION, facts("r1c2=4 r1c5=4"), "r1"),
    "no_value": step(
        CONTRADICTION,
        facts("r1c2=2 r1c3=3 r1c4=4 r1c5=5 r2c1=6 r3c1=7 r4c1=8 r5c1=9 r1c1≠1"),
        "r1 c1",
    ),
    "no_place": step(CONTRADICTION, facts("r1c6=7 r2c8=7 r3c1≠7 r3c2≠7 r3c3≠7"), "r1 r2 b1"),
    "naked_quad": step(
        "r1c9≠1",
        [f for c in (1, 4, 7, 8) for f in holding(f"r1c{c}", (1, 2, 3, 4))],
        "r1",
    ),
    "hidden_quad": step(
        "r1c1≠5", [f for v in (1, 2, 3, 4) for f in only("row", 1, v, (1, 2, 3, 4))], "r1"
    ),
    "skyscraper": step("r2c2≠4", rows_of_four({1: "17", 5: "27"}), "r1 r5 c7 b1 c2"),
    "two_string_kite": step(
        "r8c8≠4",
        [*only("row", 1, 4, (2, 8)), *only("col", 1, 4, (2, 8))],
        "r1 c1 b1 r8 c8",
    ),
    "turbot_fish": step(
        "r2c8≠4",
        [*in_block(1, 4, ("r2c2", "r3c3")), *only("row", 8, 4, (3, 8))],
        "b1 r8 c3 r2 c8",
    ),
    "xy_wing": step(
        "r2c7≠3",
        [*holding("r1c1", (1, 2)), *holding("r1c7", (1, 3)), *holding("r2c2", (2, 3))],
        "r1 b1 r2 c7",
    ),
    "w_wing": step(
        "r5c1≠2",
        [*holding("r1c1", (1, 2)), *holding("r5c9", (1, 2)), *only("row", 8, 1, (1, 9))],
        "c1 r8 c9 r5",
    ),
    "xyz_wing": step(
        "r1c2≠3",
        [*holding("r1c1", (1, 2, 3)), *holding("r1c7", (1, 3)), *holding("r2c2", (2, 3))],
        "r1 b1",
    ),
    "finned_x_wing": step("r4c7≠4", rows_of_four({1: "17", 5: "178"}), "r1 r5 c1 c7 b6"),
    "jellyfish": step(
        "r9c1≠4",
        rows_of_four({1: "135", 3: "357", 5: "157", 7: "137"}),
        "r1 r3 r5 r7 c1 c3 c5 c7",
    ),
    "simple_colouring": step(
        "r2c2≠4", rows_of_four({1: "14", 5: "47", 8: "27"}), "r1 r5 r8 c4 c7 b1 c2"
    ),
    "finned_swordfish": step(
        "r9c7≠4", rows_of_four({1: "147", 5: "147", 8: "1478"}), "r1 r5 r8 c1 c4 c7 b9"
    ),
    "finned_jellyfish": step(
        "r9c7≠4",
        rows_of_four({1: "135", 3: "357", 5: "157", 8: "1378"}),
        "r1 r3 r5 r8 c1 c3 c5 c7 b9",
    ),
    "short_chain": step(
        "r3c1≠1",
        [*only("row", 1, 1, (1, 5)), *only("col", 5, 2, (1, 6)), *holding("r6c1", (1, 2))],
        "r1 c5 r6 c1",
    ),
}
