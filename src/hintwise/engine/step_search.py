"""A search for one step, in terms of facts and constraints, that can be taken up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hintwise.engine.implied import Implied, not_implied
from hintwise.engine.numbering import measured, step_of
from hintwise.engine.search.attainable import raise_bound
from hintwise.engine.search.optimum import Pursuit, Question
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.tree import SearchResult, Unhittable
from hintwise.limits import Clock
from hintwise.problem import Element, Fact, State, Step


class StepSearch:
    """Looks for the best step of a state; each call goes on where the last one was stopped.

    `elements` are all of the problem's, by their numbers; `seed` fills the pool before the search.
    """

    def __init__(
        self,
        question: Question,
        state: State,
        *,
        implied: Implied,
        elements: Sequence[Element],
        pool: Pool,
        seed: Callable[[Clock], None],
    ) -> None:
        self._question = question
        self._state = state
        self._implied = implied
        self._elements = elements
        self._seed = seed
        self._pursuit = Pursuit(question, oracle=implied.oracle, pool=pool)
        self._last: SearchResult | None = None
        self._found: Step | None = None

    def __call__(self, clock: Clock) -> Step:
        """The best step, or the best one known when the clock stops the search.

        Raises `NotImplied` if a target of the state does not follow from what is known.
        """
        space, pieces = self._question.space, self._question.pieces
        self._seed(clock)
        try:
            result = self._pursuit.best(clock)
        except Unhittable as unhittable:
            fact = self._elements[int(space.targets[unhittable.target])]
            assert isinstance(fact, Fact)  # constraints are never targets
            known = self._implied.counter_example(fact, self._state.facts)
            raise not_implied(fact, known or {}) from None
        self._last = result
        step = step_of(space, result, pieces, self._elements, clock)
        bounded = raise_bound(step, pieces.objective)
        self._found = measured(bounded, self._state.problem.kind, pieces.objective)
        return self._found

    def has_found(self, steps: Sequence[Step]) -> bool:
        """Whether it has found exactly this, and knows that nothing is cheaper."""
        found = self._found
        return found is not None and found.optimal and [_said(found)] == [*map(_said, steps)]

    def leave_out_last(self) -> None:
        """Look for the best of the other steps from now on: see `Pursuit.leave_out`."""
        if self._last is not None:
            self._pursuit.leave_out(self._last)


def _said(step: Step) -> tuple[Fact, frozenset[Fact], frozenset[str]]:
    return step.derived, frozenset(step.facts), frozenset(step.constraints)
