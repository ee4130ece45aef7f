"""Sudokus in words. A known value is written `6 in r4c5`, so that value and place stay together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hintwise.problem import Step
from hintwise.render.language import capitalised
from hintwise.render.patterns_sudoku import UNITS, Held, Move, prove
from hintwise.render.wording import Named, Wording

_TEMPLATES = {
    "pointing": "locked",
    "claiming": "locked",
    "multiple_lines": "fish",
    "naked_pair": "naked_subset",
    "hidden_pair": "hidden_subset",
    "naked_triple": "naked_subset",
    "hidden_triple": "hidden_subset",
    "x_wing": "fish",
    "swordfish": "fish",
}
"""Rules that are told alike; the others have a template of their own name."""


class SudokuWording(Wording):
    """Words for the parts of a Sudoku."""

    def rule(self, name: str) -> str:
        """Everybody knows the rule, "column 7" is enough."""
        group = self.problem.constraint(name).group
        number = name.removeprefix(group).strip()
        if group not in UNITS or not number:
            return super().rule(name)
        return self.language.say(f"sudoku.unit.{group}", number=number)

    def kind(self, group: str) -> str:
        if group not in UNITS:
            return super().kind(group)
        return self.language.say(f"sudoku.units.{group}")

    def place(self, step: Step) -> str:
        proof = prove(self.problem, step)
        # The unit of the last move if it has one: that is where a person sees it.
        units = [*(proof.moves[-1].units if proof else ()), *self._nearest_first(step)]
        if not units:
            return super().place(step)
        return self.language.say("hint.unit", unit=self.rule(units[0]))

    def named(self, step: Step) -> Named | None:
        proof = prove(self.problem, step)
        if proof is None:
            return None
        pattern = self.language.say(f"sudoku.pattern.{proof.pattern}")
        return Named(pattern, " ".join(map(self._move, proof.moves)))

    def _move(self, move: Move) -> str:
        half = (len(move.units) + 1) // 2
        parts = {
            "because": self._because(move),
            "unit": self.rules(move.units[:half]) if move.units else "",
            "other": self.rules(move.units[half:]) if move.units[half:] else "",
            "cell": move.cells[0],
            "cells": self.language.all_of(move.cells),
            "value": move.values[0],
            "values": self.language.all_of(map(str, move.values)),
        }
        return self.language.sentence(
            f"sudoku.move.{_TEMPLATES.get(move.rule, move.rule)}", **parts
        )

    def _because(self, move: Move) -> str:
        """Why all other candidates are gone: first what is known, then what was found."""
        held = [reason for reason in move.reasons if isinstance(reason, Held)]
        known = [reason for reason in held if reason.by is None]
        filled = [reason for reason in known if reason.unit is None]
        through_units = self._by_unit(move, (r for r in known if r.unit is not None))
        clauses = [
            self.language.say("sudoku.reason.has", unit=self.rule(unit), held=self._held(in_unit))
            for unit, in_unit in through_units.items()
        ]
        if filled:
            clauses.append(self.language.say("sudoku.reason.filled", held=self._held(filled)))
        clauses += [
            self.language.say(
                "sudoku.reason.has_now",
                unit=self.rule(unit),
                values=self.language.all_of(str(reason.value) for reason in in_unit),
            )
            for unit, in_unit in self._by_unit(move, (r for r in held if r.by)).items()
        ]
        if len(held) < len(move.reasons):
            clauses.append(self.language.say("sudoku.reason.found"))
        one_each = not filled and all(len(in_unit) == 1 for in_unit in through_units.values())
        return capitalised((self.language.all_of if one_each else self.language.clauses)(clauses))

    def _by_unit(self, move: Move, held: Iterable[Held]) -> dict[str, list[Held]]:
        """By the unit that each works through; a cell's own place is in a unit of the move."""
        groups: dict[str, list[Held]] = {}
        for reason in held:
            unit = reason.unit or next(
                name
                for name in move.units
                if reason.cell in self.problem.constraint(name).variables
            )
            groups.setdefault(unit, []).append(reason)
        return groups

    def _held(self, held: Sequence[Held]) -> str:
        return self.language.all_of(
            self.language.say("sudoku.reason.held", value=h.value, cell=h.cell)
            for h in sorted(held, key=lambda h: h.value)
        )
