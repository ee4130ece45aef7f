"""Sudokus in words. A known value is written `6 in r4c5`, so that value and place stay together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hintwise.problem import Step
from hintwise.render.words.language import capitalised
from hintwise.render.words.sudoku_patterns import UNITS, Held, Move, prove
from hintwise.render.words.wording import Named, Wording

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

    short_rules = True

    def rule(self, name: str) -> str:
        """Everybody knows the rule, "column 7" is enough."""
        constraint = self.problem.constraint(name)
        if constraint.group not in UNITS or not constraint.terms:
            return super().rule(name)
        (number,) = constraint.terms
        return self.language.say(f"sudoku.unit.{constraint.group}", number=number)

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
        known = _by_units(reason for reason in held if reason.by is None)
        found = _by_units(reason for reason in held if reason.by is not None)
        filled, taken = known.pop((), []), found.pop((), [])
        clauses = [
            self._about_units("has", units, held=self._held(places))
            for units, places in known.items()
        ]
        if filled:
            clauses.append(self.language.say("sudoku.reason.filled", held=self._held(filled)))
        clauses += [
            self._about_units("has_by_now", units, values=self._values(places))
            for units, places in found.items()
        ]
        if taken:
            cells = self.language.all_of(reason.cell for reason in taken)
            key = "sudoku.reason.filled_by_now"
            clauses.append(self.language.say_counted(key, len(taken), cells=cells))
        if len(held) < len(move.reasons):
            clauses.append(self.language.say("sudoku.reason.found"))
        # Only what reads "row 1 has 7 in r1c6" can stand in a list of such without confusion.
        lists = [*known, *known.values(), *found, *found.values()]
        are_short = not filled and not taken and all(len(part) == 1 for part in lists)
        return capitalised((self.language.all_of if are_short else self.language.clauses)(clauses))

    def _about_units(self, form: str, units: Sequence[str], **parts: str) -> str:
        key = f"sudoku.reason.{form}"
        return self.language.say_counted(key, len(units), units=self.rules(units), **parts)

    def _values(self, held: Iterable[Held]) -> str:
        return self.language.all_of(str(value) for value in sorted(h.value for h in held))

    def _held(self, held: Sequence[Held]) -> str:
        return self.language.all_of(
            self.language.say("sudoku.reason.held", value=h.value, cell=h.cell)
            for h in sorted(held, key=lambda h: h.value)
        )


def _by_units(held: Iterable[Held]) -> dict[tuple[str, ...], list[Held]]:
    """By all the units that a place works through, so that every place is named once.

    What keeps other values out of its own cell works through none.
    """
    of_place: dict[tuple[str, int], list[Held]] = {}
    for reason in held:
        of_place.setdefault((reason.cell, reason.value), []).append(reason)
    groups: dict[tuple[str, ...], list[Held]] = {}
    for reasons in of_place.values():
        units = dict.fromkeys(reason.unit for reason in reasons if reason.unit is not None)
        groups.setdefault(tuple(units), []).append(reasons[0])
    return groups
