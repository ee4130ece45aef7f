"""The settings of a session, as values, as JSON, and from the flat options of a command or plan."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.elicit.instances import Selection, selection_called
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.belief import Circumstances, Learner
from hintwise.elicit.learners.normalise import Largest
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.methods import LEARNERS, METHODS, PAPER_METHODS, QUESTIONS
from hintwise.elicit.questions.informed import CHECKS, PLAINNESS, BestOfTwo, InformedQuestions
from hintwise.elicit.questions.rule import Questions
from hintwise.errors import InvalidValue, known_name
from hintwise.features import is_above_zero
from hintwise.limits import Cancel, Limits
from hintwise.problem import Brief, Kind

PUZZLE_ORDERS = ("listed", "random")
_PARTS = ("questions", "learner", "selection")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings(Brief):
    """All that a session depends on, besides its puzzles and the answers.

    The defaults are those for a person, without `FOR_PEOPLE`. One of the
    paper's question rules alone is not one of the paper's methods, which go with another learner
    and selection as well: see `preset` and `settings_for`.
    """

    questions: Questions = field(default_factory=BestOfTwo)
    learner: Learner = field(default_factory=Bayes)
    selection: str | Selection = "active"
    """A name of `SELECTIONS`, or an object of one's own."""
    puzzle_order: str = "random"
    seed: int = 0
    deadline_s: float | None = None
    """Time for each of the two steps; what is not proven by then says so."""
    node_limit: int | None = None
    """The same in nodes of the search tree: the queries stay the same on every machine."""

    def __post_init__(self) -> None:
        for what, part, method in (
            ("questions", self.questions, "pair"),
            ("learner", self.learner, "start"),
        ):
            if not hasattr(part, method) or not hasattr(part, "as_json"):
                raise InvalidValue(f"{part!r} cannot serve as {what}: it has no `{method}`")
        if isinstance(self.questions, InformedQuestions) and isinstance(self.learner, Perceptron):
            raise InvalidValue(
                f"method {_method_of(self.questions.rule)!r} asks about what the learner 'bayes' "
                "holds possible, which 'perceptron' does not know; set learner to 'bayes', or "
                f"method to one of the paper's: {', '.join(PAPER_METHODS)}"
            )
        selection_called(self.selection)
        known_name("order of puzzles", self.puzzle_order, PUZZLE_ORDERS)
        if self.deadline_s is not None and not is_above_zero(self.deadline_s):
            raise InvalidValue(f"deadline_s is {self.deadline_s!r}; it must be a number above zero")
        if self.node_limit is not None and not _is_count(self.node_limit, least=1):
            raise InvalidValue(
                f"node_limit is {self.node_limit!r}; it must be a whole number, one or more"
            )
        if not _is_count(self.seed, least=0):
            raise InvalidValue(f"seed is {self.seed!r}; it must be a whole number, zero or more")

    def as_json(self) -> dict[str, Any]:
        """Each option stands where it applies."""
        document = {part.name: getattr(self, part.name) for part in dataclasses.fields(self)}
        return document | {
            "questions": self.questions.as_json(),
            "learner": self.learner.as_json(),
            "selection": selection_called(self.selection).as_json(),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any], **own: Any) -> Settings:
        """Read what `as_json` wrote; a setting that is not known, or does not apply, is refused.

        `questions`, `learner` and `selection` of one's own are given as such: they must be those
        that were recorded.
        """
        known = [part.name for part in dataclasses.fields(cls)]
        for name in document:
            known_name("setting", name, known)
        read = dict(document)
        for name, part in own.items():
            known_name("part of a session", name, _PARTS)
            if (given := part.as_json()) != document.get(name):
                raise InvalidValue(f"{name} is {given}, but {document.get(name)} was recorded")
            read[name] = part
        if "questions" in read and "questions" not in own:
            read["questions"] = _part("question rule", "rule", QUESTIONS, read["questions"])
        if "learner" in read and "learner" not in own:
            read["learner"] = _part("learner", "learner", LEARNERS, read["learner"])
        return cls(**read)

    @property
    def flat(self) -> dict[str, Any]:
        """Those that apply, by the names of `OPTIONS`: method, learner, prior and so on."""
        document = self.as_json()
        questions, learner = document["questions"], document["learner"]
        names = {"method": _method_of(questions["rule"]), "learner": learner["learner"]}
        parts = {"questions": questions, "learner": learner, "session": document | names}
        return {
            name: parts[part][own] for name, (part, own) in OPTIONS.items() if own in parts[part]
        }

    def limits(self, cancel: Cancel | None = None) -> Limits:
        """What each search for a query may spend."""
        return Limits(self.deadline_s, nodes=self.node_limit, cancel=cancel)

    def circumstances(
        self, kind: Kind, features: tuple[str, ...], largest: Largest
    ) -> Circumstances:
        """What the learner may depend on, for problems of a kind with these features."""
        rule = self.questions.as_json()["rule"]
        selection = selection_called(self.selection).as_json()
        return Circumstances(kind, features, largest, rule, str(selection), self.seed)

    def rate_for(self, kind: Kind) -> float | None:
        """The perceptron's learning rate for problems of a kind; other learners have none."""
        if not isinstance(self.learner, Perceptron):
            return None
        return self.learner.rate_in(self.circumstances(kind, (), dict))

    def has_appendix_rate(self, kind: Kind) -> bool:
        """Whether the perceptron learns at the rate that the paper settled on."""
        if not isinstance(self.learner, Perceptron):
            return False
        usual = replace(self, learner=replace(self.learner, rate=None))
        return self.rate_for(kind) == usual.rate_for(kind)

    def with_rate_for(self, kind: Kind) -> Settings:
        """The same with the learning rate spelled out."""
        if not isinstance(self.learner, Perceptron):
            return self
        return replace(self, learner=replace(self.learner, rate=self.rate_for(kind)))


