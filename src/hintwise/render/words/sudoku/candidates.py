"""The board as one step sees it: what each cell may hold by the step's own facts and units."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.problem import Problem, Step
from hintwise.render.words.sudoku.moves import Candidate, Crossed, Held, Move, Reason


class Candidates:
    """What each cell of the step's units may still hold, and why not the rest."""

    def __init__(self, problem: Problem, step: Step) -> None:
        order = {v.name: i for i, v in enumerate(problem.variables)}
        units = [problem.constraint(name) for name in step.constraints]
        self.units = {u.name: tuple(sorted(u.variables, key=order.__getitem__)) for u in units}
        self.groups = {u.name: u.group for u in units}
        self.domain = problem.variables[0].domain
        cells = {cell for members in self.units.values() for cell in members}
        cells |= {fact.variable for fact in (step.derived, *step.taken_along, *step.facts)}
        self.left = {
            cell: set(self.domain) for cell in sorted(cells & order.keys(), key=order.__getitem__)
        }
        self.units_of: dict[str, list[str]] = {cell: [] for cell in self.left}
        for unit, members in self.units.items():
            for cell in members:
                self.units_of[cell].append(unit)
        self.why: dict[Candidate, Reason] = {}
        self.known: dict[str, int] = {}
        self.placed_by: dict[str, Move] = {}
        self.applied: list[Move] = []
        for fact in step.facts:
            if fact.settles:
                self._place(fact.variable, fact.value, None)
        for fact in step.facts:
            if not fact.settles:
                self._strike((fact.variable, fact.value), Crossed(fact.variable, fact.value))

    def of_group(self, group: str) -> list[str]:
        return [unit for unit in self.units if self.groups[unit] == group]

    def open_cells(self, unit: str) -> list[str]:
        return [cell for cell in self.units[unit] if cell not in self.known]

    def open_values(self, unit: str) -> list[int]:
        held = {self.known.get(cell) for cell in self.units[unit]}
        return [value for value in self.domain if value not in held]

    def places(self, unit: str, value: int) -> list[str]:
        return [cell for cell in self.units[unit] if value in self.left[cell]]

    def shared_unit(self, one: str, other: str) -> str | None:
        """A unit that holds both cells, if they are two."""
        if one == other:
            return None
        return next((unit for unit in self.units_of[one] if other in self.units[unit]), None)

    def reasons(self, candidates: Iterable[Candidate]) -> tuple[Reason, ...]:
        """Why these candidates are gone; each of them must be."""
        return tuple(dict.fromkeys(self.why[candidate] for candidate in candidates))

    def why_no_other_place(self, unit: str, value: int) -> tuple[Reason, ...]:
        """Why the value has no more places in the unit than it has."""
        cells = (cell for cell in self.units[unit] if value not in self.left[cell])
        return self.reasons((cell, value) for cell in cells)

    def why_no_other_value(self, cell: str) -> tuple[Reason, ...]:
        """Why the cell has no more values than it has."""
        return self.reasons((cell, v) for v in self.domain if v not in self.left[cell])

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
        for unit in self.units_of[cell]:
            through = Held(cell, value, unit, move)
            for peer in self.units[unit]:
                if peer != cell:
                    self._strike((peer, value), through)

    def _strike(self, candidate: Candidate, cause: Reason) -> None:
        cell, value = candidate
        if value in self.left[cell]:
            self.left[cell].discard(value)
            self.why[candidate] = cause
