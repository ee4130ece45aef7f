"""States of a problem, and the steps that lead from one to the next."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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
        """The facts that are known besides the givens and their consequences."""
        return self.facts - self.problem.with_consequences(self.problem.givens)

    def learn(self, facts: Iterable[Fact]) -> State:
        """The state in which `facts` and their consequences are known and no longer targets."""
        new = self.problem.with_consequences(facts)
        return State(self.problem, self.facts | new, self.targets - new)

    def only(self, targets: Iterable[Fact]) -> State:
        """The same known facts with other targets."""
        return State(self.problem, self.facts, frozenset(targets))

    def after(self, step: Step) -> State:
        """The state in which what the step derives is known; nothing is after a broken rule."""
        return self if step.breaks_rule else self.learn((step.derived, *step.taken_along))

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


CONTRADICTION = Fact("a contradiction", True)
"""What follows where a rule is broken; no problem has a variable of that name."""


@dataclass(frozen=True)
class Step:
    """`facts` and `constraints` together imply `derived`.

    They may clash instead: a step that `breaks_rule` derives `CONTRADICTION`.

    `optimal` says that no step of its state is cheaper, proven; if it is false the search was
    stopped, and `lower_bound` is what had been proven by then. `also` are the other targets that
    the same elements imply, `taken_along` those of them that a sequence derives with this step.
    `inside` is the chain of easier steps that it consists of, if that was looked for. `optimum` is
    there where steps come in their natural order: what the cheapest one of the state costs.
    `easy_cost` is what an easy step costs under the same weights (see `hintwise.effort`), if these
    are known.
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
    inside: Inside | None = None
    optimum: float | None = None
    easy_cost: float | None = field(compare=False, default=None)

    def __len__(self) -> int:
        return len(self.facts) + len(self.constraints)

    def __repr__(self) -> str:
        elements = ", ".join([*map(str, self.facts), *self.constraints]) or "nothing"
        because = shorten(elements, 100, placeholder=" …")
        proven = "" if self.optimal else f", not proven (at least {self.lower_bound:g})"
        return f"<Step to {self.derived} by {because}: cost {self.cost:g}{proven}>"

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def proven(self) -> bool:
        """Whether it is known for sure what the cheapest step of its state costs."""
        return self.optimal or (self.optimum is not None and self.lower_bound >= self.optimum)

    @property
    def breaks_rule(self) -> bool:
        """Whether its elements cannot all be true."""
        return self.derived == CONTRADICTION

    @property
    def effort(self) -> float | None:
        """How many times as hard as an easy step it is: a figure that fits any weights."""
        return self._in_easy_steps(self.cost)

    @property
    def least_effort(self) -> float | None:
        """The effort that every step of its state takes at least, as far as was proven."""
        return self._in_easy_steps(self.lower_bound)

    def _in_easy_steps(self, cost: float) -> float | None:
        # Finite, since it is written to files: weights may be as far apart as numbers are.
        return min(cost / self.easy_cost, sys.float_info.max) if self.easy_cost else None

    def elements(self, problem: Problem) -> Iterator[Element]:
        """Its facts, and its constraints as the problem has them."""
        yield from self.facts
        yield from (problem.constraint(name) for name in self.constraints)

    def as_json(self) -> dict[str, Any]:
        """The JSON form that every command and service writes."""
        record: dict[str, Any] = {
            "derived": None if self.breaks_rule else str(self.derived),
            "facts": [str(f) for f in self.facts],
            "constraints": list(self.constraints),
            "features": dict(self.features),
            "cost": self.cost,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "seconds": round(self.seconds, 6),
        }
        if self.effort:  # what an easy step costs is not to be read from an effort of nothing
            few = self.effort < 0.1  # then of three decimals too little would be left
            record["effort"] = float(f"{self.effort:.3g}") if few else round(self.effort, 3)
        if self.also:
            record["also"] = [str(f) for f in self.also]
        if self.taken_along:
            record["taken_along"] = [str(f) for f in self.taken_along]
        if self.inside is not None:
            record["inside"] = self.inside.as_json()
        if self.optimum is not None:
            record |= {"order": "natural", "optimum": self.optimum}
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any], problem: Problem) -> Step:
        """Read what `as_json` wrote about a step of this problem."""
        try:
            derived, inside = record["derived"], record.get("inside")
            cost, effort, optimum = (
                float(record["cost"]),
                record.get("effort"),
                record.get("optimum"),
            )
            return cls(
                derived=CONTRADICTION if derived is None else problem.parse_fact(derived),
                facts=tuple(map(problem.parse_fact, record["facts"])),
                constraints=tuple(problem.constraint(name).name for name in record["constraints"]),
                features={str(name): int(n) for name, n in record["features"].items()},
                cost=cost,
                optimal=bool(record["optimal"]),
                lower_bound=float(record["lower_bound"]),
                seconds=float(record["seconds"]),
                also=tuple(map(problem.parse_fact, record.get("also", ()))),
                taken_along=tuple(map(problem.parse_fact, record.get("taken_along", ()))),
                inside=None if inside is None else Inside.from_json(inside, problem),
                optimum=None if optimum is None else float(optimum),
                easy_cost=cost / float(effort) if effort else None,
            )
        except (AttributeError, LookupError, OverflowError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a step: {type(error).__name__} {error}") from None


@dataclass(frozen=True, slots=True)
class Seen:
    """A value that is crossed out at sight: one fact rules it out, by one rule or by itself."""

    fact: Fact
    because: Fact
    constraint: str | None = None

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "fact": str(self.fact),
            "because": str(self.because),
            "constraint": self.constraint,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any], problem: Problem) -> Seen:
        """Read what `as_json` wrote."""
        name = record["constraint"]
        return cls(
            problem.parse_fact(record["fact"]),
            problem.parse_fact(record["because"]),
            None if name is None else problem.constraint(name).name,
        )


