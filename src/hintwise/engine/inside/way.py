"""Why there is no solution, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hintwise.engine import arguments
from hintwise.engine.inside.chain import Aim, Chain, IsEasy, nothing_is_easy
from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.search.objective import Cost, LinearPieces
from hintwise.engine.verify import GRACE_S, Verifier
from hintwise.engine.verify_inside import require_inside
from hintwise.errors import FailedCheck, OutOfTime
from hintwise.features import Weights, check_weights
from hintwise.limits import Clock, Limits, Stopped
from hintwise.problem import CONTRADICTION, Fact, Inside, Problem, Step


def refutation(
    problem: Problem,
    facts: Iterable[Fact | str] | None = None,
    constraints: Iterable[str] | None = None,
    *,
    weights: Weights | None = None,
    is_easy: IsEasy = nothing_is_easy,
    limits: Limits = Limits(),
) -> Step | None:
    """Why facts and constraints have no solution; None if they have one.

    They are the givens, and all constraints, unless others are named.

    It is a step that breaks a rule, from all that takes part in it, and what is inside it: steps
    that end in a rule that is broken, each the cheapest to what it derives. Raises `OutOfTime`.

    >>> from hintwise.puzzles import sudoku
    >>> clash = refutation(sudoku("12..3.......4..."))
    >>> [str(inner.derived) for inner in clash.inside.steps]
    ['a contradiction']
    """
    clock = Clock(limits)
    problem = arguments.check_problem(problem)
    known = tuple(problem.givens if facts is None else arguments.read_facts(problem, facts))
    known = tuple(dict.fromkeys(known))
    names = problem.constraint_by_name if constraints is None else constraints
    rules = tuple(arguments.read_names(list(names), "constraints"))
    try:
        grounds = Grounds(problem, known, clock)
        grounds.oracle.watch(clock)
        elements = [*(grounds.number[fact] for fact in known), *grounds.rules(rules)]
        if grounds.can_hold(elements):
            return None
        ones = dict.fromkeys(grounds.features, 1.0)
        cost = Cost(ones if weights is None else check_weights(weights, grounds.features))
        pieces = LinearPieces(grounds.features, cost, ())
        aim = Aim(known, rules, CONTRADICTION, CONTRADICTION, math.inf, is_easy, whole=True)
        chain = Chain(grounds, aim, pieces)
        if not chain.extend(clock):
            raise FailedCheck(f"{problem!r}: it has no solution, and no rule is broken either")
    except Stopped:
        raise OutOfTime("stopped before a rule was broken; allow more time") from None
    whole = grounds.as_counted(_whole(chain.inside(), known), pieces, CONTRADICTION)
    assert whole.inside is not None
    require_inside(whole, whole.inside, Verifier(problem), clock.left(GRACE_S))
    return whole


def _whole(inside: Inside, facts: tuple[Fact, ...]) -> Step:
    """All that a chain uses, as one step."""
    used = {fact for step in inside.steps for fact in step.facts}
    used |= {seen.because for seen in inside.seen}
    rules = dict.fromkeys(name for step in inside.steps for name in step.constraints)
    rules |= dict.fromkeys(seen.constraint for seen in inside.seen if seen.constraint is not None)
    return Step(
        derived=CONTRADICTION,
        facts=tuple(fact for fact in facts if fact in used),
        constraints=tuple(rules),
        features={},
        cost=0.0,
        optimal=False,
        lower_bound=0.0,
        inside=inside,
    )
