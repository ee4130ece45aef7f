"""The settings of a session, the presets, and the learning rates of the paper's appendix."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.prior import PRIORS
from hintwise.elicit.learners.response import LAPSE, RESPONSES
from hintwise.elicit.methods import INFORMED_METHODS, METHODS
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.questions.contrast import PAPER_METHODS
from hintwise.errors import InvalidValue, UnknownName
from hintwise.features import is_above_zero
from hintwise.problem import Kind
from hintwise.problem.kind import Rates

PUZZLE_ORDERS = ("listed", "random")
LEARNERS = ("perceptron", "bayes")
MOST = 1_000_000
"""Of a learning rate or a weight floor: far more would leave no finite weights."""
CHOICES: Mapping[str, tuple[str, Collection[str]]] = {
    "method": ("method", METHODS),
    "learner": ("learner", LEARNERS),
    "normalisation": ("normalisation", NORMALISATIONS),
    "selection": ("selection of instances", SELECTIONS),
    "confidence": ("confidence rule", CONFIDENCES),
    "puzzle_order": ("order of puzzles", PUZZLE_ORDERS),
    "prior": ("prior", PRIORS),
    "response": ("response model", RESPONSES),
}
"""The settings that are names: what an unknown one is called in a message, and the known ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a session depends on, besides its puzzles and the answers.

    The defaults are those for a person. Another method alone is not enough for one of the paper's,
    which go with another learner as well: see `preset` and `settings_for`.
    Everything named is a row of a table (`METHODS`, `NORMALISATIONS`, `SELECTIONS`, `CONFIDENCES`,
    `PRIORS`, `RESPONSES`).
    """

    method: str = "bayes"
    learner: str = "bayes"
    """The perceptron, as in the paper, or `bayes`, to which the next three settings apply."""
    prior: str = "shipped"
    """What `bayes` expects of a person before the first answer."""
    response: str = "ties"
    """How `bayes` takes people to answer."""
    lapse: float = LAPSE
    """How often, with that, at random."""
    normalisation: str = "local"
    selection: str = "active"
    confidence: str = "paper"
    learning_rate: float | None = None
    """The appendix's for method, problem, normalisation and selection if None."""
    weight_floor: float = 1e-6
    normalised_objective: bool = False
    """Whether steps are optimised with weights divided by the norms of the last pair."""
    integer_weights: bool = False
    """Whether weights are cut off to integers of a hundred thousandth."""
    puzzle_order: str = "random"
    minimal_steps: bool = True
    """Whether steps are shown without elements they do not need, or as optimised."""
    deadline_s: float | None = None
    """Time for each of the two steps; what is not proven by then says so."""
    node_limit: int | None = None
    """The same in nodes of the search tree: the queries stay the same on every machine."""
    seed: int = 0

    def __post_init__(self) -> None:
        for field, (what, known) in CHOICES.items():
            value = getattr(self, field)
            if not isinstance(value, str) or value not in known:
                raise UnknownName(what, str(value), known)
        for field in ("learning_rate", "weight_floor", "deadline_s"):
            value = getattr(self, field)
            optional = field != "weight_floor"
            if not (is_above_zero(value) or (value is None and optional)):
                raise InvalidValue(f"{field} is {value!r}; it must be a number above zero")
        for field in ("learning_rate", "weight_floor"):
            value = getattr(self, field)
            if value is not None and value > MOST:
                raise InvalidValue(f"{field} is {value!r}; it must be {MOST} or less")
        for field in ("normalised_objective", "integer_weights", "minimal_steps"):
            value = getattr(self, field)
            if not isinstance(value, bool):
                raise InvalidValue(f"{field} is {value!r}; it must be true or false")
        RESPONSES[self.response](self.lapse)  # refuses a lapse that is none
        if self.method in INFORMED_METHODS and self.learner != "bayes":
            raise InvalidValue(
                f"method {self.method!r} asks about what the learner 'bayes' holds possible, "
                f"which {self.learner!r} does not know; set learner to 'bayes', or method to one "
                f"of the paper's: {', '.join(PAPER_METHODS)}"
            )
        if self.node_limit is not None and not _is_count(self.node_limit, least=1):
            raise InvalidValue(
                f"node_limit is {self.node_limit!r}; it must be a whole number, one or more"
            )
        if not _is_count(self.seed, least=0):
            raise InvalidValue(f"seed is {self.seed!r}; it must be a whole number, zero or more")

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Settings:
        """Read what `as_json` wrote; a setting that is not known is refused."""
        known = [field.name for field in dataclasses.fields(cls)]
        for name in document:
            if name not in known:
                raise UnknownName("setting", name, known)
        return cls(**document)

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    def rate_for(self, kind: Kind) -> float:
        """The learning rate for problems of a kind."""
        if self.learning_rate is not None:
            return self.learning_rate
        return appendix_rate(kind, self.method, self.normalisation, self.selection)


def settings_for(method: str, **changes: Any) -> Settings:
    """The settings that go with a method for a person, with `changes`.

    The paper's methods go through a puzzle fact by fact, and a perceptron learns from the answers.
    """
    return Settings(method=method, **{**_usual_for(method), **changes})


def _usual_for(method: object) -> dict[str, Any]:
    if isinstance(method, str) and method in INFORMED_METHODS:
        return {"learner": "bayes", "selection": "active"}
    return {"learner": "perceptron", "selection": "online"}


def _is_count(value: object, *, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


PRESETS = ("paper", "published")


def preset(name: str, kind: Kind | None = None, **changes: Any) -> Settings:
    """The settings of the paper's formulas, or of the published runs, with `changes`.

    They differ where the published code did something else than the paper says, or more;
    docs/explanation/elicitation.md has the table. Both show steps as optimised.
    """
    if name not in PRESETS:
        raise UnknownName("preset", name, PRESETS)
    method = changes.get("method", "machop")
    settings: dict[str, Any] = {"method": method, "minimal_steps": False, **_usual_for(method)}
    if name == "published":
        settings |= {
            "confidence": "answered" if kind is None else kind.counted_queries,
            "weight_floor": 1e-3,
            "normalised_objective": True,
            "integer_weights": True,
            "puzzle_order": "listed",
        }
    return Settings(**{**settings, **changes})


_USUAL_RATES: Rates = {
    "choice_perceptron": {"nadir": 0.1, "none": 0.1, "cumulative": 0.5, "local": 0.5},
    "non_dominated": {"nadir": 0.5, "none": 0.1, "cumulative": 0.5, "local": 10.0},
    "learned_weights": {"local": 5.0},
    "machop": {"local": 0.5},
}
"""Of kinds that have none of their own: the appendix's for Sudoku."""
_USUAL_OFFLINE_RATE = 10.0


def appendix_rate(kind: Kind, method: str, normalisation: str, selection: str) -> float:
    """The appendix's learning rate; where it has none, the method's with local norms.

    Kinds of problem that the paper does not know go by Sudoku's, other methods by MACHOP's.
    """
    by_method = kind.learning_rates or _USUAL_RATES
    rates = by_method.get(method, by_method["machop"])
    if method == "machop" and normalisation == "local" and selection != "online":
        return kind.offline_rate or _USUAL_OFFLINE_RATE
    return rates.get(normalisation, rates["local"])
