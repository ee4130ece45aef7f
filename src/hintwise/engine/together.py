"""What is told with a step: all that has the same reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from hintwise.engine.search.ties import TOLERANCE
from hintwise.features import scheme_of
from hintwise.problem import Fact, Problem, Step


def told_together(
    step: Step, also: Iterable[Fact], problem: Problem, price: Callable[[Step], float]
) -> Step:
    """The step with all that its elements imply; `also` are the targets besides the derived one.

    If it says what a variable is not and its elements, at the same price, what one is, it derives
    that: who writes a digit does not list what it rules out. The consequences of what it derives
    are known with it, so they are not told.
    """
    also = tuple(also)
    if not step.derived.settles:
        for fact in (fact for fact in also if fact.settles):
            instead = _deriving(fact, step, problem)
            cost = price(instead)
            if cost <= step.cost * (1 + TOLERANCE):
                others = tuple(other for other in (step.derived, *also) if other != fact)
                return _with(replace(instead, cost=cost), others, problem)
    return _with(step, also, problem)


def _deriving(fact: Fact, step: Step, problem: Problem) -> Step:
    """The same elements as a step to another fact."""
    scheme, elements = scheme_of(problem), list(step.elements(problem))
    counts = scheme.counts(problem, [fact], elements)[0].sum(axis=0)
    features = dict(zip(scheme.names(problem), counts.tolist(), strict=True))
    return replace(step, derived=fact, features=features)


def _with(step: Step, also: tuple[Fact, ...], problem: Problem) -> Step:
    known = problem.with_consequences(f for f in (step.derived, *also) if f.settles)
    told = tuple(fact for fact in also if fact.settles or fact not in known)
    return replace(step, also=told, taken_along=told)
