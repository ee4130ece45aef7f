"""Plans: which simulated runs an experiment consists of.

A plan is a TOML file; docs/how-to/write-an-experiment-plan.md shows one and lists every key.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from hintwise.elicit.settings import PRESETS, Settings, check_option, preset
from hintwise.elicit.users import draw_weights
from hintwise.errors import HintwiseError, InvalidPlan, UnknownName
from hintwise.experiments.sweep.checks import (
    MOST,
    require_few_runs,
    require_published_users,
    require_puzzle,
)
from hintwise.experiments.sweep.mistakes import mistake, told
from hintwise.experiments.sweep.plan_text import PlanText, shown
from hintwise.experiments.sweep.simulation import NODE_LIMIT
from hintwise.experiments.sweep.task import Cell, RunTask, SequenceTask
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called

_T = TypeVar("_T")


class Sources(Protocol):
    """Where the puzzles and users that a plan names come from."""

    @property
    def has_published(self) -> bool:
        """Whether the published puzzles and users are at hand."""

    def puzzle(self, name: str, kind: str) -> Problem:
        """The puzzle; `HintwiseError` if there is none, or one of another kind."""

    def published_user(self, number: int, kind: str) -> Mapping[str, float]:
        """The true weights of a published user; `HintwiseError` if there is none."""


def read_plan(text: str, sources: Sources, *, file: str = "plan.toml") -> Plan:
    """The plan that the text of a TOML file describes.

    Raises `InvalidPlan`, which lists all mistakes with their lines, each starting with `file`.
    """
    written = PlanText(text.replace("\r\n", "\n"), file)
    document = written.parsed()
    try:
        return Plan.model_validate(document, context=sources)
    except ValidationError as error:
        raise InvalidPlan(told(written, error.errors(), _KEYS)) from None


def _some(entries: tuple[_T, ...]) -> tuple[_T, ...]:
    """Not a length for pydantic to check, which would not count entries with mistakes."""
    if not entries:
        raise mistake("expected at least one, not an empty list")
    return entries


def _first_numbers(users: object) -> object:
    """`3` is short for the users 0, 1 and 2."""
    if isinstance(users, list | tuple):
        return users
    if not isinstance(users, int) or isinstance(users, bool) or not 1 <= users <= MOST:
        raise mistake(f"expected 1 to {MOST}, or a list of their numbers, not {shown(users)}")
    return tuple(range(users))


def _each_once(users: tuple[int, ...]) -> tuple[int, ...]:
    if (place := _repetition(users)) is not None:
        raise mistake(f"{users[place]} is there twice")
    return users


def _repetition(names: Sequence[Hashable]) -> int | None:
    """Where the first one stands that was there before."""
    first = {name: place for place, name in reversed(list(enumerate(names)))}
    return next((place for place, name in enumerate(names) if first[name] < place), None)


def _known_preset(name: str) -> str:
    if name not in PRESETS:
        raise mistake(str(UnknownName("preset", name, PRESETS)))
    return name


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else (values,)


def _accepted(values: tuple[Any, ...], info: ValidationInfo) -> tuple[Any, ...]:
    """The values of a setting, each of which `Settings` accepts."""
    assert info.field_name is not None
    try:
        return tuple(_read(info.field_name, value) for value in values)
    except HintwiseError as error:
        raise mistake(str(error)) from None


def _read(field: str, value: Any) -> Any:
    check_option(field, value)
    # 1 and 1.0 are the same rate, so they must not make two tasks.
    return float(value) if field in ("learning_rate", "weight_floor", "lapse") else value


def _found(puzzle: str, info: ValidationInfo) -> str:
    """The name of a puzzle that there is, and that has something to explain."""
    sources: Sources | None = info.context
    kind = info.data.get("kind")  # missing if it is wrong, which has been said
    if sources is not None and kind is not None:
        require_puzzle(puzzle, kind, sources)
    return puzzle


Count = Annotated[int, Field(strict=True, ge=1, le=MOST)]
Number = Annotated[int, Field(strict=True, ge=0)]
Label = Annotated[str, Field(min_length=1)]
Users = Annotated[
    tuple[Number, ...],
    BeforeValidator(_first_numbers),
    AfterValidator(_some),
    AfterValidator(_each_once),
]
PuzzleName = Annotated[str, AfterValidator(_found)]
Values = Annotated[
    tuple[Any, ...],
    BeforeValidator(_as_tuple),
    AfterValidator(_some),
    AfterValidator(_accepted),
]
"""Of one setting: a single one, or a list of those to compare."""


class _Table(BaseModel):
    """A table of a plan."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PlannedProblem(_Table):
    """Puzzles of one kind: those that are learned from, and the one that results are judged on."""

    name: Label
    kind: Literal["sudoku", "logic_grid"]
    training: Annotated[tuple[PuzzleName, ...], AfterValidator(_some)]
    evaluation: PuzzleName
    user_weights: Literal["drawn", "published"] = "drawn"


