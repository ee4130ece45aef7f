"""Looking inside a step."""

from __future__ import annotations

from collections.abc import Iterator

from hintwise.engine.inside.chain import Aim, Chain, IsEasy
from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.search.objective import LinearPieces, Objective
from hintwise.errors import OutOfTime
from hintwise.limits import Clock, Stopped
from hintwise.problem import CONTRADICTION, Inside, Problem, Step


def look_inside(
    problem: Problem, step: Step, objective: Objective, is_easy: IsEasy, clock: Clock
) -> Inside:
    """A chain of easier steps that says what `step` does.

    Each uses no other facts and rules than `step` does, costs less, and is the cheapest to what it
    derives. If all steps `is_easy`, a chain that leads to the fact directly is preferred; else that
    with the easier hardest step, by contradiction or not. Irreducible means that no chain of either
    form has only steps that cost less. Raises `OutOfTime`.
    """
    mentioned = (step.derived, step.derived.negation, *step.facts)
    grounds = Grounds(problem, mentioned, clock)
    pieces = LinearPieces(grounds.features, objective, ())
    aims = list(_aims(grounds.as_counted(step, pieces, step.derived), step.cost, is_easy))
    try:
        for extend in (Chain.extend, Chain.extend_by_cheapest):
            found = []
            for aim in aims:
                chain = Chain(grounds, aim, pieces)
                if extend(chain, clock):
                    found.append(chain.inside())
                    if all(map(is_easy, found[-1].steps)):
                        return found[-1]
            if found:
                return min(found, key=lambda inside: inside.hardest)
    except Stopped:
        raise OutOfTime(
            f"stopped before it was known what the step to {step.derived} consists of; "
            "allow more time"
        ) from None
    return Inside()


def _aims(step: Step, known_cost: float, is_easy: IsEasy) -> Iterator[Aim]:
    facts, rules, goal = step.facts, step.constraints, step.derived
    # What breaks a rule under an assumption was counted relative to that.
    below = max(step.cost, known_cost) if step.breaks_rule else step.cost
    yield Aim(facts, rules, goal, goal, below, is_easy)
    if not step.breaks_rule:
        yield Aim(facts, rules, CONTRADICTION, goal, below, is_easy, assumed=goal.negation)
