"""Between steps, which speak of facts and constraints, and the numbers of elements."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hintwise.effort import easy_cost, easy_size
from hintwise.engine.implied import Implied
from hintwise.engine.linear.basis import Indices
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Cost, LinearPieces, Objective, Size
from hintwise.engine.search.tree import SearchResult
from hintwise.features import scheme_of
from hintwise.limits import Clock
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


def counts_of(elements: Sequence[Element], implied: Implied) -> NDArray[np.int16]:
    """What each element adds to each feature, and to the size, for each fact."""
    counts = scheme_of(implied.problem).counts(implied.problem, implied.facts, elements)
    size = np.ones((*counts.shape[:2], 1), dtype=np.int16)
    return np.concatenate([counts, size], axis=2)


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
    proposed = tuple(_proposed(state, implied, targets, columns))
    return SearchSpace(columns, targets, counts[np.ix_(targets, columns)], scopes, proposed)


def space_within(elements: Iterable[int], target: int, counts: NDArray[np.int16]) -> SearchSpace:
    """What these elements offer for one target."""
    columns = np.array(sorted(elements), dtype=np.intp)
    return SearchSpace(columns, np.array([target]), counts[target][None, columns])


def _proposed(
    state: State, implied: Implied, targets: Indices, columns: Indices
) -> Iterator[tuple[int, Indices]]:
    """The sets that the problem proposes for targets of this state, as positions."""
    problem = state.problem
    if problem.proposals is None:
        return
    number: dict[Fact | str, int] = {fact: implied.number[fact] for fact in state.facts}
    number |= {c.name: len(implied.facts) + i for i, c in enumerate(problem.constraints)}
    for derived, facts, constraints in problem.proposals(state.facts):
        named: list[Fact | str] = [*facts, *constraints]
        elements = [number.get(element, -1) for element in named]
        if derived in state.targets and -1 not in elements:
            target = int(np.searchsorted(targets, implied.number[derived]))
            yield target, np.searchsorted(columns, sorted(elements))


def measured(step: Step, kind: Kind, objective: Objective) -> Step:
    """The step with what an easy one costs, where the objective is a cost or a size."""
    if isinstance(objective, Cost):
        return replace(step, easy_cost=easy_cost(kind, objective.weights, objective.value))
    return replace(step, easy_cost=easy_size(kind)) if isinstance(objective, Size) else step


def step_of(
    space: SearchSpace,
    result: SearchResult,
    pieces: LinearPieces,
    elements: Sequence[Element],
    clock: Clock,
) -> Step:
    """What a search found, in terms of the problem; `elements` are all, by their numbers.

    `clock` was started with the search.
    """
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
        seconds=time.perf_counter() - clock.started,
    )
