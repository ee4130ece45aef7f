"""A question and its answer: which of these two steps reads better?"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from hintwise.errors import HintwiseError, InvalidValue, is_whole_number
from hintwise.problem import Fact, Problem, State, Step, as_html


class Answer(enum.Enum):
    """What a person says to a query."""

    A = "a"
    B = "b"
    NONE = "none"

    @classmethod
    def of(cls, answer: Answer | str) -> Answer:
        """Read `a`, `b` or `none`."""
        try:
            return cls(answer)
        except ValueError:
            accepted = ", ".join(answer.value for answer in cls)
            raise InvalidValue(f"{answer!r} is not an answer; accepted are {accepted}") from None


TradeOff = frozenset[frozenset[str]]
"""The features that one step has less of, and those that the other has less of."""


@dataclass(frozen=True, slots=True)
class FeaturePair:
    """The features of two steps, and if known where they stood: all that is learned from."""

    a: Mapping[str, int]
    b: Mapping[str, int]
    a_is_left: bool | None = None

    def chosen(self, answer: Answer) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
        """The features of the preferred step and the other one, or None without a preference."""
        match answer:
            case Answer.A:
                return self.a, self.b
            case Answer.B:
                return self.b, self.a
            case Answer.NONE:
                return None

    def difference(self, features: Sequence[str]) -> NDArray[np.float64]:
        """b's features less a's, in this order."""
        return np.array([self.b[name] - self.a[name] for name in features], dtype=np.float64)

    def chose_left(self, answer: Answer) -> bool | None:
        """Whether the preferred step stood on the left; None if there is none, or nobody knows."""
        if self.a_is_left is None or answer is Answer.NONE:
            return None
        return self.a_is_left == (answer is Answer.A)

    @property
    def is_trade_off(self) -> bool:
        """Whether neither step dominates the other: each has less of some feature."""
        return any(n < self.b[name] for name, n in self.a.items()) and any(
            n > self.b[name] for name, n in self.a.items()
        )

    @property
    def trade_off(self) -> TradeOff:
        """What is weighed against what, whichever step is called a, and however much of it."""
        less = frozenset(name for name, n in self.a.items() if n < self.b[name])
        more = frozenset(name for name, n in self.a.items() if n > self.b[name])
        return frozenset((less, more))


class Fallback(enum.Enum):
    """What had to be given up so that there is a second step at all."""

    NOTHING = "nothing"
    TARGET = "target"
    """The target set for this query: b derives any fact that is not known yet."""
    CONDITION = "condition"
    """The method's side constraint: b only differs from a in some feature."""


@dataclass(frozen=True, repr=False)
class Query:
    """Two steps of one state; under the weights learned so far `a` is the cheaper one.

    `number` counts the queries of a session from 1; `puzzle` says which of its puzzles this is.
    The targets of `state` are all facts not known yet, even if the query was about one of them.
    Unless `proven`, a limit ended the search for one of the steps, or it was recalled and not
    searched for at all. `stake` is what knowing the person's weights is expected to save in states
    like these, as a share of the cost of the step that would be shown without. `risk` is by what
    share the steps that would be shown in the puzzle cost more than the best ones, on average, for
    all but the least favourable 5 % of what is possible. Both are None if the method cannot tell,
    and `risk` also if nobody needs it yet or there was no time for it. `check` is the number of an
    earlier query that this one repeats, with a and b swapped, to learn how steadily the person
    answers. `a_is_left` says on which side to show a; it is None in sessions of before.
    """

    number: int
    puzzle: int
    state: State
    a: Step
    b: Step
    fallback: Fallback = Fallback.NOTHING
    proven: bool = True
    stake: float | None = None
    risk: float | None = None
    check: int | None = None
    a_is_left: bool | None = None

    def __post_init__(self) -> None:
        if self.stake is not None and not _is_share(self.stake):
            raise InvalidValue(
                f"the stake of query {self.number} is {self.stake!r}; it must be a number from 0 "
                "to 1, or None"
            )
        if self.risk is not None and not _is_amount(self.risk):
            raise InvalidValue(
                f"the risk of query {self.number} is {self.risk!r}; it must be a number, zero or "
                "more, or None"
            )
        if self.check is not None and not (
            is_whole_number(self.check) and 1 <= self.check < self.number
        ):
            raise InvalidValue(
                f"query {self.number} repeats query {self.check!r}; accepted are those before it"
            )

    def __repr__(self) -> str:
        a, b = (f"{step.derived} by {len(step)} elements" for step in (self.a, self.b))
        return f"<Query {self.number} about puzzle {self.puzzle}: {a}, or {b}>"

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def pair(self) -> FeaturePair:
        """All that a learner sees."""
        return FeaturePair(self.a.features, self.b.features, self.a_is_left)

    def as_json(self) -> dict[str, Any]:
        """What is known and both steps: it gives away no more of the solution than these."""
        return {
            "number": self.number,
            "puzzle": self.puzzle,
            "known": sorted(map(str, self.state.facts)),
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "fallback": self.fallback.value,
            "proven": self.proven,
            "stake": self.stake,
            "risk": self.risk,
            # Only where it applies: queries of before had none.
            **({} if self.check is None else {"check": self.check}),
            **({} if self.a_is_left is None else {"left": "a" if self.a_is_left else "b"}),
        }

    @classmethod
    def from_json(
        cls, record: Mapping[str, Any], problem: Problem, implied: frozenset[Fact]
    ) -> Query:
        """Read what `as_json` wrote about this problem, of which `implied` are all the facts."""
        try:
            number = int(record["number"])
            known = frozenset(map(problem.parse_fact, record["known"]))
            query = cls(
                number=number,
                puzzle=int(record["puzzle"]),
                state=State(problem, known, implied - known),
                a=Step.from_json(record["a"], problem),
                b=Step.from_json(record["b"], problem),
                fallback=Fallback(record["fallback"]),
                proven=bool(record["proven"]),
                stake=record["stake"],
                risk=record.get("risk"),  # not in sessions of before
                check=record.get("check"),
                a_is_left=_A_IS_LEFT[record.get("left")],
            )
        except HintwiseError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a query: {type(error).__name__} {error}") from None
        if wrong := sorted(known - implied):
            raise InvalidValue(f"query {number} takes {wrong[0]} for known, which does not follow")
        for step in (query.a, query.b):
            if step.derived not in query.state.targets:
                raise InvalidValue(
                    f"query {number} derives {step.derived}, which is known there or does not "
                    "follow"
                )
        return query


_A_IS_LEFT: Mapping[str | None, bool | None] = {None: None, "a": True, "b": False}


def _is_share(value: object) -> bool:
    return _is_amount(value) and value <= 1


def _is_amount(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
