"""Why there is no solution, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hintwise.engine.inside.chain import Aim, Chain, IsEasy
from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.search.objective import LinearPieces, Objective
from hintwise.errors import OutOfTime
from hintwise.limits import Clock, Stopped
from hintwise.problem import CONTRADICTION, Fact, Inside


def way_to_contradiction(
    grounds: Grounds,
    facts: Iterable[Fact],
    objective: Objective,
    is_easy: IsEasy,
    clock: Clock,
) -> Inside | None:
    """Steps from facts that clash with the rules to a rule that is broken; None if none is.

    Each is the cheapest to what it derives, and the last rests on all of them. Raises `OutOfTime`.
    """
    known = tuple(dict.fromkeys(facts))
    rules = tuple(constraint.name for constraint in grounds.problem.constraints)
    pieces = LinearPieces(grounds.features, objective, ())
    try:
        grounds.oracle.watch(clock)
        elements = [*(grounds.number[fact] for fact in known), *grounds.rules(rules)]
        if grounds.can_hold(elements):
            return None
        aim = Aim(known, rules, CONTRADICTION, CONTRADICTION, math.inf, is_easy)
        chain = Chain(grounds, aim, pieces)
        chain.extend(clock)
    except Stopped:
        raise OutOfTime("stopped before a rule was broken; allow more time") from None
    finally:
        grounds.oracle.watch(None)
    return chain.inside()
