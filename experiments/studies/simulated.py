"""Sessions with simulated users over recorded steps: seconds instead of minutes each.

Questions and learner are those of hintwise. Only the engine is replaced, by one that knows the
steps of a few states (see `recorded`), and of these finds the cheapest at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from experiments.studies.users import like_the_prior, unlike_it
from numpy.typing import NDArray

from hintwise.elicit.checks import Past, check_due
from hintwise.elicit.instances import NEARBY, OFFERED
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.belief import Belief, Circumstances, Learner
from hintwise.elicit.learners.sampling import Samples
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.questions.confidence import Tally
from hintwise.elicit.questions.informed import BestOfTwo
from hintwise.elicit.questions.rule import Knowledge, Pair, Questions
from hintwise.engine import Limits
from hintwise.errors import NoSuchStep
from hintwise.features import Weights
from hintwise.puzzles.kinds import kind_called

Counts = NDArray[np.float64]

RECALLED = 5
"""As many steps as are known in a state after a usual practice, in the median (9x9 Sudokus)."""

_ASKING, _LEARNING = BestOfTwo(), Bayes()


@dataclass(frozen=True, slots=True)
class RecordedStep:
    features: Mapping[str, int]
    optimal: bool = True

    def __len__(self) -> int:
        return sum(self.features.values())


@dataclass(frozen=True, eq=False)
class RecordedState:
    """A state of which only the steps are known."""

    features: tuple[str, ...]
    counts: Counts
    """Of each step (rows)."""
    recalled: int | None = None
    """How many of the steps, drawn once, are known without a search; None: all of them."""
    facts: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()

    @cached_property
    def steps(self) -> tuple[RecordedStep, ...]:
        return tuple(
            RecordedStep(dict(zip(self.features, counts, strict=True)))
            for counts in self.counts.astype(int).tolist()
        )

    @cached_property
    def known(self) -> list[RecordedStep]:
        """Those that practice came upon."""
        if self.recalled is None:
            return list(self.steps)
        rng = np.random.default_rng(self.counts.astype(int).ravel())
        return [self.steps[i] for i in rng.permutation(len(self.steps))[: self.recalled]]

    def cheapest(self, weights: Weights) -> int:
        return int((self.counts @ [weights[name] for name in self.features]).argmin())

    def regret(self, weights: Weights, true_weights: Weights) -> float:
        """Of the step that is the cheapest under these weights."""
        costs = self.counts @ [true_weights[name] for name in self.features]
        return float(costs[self.cheapest(weights)] / costs.min() - 1)

    def expected_regret(self, weights: Weights, samples: Samples) -> float:
        """The same on average over true weights whose logarithms are these."""
        costs = np.exp(samples) @ self.counts.T
        return float((costs[:, self.cheapest(weights)] / costs.min(axis=1) - 1).mean())


@dataclass(eq=False)
class RecordedExplainer:
    """What question rules ask of an explainer."""

    features: tuple[str, ...]
    problem: Any = field(default_factory=object)
    start: RecordedState = field(init=False)

    def __post_init__(self) -> None:
        self.start = RecordedState(self.features, np.zeros((0, len(self.features))))

    def apart(self, **_: Any) -> RecordedExplainer:
        return self

    def state(self, facts: Any = ()) -> RecordedState:
        return self.start

    def recalled(self, state: RecordedState) -> list[RecordedStep]:
        return state.known

    def pursuit(self, state: RecordedState, weights: Weights) -> Callable[[Limits], RecordedStep]:
        return lambda limits: state.steps[state.cheapest(weights)]

    def optimal_step(self, state: RecordedState, weights: Weights, **_: Any) -> RecordedStep:
        return state.steps[state.cheapest(weights)]

    def minimise(self, step: RecordedStep, weights: Weights, **_: Any) -> RecordedStep:
        return step

    def contrasting_step(
        self, state: RecordedState, objective: Any, *, where: Sequence[Any], limits: Limits
    ) -> RecordedStep:
        fitting = [s for s in state.steps if all(each.holds(s.features) for each in where)]
        if not fitting:
            raise NoSuchStep("no recorded step meets these conditions")
        return min(fitting, key=lambda step: objective.value(step.features))


class Places(NamedTuple):
    """How many states are offered for each question, and how many more with a single fact."""

    offered: int = OFFERED
    narrowed: int = 0
    nearby: int = NEARBY


_PLACES = Places()


@dataclass(frozen=True, eq=False)
class Pool:
    """What was recorded about a problem: states to ask about, and others to judge by."""

    kind: str
    features: tuple[str, ...]
    asked: tuple[RecordedState, ...]
    narrowed: tuple[RecordedState, ...]
    """To ask about as well; a single fact may be explained in each."""
    nearby: tuple[RecordedState, ...]
    """To ask about as well; in each, one fact that comes up soon has to be explained."""
    judged: tuple[RecordedState, ...]

    @classmethod
    def read(cls, file: Path, kind: str, *, recalled: int | None = None) -> Pool:
        """From what `recorded` wrote; so many steps of each state are known from practice."""
        document = json.loads(file.read_text(encoding="utf-8"))[kind]
        features = tuple(document["features"])

        def states(part: str, *targets: str) -> tuple[RecordedState, ...]:
            return tuple(
                RecordedState(
                    features, np.array(counts, float), recalled, targets=frozenset(targets)
                )
                for counts in document[part]
            )

        return cls(
            kind,
            features,
            states("asked", "one", "other"),
            states("narrowed", "one"),
            states("nearby", "one"),
            states("judged"),
        )

    def offered(self, places: Places, rng: np.random.Generator) -> Iterator[RecordedState]:
        """Some states to ask about, drawn."""
        parts = self.asked, self.narrowed, self.nearby
        for states, count in zip(parts, places, strict=True):
            yield from (states[i] for i in rng.choice(len(states), count))

    def regret(self, weights: Weights, true_weights: Weights) -> float:
        """The mean over the states to judge by."""
        return float(np.mean([state.regret(weights, true_weights) for state in self.judged]))

    def expected_regret(self, weights: Weights, samples: Samples) -> float:
        """The mean over those states and over what is possible: no single user makes it."""
        return float(np.mean([state.expected_regret(weights, samples) for state in self.judged]))

    def user_like_the_prior(self, seed: int) -> dict[str, float]:
        return like_the_prior(self.kind, self.features, seed)

    def user_unlike_it(self, seed: int) -> dict[str, float]:
        return unlike_it(self.kind, self.features, seed)


@dataclass(frozen=True, slots=True)
class Moment:
    """A question, its answer, and what was believed before and after."""

    pair: Pair
    answer: Answer
    before: Knowledge
    after: Knowledge
    states: tuple[RecordedState, ...]

    @property
    def features(self) -> FeaturePair:
        return FeaturePair(self.pair.a.features, self.pair.b.features)


def session(
    pool: Pool,
    choose: Callable[[FeaturePair], Answer],
    seed: int,
    *,
    questions: Questions = _ASKING,
    learner: Learner = _LEARNING,
    places: Places = _PLACES,
) -> Iterator[Moment]:
    """Moments of a session, without end; `choose` answers."""
    explainer: Any = RecordedExplainer(pool.features)
    circumstances = Circumstances(kind_called(pool.kind), pool.features, dict, seed=seed)
    first: Belief = learner.start(circumstances)
    knowledge = Knowledge(first, Tally.empty(pool.features))
    past: tuple[Past, ...] = ()
    rng = np.random.default_rng([seed, 9])
    while True:
        offered: Any = tuple(pool.offered(places, rng))
        due = check_due(questions, past, knowledge.number, puzzle=0)
        try:
            if due is not None:
                pair = due.swapped
            else:
                pair = questions.pair(explainer, offered, knowledge, Limits())
        except NoSuchStep:  # nothing to ask about here, so elsewhere
            continue
        past = (*past, Past(knowledge.number, 0, frozenset(), pair.a, pair.b, pair.check))
        a_is_left = pair.a_is_left(knowledge.number, seed)
        features = FeaturePair(pair.a.features, pair.b.features, a_is_left)
        answer = choose(features)
        before, knowledge = knowledge, knowledge.after(features, answer)
        yield Moment(pair, answer, before, knowledge, offered)
