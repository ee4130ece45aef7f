"""Where a session stands, and what it asks next: frozen values and one pure function of them.

A query depends on settings, puzzles and progress alone: what an explainer has seen before changes
how fast it answers, never what. So a replay, an undo and a look-ahead in another process all give
the same query, and all queries of a process about a puzzle share what is known about it. Only a
deadline breaks this.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from hintwise.elicit.checks import Past, check_due, past_after
from hintwise.elicit.instances import Course, Instances, selection_called
from hintwise.elicit.journal import Event, Lesson
from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.elicit.questions.confidence import Tally
from hintwise.elicit.questions.rule import Knowledge
from hintwise.elicit.settings import Settings
from hintwise.engine import Explainer, Limits
from hintwise.engine.solvers.effort import Effort
from hintwise.errors import InvalidValue
from hintwise.features import feature_names
from hintwise.limits import Cancel
from hintwise.problem import Fact, Problem


@dataclass(frozen=True, slots=True)
class Progress:
    """What was learned, and which state comes next."""

    knowledge: Knowledge
    instances: Instances
    past: tuple[Past, ...] = ()
    """The last questions, which may be asked again."""

    def after(self, query: Query, answer: Answer) -> Progress:
        """A check is about a state of before, so it leaves the place as it is."""
        knowledge = self.knowledge.after(query.pair, answer)
        place = self.instances
        if query.check is None:
            place = place.after(query, knowledge.belief)
        return Progress(knowledge, place, past_after(self.past, query))

    def having_learned(self, lesson: Lesson) -> Progress:
        if isinstance(lesson, Event):
            return self.after(lesson.query, lesson.answer)
        knowledge = self.knowledge.having_observed(lesson.pair, lesson.answer, lesson.times)
        return Progress(knowledge, self.instances, self.past)


Lender = Callable[[Problem, Limits], AbstractContextManager[Explainer]]
"""Lends an explainer of a problem for the time of a query; the limits are for its steps."""


@contextlib.contextmanager
def borrowed_explainer(problem: Problem, limits: Limits) -> Iterator[Explainer]:
    """An explainer for this thread alone; what it learns serves whoever borrows it next.

    The limits are for steps; making one has as much time as a step.
    """
    idle = _idle_explainers(problem)
    try:
        explainer = idle.pop()
    except IndexError:
        explainer = Explainer(problem, verify=False, limits=limits.for_start())
    try:
        yield explainer
    finally:
        idle.append(explainer)


@functools.lru_cache(maxsize=64)
def _idle_explainers(problem: Problem) -> list[Explainer]:
    """Those that nobody uses now: as many as threads were about the problem at a time."""
    return []


class OwnExplainers:
    """A `Lender` for one course of queries, from its beginning to its end.

    Searches that are limited in nodes begin with what those before them have learned, which makes
    them several times as fast. So where one is cut off depends on the queries before it (and on
    nothing else): this is not for sessions that are restored, undone or looked ahead in.
    """

    def __init__(self) -> None:
        self._own: dict[Problem, Explainer] = {}

    @contextlib.contextmanager
    def __call__(self, problem: Problem, limits: Limits) -> Iterator[Explainer]:
        if problem not in self._own:
            with borrowed_explainer(problem, limits) as known:
                self._own[problem] = known.apart(limits=limits.for_start())
        yield self._own[problem]


@dataclass(frozen=True)
class Inquiry:
    """Puzzles of one kind with the settings under which queries about them are made."""

    problems: tuple[Problem, ...]
    settings: Settings
    lender: Lender = field(default=borrowed_explainer, compare=False)
    compiled: bool = field(default=False, compare=False)
    """Whether searches are limited as with `Limits.compiled`: not where others compute ahead."""

    def __post_init__(self) -> None:
        if not self.problems:
            raise InvalidValue("a session needs one puzzle or more")
        for problem in self.problems:
            if not isinstance(problem, Problem):
                raise InvalidValue(
                    f"{problem!r} is not a problem; make one of it first, as sudoku(text) does"
                )
        kinds = {(problem.kind.name, feature_names(problem)) for problem in self.problems}
        if len(kinds) > 1:
            named = ", ".join(sorted({kind for kind, _ in kinds}))
            raise InvalidValue(
                f"one session learns one set of weights, but these puzzles ({named}) have "
                "different features; use a session for each kind"
            )

    @property
    def features(self) -> tuple[str, ...]:
        return feature_names(self.problems[0])

    def start(self) -> Progress:
        """What is known before the first answer, at the first state of the first puzzle."""
        settings = self.settings
        in_order = settings.puzzle_order == "listed"
        course = Course(len(self.problems), seed=None if in_order else settings.seed)
        circumstances = settings.circumstances(
            self.problems[0].kind, self.features, self._largest_counts
        )
        return Progress(
            Knowledge(settings.learner.start(circumstances), Tally.empty(self.features)),
            selection_called(settings.selection).start(course, settings.seed),
        )

    def query(self, progress: Progress, cancel: Cancel | None = None) -> Query:
        """The query that follows; the same for the same progress, in any process."""
        problem = self.problems[progress.instances.puzzle]
        settings = self.settings
        limits = replace(settings.limits(cancel), compiled=self.compiled)
        return next_query(problem, settings, progress, limits, self.lender)

    def implied(self, puzzle: int) -> frozenset[Fact]:
        """All facts that follow in the puzzle of that number."""
        with borrowed_explainer(self.problems[puzzle], self._limits) as explainer:
            return explainer.start.facts | explainer.start.targets

    def replayed(self, lessons: Iterable[Lesson]) -> list[Progress]:
        """Where a session stands before the first and after each of these lessons."""
        found = [self.start()]
        for lesson in lessons:
            puzzle = found[-1].instances.puzzle
            if isinstance(lesson, Event) and lesson.query.puzzle != puzzle:
                raise InvalidValue(
                    f"query {lesson.query.number} is about puzzle {lesson.query.puzzle}, but the "
                    f"answers before it lead to puzzle {puzzle}"
                )
            found.append(found[-1].having_learned(lesson))
        return found

    def check_features(self, pair: FeaturePair, what: str) -> None:
        """Raise if its steps have other features than the puzzles."""
        if not set(pair.a) == set(pair.b) == set(self.features):
            other = {*pair.a, *pair.b} ^ {*self.features}
            raise InvalidValue(f"{what} has other features than its puzzle: {', '.join(other)}")

    @property
    def _limits(self) -> Limits:
        return Limits(self.settings.deadline_s)

    def _largest_counts(self) -> dict[str, int]:
        counts = []
        for problem in self.problems:
            with borrowed_explainer(problem, self._limits) as explainer:
                counts.append(explainer.largest_counts(limits=self._limits.for_start()))
        return {name: max(count[name] for count in counts) for name in self.features}


def next_query(
    problem: Problem,
    settings: Settings,
    progress: Progress,
    limits: Limits,
    lender: Lender = borrowed_explainer,
) -> Query:
    """The query that follows; `problem` is the puzzle that it is about."""
    instances = progress.instances
    number = progress.knowledge.number
    due = check_due(settings.questions, progress.past, number, instances.puzzle)
    with lender(problem, limits) as explainer:
        if due is not None:
            state = explainer.state(due.facts)
            return due.swapped.asked(number, instances.puzzle, state, settings.seed)
        states = instances.states(explainer, limits)
        pair = settings.questions.pair(explainer, states, progress.knowledge, limits)
        state = explainer.state(states[pair.place].facts)
    return pair.asked(number, instances.puzzle, state, settings.seed)


def effort_on(problem: Problem) -> Effort:
    """What the queries about a puzzle have spent in this process, those under way not counted."""
    total = Effort()
    for explainer in _idle_explainers(problem):
        total = total.plus(explainer.effort)
    return total
