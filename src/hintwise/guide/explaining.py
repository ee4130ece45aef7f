"""The steps that lead on from a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.elicit.profile import Profile
from hintwise.engine.verify import GRACE_S, Verifier
from hintwise.engine.verify import Verdict as Verdict
from hintwise.errors import InvalidValue, OutOfTime, expect, expect_several
from hintwise.features import Weights, is_above_zero
from hintwise.guide.position import Position
from hintwise.guide.situation import Situation
from hintwise.limits import Cancel, Clock, Limits, OnProgress
from hintwise.problem import Brief, State, Step
from hintwise.render.picture import picture
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import wording_of


@dataclass(frozen=True, slots=True, repr=False)
class Style(Brief):
    """What kind of steps a person wants, and how they are told.

    Without `weights` steps cost what people are expected to find hard; `smallest` steps have the
    fewest facts and rules instead. `deadline_s` is the time for each step, reading the rules before
    the first included; one that is not proven the cheapest by then says so. After `named_after_s`
    a step will do that people have a name for, such as a hidden single, proven or not. With
    `check_minimal`, whether anything in a step is superfluous is checked too, and reported.
    """

    weights: Weights | None = None
    smallest: bool = False
    deadline_s: float | None = None
    language: str = DEFAULT
    check_minimal: bool = False
    named_after_s: float | None = None

    def __post_init__(self) -> None:
        find_language(self.language)
        for name in ("smallest", "check_minimal"):
            expect(getattr(self, name), bool, f"True or False as {name}")
        if self.weights is not None and not isinstance(self.weights, Mapping):
            raise InvalidValue(f"weights are {self.weights!r}; give a number for each feature")
        for name in ("deadline_s", "named_after_s"):
            seconds = getattr(self, name)
            if seconds is not None and not is_above_zero(seconds):
                raise InvalidValue(f"{name} is {seconds!r}; it must be above zero, or None")

    def limits(self, cancel: Cancel | None = None, on_progress: OnProgress | None = None) -> Limits:
        """What one step may spend."""
        return Limits(self.deadline_s, cancel=cancel, on_progress=on_progress)


def check_style(style: Style) -> Style:
    return expect(style, Style, "a Style: Style(smallest=True), for example")


@dataclass(frozen=True, slots=True)
class Extent:
    """Which steps are wanted: all that lead to the solution, unless told otherwise.

    `targets` (`r7c7`, `r7c7=6`, `Ada = rye`) are what is to be explained, the cheapest first; alone
    they ask for one step. `steps` is how many of a sequence, `top` how many different ones of the
    same state.
    """

    targets: tuple[str, ...] = ()
    steps: int | None = None
    top: int | None = None

    def __post_init__(self) -> None:
        if self.top is not None and self.steps is not None:
            raise InvalidValue("top asks for steps of one state, steps for a sequence: choose one")
        accepted = "a tuple of targets, each as in 'r7c7' or 'r7c7=6'"
        targets = tuple(expect(t, str, accepted) for t in expect_several(self.targets, accepted))
        object.__setattr__(self, "targets", targets)
        for name in ("steps", "top"):
            count = getattr(self, name)
            if count is not None and (not isinstance(count, int) or count < 1):
                raise InvalidValue(f"{name} is {count!r}; one or more steps must be asked for")

    @property
    def count(self) -> int | None:
        """How many steps of a sequence are wanted; None: all."""
        return 1 if self.steps is None and self.targets else self.steps


@dataclass(frozen=True, slots=True, repr=False)
class Explained(Brief):
    """A step that has passed the verifier, the state it starts from, and both in words.

    `pattern` is what people call such a step, if it has a name. The `verdict` is there if
    minimality was checked.
    """

    state: State = field(repr=False)
    step: Step
    text: str = field(repr=False)
    pattern: str | None = None
    verdict: Verdict | None = None

    def _repr_html_(self) -> str:
        return replace(picture(self.state, self.step), description=self.text)._repr_html_()

    def as_json(self) -> dict[str, Any]:
        record = {**self.step.as_json(), "text": self.text, "pattern": self.pattern}
        if (verdict := self.verdict) is not None:
            record["verified"] = {"refutes": verdict.refutes, "minimal": verdict.minimal}
        return record


class Explanation:
    """The steps that lead on from a position: an iterable that finds each when it is asked for.

    `start` is where the person is, with all that follows as targets.
    """

    def __init__(
        self, situation: Situation, extent: Extent, style: Style, limits: Limits = Limits()
    ) -> None:
        if not isinstance(extent, Extent):
            raise InvalidValue(f"{extent!r} is not an Extent; Extent(steps=1) is the next step")
        if extent.top is not None and style.smallest:
            raise InvalidValue("top ranks steps by weights, smallest does not look: choose one")
        self.start = situation.state
        self._explainer = situation.explainer
        self._narrowed = situation.narrowed(extent.targets)
        self._extent = extent
        self._style = style
        self._limits = limits
        self._first_limits = situation.left

    @property
    def wanted(self) -> int:
        """How many steps will come, at most."""
        asked = self._extent.top or self._extent.count
        return asked or len(self._narrowed.targets)

    def __iter__(self) -> Iterator[Explained]:
        state, limits = self._narrowed, self._first_limits
        verifier = Verifier(state.problem)
        for _ in range(1 if self._extent.top else self.wanted):
            if not state.targets:
                return
            clock = Clock(limits)
            for step in self._steps(state, limits):
                yield explained(state, step, self._style, verifier, clock.left(GRACE_S))
            state, limits = state.after(step), self._limits

    def _steps(self, state: State, limits: Limits) -> list[Step]:
        """What is wanted in one state: its easiest step, or several."""
        explainer, top = self._explainer, self._extent.top
        if self._style.smallest:
            return [explainer.smallest_step(state, limits=limits)]
        weights = self._style.weights
        if weights is None:
            weights = Profile.expected(state.problem).weights
        if top is not None:
            return explainer.best_steps(top, state, weights, limits=limits)
        return [self._cheapest(state, weights, limits)]

    def _cheapest(self, state: State, weights: Weights, limits: Limits) -> Step:
        """The cheapest step, or one that has a name where that is enough."""
        if (named_after_s := self._style.named_after_s) is None:
            return self._explainer.optimal_step(state, weights, limits=limits)
        clock = Clock(limits)
        soon = replace(limits, deadline_s=min(named_after_s, clock.seconds_left()))
        step = None
        with suppress(OutOfTime):
            step = self._explainer.optimal_step(state, weights, limits=soon)
        named = step and wording_of(state.problem, self._style.language).named(step)
        if step is not None and (step.optimal or named):
            return step
        try:
            return self._explainer.optimal_step(state, weights, limits=clock.left())
        except OutOfTime:
            if step is None:
                raise
            return step


def explain(
    position: Position,
    extent: Extent = Extent(),
    style: Style = Style(),
    *,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
) -> Explanation:
    """The steps that lead on from a position, computed lazily.

    Raises before the first step if the puzzle has no solution, an entry is wrong or a target does
    not follow; none of these errors gives the solution away. `on_progress` is as in `Limits`.

    >>> from hintwise.guide.reading import read
    >>> [first] = explain(read("1.....3..4.....2"), Extent(steps=1))
    >>> str(first.step.derived), first.pattern
    ('r3c1=2', 'hidden single')
    """
    limits = check_style(style).limits(cancel, on_progress)
    return Explanation(Situation(position, limits), extent, style, limits)


def explained(
    state: State, step: Step, style: Style, verifier: Verifier, limits: Limits = Limits()
) -> Explained:
    """The step in words, if the verifier accepts it; every step that anybody is shown comes here.

    Raises `FailedCheck` if it does not.
    """
    if style.check_minimal:  # whoever asks for it waits for it
        limits = Limits(cancel=limits.cancel)
    verdict = verifier.require(step, state, minimal=style.check_minimal, limits=limits)
    wording = wording_of(state.problem, style.language)
    named = wording.named(step)
    pattern = None if named is None else named.pattern
    kept = verdict if style.check_minimal else None
    return Explained(state, step, wording.step(step), pattern, kept)
