"""Known patterns in the steps of a Sudoku.

A reasoner that may use nothing but the facts and units of a step strikes out candidates, the
easiest rule first, until the derived value is all that is left. Each rule is sound in itself, so
what it finds is a proof, and the hardest rule in the proof names the step. Not every step is found
this way: the rules here are the usual ones, and steps can be harder than that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hintwise.problem import Problem, Step

Candidate = tuple[str, int]
"""A cell and a value it might hold."""

UNITS = ("row", "col", "block")
SINGLES = ("full_house", "naked_single", "hidden_single")
CHAIN = "singles_chain"

PATTERNS: tuple[str, ...] = (
    *SINGLES,
    CHAIN,
    "pointing",
    "claiming",
    "multiple_lines",
    "naked_pair",
    "hidden_pair",
    "naked_triple",
    "hidden_triple",
    "x_wing",
    "swordfish",
)
"""The patterns, easiest first; several singles in a row are a chain."""

_SUBSETS = {2: "pair", 3: "triple"}


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """`cell` holds `value`: a fact, or placed `by` an earlier move.

    Through `unit` it keeps the value out of another cell; without one, other values out of its own.
    """

    cell: str
    value: int
    unit: str | None = None
    by: Move | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One deduction: for these reasons, `values` and `cells` belong together in `units`.

    A single places its value. Other moves strike out what `removes` lists.
    """

    rule: str
    units: tuple[str, ...]
    cells: tuple[str, ...]
    values: tuple[int, ...]
    reasons: tuple[Held | Move, ...]
    removes: tuple[Candidate, ...] = ()

    @property
    def places(self) -> bool:
        return self.rule in SINGLES


@dataclass(frozen=True, slots=True)
class Proof:
    """The moves that lead to the derived fact, in order; each but the last serves a later one."""

    pattern: str
    moves: tuple[Move, ...]

    def held(self) -> Iterator[Held]:
        return (r for move in self.moves for r in move.reasons if isinstance(r, Held))

    def cells(self) -> set[str]:
        """The cells of the facts that it uses."""
        return {held.cell for held in self.held() if held.by is None}

    def units(self) -> set[str]:
        used = {unit for move in self.moves for unit in move.units}
        return used | {held.unit for held in self.held() if held.unit is not None}


def prove(problem: Problem, step: Step) -> Proof | None:
    """The step as a chain of known patterns, if it is one and all its elements take part."""
    if not _is_plain(problem, step):
        return None
    grid = _Candidates(problem, step)
    target, value = step.derived.variable, step.derived.value
    while target not in grid.known:
        move = next(_moves(grid, target), None)
        if move is None:
            return None
        grid.apply(move)
    last = grid.placed_by.get(target)
    if last is None or grid.known[target] != value:
        return None
    moves = _needed(last, grid.applied)
    proof = Proof(_pattern(moves), moves)
    complete = proof.cells() == {f.variable for f in step.facts}
    return proof if complete and proof.units() == set(step.constraints) else None


def _is_plain(problem: Problem, step: Step) -> bool:
    """Whether all that the step uses are values of cells, and units that hold every value once."""
    size = len(problem.variable(step.derived.variable).domain)
    return all(fact.settles for fact in (*step.facts, step.derived)) and all(
        unit.group in UNITS and len(unit.variables) == size
        for unit in map(problem.constraint, step.constraints)
    )


