"""The values everything else speaks about: facts, constraints, problems, states, steps.

All are frozen. A problem holds its CPMpy expressions as opaque objects: only the puzzle builders
write them and only the engine's encoder and verifier read them; a fingerprint takes them as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hintwise.errors import HintwiseError, InvalidModel, InvalidValue, UnknownName

Assignment = Mapping[str, int]
"""A value for every fact variable, Booleans as 0 and 1."""

_SIGN = re.compile(r"\s*(!=|=|≠)\s*")


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """A fact variable: its name, its finite domain and the CPMpy variable behind it.

    `aliases` are other names under which a person may write it. If it says that two things go
    together, `parts` are these, each as its category and its value: `("hour", "5")`.
    """

    name: str
    domain: tuple[int, ...] = field(compare=False)
    boolean: bool = field(default=False, compare=False)
    expression: Any = field(default=None, compare=False, repr=False)
    aliases: tuple[str, ...] = field(default=(), compare=False)
    parts: tuple[tuple[str, str], ...] = field(default=(), compare=False)


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

    `variables` decide adjacency (see `hintwise.features`). `description` is what a person reads.
    If it is a rule about categories, `categories` are these, as its description names them.
    """

    name: str
    group: str = field(compare=False)
    variables: frozenset[str] = field(compare=False)
    expression: Any = field(compare=False, repr=False)
    description: str = field(default="", compare=False)
    categories: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.description or self.name


Element = Fact | Constraint
"""What a step is made of."""

Neighbours = Callable[[Assignment], Iterable[Assignment]]
"""Assignments close to a solution: they save the engine its first searches, nothing else."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A constraint model with named, grouped constraints, fact variables and given facts.

    `hard` expressions always hold and are never part of an explanation. With `exclusions`, facts of
    the form `variable ≠ value` are explained and used as well. `features` names the feature scheme
    (see `hintwise.features`), `kind` what profiles and weights files call this sort of problem.
    `usual_groups` are the constraint groups of its kind, which count as features even where this
    problem has no constraint of the group. `story` is what a person reads before the puzzle.
    `ordered` are the categories whose values can be compared.
    """

    kind: str
    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...]
    givens: tuple[Fact, ...] = ()
    hard: tuple[Any, ...] = ()
    features: str = "graph"
    exclusions: bool = False
    title: str = ""
    story: str = ""
    neighbours: Neighbours | None = None
    usual_groups: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()

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

    @cached_property
    def variable_by_name(self) -> Mapping[str, Variable]:
        return {v.name: v for v in self.variables}

    @cached_property
    def constraint_by_name(self) -> Mapping[str, Constraint]:
        return {c.name: c for c in self.constraints}

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The constraint groups: the usual ones, then others as they first appear."""
        return tuple(dict.fromkeys((*self.usual_groups, *(c.group for c in self.constraints))))

    @cached_property
    def categories(self) -> Mapping[str, tuple[str, ...]]:
        """The categories of what goes together, with their values, as `Variable.parts` names them.

        There are none where no variable says that two things go together.
        """
        values: dict[str, dict[str, None]] = {}
        for category, value in (part for variable in self.variables for part in variable.parts):
            values.setdefault(category, {})[value] = None
        return {category: tuple(names) for category, names in values.items()}

    def constraint(self, name: str) -> Constraint:
        try:
            return self.constraint_by_name[name]
        except KeyError:
            raise UnknownName("constraint", name, self.constraint_by_name) from None

    def variable(self, name: str) -> Variable:
        found = self.find_variable(name)
        if found is None and self.categories:
            raise _not_a_link(name, self.categories)
        if found is None:
            raise UnknownName("variable", name, self.variable_by_name)
        return found

    def find_variable(self, name: str) -> Variable | None:
        """The variable of that name or alias, spaces and case aside, if there is one."""
        return self.variable_by_name.get(name) or self._spellings.get(_squeeze(name))

    @cached_property
    def _spellings(self) -> Mapping[str, Variable]:
        return {_squeeze(name): v for v in self.variables for name in (v.name, *v.aliases)}

    def check(self, fact: Fact) -> Fact:
        """Return `fact` if it speaks about this problem, in its own spelling, else raise."""
        variable = self.variable_by_name.get(fact.variable)
        if variable is None:
            raise UnknownName("variable", fact.variable, self.variable_by_name)
        if fact.value not in variable.domain:
            accepted = f"{min(variable.domain)} … {max(variable.domain)}"
            raise InvalidValue(
                f"{fact}: {fact.value} is not in the domain of {fact.variable} ({accepted})"
            )
        return fact

    def fact(self, variable: str, value: int, *, equal: bool = True) -> Fact:
        """A fact of this problem, with Boolean values as `bool`."""
        self.check(Fact(variable, value, equal))
        if self.variable(variable).boolean:
            return Fact(variable, bool(value) == equal)
        return Fact(variable, int(value), equal)

    def parse_fact(self, text: str) -> Fact:
        """Read a fact as `str(fact)` writes it; spaces, case and aliases are forgiven.

        Also `!=` for `≠`, and in a large Sudoku a letter for a value above 9. A bare variable name
        is a fact only if the variable is Boolean.
        """
        bare = text.strip()
        negated = bare.lower().startswith("not ")
        name = bare[4:] if negated else bare
        if (variable := self.find_variable(name)) is not None and variable.boolean:
            return Fact(variable.name, not negated)
        sign = _SIGN.search(name)
        equal = (sign is None or sign[1] == "=") != negated
        if self.categories:
            return Fact(self.variable(_SIGN.sub(" = ", name, count=1)).name, equal)
        if sign is None or (value := self._value(name[sign.end() :])) is None:
            raise InvalidValue(
                f"{text!r} is not a fact; write variable=value, variable≠value, "
                "or a Boolean variable with or without 'not' in front"
            )
        return self.fact(self.variable(name[: sign.start()]).name, value, equal=equal)

    def _value(self, text: str) -> int | None:
        if re.fullmatch(r"-?\d{1,18}", text):
            return int(text)
        letters = self.kind == "sudoku" and max(self.variables[0].domain) > 9
        return int(text, 36) if letters and re.fullmatch("[A-Za-z]", text) else None

    def with_givens(self, givens: Iterable[Fact]) -> Problem:
        """The same rules with other given facts."""
        return replace(self, givens=tuple(givens))


def _squeeze(name: str) -> str:
    return "".join(name.lower().split())


def _not_a_link(text: str, categories: Mapping[str, tuple[str, ...]]) -> HintwiseError:
    """What is wrong with a text that should say of two values that they go together."""
    values = [(category, value) for category, names in categories.items() for value in names]
    ends = [end.strip() for end in _SIGN.split(text)[::2]]
    meant = [_values_called(end, values) for end in ends]
    if len(ends) != 2:
        one = (meant[0] or values)[0]
        other = next(value for value in values if value[0] != one[0])
        return InvalidValue(
            f"{text!r} does not link two values; write them with '=' between, such as "
            f"'{one[1]} = {other[1]}', or with 'not' in front"
        )
    for end, found in zip(ends, meant, strict=True):
        if not found:
            return UnknownName("value", end, dict.fromkeys(value for _, value in values))
        if len(found) > 1:
            options = " or ".join(repr(" ".join(value)) for value in found)
            return InvalidValue(f"{end!r} may be {options}; add its category")
    return InvalidValue(
        f"{text!r}: both are of the category {meant[0][0][0]!r}; "
        "a fact links values of two categories"
    )


def _values_called(name: str, values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values, each with its category, that a name may stand for; it may start with that."""
    squeezed = _squeeze(name)
    full = [value for value in values if _squeeze(" ".join(value)) == squeezed]
    return full or [value for value in values if _squeeze(value[1]) == squeezed]


