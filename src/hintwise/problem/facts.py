"""What problems and steps are made of: variables, facts and constraints."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hintwise.errors import InvalidModel, InvalidValue

Assignment = Mapping[str, int]
"""A value for every fact variable, Booleans as 0 and 1."""

MANY_VALUES = 100
"""Of a variable with more values than this, nobody wants to read a list."""


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """A fact variable: its name, its finite domain and the CPMpy variable behind it.

    The domain is kept in ascending order; a `range` of many values stays one. `aliases` are other
    names under which a person may write it.
    """

    name: str
    domain: Sequence[int] = field(compare=False)
    boolean: bool = field(default=False, compare=False)
    expression: Any = field(default=None, compare=False, repr=False)
    aliases: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.domain:
            raise InvalidModel(f"{self.name} has no values; a variable needs one at least")
        if not isinstance(self.domain, range) or self.domain.step != 1:
            object.__setattr__(self, "domain", tuple(sorted(self.domain)))

    @property
    def size(self) -> int:
        """How many values it has; Python has no `len` for ranges beyond 2⁶³."""
        domain = self.domain
        return domain.stop - domain.start if isinstance(domain, range) else len(domain)

    @property
    def least(self) -> int:
        """Its smallest value."""
        return self.domain[0]

    @property
    def most(self) -> int:
        """Its largest value."""
        return self.domain[-1]

    def as_json(self) -> dict[str, Any]:
        """Its values as a list; of many in a row, the least and the most."""
        if self.boolean:
            return {"name": self.name, "boolean": True}
        if self.size > MANY_VALUES and self.size == self.most - self.least + 1:
            return {"name": self.name, "least": self.least, "most": self.most}
        return {"name": self.name, "domain": list(self.domain)}


_COMPARISONS = {"=": operator.eq, "≠": operator.ne, "≥": operator.ge, "≤": operator.le}
_TYPED = {"==": "=", "!=": "≠", ">=": "≥", "<=": "≤"}


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """What is said of one variable: that it is a value, is not, is at least or at most a value.

    `relation` is `=`, `≠`, `≥` or `≤`; `!=`, `>=` and `<=` are accepted.

    >>> str(Fact("r7c7", 6)), str(Fact("r7c7", 6, "!=")), str(Fact("end", 90, "<="))
    ('r7c7=6', 'r7c7≠6', 'end≤90')
    >>> str(Fact("rain", True)), str(Fact("rain", False))
    ('rain', 'not rain')
    """

    variable: str
    value: int
    relation: str = "="

    def __post_init__(self) -> None:
        # Not `in _COMPARISONS`: what is no text may not even have a hash.
        if self.relation not in ("=", "≠", "≥", "≤"):
            object.__setattr__(self, "relation", read_relation(self.relation))

    def __str__(self) -> str:
        if isinstance(self.value, bool):
            return self.variable if self.positive else f"not {self.variable}"
        return f"{self.variable}{self.relation}{self.value}"

    @property
    def settles(self) -> bool:
        """Whether it names the value of its variable."""
        return self.relation == "="

    @property
    def is_bound(self) -> bool:
        """Whether it says what its variable is at least, or at most."""
        return self.relation in ("≥", "≤")

    @property
    def positive(self) -> bool:
        """Whether it says that something is so, rather than that it is not."""
        if isinstance(self.value, bool):
            return self.value == self.settles
        return self.relation != "≠"

    @property
    def leads(self) -> bool:
        """Whether people tell it before what it rules out: a value, or a link that holds."""
        return self.settles and self.positive

    @property
    def negation(self) -> Fact:
        """The fact that holds wherever this one does not.

        >>> str(Fact("x", 5, ">=").negation), str(Fact("x", 5).negation)
        ('x≤4', 'x≠5')
        """
        if isinstance(self.value, bool):
            return Fact(self.variable, not self.value, self.relation)
        if self.is_bound:
            above = self.relation == "≥"
            return Fact(self.variable, self.value + (-1 if above else 1), "≤" if above else "≥")
        return Fact(self.variable, self.value, "≠" if self.settles else "=")

    def said_of(self, x: Any) -> Any:
        """What the fact says of its variable when that is `x`, a number or a CPMpy expression."""
        return _COMPARISONS[self.relation](x, int(self.value))

    def holds_in(self, assignment: Assignment) -> bool:
        """Whether it is so where the variables have these values."""
        return bool(self.said_of(assignment[self.variable]))


def read_relation(text: object) -> str:
    """The relation that is written so.

    >>> read_relation(">=")
    '≥'
    """
    relation = _TYPED.get(text, text) if isinstance(text, str) else None
    if relation not in _COMPARISONS:
        raise InvalidValue(f"{text!r} is not a relation; accepted are =, ≠ (!=), ≥ (>=) and ≤ (<=)")
    return relation


@dataclass(frozen=True, slots=True)
class Reading:
    """How a rule that a person wrote was understood.

    `text` says it with nothing left open. If it can be read in another way, `other_text` says that
    and `other` is its expression.
    """

    text: str
    other_text: str = ""
    other: Any = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Constraint:
    """One explainable unit: a name, the group it counts in, and the variables it is about.

    `variables` decide adjacency (see `hintwise.features`). `description` is what a person reads,
    unless their language has words for such rules: these are told with `terms`, such as the number
    of a row, the sum of a cage, or the categories that a rule links. `reading` is how it was
    understood, where a person wrote it.

    >>> str(Constraint("row 1", "row", frozenset(), None, "row 1: no digit twice"))
    'row 1: no digit twice'
    """

    name: str
    group: str = field(compare=False)
    variables: frozenset[str] = field(compare=False, repr=False)
    expression: Any = field(compare=False, repr=False)
    description: str = field(default="", compare=False)
    terms: tuple[str, ...] = field(default=(), compare=False, repr=False)
    reading: Reading | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.description or self.name

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "name": self.name,
            "group": self.group,
            "description": self.description,
            "terms": list(self.terms),
            "variables": sorted(self.variables),
        }


Element = Fact | Constraint
"""What a step is made of."""
