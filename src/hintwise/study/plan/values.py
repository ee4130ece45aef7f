"""What a plan says, as values: whole, so that the document of one is all that anybody needs.

What must hold of them is in `checks`; a plan that was read has been checked.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.errors import HintwiseError, InvalidValue, known_name
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.plan.forms import Field, Form
from hintwise.study.plan.orders import balanced_orders

VERSION = 1
DESIGNS = ("within", "between")
STOPS = ("fixed", "enough")
BASELINES = ("smallest", "prior", "arms")
"""What a learned step is compared with: the smallest one, that of the shipped prior, or another
arm's."""

PRACTICE, ARMS = "practice", "arms"
"""The parts of a course that are no arms: what comes first, and arms against each other."""

PRACTICE_METHOD = "bayes"
FORMS = ("demographics", "closing")

_SEAL_ROUNDS = 200_000

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlannedPuzzles:
    """What is asked about: while learning, to see what was learned, and to get used to it."""

    train: tuple[Puzzle, ...]
    evaluate: tuple[Puzzle, ...] = ()
    practice: tuple[Puzzle, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "train": [puzzle.as_json() for puzzle in self.train],
            "evaluate": [puzzle.as_json() for puzzle in self.evaluate],
            "practice": [puzzle.as_json() for puzzle in self.practice],
        }

    @classmethod
    def from_json(cls, record: Record) -> PlannedPuzzles:
        """Read what `as_json` wrote."""
        return cls(**{use: tuple(map(Puzzle.from_json, given)) for use, given in record.items()})


@dataclass(frozen=True, slots=True)
class Arm:
    """A method that people are taught by, with `options` by their flat names.

    Without a preset it is as for a person who teaches hintwise; the preset `paper` has the paper's
    formulas.
    """

    name: str
    method: str
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def settings(self, kind: str, **more: Any) -> Settings:
        """The settings of a session; raises if its options are wrong or do not go together."""
        chosen = {**self.options, **more}
        if self.preset is None:
            return settings_for(self.method, **chosen)
        return preset(self.preset, kind_called(kind), method=self.method, **chosen)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "method": self.method,
            "preset": self.preset,
            "options": dict(self.options),
        }


@dataclass(frozen=True, slots=True)
class Questions:
    """How many there are, and how they are computed and shown.

    `train` are those of each arm. With the stop `enough` an arm ends before when the learner says
    so, but not before `least`.
    """

    train: int
    practice: int = 0
    differences: bool = False
    node_limit: int = 24
    stop: str = "fixed"
    least: int | None = None

    @property
    def of_everybody(self) -> int:
        """How many of each arm are asked in any case."""
        return self.train if self.least is None else self.least

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Pairs of a learned step and another one, after so many training questions of each arm."""

    after: int
    against: str
    pairs: int

    def as_json(self) -> dict[str, Any]:
        return {"after": self.after, "against": self.against, "pairs": self.pairs}


@dataclass(frozen=True, slots=True)
class Checks:
    """Questions of each arm that nothing is learned from.

    One step of a `dominated` pair has more of everything; a repeat was asked before, the other way
    round.
    """

    dominated: int = 0
    repeats: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"dominated": self.dominated, "repeats": self.repeats}


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Whose answers a report leaves out; None where a rule is not used.

    Those who failed so many dominated pairs or more, who agreed with themselves on a smaller share
    of the repeats, whose median time for an answer was shorter, or who had no preference in a
    larger share of their answers: no other rule finds those who never have one.
    """

    dominated_failures: int | None = None
    least_agreement: float | None = None
    least_median_s: float | None = None
    most_indifferent: float | None = None

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Completion:
    """What somebody gets who has answered everything."""

    code: str | None = None
    url: str | None = None
    """May hold `{code}`."""
    seal: str | None = None
    """Stands for both where they are not told."""

    @property
    def link(self) -> str | None:
        """Where they may go then."""
        return self.url if self.url is None else self.url.replace("{code}", self.code or "")

    def sealed(self, salt: str) -> Completion:
        """The same for everybody: whether a code is the right one can be checked, but not read."""
        if self.code is None and self.url is None:
            return self
        return Completion(seal=_seal(self.code, self.url, salt))

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "url": self.url} if self.seal is None else {"seal": self.seal}


@functools.lru_cache(maxsize=64)
def _seal(code: str | None, url: str | None, salt: str) -> str:
    """Slow on purpose: codes are short, and trying all of them must take years."""
    secret = json.dumps([code, url]).encode()
    return hashlib.pbkdf2_hmac("sha256", secret, salt.encode(), _SEAL_ROUNDS).hex()


@dataclass(frozen=True, slots=True)
class Cell:
    """What a participant is allocated to: the arms that they go through, in this order."""

    name: str
    order: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "order": list(self.order)}