@dataclass(frozen=True, slots=True)
class Inside:
    """A chain of easier steps that together say what a harder one does.

    Each uses facts of the harder step, what earlier steps of the chain derived, what is `seen` from
    these and, if there is one, the fact that is `assumed` for the sake of argument. The last
    derives what the harder step does or, under an assumption, breaks a rule. No steps: nothing
    easier was found and, if the search was `exhaustive`, there is nothing.
    """

    steps: tuple[Step, ...] = ()
    assumed: Fact | None = None
    seen: tuple[Seen, ...] = ()
    exhaustive: bool = True

    @property
    def irreducible(self) -> bool:
        """Whether it is proven that no chain of this form has easier steps."""
        return self.exhaustive and not self.steps

    @property
    def hardest(self) -> float:
        """What its hardest step costs."""
        return max((step.cost for step in self.steps), default=math.inf)

    def stages(self, state: State) -> Iterator[tuple[State, Step]]:
        """Each step with what is known before it; `state` is that of the harder step."""
        known = set(state.facts)
        if self.assumed is not None:
            known.add(self.assumed)
        for step in self.steps:
            known.update(one.fact for one in self.seen if one.because in known)
            derived = (step.derived, *step.taken_along)
            yield State(state.problem, frozenset(known), frozenset(derived)), step
            known.update(derived)

    def spelled_out(self, step: Step) -> Step:
        """A step of the chain with the facts and rules that show what is seen, in place of that."""
        seen = {one.fact: one for one in self.seen}
        used = [seen[fact] for fact in step.facts if fact in seen]
        facts = [*(fact for fact in step.facts if fact not in seen), *(u.because for u in used)]
        rules = [*step.constraints, *(u.constraint for u in used if u.constraint is not None)]
        return replace(
            step, facts=tuple(dict.fromkeys(facts)), constraints=tuple(dict.fromkeys(rules))
        )

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "assumed": None if self.assumed is None else str(self.assumed),
            "irreducible": self.irreducible,
            "seen": [one.as_json() for one in self.seen],
            "steps": [step.as_json() for step in self.steps],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any], problem: Problem) -> Inside:
        """Read what `as_json` wrote."""
        assumed = record["assumed"]
        return cls(
            tuple(Step.from_json(step, problem) for step in record["steps"]),
            None if assumed is None else problem.parse_fact(assumed),
            tuple(Seen.from_json(one, problem) for one in record["seen"]),
            exhaustive=bool(record["steps"]) or record["irreducible"] is True,
        )
