"""Looking inside a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hintwise.engine.inside.chain import Aim, Chain
from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.search.objective import LinearPieces, Objective
from hintwise.errors import OutOfTime
from hintwise.limits import Clock, Stopped
from hintwise.problem import CONTRADICTION, Inside, Step

IsEasy = Callable[[Step], bool]


def look_inside(
    grounds: Grounds, step: Step, objective: Objective, is_easy: IsEasy, clock: Clock
) -> Inside:
    """A chain of easier steps that says what `step` does.

    Each uses no other facts and rules than `step` does, costs less, and is the cheapest to what it
    derives. If all steps `is_easy`, a chain that leads to the fact directly is preferred; else that
    with the easier hardest step, by contradiction or not. Irreducible means that no chain of either
    form has only steps that cost less. Raises `OutOfTime`.
    """
    pieces = LinearPieces(grounds.features, objective, ())
    aims = list(_aims(grounds.as_counted(step, pieces, step.derived)))
    try:
        for readily in (True, False):
            found = []
            for aim in aims:
                chain = Chain(grounds, aim, pieces)
                if chain.extend(clock, readily=readily):
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
    finally:
        grounds.oracle.watch(None)
    return Inside()


def _aims(step: Step) -> Iterator[Aim]:
    facts, rules, goal = step.facts, step.constraints, step.derived
    yield Aim(facts, rules, goal, anchor=goal, below=step.cost)
    if not step.breaks_rule:
        yield Aim(facts, rules, CONTRADICTION, goal, step.cost, assumed=goal.negation)