@dataclass(frozen=True, kw_only=True)
class StudyPlan:
    """A study: what its participants go through, how many there are, and until when.

    >>> from hintwise.study.plan import PAPER_PLAN, read_plan
    >>> plan = read_plan(PAPER_PLAN)
    >>> [arm.name for arm in plan.arms], [cell.name for cell in plan.cells]
    (['machop', 'choice_perceptron'], ['order-1', 'order-2'])
    >>> StudyPlan.from_json(plan.as_json()) == plan
    True
    """

    name: str
    title: str
    puzzles: PlannedPuzzles
    arms: tuple[Arm, ...]
    questions: Questions
    people: int
    consent: str
    about: str = ""
    language: str = "en"
    design: str = "within"
    closes: date | None = None
    seed: int = 0
    release_after_h: float = 24.0
    evaluations: tuple[Evaluation, ...] = ()
    checks: Checks = Checks()
    exclusion: Exclusion = Exclusion()
    demographics: tuple[Field, ...] = ()
    closing: tuple[Field, ...] = ()
    completion: Completion = Completion()

    def __hash__(self) -> int:
        return hash(self.hash)

    @functools.cached_property
    def hash(self) -> str:
        """What tells the plan from any other: of its contents, however the file was written.

        It is of the `public` plan, so that whoever has no more than that can check it.
        """
        text = json.dumps(self.public.as_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @functools.cached_property
    def public(self) -> StudyPlan:
        """The same study without what people are paid by: its code and where they go with it."""
        return replace(self, completion=self.completion.sealed(f"{self.name}:{self.seed}"))

    @property
    def kind(self) -> str:
        """The kind of all its puzzles."""
        return self.puzzles.train[0].kind

    @functools.cached_property
    def cells(self) -> tuple[Cell, ...]:
        """What people are allocated to: an arm, or a balanced order of all arms."""
        names = tuple(arm.name for arm in self.arms)
        if self.design == "between":
            return tuple(Cell(name, (name,)) for name in names)
        orders = balanced_orders(names)
        return tuple(Cell(f"order-{number}", order) for number, order in enumerate(orders, 1))

    def cell(self, name: str) -> Cell:
        known_name("cell", name, [cell.name for cell in self.cells])
        return next(cell for cell in self.cells if cell.name == name)

    def arm(self, name: str) -> Arm:
        known_name("arm", name, [arm.name for arm in self.arms])
        return next(arm for arm in self.arms if arm.name == name)

    def form(self, name: str) -> Form:
        """The form `demographics` or `closing`, which may be empty."""
        known_name("form", name, FORMS)
        return Form(name, self.demographics if name == "demographics" else self.closing)

    def settings(self, part: str, seed: int) -> Settings:
        """Of the session in which somebody is taught by an arm, or practises."""
        limits: dict[str, Any] = {"node_limit": self.questions.node_limit, "seed": seed}
        if part == PRACTICE:
            return settings_for(PRACTICE_METHOD, **limits)
        if self.questions.stop == "enough":
            limits["certified"] = True
        return self.arm(part).settings(self.kind, **limits)

    def puzzles_of(self, part: str) -> tuple[Puzzle, ...]:
        """What the session of an arm, or the practice, is about."""
        return self.puzzles.practice if part == PRACTICE else self.puzzles.train

    def as_json(self) -> dict[str, Any]:
        """All of it; the keys are those of the file, but for the puzzles, which are here whole."""
        return {
            "version": VERSION,
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "language": self.language,
            "design": self.design,
            "people": self.people,
            "closes": None if self.closes is None else self.closes.isoformat(),
            "seed": self.seed,
            "release_after_h": self.release_after_h,
            "puzzles": self.puzzles.as_json(),
            "arms": [arm.as_json() for arm in self.arms],
            "questions": self.questions.as_json(),
            "evaluations": [evaluation.as_json() for evaluation in self.evaluations],
            "checks": self.checks.as_json(),
            "exclusion": self.exclusion.as_json(),
            "consent": {"text": self.consent},
            "demographics": [field.as_json() for field in self.demographics],
            "closing": [field.as_json() for field in self.closing],
            "completion": self.completion.as_json(),
        }

    @classmethod
    def from_json(cls, record: Record) -> StudyPlan:
        """Read what `as_json` wrote, which is not checked again."""
        try:
            own = dict(record)
            if (version := own.pop("version")) != VERSION:
                raise InvalidValue(f"the plan is of version {version!r} (known: {VERSION})")
            closes = own.pop("closes")
            return cls(
                closes=None if closes is None else date.fromisoformat(closes),
                puzzles=PlannedPuzzles.from_json(own.pop("puzzles")),
                arms=tuple(Arm(**arm) for arm in own.pop("arms")),
                questions=Questions(**own.pop("questions")),
                evaluations=tuple(Evaluation(**each) for each in own.pop("evaluations")),
                checks=Checks(**own.pop("checks")),
                exclusion=Exclusion(**own.pop("exclusion")),
                consent=own.pop("consent")["text"],
                demographics=tuple(map(Field.from_json, own.pop("demographics"))),
                closing=tuple(map(Field.from_json, own.pop("closing"))),
                completion=Completion(**own.pop("completion")),
                **own,
            )
        except HintwiseError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a plan of a study: {type(error).__name__} {error}") from None
