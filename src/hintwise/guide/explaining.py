"""The steps that lead on from a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.engine.verify import GRACE_S, Verifier
from hintwise.engine.verify import Verdict as Verdict
from hintwise.errors import (
    InvalidValue,
    NothingToExplain,
    expect,
    expect_several,
)
from hintwise.features import Weights
from hintwise.guide.position import Position
from hintwise.guide.steps.choosing import Chooser
from hintwise.guide.steps.grids import answer_facts
from hintwise.guide.steps.situation import Situation
from hintwise.guide.steps.style import Style as Style
from hintwise.guide.steps.style import check_style as check_style
from hintwise.guide.steps.trimming import needed, retold
from hintwise.guide.steps.unfolding import argued, unfolded
from hintwise.guide.steps.ways import way_to
from hintwise.guide.steps.workbench import Workbenches as Workbenches
from hintwise.limits import Cancel, Clock, Limits, OnProgress
from hintwise.problem import Brief, Fact, Inside, Staircase, State, Step
from hintwise.render.picture import picture
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording


@dataclass(frozen=True, slots=True)
class Extent:
    """Which steps are wanted: all that lead to the solution, unless told otherwise.

    If the puzzle asks a question, the steps end with its answer; with `whole` they go on. With
    `only_needed`, what the end does not rest on is left out: none comes before all are found.

    `targets` (`r7c7`, `r7c7=6`, `Ada = rye`) are what is to be explained, the cheapest first; alone
    they ask for one step to it or, where it is far away, for those that lead there. `steps` is how
    many of a sequence, `top` how many different ones of the same state.
    """

    targets: tuple[str, ...] = ()
    steps: int | None = None
    top: int | None = None
    whole: bool = False
    only_needed: bool = False

    def __post_init__(self) -> None:
        for name in ("whole", "only_needed"):
            expect(getattr(self, name), bool, f"True or False as {name}")
        if self.only_needed and (self.top is not None or self.steps is not None):
            raise InvalidValue(
                "only_needed asks what the end rests on: leave out steps and top, or only_needed"
            )
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
    def leads_to_targets(self) -> bool:
        """Whether the steps to the nearest target are wanted, as many as it takes."""
        return bool(self.targets) and self.steps is None and self.top is None

    @property
    def count(self) -> int | None:
        """How many steps of a sequence are wanted; None: all. To a target, one as a rule."""
        return 1 if self.leads_to_targets else self.steps


@dataclass(frozen=True, slots=True, repr=False)
class Explained(Brief):
    """A step that has passed the verifier, the state it starts from, and both in words.

    `pattern` is what people call such a step, if it has a name. One that `is_easy` people see at
    once, so that there is nothing inside to be told. The `verdict` is there if minimality was
    checked, and `inside` are the steps that it consists of, if these were looked for
    (`step.inside` says how); `assumption` is what they assume, in words, if they do.
    """

    state: State = field(repr=False)
    step: Step
    text: str = field(repr=False)
    pattern: str | None = None
    verdict: Verdict | None = None
    inside: tuple[Explained, ...] = field(default=(), repr=False)
    is_easy: bool = False
    assumption: str = field(default="", repr=False)

    def _repr_html_(self) -> str:
        return replace(picture(self.state, self.step), description=self.text)._repr_html_()

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        record = {**self.step.as_json(), "text": self.text, "pattern": self.pattern}
        if (verdict := self.verdict) is not None:
            record["verified"] = {"refutes": verdict.refutes, "minimal": verdict.minimal}
        if self.step.inside is not None:
            record["inside"]["steps"] = [inner.as_json() for inner in self.inside]
            record["inside"]["assumption"] = self.assumption or None
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
        self._chooser = Chooser(situation, style)
        self._verifier = situation.verifier
        self._narrowed = situation.narrowed(extent.targets)
        self._extent = extent
        self._style = style
        self._limits = limits
        self._first_limits = situation.left
        self._asked = self._answer(extent)
        self.wanted = extent.top or extent.count or len(self._narrowed.targets)
        """How many steps will come, at most, as far as is known by now."""

    def __iter__(self) -> Iterator[Explained]:
        if self._extent.leads_to_targets:
            yield from self._way()
        elif self._extent.top is not None:
            yield from self._alternatives(self._extent.top)
        elif self._extent.only_needed:
            yield from self._needed()
        else:
            for state, step, clock in self._sequence():
                yield self._explained(state, step, clock)

    def _sequence(self) -> Iterator[tuple[State, Step, Clock]]:
        state, limits, last = self._narrowed, self._first_limits, None
        for _ in range(self.wanted):
            if not state.targets or (self._asked and self._asked.isdisjoint(state.targets)):
                return
            clock = Clock(limits)
            last = self._chooser.step(state, last, limits=limits)
            yield state, last, clock
            state, limits = state.after(last), self._limits

    def _needed(self) -> Iterator[Explained]:
        problem, targets = self.start.problem, self._narrowed.targets
        wanted = self._asked or frozenset(fact for fact in targets if fact.leads)
        if not self._asked and isinstance(problem.layout, Staircase):
            wanted = frozenset(answer_facts(problem, targets))
        found = [step for _, step, _ in self._sequence()]
        kept = retold(needed(found, wanted, problem, self._chooser.price), self._narrowed)
        self.wanted = len(kept)
        for state, step in kept:
            yield self._explained(state, step, Clock(self._limits))

    def _answer(self, extent: Extent) -> frozenset[Fact]:
        """What the steps end with, if that is the answer to the puzzle's question."""
        question = self.start.problem.question
        if question is None or extent.whole or extent.targets or extent.top is not None:
            return frozenset()
        return frozenset(question.answers(self._narrowed.targets))

    def _way(self) -> Iterator[Explained]:
        clock = Clock(self._first_limits)
        way = way_to(self._narrowed, self.start, self._chooser, limits=self._first_limits)
        self.wanted = len(way)
        for state, step in way:
            yield self._explained(state, step, clock)

    def _alternatives(self, count: int) -> Iterator[Explained]:
        clock = Clock(self._first_limits)
        if self._narrowed.targets:
            for step in self._chooser.best(count, self._narrowed, limits=self._first_limits):
                yield self._explained(self._narrowed, step, clock)

    def first(self, other_than: Sequence[Fact] = ()) -> Explained:
        """The first step, or the cheapest to what none of these facts is about."""
        if not other_than:
            return next(iter(self))
        told = {fact.variable for fact in other_than}
        rest = [fact for fact in self._narrowed.targets if fact.variable not in told]
        if not rest:
            raise NothingToExplain("there is no other step from here")
        state, clock = self._narrowed.only(rest), Clock(self._first_limits)
        step = self._chooser.step(state, limits=self._first_limits)
        return self._explained(state, step, clock)

    def unfolded(self, found: Explained, limits: Limits) -> Explained:
        """The same step with the easier ones that it consists of."""
        weights, language = self._chooser.weights, self._style.language
        return looked_into(found, weights, self._verifier, language, limits)

    def _explained(self, state: State, step: Step, clock: Clock) -> Explained:
        found = explained(state, step, self._style, self._verifier, clock.left(GRACE_S))
        if self._style.inside:
            return self.unfolded(found, self._limits)
        wording = wording_of(state.problem, self._style.language)
        weights, left = self._chooser.weights, clock.left(GRACE_S)
        told = argued(found.step, wording, weights, self._verifier, left)
        return found if told is found.step else in_words(state, told, wording, found.verdict)


