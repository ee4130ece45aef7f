"""States of a problem, and the steps that lead from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any

from hintwise.errors import InvalidValue
from hintwise.problem.facts import Element, Fact
from hintwise.problem.html import as_html
from hintwise.problem.model import Problem


@dataclass(frozen=True)
class State:
    """A problem with the facts that are known and the targets still to be explained."""

    problem: Problem
    facts: frozenset[Fact]
    targets: frozenset[Fact]

    def __repr__(self) -> str:
        return (
            f"<State of {self.problem!r}: {len(self.facts)} known, {len(self.targets)} to explain>"
        )

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def found(self) -> frozenset[Fact]:
        """The facts that are known besides the givens."""
        return self.facts - frozenset(self.problem.givens)

    def learn(self, facts: Iterable[Fact]) -> State:
        """The state in which `facts` are known and no longer targets."""
        new = frozenset(facts)
        return State(self.problem, self.facts | new, self.targets - new)

    def only(self, targets: Iterable[Fact]) -> State:
        """The same known facts with other targets."""
        return State(self.problem, self.facts, frozenset(targets))

    def after(self, step: Step) -> State:
        return self.learn((step.derived, *step.taken_along))

    def as_json(self) -> dict[str, Any]:
        """Known facts and targets; whoever must not see the solution is given the known ones."""
        return {"known": sorted(map(str, self.facts)), "targets": sorted(map(str, self.targets))}

    @classmethod
    def from_json(cls, record: Mapping[str, Any], problem: Problem) -> State:
        """Read what `as_json` wrote about a state of this problem."""
        try:
            known, targets = (
                frozenset(map(problem.parse_fact, record[key])) for key in ("known", "targets")
            )
        except (AttributeError, LookupError, TypeError) as error:
            raise InvalidValue(f"not a state: {type(error).__name__} {error}") from None
        return cls(problem, known, targets)


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

    def __repr__(self) -> str:
        elements = ", ".join([*map(str, self.facts), *self.constraints]) or "nothing"
        because = shorten(elements, 100, placeholder=" …")
        proven = "" if self.optimal else f", not proven (at least {self.lower_bound:g})"
        return f"<Step to {self.derived} by {because}: cost {self.cost:g}{proven}>"

    def _repr_html_(self) -> str:
        return as_html(self)

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
        except (AttributeError, LookupError, OverflowError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a step: {type(error).__name__} {error}") from None
