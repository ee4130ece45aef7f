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
from hintwise.limits import Cancel, Clock, OnProgress
from hintwise.render.words.hints import DEDUCTION, LEVELS, hint_ladder
from hintwise.render.words.steps import wording_of


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
    def proven(self) -> bool:
        """Whether it is known what the easiest step is; out of time there may be another one."""
        return self.explained is None or self.explained.step.proven

    def at(self, level: int) -> Hint:
        """The same step, told up to another level."""
        return replace(self, level=level)

    def as_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {
            "level": self.level,
            "hints": list(self.hints),
            "solved": not self.ladder,
            "several_solutions": self.several_solutions,
            "proven": self.proven,
        }
        if self.steps_to_target > 1:
            record["steps_to_target"] = self.steps_to_target
        if self.step is not None:
            record["step"] = self.step.as_json()
        return record


def hint(
    position: Position,
    level: int = 1,
    style: Style = Style(),
    *,
    targets: Sequence[str] = (),
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
) -> Hint:
    """The cheapest step from a position, or to one of the targets, told up to a level.

    What a hard step consists of is looked for at the last level only, in the time that is left.

    >>> from hintwise.guide.reading import read
    >>> hint(read("1.....3..4.....2"), targets=["r1c2"]).hints
    ('Look at block 1.',)
    """
    solved = Hint(level)
    expect_several(targets, "a list of targets, each as in 'r7c7' or 'r7c7=6'")
    limits = check_style(style).limits(cancel, on_progress)
    clock = Clock(limits)
    situation = Situation(position, limits)
    if not open_variables(situation.state):
        return solved
    if not situation.state.targets:
        raise NothingToExplain("the puzzle has several solutions, and nothing more follows")
    extent = Extent(tuple(targets), steps=None if len(targets) else 1)
    explanation = Explanation(situation, extent, style, limits)
    found = next(iter(explanation))
    if level == LEVELS and found.step.inside is None:
        found = explanation.unfolded(found, clock.left())
    ladder = hint_ladder(position.problem, found.step, style.language)
    if level == LEVELS == len(ladder) + 1:
        ladder += (_why_nothing_inside(found, style.language),)
    return replace(
        solved,
        ladder=ladder,
        explained=found,
        several_solutions=situation.several_solutions,
        steps_to_target=explanation.wanted,
    )


def _why_nothing_inside(found: Explained, language: str) -> str:
    """What is said of a step that was not looked into."""
    wording = wording_of(found.state.problem, language)
    easy = wording.is_easy(found.step)
    return wording.language.say("inside.easy" if easy else "inside.out_of_time")
