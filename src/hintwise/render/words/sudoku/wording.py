"""Sudokus in words. A known value is written `6 in r4c5`, so that value and place stay together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hintwise.problem import Fact, Step
from hintwise.render.words.language import capitalised
from hintwise.render.words.sudoku.moves import EASY, UNITS, Candidate, Crossed, Held, Link, Move
from hintwise.render.words.sudoku.proof import gives_values_away, prove
from hintwise.render.words.sudoku.views import View, views
from hintwise.render.words.wording import Named, Place, Wording, worth_saying

_TEMPLATES = {
    "pointing": "locked",
    "claiming": "locked",
    "multiple_lines": "fish",
    "x_wing": "fish",
    "swordfish": "fish",
    "jellyfish": "fish",
    **{f"naked_{size}": "naked_subset" for size in ("pair", "triple", "quad")},
    **{f"hidden_{size}": "hidden_subset" for size in ("pair", "triple", "quad")},
    **{f"finned_{fish}": "finned_fish" for fish in ("x_wing", "swordfish", "jellyfish")},
}
"""Rules that are told alike; the others have a template of their own name."""

_MOST_MOVES = 5
"""How many moves people keep in mind at once; more are told one after the other."""


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

    def place(self, step: Step) -> Place:
        proof = prove(self.problem, step)
        # The unit of the last move if it has one: that is where a person sees it.
        units = [*(proof.moves[-1].units if proof else ()), *self._nearest_first(step)]
        if not units:  # a cell whose candidates say all: its row names neither cell nor value
            about = (c for c in self.problem.constraints if step.derived.variable in c.variables)
            units = [c.name for c in about if c.group in UNITS][:1]
        if not units:
            return super().place(step)
        return self._in_unit(units[0])

    def _in_unit(self, name: str) -> Place:
        text = self.language.say("hint.unit", unit=self.rule(name))
        return Place(text, self.problem.constraint(name).variables)

    def is_easy(self, step: Step) -> bool:
        """Whether it is singles, locked candidates and pairs, but few, or one broken rule."""
        if step.breaks_rule and len(step.constraints) <= 1:
            return True
        proof = prove(self.problem, step)
        return proof is not None and proof.pattern in EASY and len(proof.moves) <= _MOST_MOVES

    def named(self, step: Step) -> Named | None:
        proof = prove(self.problem, step)
        if proof is None:
            return None
        pattern = self.language.say(f"sudoku.pattern.{proof.pattern}")
        if gives_values_away(step, proof):
            text = self._without_values(step, proof.moves)
            return Named(pattern, text, tuple(worth_saying(step)))
        *earlier, last = proof.moves
        told = tuple(fact for fact in worth_saying(step) if _candidate(fact) in last.removes)
        text = " ".join([*map(self._move, earlier), self._move(last, told)])
        return Named(pattern, text, told)

    def _without_values(self, step: Step, moves: Sequence[Move]) -> str:
        """The step without the values that are found on the way."""
        first, *others = moves
        is_own = first.rule == "hidden_single" and first.cells == (step.derived.variable,)
        # Candidates that are crossed out elsewhere would be told by the place that they leave.
        marked = any(isinstance(reason, Crossed) for reason in first.reasons)
        if not is_own or marked or len(others) != 1:
            return self.general(step)
        parts = self._parts(first)
        said = self.language.sentence("sudoku.move.needed_cell", **parts)
        parts["conclusion"] = self.conclusions(worth_saying(step))
        return self.language.say("sudoku.outcome.struck", move=said, **parts)

    def facts(self, facts: Sequence[Fact]) -> str:
        """Known facts: values one by one, then what is crossed out."""
        crossed = [(fact.variable, fact.value) for fact in facts if fact.relation == "≠"]
        if not crossed or len(facts) == 1:
            return super().facts(facts)
        values = [fact for fact in facts if fact.relation != "≠"]
        clauses = [super().facts(values)] if values else []
        # Not by what is left: a hint lists facts without what follows from them.
        return self.language.clauses((*clauses, *self._listed(crossed)))

    def conclusions(self, facts: Sequence[Fact]) -> str:
        """What follows: `4 can be crossed out in r1c3 and r2c1`."""
        struck = [(fact.variable, fact.value) for fact in facts if fact.relation == "≠"]
        rest = [fact for fact in facts if fact.relation != "≠"]
        clauses = [super().conclusions(rest)] if rest else []
        for cells, values in _alike(struck):
            clauses.append(self._about_candidates("sudoku.cross_out", cells, values))
        return self.language.all_of(clauses)

    def _listed(self, candidates: Iterable[Candidate]) -> list[str]:
        return [
            self._about_candidates("sudoku.reason.crossed", cells, values)
            for cells, values in _alike(candidates)
        ]

    def _crossed(self, candidates: Iterable[Candidate], units: Sequence[str]) -> list[str]:
        """What is crossed out: by what it leaves in these units or in cells, else one by one."""
        order = [variable.name for variable in self.problem.variables]
        members = {unit: self.problem.constraint(unit).variables for unit in units}
        cells_of = {unit: [c for c in order if c in cells] for unit, cells in members.items()}
        crossed = sorted(candidates, key=lambda one: (order.index(one[0]), one[1]))
        seen, rest = views(crossed, cells_of, self.problem.variables[0].domain)
        in_order = sorted(seen, key=lambda view: order.index(view.cells[0]))
        return [*map(self._view, in_order), *self._listed(rest)]

    def _view(self, view: View) -> str:
        cells = self.language.all_of(view.cells)
        if view.unit is None:
            values = self.language.any_of(map(str, view.values))
            return self.language.say("sudoku.reason.cell_only", cells=cells, values=values)
        values = self.language.all_of(map(str, view.values))
        unit = self.rule(view.unit)
        return self.language.say("sudoku.reason.unit_only", unit=unit, cells=cells, values=values)

    def _about_candidates(self, key: str, cells: Sequence[str], values: Sequence[int]) -> str:
        parts = {"cells": self.language.all_of(cells)}
        parts["values"] = self.language.all_of(map(str, values))
        return self.language.say_counted(key, len(values), **parts)

    def _move(self, move: Move, told: Sequence[Fact] = ()) -> str:
        """A move with its outcome: what it strikes out, of the last one what the step derives."""
        template = "chain" if move.links else _TEMPLATES.get(move.rule, move.rule)
        parts = self._parts(move)
        only_marks = all(isinstance(reason, Crossed) for reason in move.reasons)
        if only_marks and f"sudoku.move.{template}_seen" in self.language.templates:
            template = f"{template}_seen"
        said = self.language.sentence(f"sudoku.move.{template}", **parts)
        if not move.removes:
            return said
        form = "struck_through" if move.seen_through else "struck"
        general = f"sudoku.outcome.{template.removesuffix('_seen')}"
        if not told and general in self.language.templates:
            form = template.removesuffix("_seen")
        struck = told or [Fact(cell, value, "≠") for cell, value in move.removes]
        parts["conclusion"] = self.conclusions(struck)
        return self.language.say(f"sudoku.outcome.{form}", move=said, **parts)

    def _parts(self, move: Move) -> dict[str, object]:
        half = (len(move.units) + 1) // 2
        listed: dict[str, Sequence[str]] = {
            "unit": list(map(self.rule, move.units[:half])),
            "other": list(map(self.rule, move.units[half:])),
            "units": list(map(self.rule, move.units)),
            "through": list(map(self.rule, move.seen_through)),
            "cell": move.cells[:1],
            "cells": move.cells,
            "value": list(map(str, move.values[:1])),
            "values": list(map(str, move.values)),
        }
        parts: dict[str, object] = {"because": self._because(move)}
        parts |= {name: self.language.all_of(some) for name, some in listed.items() if some}
        return parts | (self._chain(move.links) if move.links else {})

    def _chain(self, links: Sequence[Link]) -> dict[str, str]:
        """What the first end not holding leads to, and what holds thereby."""
        first, *rest = links
        steps = []
        for link in rest:
            claim = self._claim(link.candidate, holds=link.holds)
            if link.unit is not None:
                unit = self.rule(link.unit)
                claim = self.language.say("sudoku.chain.by_unit", claim=claim, unit=unit)
            steps.append(claim)
        return {
            "start": self._claim(first.candidate, holds=False),
            "steps": self.language.say("sudoku.chain.then").join(steps),
            "first": self._claim(first.candidate, holds=True),
            "last": self._claim(links[-1].candidate, holds=True),
        }

    def _claim(self, candidate: Candidate, *, holds: bool) -> str:
        form = "is" if holds else "is_not"
        return self.language.say(f"sudoku.chain.{form}", cell=candidate[0], value=candidate[1])

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
        marks = [(r.cell, r.value) for r in move.reasons if isinstance(r, Crossed)]
        links = (link.unit for link in move.links[1::2] if link.unit is not None)
        crossed = self._crossed(marks, (*move.units, *links))
        clauses += crossed
        if any(isinstance(reason, Move) for reason in move.reasons):
            clauses.append(self.language.say("sudoku.reason.found"))
        # Only what reads "row 1 has 7 in r1c6" can stand in a list of such without confusion.
        lists = [*known, *known.values(), *found, *found.values()]
        are_short = (
            not filled and not taken and not crossed and all(len(part) == 1 for part in lists)
        )
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


def _candidate(fact: Fact) -> Candidate:
    return fact.variable, fact.value


def _alike(candidates: Iterable[Candidate]) -> list[tuple[list[str], list[int]]]:
    """Cells with the values that each of them has among the candidates, cells alike together."""
    values_of: dict[str, list[int]] = {}
    for cell, value in candidates:
        values_of.setdefault(cell, []).append(value)
    cells_of: dict[tuple[int, ...], list[str]] = {}
    for cell, values in values_of.items():
        cells_of.setdefault(tuple(sorted(values)), []).append(cell)
    return [(cells, list(values)) for values, cells in cells_of.items()]
