"""Between steps, which speak of facts and constraints, and the numbers of elements."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hintwise.effort import easy_cost, easy_size
from hintwise.engine.implied import Implied
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Cost, LinearPieces, Objective, Size
from hintwise.engine.search.tree import SearchResult
from hintwise.problem import Element, Fact, Kind, Problem, State, Step


def elements_of(step: Step, problem: Problem, implied: Implied) -> list[int]:
    """The numbers of a step's elements: first those of its facts, then its constraints."""
    facts = [implied.number[implied.check(fact)] for fact in step.facts]
    index = {c.name: len(implied.facts) + i for i, c in enumerate(problem.constraints)}
    return facts + [index[problem.constraint(name).name] for name in step.constraints]


def scopes_of(elements: Iterable[Element], problem: Problem) -> list[int]:
    """The variables that each element speaks of, as bits."""
    bit = {v.name: 1 << place for place, v in enumerate(problem.variables)}
    return [
        bit[element.variable]
        if isinstance(element, Fact)
        else functools.reduce(int.__or__, map(bit.__getitem__, element.variables), 0)
        for element in elements
    ]


def space_of(
    state: State, implied: Implied, counts: NDArray[np.int16], scopes: Sequence[int]
) -> SearchSpace:
    """What a state offers and what it asks for.

    `counts` is of all targets and elements, `scopes` of all elements.
    """
    targets = np.array(sorted(implied.number[implied.check(f)] for f in state.targets))
    known = sorted(implied.number[implied.check(f)] for f in state.facts)
    constraints = range(len(implied.facts), counts.shape[1])
    columns = np.array([*known, *constraints], dtype=np.intp)
    return SearchSpace(columns, targets, counts[np.ix_(targets, columns)], scopes)


def measured(step: Step, kind: Kind, objective: Objective) -> Step:
    """The step with what an easy one costs, where the objective is a cost or a size."""
    if isinstance(objective, Cost):
        return replace(step, easy_cost=easy_cost(kind, objective.weights))
    return replace(step, easy_cost=easy_size(kind)) if isinstance(objective, Size) else step


def step_of(
    space: SearchSpace,
    result: SearchResult,
    pieces: LinearPieces,
    elements: Sequence[Element],
    seconds: float,
) -> Step:
    """What a search found, in terms of the problem; `elements` are all, by their numbers."""
    chosen = [elements[e] for e in space.columns[result.chosen].tolist()]
    counts = space.counts[result.target][result.chosen].sum(axis=0)
    derived = elements[int(space.targets[result.target])]
    assert isinstance(derived, Fact)  # constraints are never targets
    features = {name: int(n) for name, n in zip(pieces.names, counts, strict=False)}
    cost = pieces.cost(features, len(chosen))
    return Step(
        derived=derived,
        facts=tuple(e for e in chosen if isinstance(e, Fact)),
        constraints=tuple(e.name for e in chosen if not isinstance(e, Fact)),
        features=features,
        cost=cost,
        optimal=result.optimal,
        lower_bound=cost if result.optimal else min(cost, pieces.unit * result.lower_bound),
        seconds=seconds,
    )
