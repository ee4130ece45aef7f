"""Leaving out what the end does not rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hintwise.engine.together import Price
from hintwise.guide.steps.grids import only_telling
from hintwise.problem import Fact, Problem, Staircase, State, Step

Stage = tuple[State, Step]
"""A step, and the state in which it is told."""


def gained(step: Step, problem: Problem) -> frozenset[Fact]:
    """What is known after a step: what it derives, and what is written down together with that."""
    return problem.with_consequences((step.derived, *step.taken_along))


def needed(
    steps: Sequence[Step], wanted: Iterable[Fact], problem: Problem, price: Price
) -> list[Step]:
    """The steps that what is wanted rests on, each without what nothing later uses."""
    used = set(wanted)
    kept: list[Step] = []
    for step in reversed(steps):
        if used & gained(step, problem):
            if isinstance(problem.layout, Staircase):
                step = only_telling(step, used, problem, price)
            kept.append(step)
            used.update(step.facts)
    return kept[::-1]


def retold(steps: Sequence[Step], start: State) -> list[Stage]:
    """Each step with what is known by then; what the others derive is all that is to be explained.

    Among these each step is still the easiest: the fewer facts are known, the dearer are steps.
    """
    open_facts = frozenset().union(*(gained(step, start.problem) for step in steps))
    state = start.only(open_facts - start.facts)
    stages = []
    for step in steps:
        stages.append((state, step))
        state = state.after(step)
    return stages
