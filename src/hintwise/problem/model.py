"""Problems: a constraint model with names, groups, fact variables and given facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hintwise.errors import InvalidModel, InvalidValue, expect, expect_several, known_name, shown
from hintwise.problem.facts import (
    MANY_VALUES,
    Assignment,
    Constraint,
    Element,
    Fact,
    Variable,
    read_relation,
)
from hintwise.problem.kind import Kind
from hintwise.problem.layout import Layout
from hintwise.problem.question import PuzzleQuestion
from hintwise.problem.reading import FactReader

Neighbours = Callable[[Assignment], Iterable[Assignment]]
"""Assignments close to a solution: they save the engine its first searches, nothing else."""

Consequences = Callable[[Fact], Iterable[Fact]]
"""What everybody writes down together with a fact, because a single rule says so."""


class Proposal(NamedTuple):
    """What may be a step: `derived` seems to follow from `facts` and `constraints`, by name."""

    derived: Fact
    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]


Proposals = Callable[[frozenset[Fact]], Iterable[Proposal]]
"""Steps that are quick to see where these facts are known, such as singles.

They give the engine a good step at once; it checks them, and its answers stay what they are.
"""

Counts = NDArray[np.int16]
"""What each element adds to each feature for each target: (targets, elements, features)."""


class FeatureScheme(Protocol):
    """Names the features of a problem and counts them (see `hintwise.features`)."""

    def names(self, problem: Problem) -> tuple[str, ...]:
        """The features' names, in order."""

    def counts(
        self, problem: Problem, targets: Sequence[Fact], elements: Sequence[Element]
    ) -> Counts:
        """Zero or more for each target, element and feature: an array of three axes."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A constraint model with named, grouped constraints, fact variables and given facts.

    `hard` expressions always hold and are never part of an explanation. With `exclusions`, facts of
    the form `variable ≠ value` are explained and used as well; with `bounds`, what a variable is at
    least and at most where its value is not determined. Left out, `bounds` speak of variables with
    more than `MANY_VALUES` values, and of these only they: no list of what they are not.

    `features` is the feature scheme; without one, it is read off the variable-constraint graph.
    `layout` says where the variables lie when it is drawn. `story` is what a person reads before
    the puzzle, and its `question` what an explanation leads to, if that is not the whole solution.
    With a fact, its `consequences` are known at once and need no step.
    """

    kind: Kind
    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...]
    givens: tuple[Fact, ...] = ()
    hard: tuple[Any, ...] = ()
    features: FeatureScheme | None = None
    exclusions: bool = False
    bounds: bool | None = None
    title: str = ""
    story: str = ""
    layout: Layout | None = None
    neighbours: Neighbours | None = None
    consequences: Consequences | None = None
    proposals: Proposals | None = None
    question: PuzzleQuestion | None = None

    def __post_init__(self) -> None:
        for what, names in (
            ("variable", [v.name for v in self.variables]),
            ("constraint", [c.name for c in self.constraints]),
        ):
            seen: set[str] = set()
            for name in names:
                if name in seen:
                    raise InvalidModel(f"two {what}s are called {name!r}; names must be unique")
                seen.add(name)
        for given in self.givens:
            self.check(given)
        for name in () if self.question is None else self.question.variables:
            known_name("variable", name, self.variable_by_name)

    def __getstate__(self) -> dict[str, Any]:
        # Without what was only computed on the way: it would be large to send to a worker.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return (
            f"<Problem{title}: {self.kind}, {len(self.variables)} variables, "
            f"{len(self.constraints)} constraints, {len(self.givens)} givens>"
        )

    @cached_property
    def variable_by_name(self) -> Mapping[str, Variable]:
        """The variables by their names."""
        return {v.name: v for v in self.variables}

    @cached_property
    def constraint_by_name(self) -> Mapping[str, Constraint]:
        """The constraints by their names."""
        return {c.name: c for c in self.constraints}

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The constraint groups: the usual ones of its kind, then others as they first appear."""
        return tuple(dict.fromkeys((*self.kind.groups, *(c.group for c in self.constraints))))

    @property
    def heading(self) -> str:
        """What to call it: its title, or else what kind it is."""
        return self.title or f"{self.kind.noun[:1].upper()}{self.kind.noun[1:]}"

    def constraint(self, name: str) -> Constraint:
        """The constraint of this name; `UnknownName` says which there are."""
        return self.constraint_by_name[known_name("constraint", name, self.constraint_by_name)]

    def variable(self, name: str) -> Variable:
        """The variable that a person means by this name or alias."""
        return self._reader.variable(name)

    def find_variable(self, name: str) -> Variable | None:
        """The variable of that name or alias, spaces and case aside, if there is one."""
        return self._reader.find_variable(name)

    def check(self, fact: Fact) -> Fact:
        """Return `fact` if it speaks about this problem, in its own spelling, else raise."""
        if not isinstance(fact, Fact):
            raise InvalidValue(f"{shown(fact)} is not a Fact; parse_fact reads one")
        known_name("variable", fact.variable, self.variable_by_name)
        variable = self.variable_by_name[fact.variable]
        if not isinstance(fact.value, int | np.integer):
            raise InvalidValue(f"{shown(fact.value)} is not a value; give a whole number")
        if variable.boolean and fact.is_bound:
            raise InvalidValue(
                f"{fact.variable}{fact.relation}{int(fact.value)}: {fact.variable} is Boolean; "
                f"write {fact.variable} or 'not {fact.variable}'"
            )
        if fact.value not in variable.domain:
            accepted = f"{variable.least} … {variable.most}"
            value = shown(fact.value)
            raise InvalidValue(
                f"{fact.variable}{fact.relation}{value}: {value} is not in the domain of "
                f"{fact.variable} ({accepted})"
            )
        return fact

    def fact(self, variable: str, value: int, relation: str = "=") -> Fact:
        """A fact of this problem, with Boolean values as `bool`, in its one spelling.

        A bound names a value of the domain (over 1, 3, 5 nothing is told apart by `x≥2` and `x≥3`),
        and one that leaves a single value is that value.
        """
        relation = read_relation(relation)
        expect(variable, str, "the name of a variable")
        known = self.variable_by_name.get(variable)
        if known is not None and relation in ("≥", "≤") and not known.boolean:
            value = _nearest(known, value, relation)
            relation = (
                "=" if value == (known.most if relation == "≥" else known.least) else relation
            )
        fact = self.check(Fact(variable, value, relation))
        if self.variable_by_name[variable].boolean:
            return Fact(variable, bool(value) == fact.settles)
        return Fact(variable, int(value), relation)

    def explains(self, variable: Variable, relation: str) -> bool:
        """Whether facts of this form, such as `x ≠ value`, are explained and used as facts."""
        if variable.boolean or relation == "=":
            return relation == "="
        many = self.bounds is None and variable.size > MANY_VALUES
        if relation == "≠":
            return self.exclusions and not many
        return many or bool(self.bounds)

    def parse_fact(self, text: str | Fact) -> Fact:
        """Read a fact as `str(fact)` writes it, or check one; spaces, case, aliases are forgiven.

        Also `!=` for `≠`, `>=` for `≥`, `x<5` for `x≤4`, and on a large board a letter for a value
        above 9. A bare variable name is a fact only if the variable is Boolean.
        """
        if isinstance(text, Fact):
            fact = self.check(text)
            return self.fact(fact.variable, fact.value, fact.relation) if fact.is_bound else fact
        expect(text, str, "the text of a fact")
        # Sessions hold the same few texts again and again.
        if (known := self._facts_read.get(text)) is not None:
            return known
        fact = self._reader.fact(text)
        if text == str(fact):  # so it never holds more than there are facts
            self._facts_read[text] = fact
        return fact

    @cached_property
    def _facts_read(self) -> dict[str, Fact]:
        return {}

    @cached_property
    def _reader(self) -> FactReader:
        return FactReader(self)

    def with_consequences(self, facts: Iterable[Fact]) -> frozenset[Fact]:
        """The facts, and what is known at once with them."""
        known = frozenset(facts)
        if (consequences := self.consequences) is None:
            return known
        return known.union(*(consequences(fact) for fact in known))

    def with_givens(self, givens: Iterable[Fact]) -> Problem:
        """The same rules with other given facts."""
        facts = expect_several(givens, "a list of facts")
        return replace(self, givens=tuple(self.parse_fact(fact) for fact in facts))

    def as_json(self) -> dict[str, Any]:
        """All that a front end needs to draw it; a `Puzzle` is what it can be rebuilt from."""
        return {
            "kind": self.kind.name,
            "title": self.title,
            "story": self.story,
            "question": None if self.question is None else self.question.as_json(),
            "layout": None if self.layout is None else self.layout.as_json(),
            "variables": [variable.as_json() for variable in self.variables],
            "groups": list(self.groups),
            "constraints": [constraint.as_json() for constraint in self.constraints],
            "givens": [str(fact) for fact in self.givens],
        }


def _nearest(variable: Variable, value: int, relation: str) -> int:
    """The value of the domain that says the same as a bound; outside of it, the bound as it is."""
    if value in variable.domain or not variable.least <= value <= variable.most:
        return value
    if relation == "≥":
        return min(v for v in variable.domain if v >= value)
    return max(v for v in variable.domain if v <= value)
