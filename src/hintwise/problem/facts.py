"""What problems and steps are made of: variables, facts and constraints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Assignment = Mapping[str, int]
"""A value for every fact variable, Booleans as 0 and 1."""


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """A fact variable: its name, its finite domain and the CPMpy variable behind it.

    `aliases` are other names under which a person may write it.
    """

    name: str
    domain: tuple[int, ...] = field(compare=False)
    boolean: bool = field(default=False, compare=False)
    expression: Any = field(default=None, compare=False, repr=False)
    aliases: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def as_json(self) -> dict[str, Any]:
        domain = {"boolean": True} if self.boolean else {"domain": list(self.domain)}
        return {"name": self.name, **domain}


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """`variable = value`, or `variable ≠ value` when `equal` is false.

    >>> str(Fact("r7c7", 6)), str(Fact("r7c7", 6, equal=False))
    ('r7c7=6', 'r7c7≠6')
    >>> str(Fact("rain", True)), str(Fact("rain", False))
    ('rain', 'not rain')
    """

    variable: str
    value: int
    equal: bool = True

    def __str__(self) -> str:
        if isinstance(self.value, bool):
            return self.variable if self.value == self.equal else f"not {self.variable}"
        return f"{self.variable}{'=' if self.equal else '≠'}{self.value}"

    @property
    def positive(self) -> bool:
        """Whether it says that something is so, rather than that it is not."""
        return bool(self.value) == self.equal if isinstance(self.value, bool) else self.equal

    def holds_in(self, assignment: Assignment) -> bool:
        return (assignment[self.variable] == self.value) == self.equal


@dataclass(frozen=True, slots=True, order=True)
class Constraint:
    """One explainable unit: a name, the group it counts in, and the variables it is about.

    `variables` decide adjacency (see `hintwise.features`). `description` is what a person reads,
    unless their language has words for such rules: these are told with `terms`, such as the number
    of a row, the sum of a cage, or the categories that a rule links.

    >>> str(Constraint("row 1", "row", frozenset(), None, "row 1: no digit twice"))
    'row 1: no digit twice'
    """

    name: str
    group: str = field(compare=False)
    variables: frozenset[str] = field(compare=False, repr=False)
    expression: Any = field(compare=False, repr=False)
    description: str = field(default="", compare=False)
    terms: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.description or self.name

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "group": self.group,
            "description": self.description,
            "terms": list(self.terms),
            "variables": sorted(self.variables),
        }


Element = Fact | Constraint
"""What a step is made of."""
