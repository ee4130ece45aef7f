"""The clauses of a problem, with the literals that its elements are assumed by."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from hintwise.engine.encode.clauses import TRUE, Clause, Clauses
from hintwise.engine.encode.integers import Integer
from hintwise.problem import Assignment, Fact


class Encoding:
    """Clauses of a problem's rules, and a literal for each fact and each constraint.

    Over large domains the literals of single facts are made when they are first asked for, with
    clauses that define them: so `clauses` may grow, but only at its end, and what it says about the
    literals that were there before stays the same.
    """

    def __init__(
        self, clauses: Clauses, variables: Mapping[str, Integer], selectors: Sequence[int]
    ) -> None:
        self._clauses = clauses
        self._variables = variables
        self.selectors = tuple(selectors)
        """The literal that switches on each constraint, in the problem's order."""
        self._names: dict[int, tuple[str, str, int]] = {}
        self._given: dict[tuple[str, str, int], int] = {}
        self._growing = threading.Lock()
        self.own: tuple[int, int] | None = None
        """How many clauses and variables the problem has, before others ask about more facts."""

    def copy(self) -> Encoding:
        """The same, to be asked for literals of its own: which ones, nobody else notices."""
        clauses = self._clauses.copy()
        variables = {name: integer.among(clauses) for name, integer in self._variables.items()}
        twin = Encoding(clauses, variables, self.selectors)
        twin._names, twin._given = dict(self._names), dict(self._given)
        return twin

    def settle(self) -> None:
        """All facts that belong to the problem have been named."""
        self.own = len(self.clauses), self.size

    @property
    def clauses(self) -> Sequence[Clause]:
        return self._clauses.written

    @property
    def size(self) -> int:
        """The number of SAT variables."""
        return self._clauses.size

    def new_variable(self) -> int:
        """A SAT variable that nothing speaks about yet."""
        with self._growing:
            return self._clauses.new()

    def literal(self, fact: Fact) -> int:
        """The literal of a fact; different facts have different ones."""
        variable, value = fact.variable, int(fact.value)
        match fact.relation:
            case "≥":
                return self.at_least(variable, value)
            case "≤":
                return -self.at_least(variable, value + 1)
            case "≠":
                return -self.is_value(variable, value)
        return self.is_value(variable, value)

    def is_value(self, variable: str, value: int) -> int:
        """The literal of `variable = value`."""
        return self._asked(variable, "=", value)

    def at_least(self, variable: str, value: int) -> int:
        """The literal of `variable ≥ value`."""
        return self._asked(variable, "≥", value)

    def _asked(self, variable: str, relation: str, value: int) -> int:
        if (known := self._given.get((variable, relation, value))) is not None:
            return known
        # Explainers in several threads may share an encoding.
        with self._growing:
            integer = self._variables[variable]
            literal = integer.is_value(value) if relation == "=" else integer.at_least(value)
            return self._own(literal, variable, relation, value)

    def _own(self, literal: int, variable: str, relation: str, value: int) -> int:
        """The literal, or another one that always equals it if it is that of another fact.

        `x ≥ 9` may be the same as `x = 9`, and `x ≠ 0` as `x ≥ 1`; but who looks up a literal must
        find the fact that was meant.
        """
        key = (variable, relation, value)
        # A Boolean's two values are one fact and its negation.
        shared = self._variables[variable].is_boolean and relation == "="
        if abs(literal) == TRUE or (
            self._names.setdefault(abs(literal), key) != key and not shared
        ):
            alias = self._clauses.new()
            self._clauses.add(-alias, literal)
            self._clauses.add(alias, -literal)
            self._names[alias] = key
            literal = alias
        self._given[key] = literal
        return literal

    def decode(self, model: Sequence[int]) -> Assignment:
        """The values of the fact variables in a model of the clauses."""
        holds = set(model)
        return {name: integer.value_in(holds) for name, integer in self._variables.items()}
