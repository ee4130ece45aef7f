"""What the rules of a problem imply when some of its facts or constraints are left out."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.engine.encode import encode
from hintwise.engine.oracle import Oracle
from hintwise.problem import Assignment, Fact, Problem


class Implications:
    """Questions about one problem, each one SAT call; its givens play no part.

    The answers are those of logic, so they never depend on what was asked before.
    """

    def __init__(self, problem: Problem) -> None:
        self._encoding = encode(problem)
        self._oracle = Oracle(self._encoding)
        names = [constraint.name for constraint in problem.constraints]
        self._selectors = dict(zip(names, self._encoding.selectors, strict=True))
        self._names = {selector: name for name, selector in self._selectors.items()}

    def solution(self, facts: Iterable[Fact]) -> Assignment | None:
        """A solution in which all `facts` hold, or None if there is none."""
        if not self._oracle.solve([*self._selectors.values(), *self._literals(facts)]):
            return None
        model = set(self._oracle.model())
        return {name: v for (name, v), literal in self._encoding.values.items() if literal in model}

    def imply(self, fact: Fact, known: Iterable[Fact]) -> bool:
        """Whether all constraints and `known` leave no way but `fact`."""
        held = [*self._selectors.values(), *self._literals(known)]
        return not self._oracle.solve([*held, -self._encoding.literal(fact)])

    def reasons(self, fact: Fact, without: Iterable[str]) -> frozenset[str] | None:
        """Constraints that together imply `fact`, none of them in `without`; None if none do."""
        off = set(without)
        held = [selector for name, selector in self._selectors.items() if name not in off]
        if self._oracle.solve([*held, -self._encoding.literal(fact)]):
            return None
        core = self._oracle.core()
        return frozenset(self._names[literal] for literal in core if literal in self._names)

    def _literals(self, facts: Iterable[Fact]) -> list[int]:
        return [self._encoding.literal(fact) for fact in facts]
