"""Pairs of which one step is clearly worse, to see whether somebody reads what they are asked.

The better one has no more of any feature and less of several, so nobody who finds steps easier the
less there is to look at prefers the other one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from hintwise.elicit.progress import borrowed_explainer
from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.features import Weights, feature_names, scheme_of
from hintwise.limits import Cancel
from hintwise.problem import Element, Fact, Problem, State, Step
from hintwise.study.asking.evaluation import prior_weights

LOOKED_AT = 4
"""Other facts whose steps are looked at: in most states one of them is clearly worse."""

NODES = 8
"""For the search for each of these, which need not be the easiest to its fact."""

LEAST_FEATURES = 3
"""Features that the better step has less of, at least."""

LEAST_ELEMENTS = 4
"""Facts and rules that it takes less, at least."""

LEAST_RATIO, MOST_RATIO = 1.5, 4.0
"""How many times as many facts and rules the worse one takes, at least and at most.

With even more it would be no longer a step that anybody reads.
"""


def dominated_pair(
    problem: Problem, known: Iterable[Fact], seed: int, nodes: int, cancel: Cancel | None = None
) -> tuple[State, Step, Step]:
    """The state in which these facts are known, its easiest step, and one that is clearly worse.

    The worse one leads to another fact, if there is one so much harder; else to the same fact, by
    more than it takes. Where there are too few facts and rules for that, it is the easiest step
    once more. The same for the same arguments, whatever was computed before.
    """
    with borrowed_explainer(problem, Limits(cancel=cancel)) as explainer:
        own = explainer.apart(limits=Limits(cancel=cancel))
        state, rng = own.state(known), np.random.default_rng(seed)
        weights = prior_weights(problem)
        better = _step(own, state, weights, Limits(nodes=nodes, cancel=cancel))
        others = [
            _step(own, state.only([fact]), weights, Limits(nodes=NODES, cancel=cancel))
            for fact in _drawn(state.targets - {better.derived}, LOOKED_AT, rng)
        ]
    if cancel is not None and cancel.is_set():
        raise OutOfTime("cancelled while a pair of steps was computed")
    for other in sorted(others, key=len):
        if is_clearly_better(better, other) and len(other) <= MOST_RATIO * len(better):
            return state, better, other
    return state, better, _with_more(better, state, others, rng)


def is_clearly_better(a: Step, b: Step) -> bool:
    """Whether step a has no more of any feature than b, and so much less that it is plain to see.

    One fact may count in several features, so facts and rules are counted as well.
    """
    less = sum(a.features[name] < count for name, count in b.features.items())
    more = any(a.features[name] > count for name, count in b.features.items())
    longer = max(len(a) + LEAST_ELEMENTS, LEAST_RATIO * len(a))
    return not more and less >= LEAST_FEATURES and len(b) >= longer


def _step(explainer: Explainer, state: State, weights: Weights, limits: Limits) -> Step:
    """A cheap step of a state, without anything that it does not need."""
    step = explainer.optimal_step(state, weights, limits=limits)
    return step if step.optimal else explainer.minimise(step, weights)


def _drawn(facts: Iterable[Fact], count: int, rng: np.random.Generator) -> list[Fact]:
    ordered = sorted(facts)
    return [ordered[int(i)] for i in rng.permutation(len(ordered))[:count]]


def _with_more(step: Step, state: State, others: Iterable[Step], rng: np.random.Generator) -> Step:
    """The same step with facts and rules that it does not need: first those of other steps.

    As it is, if all that there are would not make it clearly worse.
    """
    facts, constraints = list(step.facts), list(step.constraints)
    for element in _further_elements(state, others, rng):
        if isinstance(element, Fact):
            if element not in facts:
                facts.append(element)
        elif element not in constraints:
            constraints.append(element)
        padded = _of_elements(state.problem, step, facts, constraints)
        if is_clearly_better(step, padded):
            return padded
    return step


def _further_elements(
    state: State, others: Iterable[Step], rng: np.random.Generator
) -> Iterator[Fact | str]:
    for other in sorted(others, key=len):
        for rule, fact in itertools.zip_longest(other.constraints, other.facts):
            yield from (element for element in (rule, fact) if element is not None)
    names = [constraint.name for constraint in state.problem.constraints]
    rest: list[Fact | str] = [*names, *sorted(state.facts)]
    yield from (rest[int(i)] for i in rng.permutation(len(rest)))


def _of_elements(problem: Problem, step: Step, facts: list[Fact], constraints: list[str]) -> Step:
    """A step to the same fact by these elements, in the order in which every step has them."""
    places = {variable.name: place for place, variable in enumerate(problem.variables)}
    facts = sorted(facts, key=lambda fact: (places[fact.variable], fact))
    constraints = [each.name for each in problem.constraints if each.name in constraints]
    elements: list[Element] = [*facts, *map(problem.constraint, constraints)]
    counts = scheme_of(problem).counts(problem, [step.derived], elements)[0].sum(axis=0)
    features = dict(zip(feature_names(problem), counts.tolist(), strict=True))
    return replace(
        step,
        facts=tuple(facts),
        constraints=tuple(constraints),
        features=features,
        cost=float(len(elements)),
        optimal=False,
        lower_bound=0.0,
        easy_cost=None,
    )