@dataclass(frozen=True)
class State:
    """A problem with the facts that are known and the targets still to be explained."""

    problem: Problem = field(repr=False)
    facts: frozenset[Fact]
    targets: frozenset[Fact]

    def learn(self, facts: Iterable[Fact]) -> State:
        """The state in which `facts` are known and no longer targets."""
        new = frozenset(facts)
        return State(self.problem, self.facts | new, self.targets - new)

    def only(self, targets: Iterable[Fact]) -> State:
        """The same known facts with other targets."""
        return State(self.problem, self.facts, frozenset(targets))

    def after(self, step: Step) -> State:
        return self.learn((step.derived, *step.taken_along))


@dataclass(frozen=True)
class Step:
    """`facts` and `constraints` together imply `derived`.

    `optimal` says that no step of its state is cheaper, proven; if it is false the search was
    stopped, and `lower_bound` is what had been proven by then. `also` are the other targets that
    the same elements imply, `taken_along` those of them that a sequence derives with this step.
    """

    derived: Fact
    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]
    features: Mapping[str, int] = field(hash=False)
    cost: float
    optimal: bool
    lower_bound: float
    seconds: float = field(compare=False, default=0.0)
    also: tuple[Fact, ...] = ()
    taken_along: tuple[Fact, ...] = ()

    def __len__(self) -> int:
        return len(self.facts) + len(self.constraints)

    def elements(self, problem: Problem) -> Iterator[Element]:
        yield from self.facts
        yield from (problem.constraint(name) for name in self.constraints)

    def as_json(self) -> dict[str, Any]:
        """The JSON form that every command and service writes."""
        record: dict[str, Any] = {
            "derived": str(self.derived),
            "facts": [str(f) for f in self.facts],
            "constraints": list(self.constraints),
            "features": dict(self.features),
            "cost": self.cost,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "seconds": round(self.seconds, 6),
        }
        if self.also:
            record["also"] = [str(f) for f in self.also]
        if self.taken_along:
            record["taken_along"] = [str(f) for f in self.taken_along]
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any], problem: Problem) -> Step:
        """Read what `as_json` wrote about a step of this problem."""
        try:
            return cls(
                derived=problem.parse_fact(record["derived"]),
                facts=tuple(map(problem.parse_fact, record["facts"])),
                constraints=tuple(problem.constraint(name).name for name in record["constraints"]),
                features={str(name): int(n) for name, n in record["features"].items()},
                cost=float(record["cost"]),
                optimal=bool(record["optimal"]),
                lower_bound=float(record["lower_bound"]),
                seconds=float(record["seconds"]),
                also=tuple(map(problem.parse_fact, record.get("also", ()))),
                taken_along=tuple(map(problem.parse_fact, record.get("taken_along", ()))),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a step: {type(error).__name__} {error}") from None
