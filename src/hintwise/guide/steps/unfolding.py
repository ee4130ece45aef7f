"""What hard steps consist of, down to those that everybody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hintwise.engine.inside import look_inside
from hintwise.engine.search.objective import Cost
from hintwise.engine.verify import GRACE_S, Verifier
from hintwise.engine.verify_inside import require_inside
from hintwise.errors import OutOfTime
from hintwise.features import Weights
from hintwise.limits import Clock, Limits
from hintwise.problem import Inside, Step
from hintwise.render.words.wording import Wording

_DEEPEST = 12
"""Levels that are looked into at most. Steps get easier from level to level, but where it is enough
to rest on a part of the whole, nothing says that this ever ends. Of 82 steps of famous Sudokus one
got here; those that unfold need nine at most."""


def unfolded(
    step: Step, wording: Wording, weights: Weights, verifier: Verifier, limits: Limits = Limits()
) -> Step:
    """The step with what is inside it, and inside that, until all that is left is easy.

    Level by level: out of time, or 12 levels deep, some of the innermost steps are left hard. Every
    link has passed the verifier, or `FailedCheck` is raised.
    """
    clock = Clock(limits)

    def look(hard: Step) -> Inside | None:
        try:
            inside = look_inside(wording.problem, hard, Cost(weights), wording.is_easy, clock)
            return require_inside(hard, inside, verifier, clock.left(GRACE_S))
        except OutOfTime:
            return None

    for _ in range(_DEEPEST):
        deeper = _one_level_deeper(step, wording, look)
        if deeper == step:
            break
        step = deeper
    return step


def within(step: Step) -> Iterator[Step]:
    """All steps inside this one, and inside these."""
    for inner in () if step.inside is None else step.inside.steps:
        yield inner
        yield from within(inner)


def left_hard(step: Step, wording: Wording) -> list[Step]:
    """The step itself, or those within it, that are hard and have nothing inside."""
    return [
        each
        for each in (step, *within(step))
        if not (each.inside and each.inside.steps) and not wording.is_easy(each)
    ]


_FOR_ARGUMENT_S = 5.0
"""Where there is a deadline, an argument is looked for no longer; most take a twentieth of that."""


def argued(
    step: Step, wording: Wording, weights: Weights, verifier: Verifier, limits: Limits = Limits()
) -> Step:
    """The step with what is inside it, if its words can tell that as a short argument.

    Else it is the same; an argument has passed the verifier.
    """
    if wording.is_easy(step) or not wording.may_argue(step):
        return step
    if limits.deadline_s is not None:
        limits = replace(limits, deadline_s=min(_FOR_ARGUMENT_S, limits.deadline_s))
    clock = Clock(limits)
    try:
        inside = look_inside(
            wording.problem, step, Cost(weights), wording.is_easy, clock, thorough=False
        )
        with_inside = replace(step, inside=inside)
        if not wording.argues(with_inside):
            return step
        require_inside(step, inside, verifier, clock.left(GRACE_S))
    except OutOfTime:
        return step
    return with_inside


def _one_level_deeper(step: Step, wording: Wording, look: Callable[[Step], Inside | None]) -> Step:
    inside = step.inside
    if inside is None:
        return step if wording.is_easy(step) else replace(step, inside=look(step))
    inner = tuple(_one_level_deeper(one, wording, look) for one in inside.steps)
    return replace(step, inside=replace(inside, steps=inner))