OPTIONS: Mapping[str, tuple[str, str]] = {
    "method": ("session", "method"),
    "learner": ("session", "learner"),
    "prior": ("learner", "prior"),
    "response": ("learner", "response"),
    "lapse": ("learner", "lapse"),
    "estimate": ("learner", "estimate"),
    "own_lapse": ("learner", "own_lapse"),
    "normalisation": ("learner", "normalisation"),
    "selection": ("session", "selection"),
    "confidence": ("questions", "confidence"),
    "checks": ("questions", "checks"),
    "plainness": ("questions", "plainness"),
    "certified": ("questions", "certified"),
    "learning_rate": ("learner", "rate"),
    "weight_floor": ("learner", "floor"),
    "normalised_objective": ("learner", "normalised_objective"),
    "integer_weights": ("learner", "integer_weights"),
    "puzzle_order": ("session", "puzzle_order"),
    "minimal_steps": ("questions", "minimal"),
    "deadline_s": ("session", "deadline_s"),
    "node_limit": ("session", "node_limit"),
    "seed": ("session", "seed"),
}
"""All flat options, as commands and plans name them, the more telling ones first.

Each with what it is an option of, and its name there.
"""


FOR_PEOPLE: Mapping[str, Any] = {
    "checks": CHECKS,
    "plainness": PLAINNESS,
    "certified": True,
    "own_lapse": True,
}
"""The options of `Session`, `learn` and the web page; the arms of a study say which they have."""


def settings_for(method: str, **options: Any) -> Settings:
    """The settings that go with a method for a person, with other `options`, by their flat names.

    An option that does not apply to the method or its learner is refused.

    >>> settings_for("machop", selection="offline_ses").learner
    Perceptron(rate=None, normalisation='local', floor=1e-06, normalised_objective=False, \
integer_weights=False)
    """
    for name in options:
        known_name("setting", name, OPTIONS)
    usual = METHODS[known_name("method", method, METHODS)]
    chosen = {"learner": usual.learner, "selection": usual.selection, **options}
    learner = known_name("learner", chosen.pop("learner"), LEARNERS)
    parts = {"questions": {"rule": usual.rule}, "learner": {"learner": learner}, "session": {}}
    for name, value in chosen.items():
        if not _applies(name, method, learner):
            of = f"learner {learner!r}" if OPTIONS[name][0] == "learner" else f"method {method!r}"
            raise InvalidValue(f"{name} does not apply to {of}; leave it out")
        part, own = OPTIONS[name]
        parts[part][own] = value
    return Settings.from_json(parts.pop("session") | parts)


def _applies(option: str, method: str, learner: str) -> bool:
    part, own = OPTIONS[option]
    if part == "session":
        return True
    holder = LEARNERS[learner] if part == "learner" else QUESTIONS[METHODS[method].rule]
    return own in {field.name for field in dataclasses.fields(holder)}


PRESETS = ("paper", "published")


def preset(
    name: str, kind: Kind | None = None, *, method: str = "machop", **options: Any
) -> Settings:
    """The settings of the paper's formulas, or of the published runs, with other `options`.

    They differ where the published code did something else than the paper says, or more;
    docs/explanation/elicitation.md has the table. Both show steps as optimised. What does not
    apply to the method or its learner is left out.
    """
    known_name("preset", name, PRESETS)
    usual: dict[str, Any] = {"minimal_steps": False}
    if name == "published":
        usual |= {
            "confidence": "answered" if kind is None else kind.counted_queries,
            "weight_floor": 1e-3,
            "normalised_objective": True,
            "integer_weights": True,
            "puzzle_order": "listed",
        }
    return settings_for(method, **with_usual(usual, method, options))


def with_usual(usual: Mapping[str, Any], method: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, and of the `usual` ones those that apply and are not among them."""
    if not isinstance(method, str) or method not in METHODS:
        return dict(options)  # refused later, with the known ones
    learner = options.get("learner", METHODS[method].learner)
    if not isinstance(learner, str) or learner not in LEARNERS:
        return dict(options)
    applying = {name: v for name, v in usual.items() if _applies(name, method, learner)}
    return {**applying, **options}


def check_option(option: str, value: Any) -> None:
    """Raise if no settings at all accept this value of a flat option."""
    if option == "method":
        settings_for(value)
        return
    tried = (("machop", "perceptron"), ("machop", "bayes"), ("bayes", "bayes"))
    fitting = (pair for pair in tried if option in OPTIONS and _applies(option, *pair))
    method, learner = next(fitting, tried[0])
    settings_for(method, **{"learner": learner, option: value})


def _method_of(rule: str) -> str:
    """The method whose question rule it is; somebody's own goes by its own name."""
    return next((name for name, method in METHODS.items() if method.rule == rule), rule)


def _part(what: str, key: str, table: Mapping[str, Any], document: Mapping[str, Any]) -> Any:
    """The question rule or the learner that a document describes."""
    options = dict(document)
    name = known_name(what, options.pop(key), table)
    known = [part.name for part in dataclasses.fields(table[name])]
    for option in options:
        if option not in known:
            accepted = f"; its options are {', '.join(known)}" if known else "; it has no options"
            raise InvalidValue(f"{option} does not apply to {what} {name!r}{accepted}")
    return getattr(table[name], "from_json", lambda o: table[name](**o))(options)


def _is_count(value: object, *, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