def explain(
    position: Position,
    extent: Extent = Extent(),
    style: Style = Style(),
    *,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
    benches: Workbenches | None = None,
) -> Explanation:
    """The steps that lead on from a position, computed lazily.

    Raises before the first step if the puzzle has no solution, an entry is wrong or a target does
    not follow; none of these errors gives the solution away. `on_progress` is as in `Limits`.
    Whoever asks often about the same puzzle keeps `benches`.

    >>> from hintwise.guide.reading import read
    >>> [first] = explain(read("1.....3..4.....2"), Extent(steps=1))
    >>> str(first.step.derived), first.pattern
    ('r3c1=2', 'hidden single')
    """
    limits = check_style(style).limits(cancel, on_progress)
    return Explanation(Situation(position, limits, benches), extent, style, limits)


def explained(
    state: State, step: Step, style: Style, verifier: Verifier, limits: Limits = Limits()
) -> Explained:
    """The step in words, if the verifier accepts it; every step that anybody is shown comes here.

    Raises `FailedCheck` if it does not.
    """
    if style.check_minimal:  # whoever asks for it waits for it
        limits = Limits(cancel=limits.cancel)
    verdict = verifier.require(step, state, minimal=style.check_minimal, limits=limits)
    kept = verdict if style.check_minimal else None
    return in_words(state, step, wording_of(state.problem, style.language), kept)


def looked_into(
    found: Explained, weights: Weights, verifier: Verifier, language: str, limits: Limits
) -> Explained:
    """The same step with the easier ones that it consists of, if it is hard and time allows."""
    wording = wording_of(found.state.problem, language)
    step = unfolded(found.step, wording, weights, verifier, limits)
    return in_words(found.state, step, wording, found.verdict)


def in_words(
    state: State, step: Step, wording: Wording, verdict: Verdict | None = None
) -> Explained:
    """A step that was verified, and what is inside it, in words."""
    named = wording.named(step)
    inside = step.inside or Inside()
    inner = (_inner_in_words(before, one, inside, wording) for before, one in inside.stages(state))
    return Explained(
        state,
        step,
        wording.step(step),
        None if named is None else named.pattern,
        verdict,
        tuple(inner),
        wording.is_easy(step),
        "" if inside.assumed is None else wording.assumption(inside.assumed),
    )


def _inner_in_words(state: State, step: Step, inside: Inside, wording: Wording) -> Explained:
    told = wording.told(step, inside)
    named = wording.named(told)
    found = in_words(state, step, wording)
    return replace(found, text=wording.step(told), pattern=None if named is None else named.pattern)
