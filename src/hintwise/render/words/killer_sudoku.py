"""Killer Sudokus in words: those of Sudokus, and cages called by their sum and first cell."""

from __future__ import annotations

from collections import Counter

from hintwise.problem import Constraint, Step
from hintwise.render.words.sudoku.moves import UNITS, Held
from hintwise.render.words.sudoku.wording import SudokuWording
from hintwise.render.words.wording import Named, Place

_CAGE = "cage"


class KillerWording(SudokuWording):
    """Words for the parts of a Killer Sudoku."""

    def rule(self, name: str) -> str:
        constraint = self.problem.constraint(name)
        if constraint.group != _CAGE:
            return super().rule(name)
        return self._cage(constraint, constraint.terms[0])

    def kind(self, group: str) -> str:
        return self.language.say("killer.cages") if group == _CAGE else super().kind(group)

    def place(self, step: Step) -> Place:
        """A cage is called by another cell than the derived one: a hint must not name that."""
        nearest = [self.problem.constraint(name) for name in self._nearest_first(step)]
        if not nearest or nearest[0].group != _CAGE:
            return super().place(step)
        derived = step.derived.variable
        cells = [v.name for v in self.problem.variables if v.name in nearest[0].variables]
        for cell in cells:
            if cell != derived:
                text = self.language.say("hint.unit", unit=self._cage(nearest[0], cell))
                return Place(text, nearest[0].variables)
        # A cage of one cell: even its sum would give the value away.
        unit = next(c for c in self.problem.constraints if derived in c.variables)
        return self._in_unit(unit.name)

    def named(self, step: Step) -> Named | None:
        return super().named(step) or self._by_sums(step)

    def _by_sums(self, step: Step) -> Named | None:
        """The step as arithmetic: what the units add up to less what the cages add up to.

        Every cell counts once for each unit it is in, and once less for each cage. That proves the
        step if the cells which do not cancel out are those of its facts and the derived one, which
        counts once. Without any unit, the derived cell is the last one of a cage.
        """
        rules = [self.problem.constraint(name) for name in step.constraints]
        cages = [rule for rule in rules if rule.group == _CAGE and len(rule.terms) == 2]
        units = [rule for rule in rules if rule.group in UNITS]
        if not cages or len(cages) + len(units) < len(rules) or (not units and len(cages) > 1):
            return None
        counts = Counter(cell for unit in units for cell in unit.variables)
        counts.subtract(cell for cage in cages for cell in cage.variables)
        left = {cell: count for cell, count in counts.items() if count}
        known = {fact.variable: fact.value for fact in step.facts if fact.settles}
        derived = step.derived
        if left.keys() != known.keys() | {derived.variable} or len(known) < len(step.facts):
            return None
        if abs(left[derived.variable]) != 1 or derived.variable in known:
            return None
        total = len(units) * sum(self.problem.variable(derived.variable).domain)
        in_cages = sum(int(cage.terms[1]) for cage in cages)
        rest = total - in_cages - sum(left[cell] * value for cell, value in known.items())
        if rest * left[derived.variable] != derived.value or not derived.settles:
            return None
        return self._told(step, units, cages, total, in_cages)

    def _told(
        self, step: Step, units: list[Constraint], cages: list[Constraint], total: int, sums: int
    ) -> Named:
        pattern = "innies_and_outies" if units else "last_cell"
        parts: dict[str, object] = {"cell": step.derived.variable, "value": step.derived.value}
        if units:
            parts |= {"units": self.rules(unit.name for unit in units), "total": total}
            parts |= {"cages": self.rules(cage.name for cage in cages), "sum": sums}
        else:
            parts["cage"] = self.rule(cages[0].name)
        if step.facts:
            parts["held"] = self._held([Held(fact.variable, fact.value) for fact in step.facts])
        form = "among" if step.facts else "alone"
        text = self.language.sentence(f"killer.{pattern}.{form}", **parts)
        return Named(self.language.say(f"killer.pattern.{pattern}"), text)

    def _cage(self, cage: Constraint, cell: str) -> str:
        if len(cage.terms) == 1:
            return self.language.say("killer.cage_without_sum", cell=cell)
        return self.language.say("killer.cage", cell=cell, total=cage.terms[1])
