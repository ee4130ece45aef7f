"""Where a session stands, and what it asks next: frozen values and one pure function of them.

A query depends on settings, puzzles and progress alone: it is computed by an explainer that has
seen nothing else. So a replay, an undo and a look-ahead in another process all give the same
query. Only a deadline breaks this.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from hintwise.elicit.instances import SELECTIONS, Course, Instances
from hintwise.elicit.learners.bayes import BayesianLearner
from hintwise.elicit.learners.normalise import NORMALISATIONS, Largest
from hintwise.elicit.learners.perceptron import Learner, Perceptron
from hintwise.elicit.learners.prior import PRIORS
from hintwise.elicit.learners.response import RESPONSES
from hintwise.elicit.methods import METHODS
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.questions.confidence import CONFIDENCES, Tally
from hintwise.elicit.questions.contrast import Knowledge
from hintwise.elicit.settings import Settings
from hintwise.engine import Explainer, Limits
from hintwise.engine.limits import Cancel
from hintwise.errors import InvalidValue
from hintwise.features import feature_names
from hintwise.problem import Problem


@dataclass(frozen=True, slots=True)
class Progress:
    """What was learned, and which state comes next."""

    knowledge: Knowledge
    instances: Instances

    def after(self, query: Query, answer: Answer) -> Progress:
        learner = self.knowledge.learner.told(query.comparison, answer)
        tally = self.knowledge.tally.after(query.comparison, answer)
        return Progress(Knowledge(learner, tally), self.instances.after(query, learner))


@dataclass(frozen=True)
class Inquiry:
    """Puzzles of one kind with the settings under which queries about them are made."""

    problems: tuple[Problem, ...]
    settings: Settings

    def __post_init__(self) -> None:
        if not self.problems:
            raise InvalidValue("a session needs one puzzle or more")
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
        return Progress(
            Knowledge(self._starting_learner(), Tally.empty(self.features)),
            SELECTIONS[settings.selection](course, settings.seed),
        )

    def query(self, progress: Progress, cancel: Cancel | None = None) -> Query:
        """The query that follows; the same for the same progress, in any process."""
        settings, instances = self.settings, progress.instances
        limits = Limits(settings.deadline_s, nodes=settings.node_limit, cancel=cancel)
        explainer = _explainer(self.problems[instances.puzzle]).fresh()
        states = instances.states(explainer, limits)
        method = METHODS[settings.method](CONFIDENCES[settings.confidence], settings.minimal_steps)
        pair = method.pair(explainer, states, progress.knowledge, limits)
        state = explainer.state(states[pair.place].facts)
        return pair.asked(progress.knowledge.number, instances.puzzle, state)

    def _starting_learner(self) -> Learner:
        settings, kind = self.settings, self.problems[0].kind
        if settings.learner == "bayes":
            prior = PRIORS[settings.prior](kind.name, self.features)
            response = RESPONSES[settings.response](settings.lapse)
            return BayesianLearner.starting(prior, response, settings.seed)
        rate = settings.rate_for(kind)
        return starting_perceptron(self.features, settings, rate, self._largest_counts)

    def _largest_counts(self) -> dict[str, int]:
        counts = [Explainer(problem).largest_counts() for problem in self.problems]
        return {name: max(count[name] for count in counts) for name in self.features}


def starting_perceptron(
    features: Sequence[str], settings: Settings, rate: float, largest: Largest
) -> Perceptron:
    """The perceptron of some settings before the first answer: all weights are 1."""
    return Perceptron(
        dict.fromkeys(features, 1.0),
        NORMALISATIONS[settings.normalisation](features, largest),
        rate=rate,
        floor=settings.weight_floor,
        normalised_objective=settings.normalised_objective,
        integers=settings.integer_weights,
    )


@functools.lru_cache(maxsize=16)
def _explainer(problem: Problem) -> Explainer:
    """Kept for what every query on the problem needs, and never asked itself.

    A fresh one of a fresh one is made without changing the latter: threads may share what is kept.
    """
    return Explainer(problem, verify=False).fresh()
