"""The next step from where a person is, given away rung by rung."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.errors import InvalidValue, NothingToExplain, expect_several, is_whole_number, shown
from hintwise.guide.explaining import Explained, Explanation, Extent
from hintwise.guide.position import Position
from hintwise.guide.steps.situation import Situation, open_variables
from hintwise.guide.steps.style import Style, check_style
from hintwise.guide.steps.workbench import Workbenches
from hintwise.limits import Cancel, Clock, OnProgress
from hintwise.problem import Fact
from hintwise.render.words.hints import DEDUCTION, hint_ladder
from hintwise.render.words.hints import LEVELS as LEVELS
from hintwise.render.words.steps import wording_of

_FACTS_AND_RULES = 3
"""The level from which on facts and rules are named."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A step, told up to a level; without a `ladder` there is none, as the puzzle is solved.

    Neither its JSON nor its text holds more than the level gives away. Towards a target that is far
    away it is the first of several steps.
    """

    level: int
    ladder: tuple[str, ...] = field(default=(), repr=False)
    explained: Explained | None = field(default=None, repr=False)
    several_solutions: bool = False
    steps_to_target: int = 1
    number: int = 1
    """Which hint from here this is, with those that the person wanted others instead of."""
    place: frozenset[str] = field(default=frozenset(), repr=False)
    """The variables of where to look."""

    def __post_init__(self) -> None:
        if not (is_whole_number(self.level) and 1 <= self.level <= LEVELS):
            raise InvalidValue(f"level is {shown(self.level)}; accepted are 1 to {LEVELS}")

    @property
    def hints(self) -> tuple[str, ...]:
        """What may be said, from a nudge on."""
        return self.ladder[: self.level]

    @property
    def step(self) -> Explained | None:
        """The step itself, from the level on that gives it away."""
        return self.explained if self.level >= DEDUCTION else None

    @property
    def shown(self) -> dict[str, list[str]]:
        """What may be pointed at on the board, no more than the level says in words."""
        if self.explained is None or self.level < _FACTS_AND_RULES:
            return {"variables": sorted(self.place), "facts": [], "constraints": []}
        step = self.explained.step
        derived = [step.derived.variable] if self.level >= DEDUCTION else []
        return {
            "variables": derived,
            "facts": [str(fact) for fact in step.facts],
            "constraints": list(step.constraints),
        }

    @property
    def proven(self) -> bool:
        """Whether it is known what the easiest step is; out of time there may be another one."""
        return self.explained is None or self.explained.step.proven

    def at(self, level: int) -> Hint:
        """The same step, told up to another level."""
        return replace(self, level=level)

    def as_json(self) -> dict[str, Any]:
        """As JSON, no more than the level gives away; docs/reference/json.md has every key."""
        record: dict[str, Any] = {
            "level": self.level,
            "number": self.number,
            "hints": list(self.hints),
            "shown": self.shown,
            "solved": not self.ladder,
            "several_solutions": self.several_solutions,
            "proven": self.proven,
        }
        if self.steps_to_target > 1:
            record["steps_to_target"] = self.steps_to_target
        if self.step is not None:
            record |= {"step": self.step.as_json(), "easy": self.step.is_easy}
            if self.level < LEVELS:  # an argument tells it in its words
                record["step"].pop("inside", None)
        return record


def hint(
    position: Position,
    level: int = 1,
    style: Style = Style(),
    *,
    targets: Sequence[str] = (),
    other_than: Sequence[str | Fact] = (),
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
    benches: Workbenches | None = None,
) -> Hint:
    """The cheapest step from a position, or to one of the targets, told up to a level.

    Whoever wants another one says what they were told: then it is the cheapest step to anything
    `other_than` these facts, and `NothingToExplain` is raised when there is none. What a hard step
    consists of is looked for at the last level only, in the time that is left.

    >>> from hintwise.guide.reading import read
    >>> hint(read("1.....3..4.....2"), targets=["r1c2"]).hints
    ('Look at block 1.',)
    """
    solved = Hint(level)
    expect_several(targets, "a list of targets, each as in 'r7c7' or 'r7c7=6'")
    expect_several(other_than, "a list of facts, each as in 'r7c7=6'")
    limits = check_style(style).limits(cancel, on_progress)
    clock = Clock(limits)
    situation = Situation(position, limits, benches)
    if not open_variables(situation.state):
        return solved
    if not situation.state.targets:
        raise NothingToExplain("the puzzle has several solutions, and nothing more follows")
    extent = Extent(tuple(targets), steps=None if len(targets) else 1)
    explanation = Explanation(situation, extent, style, limits)
    told = tuple(map(position.problem.parse_fact, other_than))
    found = explanation.first(told)
    if level == LEVELS and found.step.inside is None:
        found = explanation.unfolded(found, clock.left())
    return replace(
        solved,
        ladder=_ladder(found, level, style.language),
        explained=found,
        number=len(told) + 1,
        place=wording_of(position.problem, style.language).place(found.step).variables,
        several_solutions=situation.several_solutions,
        steps_to_target=explanation.wanted,
    )


def look_inside(
    told: Hint,
    position: Position,
    style: Style = Style(),
    *,
    cancel: Cancel | None = None,
    benches: Workbenches | None = None,
) -> Hint:
    """The same hint up to the last level: what its step consists of."""
    if told.explained is None or told.level == LEVELS:
        return told.at(LEVELS)
    limits = check_style(style).limits(cancel)
    situation = Situation(position, limits, benches)
    explanation = Explanation(situation, Extent(steps=1), style, limits)
    found = explanation.unfolded(told.explained, situation.left)
    ladder = _ladder(found, LEVELS, style.language)
    return replace(told, level=LEVELS, ladder=ladder, explained=found)


def _ladder(found: Explained, level: int, language: str) -> tuple[str, ...]:
    ladder = hint_ladder(found.state.problem, found.step, language)
    if level == LEVELS == len(ladder) + 1:
        ladder += (_why_nothing_inside(found, language),)
    return ladder


def _why_nothing_inside(found: Explained, language: str) -> str:
    """What is said of a step that was not looked into."""
    wording = wording_of(found.state.problem, language)
    return wording.language.say("inside.easy" if found.is_easy else "inside.out_of_time")
