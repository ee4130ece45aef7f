"""Why there is no solution, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.elicit.profile import Profile
from hintwise.engine import Conflict
from hintwise.engine.inside import refutation
from hintwise.engine.verify import Verifier
from hintwise.errors import OutOfTime
from hintwise.guide.explaining import Explained, in_words
from hintwise.guide.steps.unfolding import unfolded
from hintwise.limits import Clock, Limits
from hintwise.problem import Fact, Problem, State
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of

_SMALL = 3
"""How many rules a conflict may have whose own facts and rules will do."""


def way_to_clash(
    problem: Problem,
    facts: Iterable[Fact],
    conflict: Conflict,
    *,
    language: str = DEFAULT,
    limits: Limits = Limits(),
) -> tuple[Explained, ...]:
    """Steps from facts that have no solution to a rule that is broken.

    They stay within the smallest conflict, if it is small: with more rules there are easier ways.
    Hard ones come with what is inside them, as far as time allows. None if there is a solution, or
    too little time to find the way.
    """
    clock, known, rules = Clock(limits), tuple(facts), None
    if len(conflict.constraints) <= _SMALL:
        known, rules = conflict.facts, conflict.constraints
    wording, weights = wording_of(problem, language), Profile.expected(problem).weights
    try:
        clash = refutation(
            problem, known, rules, weights=weights, is_easy=wording.is_easy, limits=limits
        )
    except OutOfTime:
        return ()
    if clash is None:
        return ()
    whole = unfolded(clash, wording, weights, Verifier(problem), clock.left())
    return in_words(State(problem, frozenset(known), frozenset()), whole, wording).inside
