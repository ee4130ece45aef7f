"""Deliberate checks: now and then an earlier question is asked again, its sides swapped.

Whoever answers it otherwise answered by chance, or by the side, at least once.
"""

from __future__ import annotations

from dataclasses import dataclass

from hintwise.elicit.query import Fallback, Query
from hintwise.elicit.questions.informed import InformedQuestions
from hintwise.elicit.questions.rule import LATELY, Pair, Questions
from hintwise.problem import Fact, Step

_KEPT = 3 * LATELY
"""How many of the last questions may be asked again."""


@dataclass(frozen=True, slots=True)
class Past:
    """A question that was answered, without its problem, which would be large to send about."""

    number: int
    puzzle: int
    facts: frozenset[Fact]
    """Known where it was asked."""
    a: Step
    b: Step
    check: int | None

    @property
    def swapped(self) -> Pair:
        """The same two steps as a check of it."""
        return Pair(self.b, self.a, Fallback.NOTHING, proven=True, check=self.number)


def past_after(past: tuple[Past, ...], query: Query) -> tuple[Past, ...]:
    """The questions that may be asked again, once this one is answered."""
    asked = Past(query.number, query.puzzle, query.state.facts, query.a, query.b, query.check)
    return (*past, asked)[-_KEPT:]


def check_due(
    questions: Questions, past: tuple[Past, ...], number: int, puzzle: int
) -> Past | None:
    """The question that is to be asked again as that of this number, about this puzzle, if any.

    It is the latest that was asked at least ten questions ago and has not been checked.
    """
    every = questions.checks if isinstance(questions, InformedQuestions) else 0
    if not every or number % every:
        return None
    checked = {each.check for each in past}
    for each in reversed(past):
        is_first = each.check is None and each.number not in checked
        if is_first and each.puzzle == puzzle and each.number <= number - LATELY:
            return each
    return None