class PlannedMethod(_Table):
    """A method with its settings. If some are lists, one method for each combination of values.

    What is left out is as the preset says.
    """

    name: Label
    preset: Annotated[str, AfterValidator(_known_preset)] = "paper"
    method: Values
    learner: Values = ()
    prior: Values = ()
    response: Values = ()
    lapse: Values = ()
    own_lapse: Values = ()
    estimate: Values = ()
    normalisation: Values = ()
    selection: Values = ()
    confidence: Values = ()
    learning_rate: Values = ()
    weight_floor: Values = ()
    normalised_objective: Values = ()
    integer_weights: Values = ()
    puzzle_order: Values = ()
    checks: Values = ()
    plainness: Values = ()
    certified: Values = ()
    minimal_steps: Values = ()

    @model_validator(mode="after")
    def _settings_go_together(self) -> PlannedMethod:
        if self.count > MOST:
            return self  # the plan refuses so many at once
        for _, chosen in self.variants():
            try:
                preset(self.preset, **chosen)
            except HintwiseError as error:
                raise mistake(str(error)) from None
        return self

    @property
    def count(self) -> int:
        """How many methods this stands for."""
        return math.prod(map(len, self._values.values()))

    @property
    def _values(self) -> dict[str, tuple[Any, ...]]:
        """The settings that are not left to the preset."""
        settings = [f for f in type(self).model_fields if f not in ("name", "preset")]
        return {field: getattr(self, field) for field in settings if getattr(self, field)}

    def variants(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The label and the settings of each method that this stands for."""
        values = self._values
        for combination in itertools.product(*values.values()):
            chosen = dict(zip(values, combination, strict=True))
            listed = [_spelled(f, v) for f, v in chosen.items() if len(values[f]) > 1]
            yield ", ".join([self.name, *listed]), chosen


def _spelled(field: str, value: Any) -> str:
    if isinstance(value, str):
        return value.replace("_", " ")
    shown = f"{value:g}" if isinstance(value, float) else str(value).lower()
    return f"{field.replace('_', ' ')} {shown}"


class Scale(_Table):
    """Other counts for the same plan."""

    queries: Count | None = None
    runs: Count | None = None
    users: Users | None = None


class Plan(_Table):
    """Every problem with every method, for every user, so many times."""

    name: Annotated[str, Field(pattern=r"^[\w-]+$")]
    title: Annotated[str, Field(validate_default=True)] = ""
    question: str = ""
    queries: Count
    evaluate_every: Count | None = None
    evaluate_at: tuple[Number, ...] = ()
    runs: Count = 1
    users: Users
    seed: Number = 0
    node_limit: Annotated[int, Field(strict=True, ge=1)] = NODE_LIMIT
    scales: Mapping[str, Scale] = Field(default_factory=dict)
    problems: Annotated[tuple[PlannedProblem, ...], AfterValidator(_some)]
    methods: Annotated[tuple[PlannedMethod, ...], AfterValidator(_some)]

    @field_validator("title")
    @classmethod
    def _or_the_name(cls, title: str, info: ValidationInfo) -> str:
        return title or info.data.get("name", "")

    @field_validator("evaluate_at")
    @classmethod
    def _within_the_run(cls, points: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if info.data.get("evaluate_every") is not None:
            raise mistake("expected this or evaluate_every, not both")
        queries = info.data.get("queries")
        if queries is not None and (beyond := [point for point in points if point > queries]):
            raise mistake(f"{beyond[0]} is beyond the last query, {queries}")
        return tuple(sorted(set(points)))

    @field_validator("problems")
    @classmethod
    def _problems_have_users(
        cls, problems: tuple[PlannedProblem, ...], info: ValidationInfo
    ) -> tuple[PlannedProblem, ...]:
        names = [problem.name for problem in problems]
        if (place := _repetition(names)) is not None:
            raise mistake(f"{names[place]!r} is there twice", "problems", place, "name")
        for number, problem in enumerate(problems):
            if problem.user_weights == "published" and info.context is not None:
                require_published_users(number, problem.kind, info.data, info.context)
        return problems

    @field_validator("methods")
    @classmethod
    def _methods_are_not_too_many_and_differ(
        cls, methods: tuple[PlannedMethod, ...], info: ValidationInfo
    ) -> tuple[PlannedMethod, ...]:
        require_few_runs(sum(method.count for method in methods), info.data)
        labels = [(label, n) for n, method in enumerate(methods) for label, _ in method.variants()]
        if (place := _repetition([label for label, _ in labels])) is not None:
            label, number = labels[place]
            raise mistake(f"{label!r} is there twice", "methods", number, "name")
        return methods

    @property
    def evaluation_points(self) -> tuple[int, ...]:
        """After how many queries regret is computed."""
        every = self.evaluate_every or self.queries
        points = self.evaluate_at or (*range(0, self.queries, every), self.queries)
        # At a smaller scale than it was written for, the end replaces the points beyond it.
        return tuple(sorted({min(point, self.queries) for point in points}))

    def at_scale(self, name: str) -> Plan:
        """The same plan with the counts of one of its scales."""
        if name not in self.scales:
            raise UnknownName("scale", name, self.scales)
        scale = self.scales[name]
        counts = {key: value for key in Scale.model_fields if (value := getattr(scale, key))}
        return self.model_copy(update=counts)

    def cells(self, sources: Sources) -> list[Cell]:
        """All runs: problem by problem, method by method, user by user."""
        return [cell for problem in self.problems for cell in self._cells(problem, sources)]

    def _cells(self, planned: PlannedProblem, sources: Sources) -> Iterator[Cell]:
        training = tuple(sources.puzzle(name, planned.kind) for name in planned.training)
        judged_on = sources.puzzle(planned.evaluation, planned.kind)
        sequences = {
            user: SequenceTask(
                judged_on, self._true_weights(user, planned, judged_on, sources), self.node_limit
            )
            for user in self.users
        }
        for method in self.methods:
            for label, changes in method.variants():
                settings = _settings(method.preset, planned.kind, changes)
                for user, run in itertools.product(self.users, range(1, self.runs + 1)):
                    seeded = dataclasses.replace(
                        settings, node_limit=self.node_limit, seed=self._run_seed(user, run)
                    )
                    task = RunTask(
                        training, sequences[user], seeded, self.queries, self.evaluation_points
                    )
                    yield Cell(planned.name, label, f"user {user}", run, task)

    def _run_seed(self, user: int, run: int) -> int:
        """The same for all methods, so that runs of one number can be paired.

        It depends on nothing else: more users, runs or methods leave the other results as they are.
        """
        return int(np.random.SeedSequence([self.seed, user, run]).generate_state(1)[0])

    def _true_weights(
        self, user: int, planned: PlannedProblem, judged_on: Problem, sources: Sources
    ) -> Mapping[str, float]:
        if planned.user_weights == "published":
            return sources.published_user(user, planned.kind)
        # No run has the number 0, so this seed is none of theirs.
        rng = np.random.default_rng([self.seed, user, 0])
        return draw_weights(feature_names(judged_on), rng)


def _settings(preset_name: str, kind: str, changes: Mapping[str, Any]) -> Settings:
    """With the learning rate spelled out: tasks that name the appendix's are then the same."""
    return preset(preset_name, kind_called(kind), **changes).with_rate_for(kind_called(kind))


_KEYS: Mapping[str, Sequence[str]] = {
    "": tuple(Plan.model_fields),
    "problems": tuple(PlannedProblem.model_fields),
    "methods": tuple(PlannedMethod.model_fields),
    "scales": tuple(Scale.model_fields),
}
"""The keys that are known, at the top and in the tables of each kind."""
