"""Between steps, which speak of facts and constraints, and the numbers of elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hintwise.engine.correction import SearchSpace
from hintwise.engine.objective import LinearPieces
from hintwise.engine.search import SearchResult
from hintwise.problem import Element, Fact, Problem, Step


def elements_of(step: Step, problem: Problem, numbers: Mapping[Fact, int]) -> list[int]:
    """The numbers of a step's elements: first those of its facts, then its constraints."""
    index = {c.name: len(numbers) + i for i, c in enumerate(problem.constraints)}
    names = [problem.constraint(name).name for name in step.constraints]
    return [numbers[fact] for fact in step.facts] + [index[name] for name in names]


def step_of(
    space: SearchSpace,
    result: SearchResult,
    pieces: LinearPieces,
    features: Sequence[str],
    elements: Sequence[Element],
) -> Step:
    """What a search found, in terms of the problem; `elements` are all, by their numbers."""
    chosen = [elements[e] for e in space.columns[result.chosen].tolist()]
    counts = space.counts[result.target][result.chosen].sum(axis=0)
    named = {name: int(n) for name, n in zip(features, counts, strict=False)}
    cost = pieces.cost(named, len(chosen))
    derived = elements[int(space.targets[result.target])]
    assert isinstance(derived, Fact)  # constraints are never targets
    return Step(
        derived=derived,
        facts=tuple(e for e in chosen if isinstance(e, Fact)),
        constraints=tuple(e.name for e in chosen if not isinstance(e, Fact)),
        features=named,
        cost=cost,
        optimal=result.optimal,
        lower_bound=cost if result.optimal else min(cost, pieces.unit * result.lower_bound),
    )
