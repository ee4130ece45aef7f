"""Why a fact holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hintwise.errors import NotImplied
from hintwise.guide.explaining import Explained, Explanation, Extent, Style, check_style
from hintwise.guide.position import Position
from hintwise.guide.situation import Situation
from hintwise.limits import Cancel, OnProgress
from hintwise.problem import Brief, Fact


@dataclass(frozen=True, slots=True, repr=False)
class Why(Brief):
    """Whether a fact follows, and if so the cheapest step to it."""

    fact: Fact
    explained: Explained | None = None

    @property
    def follows(self) -> bool:
        return self.explained is not None

    def as_json(self) -> dict[str, Any]:
        step = None if self.explained is None else self.explained.as_json()
        return {"fact": str(self.fact), "follows": self.follows, "step": step}


def why(
    position: Position,
    fact: str | Fact,
    style: Style = Style(),
    *,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
) -> Why:
    """The cheapest step from a position to a fact (`r3c4=5`, `Ada = rye`), if it follows.

    Of one that does not, nothing more is said: it may be wrong, or the puzzle may have several
    solutions. Raises `NothingToExplain` if it is known already.

    >>> from hintwise.guide.reading import read
    >>> why(read("1.....3..4.....2"), "r1c2=4")
    Why(fact=Fact(variable='r1c2', value=4, relation='='), explained=None)
    """
    asked = Position.checked(position).problem.parse_fact(fact)
    limits = check_style(style).limits(cancel, on_progress)
    situation = Situation(position, limits)
    try:
        explanation = Explanation(situation, Extent((str(asked),), steps=1), style, limits)
    except NotImplied:
        return Why(asked)
    return Why(asked, next(iter(explanation)))