class _Candidates:
    """What each cell of the step's units may still hold, and why not the rest."""

    def __init__(self, problem: Problem, step: Step) -> None:
        order = {v.name: i for i, v in enumerate(problem.variables)}
        units = [problem.constraint(name) for name in step.constraints]
        self.units = {u.name: tuple(sorted(u.variables, key=order.__getitem__)) for u in units}
        self.groups = {u.name: u.group for u in units}
        self.domain = problem.variable(step.derived.variable).domain
        cells = {cell for members in self.units.values() for cell in members}
        cells |= {step.derived.variable, *(fact.variable for fact in step.facts)}
        self.left = {cell: set(self.domain) for cell in sorted(cells, key=order.__getitem__)}
        self.why: dict[Candidate, Held | Move] = {}
        self.known: dict[str, int] = {}
        self.placed_by: dict[str, Move] = {}
        self.applied: list[Move] = []
        for fact in step.facts:
            self._place(fact.variable, fact.value, None)

    def of_group(self, group: str) -> list[str]:
        return [unit for unit in self.units if self.groups[unit] == group]

    def open_cells(self, unit: str) -> list[str]:
        return [cell for cell in self.units[unit] if cell not in self.known]

    def open_values(self, unit: str) -> list[int]:
        held = {self.known.get(cell) for cell in self.units[unit]}
        return [value for value in self.domain if value not in held]

    def places(self, unit: str, value: int) -> list[str]:
        return [cell for cell in self.units[unit] if value in self.left[cell]]

    def reasons(self, candidates: Iterable[Candidate]) -> tuple[Held | Move, ...]:
        """Why these candidates are gone; each of them must be."""
        return tuple(dict.fromkeys(self.why[candidate] for candidate in candidates))

    def apply(self, move: Move) -> None:
        self.applied.append(move)
        if move.places:
            self._place(move.cells[0], move.values[0], move)
        for candidate in move.removes:
            self._strike(candidate, move)

    def _place(self, cell: str, value: int, move: Move | None) -> None:
        self.known[cell] = value
        if move is not None:
            self.placed_by[cell] = move
        own = Held(cell, value, by=move)
        for other in self.domain:
            if other != value:
                self._strike((cell, other), own)
        for unit, members in self.units.items():
            if cell in members:
                through = Held(cell, value, unit, move)
                for peer in members:
                    if peer != cell:
                        self._strike((peer, value), through)

    def _strike(self, candidate: Candidate, cause: Held | Move) -> None:
        cell, value = candidate
        if value in self.left[cell]:
            self.left[cell].discard(value)
            self.why[candidate] = cause


def _moves(grid: _Candidates, target: str) -> Iterator[Move]:
    """All moves that get further, the easiest first; at equal difficulty the target's own."""
    others = [cell for cell in grid.left if cell != target]
    for cells in ([target], others):
        yield from _naked_singles(grid, cells)
        yield from _hidden_singles(grid, cells)
    for rule in _STRIKING_RULES:
        yield from (move for move in rule(grid) if move.removes)


def _naked_singles(grid: _Candidates, cells: Iterable[str]) -> Iterator[Move]:
    for cell in cells:
        if cell in grid.known or len(grid.left[cell]) != 1:
            continue
        (value,) = grid.left[cell]
        reasons = grid.reasons((cell, other) for other in grid.domain if other != value)
        through = {reason.unit if isinstance(reason, Held) else None for reason in reasons}
        if len(through) == 1 and (unit := through.pop()) is not None:
            yield Move("full_house", (unit,), (cell,), (value,), reasons)
        else:
            yield Move("naked_single", (), (cell,), (value,), reasons)


def _hidden_singles(grid: _Candidates, cells: Iterable[str]) -> Iterator[Move]:
    wanted = set(cells)
    for unit, members in grid.units.items():
        for value in grid.open_values(unit):
            places = grid.places(unit, value)
            if len(places) == 1 and places[0] in wanted:
                rest = ((cell, value) for cell in members if cell != places[0])
                yield Move("hidden_single", (unit,), tuple(places), (value,), grid.reasons(rest))


def _locked(grid: _Candidates) -> Iterator[Move]:
    """A value whose places in one unit all lie in another is nowhere else in the other."""
    for one, other in itertools.permutations(grid.units, 2):
        if "block" not in (grid.groups[one], grid.groups[other]):
            continue
        rule = "pointing" if grid.groups[one] == "block" else "claiming"
        for value in grid.open_values(one):
            places = grid.places(one, value)
            if places and set(places) <= set(grid.units[other]):
                rest = [(cell, value) for cell in grid.units[one] if cell not in places]
                yield Move(
                    rule,
                    (one, other),
                    tuple(places),
                    (value,),
                    grid.reasons(rest),
                    tuple((c, value) for c in grid.places(other, value) if c not in places),
                )


