"""How far a person got before the first mistake that is still there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.engine import Solutions
from hintwise.errors import expect, expect_several
from hintwise.guide.checking.check import DEADLINE_S
from hintwise.guide.position import Position
from hintwise.limits import Cancel, Clock, Limits
from hintwise.problem import Fact


@dataclass(frozen=True, slots=True)
class Retraced:
    """`kept` is the place, from 0, of the last position that can still be solved.

    It is None if not even the first one can.
    """

    kept: int | None

    def as_json(self) -> dict[str, Any]:
        return {"kept": self.kept}


def retrace(
    position: Position,
    history: Sequence[Sequence[str | Fact]],
    *,
    deadline_s: float = DEADLINE_S,
    cancel: Cancel | None = None,
) -> Retraced:
    """The last of several positions of a puzzle, oldest first, in which nothing is wrong.

    Each is the list of what the person had filled in then. Which entries are wrong is not said, nor
    what would be right. Raises `OutOfTime` if that takes too long.

    >>> from hintwise.guide.reading import read
    >>> history = [[], ["r1c2=3"], ["r1c2=3", "r1c3=4"], ["r1c2=3", "r1c3=4", "r1c4=2"]]
    >>> retrace(read("1.....3..4.....2"), history)
    Retraced(kept=1)
    """
    accepted = "a list of positions, each a list of facts as in 'r1c1=5'"
    limits = Limits(deadline_s, cancel=cancel)
    clock, problem = Clock(limits), Position.checked(position).problem
    solutions = Solutions(problem, limits=limits)
    for place in reversed(range(len(expect(history, Sequence, accepted)))):
        entries = [problem.parse_fact(fact) for fact in expect_several(history[place], accepted)]
        found = solutions.find([*problem.givens, *entries], limits=clock.left())
        if next(found, None) is not None:
            return Retraced(place)
    return Retraced(None)
