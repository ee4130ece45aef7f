"""An independent check of what a step is said to consist of, link by link."""

from __future__ import annotations

from collections.abc import Iterator

from hintwise.engine.verify import Verifier
from hintwise.errors import FailedCheck
from hintwise.limits import Clock, Limits
from hintwise.problem import CONTRADICTION, Fact, Inside, Seen, Step


def require_inside(
    step: Step, inside: Inside, verifier: Verifier, limits: Limits = Limits()
) -> Inside:
    """Return `inside` if every link of the chain holds, and those inside its steps.

    Each step uses facts and rules of `step`, what was assumed, derived before or is seen, and no
    others; it follows from them; all are needed; and the last says what `step` does. Raises
    `FailedCheck` with all that is wrong.
    """
    if faults := list(_faults(step, inside, verifier, Clock(limits))):
        raise FailedCheck(
            f"inside the step to {step.derived}: {'; '.join(faults)}. This is a mistake of ours: "
            "please report it, with the model."
        )
    return inside


def _faults(step: Step, inside: Inside, verifier: Verifier, clock: Clock) -> Iterator[str]:
    if not inside.steps:
        return
    if inside.assumed is not None and inside.assumed != step.derived.negation:
        yield f"{inside.assumed} is assumed, which is not the opposite of {step.derived}"
    goal = step.derived if inside.assumed is None else CONTRADICTION
    if inside.steps[-1].derived != goal:
        yield f"it ends in {inside.steps[-1].derived}, not in {goal}"
    yield from _faults_of_seen(step, inside, verifier, clock)
    known = {*step.facts, *(() if inside.assumed is None else (inside.assumed,))}
    for inner in inside.steps:
        known = _with_seen(known, inside.seen)
        if unknown := [str(fact) for fact in inner.facts if fact not in known]:
            yield f"{', '.join(unknown)} is not known when {inner.derived} is derived"
        if strange := set(inner.constraints) - set(step.constraints):
            yield f"{', '.join(sorted(strange))} is no rule of the step"
        if not verifier.check(inner, limits=clock.left()).refutes:
            yield f"{inner.derived} does not follow"
        if inner.inside is not None:
            yield from _faults(inner, inner.inside, verifier, clock)
        known |= {inner.derived, *inner.taken_along}
    yield from (f"the step to {inner.derived} is not needed" for inner in _needless(inside))


def _faults_of_seen(step: Step, inside: Inside, verifier: Verifier, clock: Clock) -> Iterator[str]:
    for seen in inside.seen:
        rules = [] if seen.constraint is None else [seen.constraint]
        if not set(rules) <= set(step.constraints):
            yield f"{seen.constraint} is no rule of the step"
        if not verifier.implies([seen.because], rules, seen.fact, limits=clock.left()):
            yield f"{seen.fact} is not seen from {seen.because}"


def _with_seen(known: set[Fact], seen: tuple[Seen, ...]) -> set[Fact]:
    return known | {one.fact for one in seen if one.because in known}


def _needless(inside: Inside) -> Iterator[Step]:
    """The steps that no later one rests on, the last aside."""
    needed: set[Fact] = set()
    because = {seen.fact: seen.because for seen in inside.seen}
    for inner in reversed(inside.steps):
        if inner is not inside.steps[-1] and needed.isdisjoint((inner.derived, *inner.taken_along)):
            yield inner
        needed |= {*inner.facts, *(because[fact] for fact in inner.facts if fact in because)}
