"""The steps that lead to something far away."""

from __future__ import annotations

from hintwise.errors import OutOfTime
from hintwise.guide.choosing import Chooser
from hintwise.limits import Clock, Limits
from hintwise.problem import State, Step

Stage = tuple[State, Step]
"""A step, and the state in which it is told."""

_FAR = 2.0
"""How many times as much as the easiest step of a state one may cost that is not far away."""


def way_to(narrowed: State, state: State, chooser: Chooser, *, limits: Limits) -> list[Stage]:
    """The step to one of the targets of `narrowed` or, if it is far away, the steps to it.

    Far away is what costs more than twice as much as the easiest step of `state`, which has all
    that follows as targets. Then the easiest step is taken again and again until a target is
    derived: so no step on the way is harder than it has to be. What it does not rest on is left
    out. It stays with the one step if that is no harder than some step on the way, or if the time
    is over before the way is found.
    """
    clock = Clock(limits)
    direct = chooser.step(narrowed, limits=limits)
    try:
        stages = _walk(narrowed, state, direct.cost, chooser, clock)
    except OutOfTime:
        stages = []
    kept = _needed([step for _, step in stages], narrowed)
    return _told(kept, narrowed) if kept else [(narrowed, direct)]


def _walk(
    narrowed: State, state: State, cost: float, chooser: Chooser, clock: Clock
) -> list[Stage]:
    """The easiest steps until a target is derived; none if that is no easier than `cost`."""
    stages: list[Stage] = []
    last = None
    while not clock.has_spent(1.0):
        last = chooser.step(state, last, limits=clock.left())
        if last.cost >= cost or (not stages and _FAR * last.cost >= cost):
            return []
        stages.append((state, last))
        if narrowed.targets.intersection((last.derived, *last.taken_along)):
            return stages
        state = state.after(last)
    return []


def _needed(steps: list[Step], narrowed: State) -> list[Step]:
    """The steps that the last one rests on, and the last one."""
    wanted = set(narrowed.targets)
    kept: list[Step] = []
    for step in reversed(steps):
        if wanted.intersection((step.derived, *step.taken_along)):
            kept.append(step)
            wanted.update(step.facts)
    return kept[::-1]


def _told(steps: list[Step], narrowed: State) -> list[Stage]:
    """Each step with what is known by then; what the others derive is all that is to be explained.

    Among these each step is still the easiest: the fewer facts are known, the dearer are steps.
    """
    open_facts = [fact for step in steps for fact in (step.derived, *step.taken_along)]
    state = narrowed.only(open_facts)
    stages = []
    for step in steps:
        stages.append((state, step))
        state = state.after(step)
    return stages
