"""Which part each variable and rule has in a step: what every picture has to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hintwise.problem import Constraint, Fact, Problem, Step

FactsByVariable = Mapping[str, tuple[Fact, ...]]


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known, and what a step derives from it by which facts and rules.

    Without a step nothing is derived or used.
    """

    givens: frozenset[Fact]
    known: FactsByVariable
    derived: FactsByVariable
    used: FactsByVariable
    rules: tuple[Constraint, ...]

    @classmethod
    def of(cls, problem: Problem, facts: Iterable[Fact], step: Step | None = None) -> Marks:
        """`facts` are those known before the step; what it uses counts as known in any case."""
        used = () if step is None else step.facts
        names = () if step is None else step.constraints
        derived: tuple[Fact, ...] = ()
        # A broken rule lies in the rules and facts that clash, and nowhere else on a board.
        if step is not None and not step.breaks_rule:
            derived = (step.derived, *step.taken_along)
        return cls(
            givens=frozenset(problem.givens),
            known=_by_variable(sorted({*facts, *used})),  # the same picture every time
            derived=_by_variable(derived),
            used=_by_variable(used),
            rules=tuple(problem.constraint(name) for name in names),
        )

    def shown(self, variable: str) -> tuple[Fact, ...]:
        """What to write where there is room for one thing only.

        That is what the step derives, else the known value, else what it uses, else known bounds.
        """
        known = self.known.get(variable, ())
        value = tuple(f for f in known if f.settles)
        bounds = tuple(f for f in known if f.is_bound)
        return self.derived.get(variable) or value or self.used.get(variable) or bounds

    @property
    def used_values(self) -> list[str]:
        """The variables whose value the step uses."""
        return [name for name, facts in self.used.items() if any(f.settles for f in facts)]

    def origin(self, fact: Fact) -> str:
        """`new` for what the step derives, else `given` or `found`."""
        if fact in self.derived.get(fact.variable, ()):
            return "new"
        return "given" if fact in self.givens else "found"

    def rules_about(self, variable: str) -> tuple[Constraint, ...]:
        return tuple(rule for rule in self.rules if variable in rule.variables)


def _by_variable(facts: Iterable[Fact]) -> FactsByVariable:
    grouped: dict[str, tuple[Fact, ...]] = {}
    for fact in facts:
        grouped[fact.variable] = (*grouped.get(fact.variable, ()), fact)
    return grouped


def values_text(facts: Sequence[Fact]) -> str:
    """What facts say of one variable, without its name: `6`, `≠1,2`, `≥5,≤9`."""
    values: dict[str, list[str]] = {}
    for fact in facts:
        values.setdefault(fact.relation, []).append(str(int(fact.value)))
    signs = {relation: "" if relation == "=" else relation for relation in values}
    return ",".join(signs[relation] + ",".join(listed) for relation, listed in values.items())