def _naked_subsets(grid: _Candidates, size: int) -> Iterator[Move]:
    """So many cells of a unit with so many values between them leave these to no other cell."""
    for unit in grid.units:
        for cells in itertools.combinations(grid.open_cells(unit), size):
            values = sorted(set().union(*(grid.left[cell] for cell in cells)))
            if len(values) == size:
                gone = itertools.product(cells, grid.domain)
                yield Move(
                    f"naked_{_SUBSETS[size]}",
                    (unit,),
                    cells,
                    tuple(values),
                    grid.reasons((c, v) for c, v in gone if v not in grid.left[c]),
                    tuple((c, v) for v in values for c in grid.places(unit, v) if c not in cells),
                )


def _hidden_subsets(grid: _Candidates, size: int) -> Iterator[Move]:
    """So many values of a unit with so many places between them leave no room for others there."""
    for unit in grid.units:
        for values in itertools.combinations(grid.open_values(unit), size):
            cells = {cell for value in values for cell in grid.places(unit, value)}
            if len(cells) == size:
                gone = itertools.product(grid.units[unit], values)
                yield Move(
                    f"hidden_{_SUBSETS[size]}",
                    (unit,),
                    tuple(cell for cell in grid.units[unit] if cell in cells),
                    values,
                    grid.reasons((c, v) for c, v in gone if v not in grid.left[c]),
                    tuple((c, v) for c in cells for v in grid.left[c] if v not in values),
                )


def _fishes(grid: _Candidates, rule: str) -> Iterator[Move]:
    """A value that so many units hold within as many units of another kind: nowhere else there."""
    for base, cover, size in _FISHES[rule]:
        cover_of = {cell: unit for unit in grid.of_group(cover) for cell in grid.units[unit]}
        for value in grid.domain:
            holding = [unit for unit in grid.of_group(base) if grid.places(unit, value)]
            for bases in itertools.combinations(holding, size):
                cells = [cell for unit in bases for cell in grid.places(unit, value)]
                covers = sorted({cover_of.get(cell, "") for cell in cells})
                if len(covers) != size or "" in covers:
                    continue
                rest = (c for unit in bases for c in grid.units[unit] if c not in cells)
                struck = (c for unit in covers for c in grid.places(unit, value))
                yield Move(
                    rule,
                    (*bases, *covers),
                    tuple(cells),
                    (value,),
                    grid.reasons((cell, value) for cell in rest),
                    tuple((cell, value) for cell in struck if cell not in cells),
                )


_FISHES: dict[str, tuple[tuple[str, str, int], ...]] = {
    "multiple_lines": tuple(
        (*groups, 2) for line in ("row", "col") for groups in (("block", line), (line, "block"))
    ),
    "x_wing": (("row", "col", 2), ("col", "row", 2)),
    "swordfish": (("row", "col", 3), ("col", "row", 3)),
}
"""Which kinds of unit hold the value within which other kind, and how many of them."""

_STRIKING_RULES: tuple[Callable[[_Candidates], Iterator[Move]], ...] = (
    _locked,
    lambda grid: _fishes(grid, "multiple_lines"),
    lambda grid: _naked_subsets(grid, 2),
    lambda grid: _hidden_subsets(grid, 2),
    lambda grid: _naked_subsets(grid, 3),
    lambda grid: _hidden_subsets(grid, 3),
    lambda grid: _fishes(grid, "x_wing"),
    lambda grid: _fishes(grid, "swordfish"),
)


def _needed(last: Move, applied: Iterable[Move]) -> tuple[Move, ...]:
    """`last` and the earlier moves that it rests on, in the order in which they were made."""
    needed: set[Move] = set()
    waiting = [last]
    while waiting:
        move = waiting.pop()
        if move not in needed:
            needed.add(move)
            causes = (r.by if isinstance(r, Held) else r for r in move.reasons)
            waiting.extend(cause for cause in causes if cause is not None)
    return tuple(move for move in applied if move in needed)


def _pattern(moves: tuple[Move, ...]) -> str:
    hardest = max((move.rule for move in moves), key=PATTERNS.index)
    return CHAIN if hardest in SINGLES and len(moves) > 1 else hardest
