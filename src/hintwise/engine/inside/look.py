"""Looking inside a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hintwise.engine.curves.pieces import pieces_of
from hintwise.engine.inside.chain import Aim, Chain, IsEasy
from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.search.objective import Objective
from hintwise.errors import OutOfTime
from hintwise.limits import Clock, Stopped
from hintwise.problem import CONTRADICTION, Inside, Problem, Step

_MOST_PAIRS = 5000
"""With more pairs of target and element, it is not proven that nothing inside is easier.

In hard Sudokus there are 100 000; that would take minutes. Steps to what is near may be dearer than
the whole, whose facts are far: there steps are worth having that rest on a part of it.
"""


def look_inside(
    problem: Problem,
    step: Step,
    objective: Objective,
    is_easy: IsEasy,
    clock: Clock,
    *,
    thorough: bool = True,
) -> Inside:
    """A chain of easier steps that says what `step` does.

    Each uses no other facts and rules than `step` does, costs less or takes fewer rules (or, where
    no such chain is found in a large problem, rests on a part of them), and is the cheapest to what
    it derives unless `optimal` is false. If all steps `is_easy`, a chain that leads to the
    fact directly is preferred; else that with the easier hardest step, by contradiction or not.
    Irreducible means that no chain of either form has only steps that cost less or take fewer
    rules; this is told only if the search is `thorough`. Raises `OutOfTime`.
    """
    mentioned = (step.derived, step.derived.negation, *step.facts)
    try:
        grounds = Grounds(problem, mentioned, clock)
        pieces = pieces_of(grounds.features, objective, ())
        aims = list(_aims(grounds.as_counted(step, pieces, step.derived), step.cost, is_easy))
        found = _chain((Chain(grounds, aim, pieces) for aim in aims), is_easy, clock)
        if found is not None or not thorough:
            return found or Inside(exhaustive=False)
        chains = [Chain(grounds, aim, pieces) for aim in aims]
        if all(chain.pairs <= _MOST_PAIRS for chain in chains):
            return _any_chain(chains, clock)
        in_part = (Chain(grounds, replace(aim, in_part=True), pieces) for aim in aims)
        return _chain(in_part, is_easy, clock) or Inside(exhaustive=False)
    except Stopped:
        raise OutOfTime(
            f"stopped before it was known what the step to {step.derived} consists of; "
            "allow more time"
        ) from None


def _chain(chains: Iterable[Chain], is_easy: IsEasy, clock: Clock) -> Inside | None:
    """The first that consists of easy steps, or else that with the easier hardest step."""
    found = []
    for chain in chains:
        if chain.extend(clock):
            found.append(chain.inside())
            if all(map(is_easy, found[-1].steps)):
                return found[-1]
    return min(found, key=lambda inside: inside.hardest, default=None)


def _any_chain(chains: Sequence[Chain], clock: Clock) -> Inside:
    """A chain of easier steps if there is one at all."""
    return next((chain.inside() for chain in chains if chain.extend_by_any(clock)), Inside())


def _aims(step: Step, known_cost: float, is_easy: IsEasy) -> Iterator[Aim]:
    facts, rules, goal = step.facts, step.constraints, step.derived
    # What breaks a rule under an assumption was counted relative to that.
    below = max(step.cost, known_cost) if step.breaks_rule else step.cost
    yield Aim(facts, rules, goal, goal, below, is_easy)
    if not step.breaks_rule:
        yield Aim(facts, rules, CONTRADICTION, goal, below, is_easy, assumed=goal.negation)
