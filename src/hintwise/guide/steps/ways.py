"""The steps that lead to something far away."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from hintwise.errors import OutOfTime
from hintwise.guide.steps.choosing import Chooser
from hintwise.guide.steps.trimming import Stage, gained, needed, retold
from hintwise.limits import Clock, Limits
from hintwise.problem import State

_MOST_RULES = 5
"""A step with more rules is far away.

With as many, a person can still follow it: singles have two to four, and in small grids steps that
are worth telling have three or four. On the first states of 9x9 Sudokus there are few between.
"""

_FOR_ONE_STEP = 0.4
"""The share of the time that the one step to a target may take, before the way is looked for."""


def way_to(narrowed: State, state: State, chooser: Chooser, *, limits: Limits) -> list[Stage]:
    """The step to one of the targets of `narrowed` or, if it is far away, the steps to it.

    Far away is what takes more than five rules. Then the easiest step of `state`, which has all
    that follows as targets, is taken again and again until a target is derived: so no step on the
    way is harder than it has to be. What it does not rest on is left out. It stays with the one
    step if that is no harder than some step on the way, or if the time is over before the way is
    found.
    """
    clock = Clock(limits)
    soon = limits
    if limits.deadline_s is not None:  # what is far away is also slow to prove
        soon = replace(limits, deadline_s=_FOR_ONE_STEP * limits.deadline_s)
    direct = chooser.step(narrowed, limits=soon)
    stages: list[Stage] = []
    if len(direct.constraints) > _MOST_RULES:
        with suppress(OutOfTime):
            stages = _walk(narrowed, state, direct.cost, chooser, clock)
    kept = needed([step for _, step in stages], narrowed.targets, state.problem, chooser.price)
    if kept:
        return retold(kept, narrowed)
    if not direct.proven:
        with suppress(OutOfTime):
            later = chooser.step(narrowed, limits=clock.left())
            direct = min(later, direct, key=lambda step: (step.cost, -step.lower_bound))
    return [(narrowed, direct)]


def _walk(
    narrowed: State, state: State, cost: float, chooser: Chooser, clock: Clock
) -> list[Stage]:
    """The easiest steps until a target is derived; none if that is no easier than `cost`."""
    stages: list[Stage] = []
    last = None
    while not clock.has_spent(1.0):
        last = chooser.step(state, last, limits=clock.left())
        if last.cost >= cost:
            return []
        stages.append((state, last))
        if narrowed.targets & gained(last, state.problem):
            return stages
        state = state.after(last)
    return []
