"""What hard steps consist of, down to those that everybody sees."""

from __future__ import annotations

from dataclasses import replace

from hintwise.engine.inside import look_inside
from hintwise.engine.search.objective import Cost
from hintwise.engine.verify import GRACE_S, Verifier
from hintwise.engine.verify_inside import require_inside
from hintwise.errors import OutOfTime
from hintwise.features import Weights
from hintwise.limits import Clock, Limits
from hintwise.problem import Step
from hintwise.render.words.wording import Wording


def unfolded(
    step: Step, wording: Wording, weights: Weights, verifier: Verifier, limits: Limits = Limits()
) -> Step:
    """The step with what is inside it, and inside that, until all that is left is easy.

    Out of time, some hard steps are left as they are. Every link has passed the verifier, or
    `FailedCheck` is raised.
    """
    clock = Clock(limits)
    inside = step.inside
    if inside is None:
        if wording.is_easy(step):
            return step
        try:
            inside = look_inside(wording.problem, step, Cost(weights), wording.is_easy, clock)
            require_inside(step, inside, verifier, clock.left(GRACE_S))
        except OutOfTime:
            return step
    inner = (unfolded(one, wording, weights, verifier, clock.left()) for one in inside.steps)
    return replace(step, inside=replace(inside, steps=tuple(inner)))
