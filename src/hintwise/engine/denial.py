"""What speaks against facts that somebody takes to be true."""

from __future__ import annotations

from collections.abc import Sequence

from hintwise.engine.implied import Implied
from hintwise.errors import NothingToExplain
from hintwise.problem import Fact, State


def case_against(facts: Sequence[Fact], state: State, implied: Implied) -> State | None:
    """The state whose targets rule out one of the facts; None if they may all be true together.

    Facts that are wrong on their own come first: their negations are targets. Where there is none,
    the first fact that does not go with those before it is ruled out, and those count as known.
    """
    negations = [_negation(fact, implied) for fact in facts]
    wrong = [fact for fact in negations if implied.counter_example(fact, state.facts) is None]
    if wrong:
        if known := state.facts.intersection(wrong):
            listed = ", ".join(map(str, sorted(known)))
            raise NothingToExplain(f"{listed} is known: there is nothing to explain")
        return state.only(wrong)
    for place, negation in enumerate(negations):
        assumed = state.facts.union(facts[:place])
        if implied.counter_example(negation, assumed) is None:
            return State(state.problem, assumed, frozenset({negation}))
    return None


def _negation(fact: Fact, implied: Implied) -> Fact:
    """In the problem's own spelling, as far as it has one: no value is below the least."""
    negation = fact.negation
    variable = implied.problem.variable(fact.variable)
    if variable.boolean or not variable.least <= negation.value <= variable.most:
        return negation
    return implied.problem.fact(negation.variable, negation.value, negation.relation)
