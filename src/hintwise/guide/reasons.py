"""Why a fact holds, or why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hintwise.engine.verify import GRACE_S
from hintwise.guide.explaining import Explained, Explanation, Extent, explained, looked_into
from hintwise.guide.position import Position
from hintwise.guide.steps.choosing import weights_of
from hintwise.guide.steps.situation import Situation
from hintwise.guide.steps.style import Style, check_style
from hintwise.guide.steps.workbench import Workbenches
from hintwise.limits import Cancel, Clock, OnProgress
from hintwise.problem import Brief, Fact


@dataclass(frozen=True, slots=True, repr=False)
class Why(Brief):
    """Whether a fact follows, with the cheapest step to it, or else to its negation.

    If neither follows, as may be where there are several solutions, there is no step.
    """

    fact: Fact
    follows: bool
    explained: Explained | None = None

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        record: dict[str, Any] = {"fact": str(self.fact), "follows": self.follows, "step": None}
        if self.explained is not None:
            record |= {"step": self.explained.as_json(), "easy": self.explained.is_easy}
        return record


def why(
    position: Position,
    fact: str | Fact,
    style: Style = Style(),
    *,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
    benches: Workbenches | None = None,
) -> Why:
    """The cheapest step from a position to a fact (`r3c4=5`, `Ada = rye`), or to its negation.

    Of a wrong fact no more is said than that it is wrong, and why, unless the style asks for what
    is inside: there, values are found on the way. Raises `NothingToExplain` if it is known already,
    or known to be wrong.

    >>> from hintwise.guide.reading import read
    >>> wrong = why(read("1.....3..4.....2"), "r1c2=4")
    >>> wrong.follows, str(wrong.explained.step.derived)
    (False, 'r1c2≠4')
    """
    asked = Position.checked(position).problem.parse_fact(fact)
    limits = check_style(style).limits(cancel, on_progress)
    situation = Situation(position, limits, benches)
    state, clock = situation.state, Clock(situation.left)
    if asked in state.facts | state.targets:
        extent = Extent((str(asked),), steps=1)
        return Why(asked, True, next(iter(Explanation(situation, extent, style, limits))))
    weights = weights_of(style, state.problem)
    for follows, denied in ((True, asked.negation), (False, asked)):
        step = situation.explainer.why_not(denied, state, weights, limits=clock.left())
        if step is not None:
            case = state.only([step.derived])
            found = explained(case, step, style, situation.verifier, clock.left(GRACE_S))
            if style.inside:
                left = clock.left()
                found = looked_into(found, weights, situation.verifier, style.language, left)
            return Why(asked, follows, found)
    return Why(asked, follows=False)
