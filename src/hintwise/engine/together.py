"""What is told with a step: all that has the same reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from hintwise.engine.search.ties import TOLERANCE
from hintwise.features import scheme_of
from hintwise.problem import Fact, Problem, Step

Price = Callable[[Step], float]
"""What a step costs, by its features and size."""


def told_together(step: Step, also: Iterable[Fact], problem: Problem, price: Price) -> Step:
    """The step with all that its elements imply; `also` are the targets besides the derived one.

    If it says what a variable is not, or that a link does not hold, and its elements, at the same
    price, what one is, or which link holds, it derives that: who writes a digit does not list what
    it rules out. The consequences of what it derives are known with it, so they are not told.
    """
    also = tuple(also)
    if not step.derived.leads:
        for fact in (fact for fact in also if fact.leads):
            instead = deriving(fact, step, problem)
            cost = price(instead)
            if cost <= step.cost * (1 + TOLERANCE):
                others = tuple(other for other in (step.derived, *also) if other != fact)
                return _with(replace(instead, cost=cost), others, problem)
    return _with(step, also, problem)


def deriving(fact: Fact, step: Step, problem: Problem) -> Step:
    """The same elements as a step to another fact; it still has the cost of the first one."""
    scheme, elements = scheme_of(problem), list(step.elements(problem))
    counts = scheme.counts(problem, [fact], elements)[0].sum(axis=0)
    features = dict(zip(scheme.names(problem), counts.tolist(), strict=True))
    return replace(step, derived=fact, features=features)


def in_place_of(cheapest: Step, told: Step, price: Price) -> Step:
    """A step that is told before the cheapest one of its state, with what each of them costs."""
    cost, least = price(told), cheapest.cost if cheapest.optimum is None else cheapest.optimum
    dearer = cost > cheapest.cost * (1 + TOLERANCE)
    return replace(
        told,
        cost=cost,
        optimal=cheapest.optimal and not dearer,
        lower_bound=cheapest.lower_bound,
        optimum=min(cost, least) if dearer else cheapest.optimum,
        seconds=cheapest.seconds,
        easy_cost=cheapest.easy_cost,
    )


def _with(step: Step, also: tuple[Fact, ...], problem: Problem) -> Step:
    known = problem.with_consequences(f for f in (step.derived, *also) if f.settles)
    told = tuple(fact for fact in also if fact.settles or fact not in known)
    return replace(step, also=told, taken_along=told)
