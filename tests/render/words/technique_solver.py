"""A plain solver of 9x9 Sudokus by techniques, each written down as players define it.

It knows the whole board, and nothing of how steps are named. What it finds says which crossed-out
candidates and which units it rests on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
Mark = tuple[Cell, int]
Unit = frozenset[Cell]

CELLS = list(itertools.product(range(1, 10), repeat=2))
ROWS = {f"row {n}": frozenset(c for c in CELLS if c[0] == n) for n in range(1, 10)}
COLS = {f"col {n}": frozenset(c for c in CELLS if c[1] == n) for n in range(1, 10)}
BLOCKS = {
    f"block {n}": frozenset(c for c in CELLS if (c[0] - 1) // 3 * 3 + (c[1] - 1) // 3 + 1 == n)
    for n in range(1, 10)
}
UNITS = {**ROWS, **COLS, **BLOCKS}
SIZES = {2: "pair", 3: "triple", 4: "quad"}


def sees(one: Cell, other: Cell) -> str | None:
    """A unit that holds both cells."""
    return next((n for n, u in UNITS.items() if one != other and {one, other} <= u), None)


@dataclass(frozen=True)
class Found:
    """A technique at work: it crosses out `gone`, or places it, by these marks and units."""

    technique: str
    gone: Mark
    crossed: frozenset[Mark]
    units: frozenset[str]
    places: bool = False


@dataclass
class Board:
    """What each cell may be; a cell with one value left is filled."""

    left: dict[Cell, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, line: str) -> Board:
        board = cls({cell: set(range(1, 10)) for cell in CELLS})
        for cell, character in zip(CELLS, line, strict=True):
            if character.isdigit() and character != "0":
                board.place((cell, int(character)))
        return board

    def place(self, mark: Mark) -> None:
        cell, value = mark
        self.left[cell] = {value}
        for unit in UNITS.values():
            if cell in unit:
                for other in unit - {cell}:
                    self.left[other].discard(value)

    def at(self, unit: str, value: int) -> frozenset[Cell]:
        return frozenset(c for c in UNITS[unit] if value in self.left[c])

    def not_at(self, unit: str, value: int) -> frozenset[Mark]:
        return frozenset((c, value) for c in UNITS[unit] if value not in self.left[c])

    def not_in(self, cell: Cell) -> frozenset[Mark]:
        return frozenset((cell, v) for v in range(1, 10) if v not in self.left[cell])

    def pairs(self) -> list[Cell]:
        return [c for c in CELLS if len(self.left[c]) == 2]


def naked_singles(board: Board) -> Iterator[Found]:
    for cell in CELLS:
        if len(board.left[cell]) == 1 and any(
            board.left[cell] <= board.left[c] for c in CELLS if sees(cell, c)
        ):
            (value,) = board.left[cell]
            gone = board.not_in(cell)
            yield Found("naked_single", (cell, value), gone, frozenset(), places=True)


def hidden_singles(board: Board) -> Iterator[Found]:
    for unit, value in itertools.product(UNITS, range(1, 10)):
        places = board.at(unit, value)
        if len(places) == 1 and len(board.left[min(places)]) > 1:
            gone = board.not_at(unit, value)
            yield Found("hidden_single", (min(places), value), gone, frozenset({unit}), places=True)


def locked(board: Board) -> Iterator[Found]:
    for lines, value in itertools.product((ROWS, COLS), range(1, 10)):
        for block, line in itertools.product(BLOCKS, lines):
            for name, one, other in (("pointing", block, line), ("claiming", line, block)):
                places = board.at(one, value)
                if len(places) > 1 and places <= UNITS[other]:
                    for cell in board.at(other, value) - places:
                        units = frozenset({one, other})
                        yield Found(name, (cell, value), board.not_at(one, value), units)


def subsets(board: Board) -> Iterator[Found]:
    for size, unit in itertools.product(SIZES, UNITS):
        opened = [c for c in sorted(UNITS[unit]) if len(board.left[c]) > 1]
        for cells in itertools.combinations(opened, size):
            values = set().union(*(board.left[c] for c in cells))
            if len(values) == size:
                crossed = frozenset().union(*map(board.not_in, cells))
                for other in set(opened) - set(cells):
                    for value in values & board.left[other]:
                        name = f"naked_{SIZES[size]}"
                        yield Found(name, (other, value), crossed, frozenset({unit}))
        opened_values = [v for v in range(1, 10) if len(board.at(unit, v)) > 1]
        for chosen in itertools.combinations(opened_values, size):
            places = frozenset().union(*(board.at(unit, v) for v in chosen))
            if len(places) == size:
                crossed = frozenset().union(*(board.not_at(unit, v) for v in chosen))
                for cell in places:
                    for value in board.left[cell] - set(chosen):
                        name = f"hidden_{SIZES[size]}"
                        yield Found(name, (cell, value), crossed, frozenset({unit}))


def fishes(board: Board) -> Iterator[Found]:
    names = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}
    for (base, cover), size in itertools.product(((ROWS, COLS), (COLS, ROWS)), names):
        for value in range(1, 10):
            lines = [n for n in base if 2 <= len(board.at(n, value)) <= size]
            for chosen in itertools.combinations(lines, size):
                places = frozenset().union(*(board.at(n, value) for n in chosen))
                across = [n for n in cover if cover[n] & places]
                if len(across) == size:
                    crossed = frozenset().union(*(board.not_at(n, value) for n in chosen))
                    units = frozenset((*chosen, *across))
                    for line in across:
                        for cell in board.at(line, value) - places:
                            yield Found(names[size], (cell, value), crossed, units)


def finned_x_wings(board: Board) -> Iterator[Found]:
    for (base, cover), value in itertools.product(((ROWS, COLS), (COLS, ROWS)), range(1, 10)):
        lines = [n for n in base if len(board.at(n, value)) > 1]
        for chosen in itertools.combinations(lines, 2):
            places = frozenset().union(*(board.at(n, value) for n in chosen))
            for across in itertools.combinations(cover, 2):
                covered = cover[across[0]] | cover[across[1]]
                fins = places - covered
                blocks = [n for n, b in BLOCKS.items() if fins and fins <= b]
                full = all(board.at(n, value) & cover[a] for n in chosen for a in across)
                for block in blocks if full else ():
                    crossed = board.not_at(chosen[0], value) | board.not_at(chosen[1], value)
                    units = frozenset((*chosen, *across, block))
                    for cell in board.at(block, value) & covered - places:
                        yield Found("finned_x_wing", (cell, value), crossed, units)


def two_lines(board: Board) -> Iterator[Found]:
    """Skyscrapers and two-string kites: two lines with two places each, an end of either linked."""
    for value, (one, other) in itertools.product(
        range(1, 10), itertools.combinations({**ROWS, **COLS}, 2)
    ):
        first, second = board.at(one, value), board.at(other, value)
        if not len(first) == len(second) == 2 or first & second:
            continue
        parallel = one.split()[0] == other.split()[0]
        links = (COLS if one in ROWS else ROWS) if parallel else BLOCKS
        for a, b in itertools.product(first, second):
            link = next((n for n, u in links.items() if {a, b} <= u), None)
            (end,), (last,) = first - {a}, second - {b}
            if link is None or sees(end, last):
                continue
            for cell in CELLS:
                left, right = sees(cell, end), sees(cell, last)
                if value in board.left[cell] and left and right and cell not in first | second:
                    name = "skyscraper" if parallel else "two_string_kite"
                    crossed = board.not_at(one, value) | board.not_at(other, value)
                    units = frozenset({one, other, link, left, right})
                    yield Found(name, (cell, value), crossed, units)


def wings(board: Board) -> Iterator[Found]:
    for pivot in CELLS:
        near = [c for c in board.pairs() if sees(pivot, c)]
        for one, other in itertools.combinations(near, 2):
            shared = board.left[one] & board.left[other]
            both = board.left[one] | board.left[other]
            if len(shared) != 1 or len(both) != 3:
                continue
            (value,) = shared
            name = {2: "xy_wing", 3: "xyz_wing"}.get(len(board.left[pivot]), "")
            ends = [one, other] if name == "xy_wing" else [one, other, pivot]
            wanted = both - shared if name == "xy_wing" else both
            if not name or board.left[pivot] != wanted:
                continue
            crossed = frozenset().union(*map(board.not_in, (pivot, one, other)))
            for cell in CELLS:
                seen = [sees(cell, end) for end in ends]
                if value in board.left[cell] and all(seen) and cell not in (pivot, one, other):
                    units = {sees(pivot, one), sees(pivot, other), *seen}
                    yield Found(name, (cell, value), crossed, frozenset(map(str, units)))


def w_wings(board: Board) -> Iterator[Found]:
    for one, other in itertools.combinations(board.pairs(), 2):
        if board.left[one] != board.left[other] or sees(one, other):
            continue
        for unit, (linked, value) in itertools.product(
            UNITS, itertools.permutations(sorted(board.left[one]))
        ):
            places = board.at(unit, linked)
            if len(places) != 2 or places & {one, other}:
                continue
            for a, b in itertools.permutations(sorted(places)):
                through = sees(one, a), sees(other, b)
                for cell in CELLS if all(through) else ():
                    seen = sees(cell, one), sees(cell, other)
                    if value in board.left[cell] and all(seen):
                        crossed = board.not_in(one) | board.not_in(other)
                        crossed |= board.not_at(unit, linked)
                        units = frozenset(map(str, {unit, *through, *seen}))
                        yield Found("w_wing", (cell, value), crossed, units)


TECHNIQUES: tuple[Callable[[Board], Iterator[Found]], ...] = (
    *(naked_singles, hidden_singles, locked, subsets, fishes),
    *(two_lines, wings, w_wings, finned_x_wings),
)


def solve(line: str) -> Iterator[tuple[Board, list[Found]]]:
    """Each board on the way with one example of every technique, as far as techniques lead."""
    board = Board.of(line)
    while True:
        examples: dict[str, Found] = {}
        for technique in TECHNIQUES:
            for found in technique(board):
                examples.setdefault(found.technique, found)
        if not examples:
            return
        yield board, list(examples.values())
        first = next(iter(examples.values()))
        if first.places:
            board.place(first.gone)
        else:
            board.left[first.gone[0]].discard(first.gone[1])
