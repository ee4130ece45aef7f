"""Whether a step has anything easier inside it, by looking at all there is.

Every fact, negated fact and constraint is the set of assignments in which it holds, so a step is a
handful of sets whose intersection lies within another one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from cpmpy.expressions.core import Expression

from hintwise.features import scheme_of
from hintwise.problem import CONTRADICTION, Constraint, Element, Fact, Problem, Step

Worlds = frozenset[int]
"""Numbers of assignments."""


class BruteForce:
    """All assignments of a small problem, and what holds in each."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        domains = [v.domain for v in problem.variables]
        names = [v.name for v in problem.variables]
        self._assignments = [
            dict(zip(names, values, strict=True)) for values in itertools.product(*domains)
        ]
        self._worlds: dict[Element, Worlds] = {c: self._where(c) for c in problem.constraints}

    def has_easier_inside(self, step: Step, weights: dict[str, float]) -> bool:
        """Whether a chain of easier steps leads to what `step` derives, or to a contradiction.

        Easier steps cost less than `step`, or take fewer rules.
        """
        return self._reaches(step, weights, step.derived, ()) or self._reaches(
            step, weights, CONTRADICTION, (step.derived.negation,)
        )

    def _reaches(
        self, step: Step, weights: dict[str, float], goal: Fact, assumed: tuple[Fact, ...]
    ) -> bool:
        rules = [self._problem.constraint(name) for name in step.constraints]
        below = self._cost(step.derived, [*step.facts, *rules], weights)
        known = {*step.facts, *assumed}
        while goal not in known:
            known |= set(self._seen(known, rules))
            fresh = next(self._derivable(known, rules, step, goal, weights, below), None)
            if fresh is None:
                return False
            known.add(fresh)
        return True

    def _derivable(
        self,
        known: set[Fact],
        rules: list[Constraint],
        whole: Step,
        goal: Fact,
        weights: dict[str, float],
        below: float,
    ) -> Iterator[Fact]:
        settled = {fact.variable for fact in known if fact.settles}
        open_facts = [
            fact for fact in self._said(rules) if fact not in known and fact.variable not in settled
        ]
        everything = {*whole.facts, *rules}
        for elements in _subsets([*sorted(known), *rules]):
            if everything <= set(elements):
                continue  # the same in other words
            fewer = sum(isinstance(e, Constraint) for e in elements) < len(rules)
            worlds = self._together(elements)
            if not worlds:
                broken = goal == CONTRADICTION
                if broken and (fewer or self._cost(whole.derived, elements, weights) < below):
                    yield CONTRADICTION
                continue
            for fact in open_facts:
                easier = fewer or self._cost(fact, elements, weights) < below
                if worlds <= self._of(fact) and easier:
                    yield fact

    def _seen(self, known: set[Fact], rules: list[Constraint]) -> Iterator[Fact]:
        for fact in sorted(known):
            if not (fact.settles and fact.positive):
                continue
            for rule in (rule for rule in rules if fact.variable in rule.variables):
                worlds = self._of(fact) & self._of(rule)
                for other in self._said([rule]):
                    elsewhere = other.variable != fact.variable and other.negation not in known
                    if elsewhere and not other.positive and worlds <= self._of(other):
                        yield other

    def _said(self, rules: Iterable[Constraint]) -> list[Fact]:
        names = sorted({name for rule in rules for name in rule.variables})
        return [
            Fact(name, value, relation)
            for name in names
            for value in self._problem.variable(name).domain
            for relation in ("=", "≠")
        ]

    def _cost(self, derived: Fact, elements: Iterable[Element], weights: dict[str, float]) -> float:
        counted = [_as_value(e) if isinstance(e, Fact) else e for e in elements]
        scheme = scheme_of(self._problem)
        counts = scheme.counts(self._problem, [_as_value(derived)], counted)[0].sum(axis=0)
        names = scheme.names(self._problem)
        return sum(weights[n] * int(c) for n, c in zip(names, counts, strict=True))

    def _together(self, elements: Iterable[Element]) -> Worlds:
        worlds = frozenset(range(len(self._assignments)))
        for element in elements:
            worlds &= self._of(element)
        return worlds

    def _of(self, element: Element) -> Worlds:
        if element not in self._worlds:
            assert isinstance(element, Fact)
            self._worlds[element] = frozenset(
                i for i, values in enumerate(self._assignments) if element.holds_in(values)
            )
        return self._worlds[element]

    def _where(self, constraint: Constraint) -> Worlds:
        return frozenset(
            i for i, values in enumerate(self._assignments) if self._holds(constraint, values)
        )

    def _holds(self, constraint: Constraint, values: dict[str, int]) -> bool:
        for variable in self._problem.variables:
            variable.expression._value = values[variable.name]
        expression = constraint.expression
        parts = [expression] if isinstance(expression, Expression) else list(expression)
        return all(bool(part.value()) for part in parts)


def _as_value(fact: Fact) -> Fact:
    return Fact(fact.variable, fact.value) if fact.relation == "≠" else fact


def _subsets(elements: list[Element]) -> Iterator[tuple[Element, ...]]:
    for size in range(len(elements) + 1):
        yield from itertools.combinations(elements, size)
