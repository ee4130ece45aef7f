"""The Bayesian learner: samples of what a person's weights may be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.belief import Circumstances
from hintwise.elicit.learners.estimate import ESTIMATES
from hintwise.elicit.learners.prior import PRIORS, Prior
from hintwise.elicit.learners.response import LAPSE, RESPONSES, SIGNS, Foreseeing, Response
from hintwise.elicit.learners.sampling import Chains, Samples, moved
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue, known_name
from hintwise.features import Weights

SAMPLES = 128
ROUNDS = 20
"""How often samples are moved after an answer. They start from those before it, resampled."""

DOUBT = 1 / 8
"""How likely it is, before the first answer, that somebody is unlike the people of a prior."""


def _doubt(prior: Prior) -> float:
    """How likely it is that somebody is unlike the people of this prior.

    Where all is possible nobody is. A t leaves room for such people itself. If none of n was unlike
    the others, the next one is with a probability of 1 in n + 2, by Laplace's rule of succession.
    """
    if prior == prior.widened:
        return 0.0
    if prior.degrees is None:
        return DOUBT
    return min(DOUBT, 1 / (int(prior.provenance.get("people", 0)) + 2))


CONVICTION = 20.0
"""As many answers as a person's own have to be there to count as much as what is usual does."""
LAPSES = (0.1, 0.5)
"""Within these limits a person's own lapse is used."""
IMPARTIAL = 4.0
"""As many answers at random as are taken to have gone to either side alike."""

LEAST_SHARE = 1e-7
"""No weight is less than this share of the largest, for the engine's sake."""

ESTIMATE = "share"
"""What the engine gets of the samples, unless told otherwise."""


def _resampled(samples: Samples, likely: NDArray[np.float64], rng: np.random.Generator) -> Samples:
    """As many of these samples, each as often as it is likely."""
    places = (np.arange(len(samples)) + rng.random()) / len(samples)
    chosen = np.searchsorted(np.cumsum(likely / likely.sum()), places)
    resampled: Samples = samples[np.minimum(chosen, len(samples) - 1)]
    return resampled


_SIDES: Mapping[bool | None, float] = {True: 1.0, False: -1.0, None: 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bayes:
    """The learner that knows how sure it is: its belief is samples of the posterior.

    `prior` is what it expects of a person before the first answer, `response` how it takes people
    to answer, and `lapse` how often they do so at random. The first two are names (of `PRIORS`, of
    `RESPONSES`) or objects of one's own; a response that is an object has its own lapse. `estimate`
    names what the engine gets of the samples, one of `ESTIMATES`. With `own_lapse`, `lapse` is only
    what is expected at first: how often this person answers at random, and whether to one side
    rather, is learned from the answers.
    """

    prior: str | Prior = "shipped"
    response: str | Response = "ties"
    lapse: float = LAPSE
    estimate: str = ESTIMATE
    own_lapse: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.own_lapse, bool):
            raise InvalidValue(f"own_lapse is {self.own_lapse!r}; it must be true or false")
        if self.own_lapse and not isinstance(self.response, str):
            raise InvalidValue(
                "own_lapse needs a response model of a name; one's own has its own lapse"
            )
        if not isinstance(self.prior, Prior):
            known_name("prior", self.prior, PRIORS)
        if not hasattr(self.response, "likelihood"):
            known_name("response model", self.response, RESPONSES)
        known_name("estimate", self.estimate, ESTIMATES)
        _ = self.response_model  # refuses a lapse that is none

    @property
    def response_model(self) -> Response:
        """How people are taken to answer."""
        if isinstance(self.response, str):
            return RESPONSES[self.response](self.lapse)
        return self.response

    def start(self, circumstances: Circumstances) -> BayesBelief:
        """What is believed before the first answer."""
        features = circumstances.features
        if isinstance(self.prior, Prior):
            prior = self.prior.over(features)
        else:
            prior = PRIORS[self.prior](circumstances.kind.name, features)
        model, seed = self.response_model, circumstances.seed
        belief = BayesBelief.starting(prior, model, seed, self.estimate)
        return belief.learning_noise() if self.own_lapse else belief

    def as_json(self) -> dict[str, Any]:
        """As JSON, as in the settings of a session."""
        prior = self.prior.as_json() if isinstance(self.prior, Prior) else self.prior
        options = {"learner": "bayes", "prior": prior, **self.response_model.as_json()}
        # Left out as long as it is the usual one: sessions from before there was another had none.
        estimate = {} if self.estimate == ESTIMATE else {"estimate": self.estimate}
        return options | estimate | ({"own_lapse": True} if self.own_lapse else {})

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Bayes:
        """Read what `as_json` wrote; a response of one's own is not among it."""
        if isinstance(prior := options.get("prior"), Mapping):
            options = {**options, "prior": Prior.from_json(prior)}
        return cls(**options)


@dataclass(frozen=True, eq=False)
class BayesBelief:
    """Knows a person's weights as samples of the posterior, given a prior and a response model.

    The engine gets the posterior mean of the weights, scaled as `estimate` says: the likeliest
    weights would be unsafe, as they take for free what has merely not been asked about. Same prior,
    answers and seed give the same samples.
    """

    prior: Prior
    response: Response
    seed: int
    alike: Samples = field(repr=False)
    """Of the logarithms θ of the weights, one in each row, of somebody like the prior's people."""
    others: Samples = field(repr=False)
    """The same of somebody unlike them. Kept apart: among the others, the few samples of somebody
    who is unlike them may die out before there are answers that speak for them."""
    log_odds: float
    """Of being unlike the prior's people, against being like them, given the answers."""
    steps: NDArray[np.float64] = field(repr=False)
    """For each answer that was learned from, the features of the chosen step and of the other one;
    without a preference, a's and b's."""
    decided: NDArray[np.float64] = field(repr=False)
    """For each of them 1, or 0 if there was no preference."""
    estimate: str = ESTIMATE
    usual_lapse: float | None = None
    """What the lapse of the response is expected to be, if it is learned."""
    sides: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), repr=False)
    """For each answer 1 if the chosen step was on the left, -1 if on the right, 0 if it is not
    known or there was no preference."""
    bias: float = 0.0
    """How far random answers lean to the left, from -1 to 1; 0 unless the lapse is learned."""

    @classmethod
    def starting(
        cls, prior: Prior, response: Response, seed: int, estimate: str = ESTIMATE
    ) -> BayesBelief:
        """What is known before the first answer."""
        rng = np.random.default_rng([seed, 0])
        alike, doubt = prior.draw(SAMPLES, rng), _doubt(prior)
        others = prior.widened.draw(SAMPLES if doubt else 0, rng)
        log_odds = math.log(doubt / (1 - doubt)) if doubt else -math.inf
        steps, decided = np.zeros((0, 2, len(prior.features))), np.zeros(0)
        return cls(prior, response, seed, alike, others, log_odds, steps, decided, estimate)

    def learning_noise(self) -> BayesBelief:
        """The same, but how often the person answers at random, and to which side, is learned."""
        return replace(self, usual_lapse=self.lapse)

    def __eq__(self, other: object) -> bool:
        """The same prior, answers and seed; the samples follow from these."""
        if not isinstance(other, BayesBelief):
            return NotImplemented
        return (
            (self.prior, self.response, self.seed) == (other.prior, other.response, other.seed)
            and (self.estimate, self.usual_lapse) == (other.estimate, other.usual_lapse)
            and np.array_equal(self.steps, other.steps)
            and np.array_equal(self.decided, other.decided)
            and np.array_equal(self.sides, other.sides)
        )

    @property
    def doubt(self) -> float:
        """How likely it is that the person is unlike those whom the prior knows."""
        return float(np.exp(-np.logaddexp(0, -self.log_odds)))

    @cached_property
    def samples(self) -> Samples:
        """Of the logarithms θ of the weights: as large a share of somebody unlike, as is likely."""
        unlike = round(self.doubt * SAMPLES)
        return np.concatenate([self.others[:unlike], self.alike[unlike:]])

    @property
    def plain(self) -> Weights:
        mean = ESTIMATES[self.estimate](self.samples, self.steps)
        floored = np.maximum(mean, LEAST_SHARE * mean.max())
        return dict(zip(self.prior.features, floored.tolist(), strict=True))

    @property
    def weights(self) -> Weights:
        return self.plain

    def scaled(self, values: Mapping[str, float]) -> dict[str, float]:
        return dict(values)

    def preference(self, pair: FeaturePair) -> float:
        """The probability that a is preferred, if one of the two is."""
        advantage = np.exp(self.samples) @ pair.difference(self.prior.features)
        if isinstance(self.response, Foreseeing):
            return float(self.response.foreseen(advantage).mean())
        return float(self.response.preference(advantage).mean())

    def told(self, pair: FeaturePair, answer: Answer) -> BayesBelief:
        if not self._learns_from(answer):
            return self
        after = self._with_answers([(pair, answer)])
        after = after._moved(np.random.default_rng([self.seed, len(after.decided)]))
        if self.usual_lapse is None:
            return after
        return after._with_estimated_noise(self.usual_lapse)

    @property
    def lapse(self) -> float:
        """How often the person is taken to answer at random."""
        return float(getattr(self.response, "lapse", 0.0))

    def remembered(self) -> dict[str, Any]:
        own = {} if self.usual_lapse is None else {"lapse": self.lapse, "bias": self.bias}
        others = {"others": self.others.tolist(), "log_odds": self.log_odds}
        return {"alike": self.alike.tolist(), **(others if len(self.others) else {}), **own}

    def resumed(
        self, answered: Sequence[tuple[FeaturePair, Answer]], remembered: Mapping[str, Any]
    ) -> BayesBelief:
        after = self._with_answers([(p, a) for p, a in answered if self._learns_from(a)])
        if self.usual_lapse is not None:
            after = after._with_lapse(float(remembered["lapse"]))
            after = replace(after, bias=float(remembered["bias"]))
        after = replace(after, alike=np.array(remembered["alike"], dtype=np.float64))
        if not len(self.others):
            return after
        others = np.array(remembered["others"], dtype=np.float64)
        return replace(after, others=others, log_odds=float(remembered["log_odds"]))

    def _learns_from(self, answer: Answer) -> bool:
        return answer is not Answer.NONE or self.response.uses_ties

    def _with_answers(self, answered: Sequence[tuple[FeaturePair, Answer]]) -> BayesBelief:
        features = self.prior.features
        both = [pair.chosen(answer) or (pair.a, pair.b) for pair, answer in answered]
        new = [[[step[name] for name in features] for step in steps] for steps in both]
        return replace(
            self,
            steps=np.concatenate([self.steps, np.reshape(new, (-1, 2, len(features)))]),
            decided=np.append(self.decided, [abs(SIGNS[answer]) for _, answer in answered]),
            sides=np.append(self.sides, [_SIDES[p.chose_left(answer)] for p, answer in answered]),
        )

    def _moved(self, rng: np.random.Generator) -> BayesBelief:
        """With samples of the posterior, from samples of that before the last answer."""
        sorts = [(self.alike, self.prior), (self.others, self.prior.widened)]
        chances, starts = [], []
        for samples, prior in sorts[: 2 if len(self.others) else 1]:
            likely = np.exp(self._log_likelihood(samples, slice(-1, None)))
            chances.append(float(likely.mean()))
            starts.append((_resampled(samples, likely, rng), prior))

        def log_likelihood(samples: Samples, chains: Chains) -> NDArray[np.float64]:
            return self._log_likelihood(samples)

        alike, *others = moved(starts, log_likelihood, rounds=ROUNDS, rng=rng)
        if not others:
            return replace(self, alike=alike)
        log_odds = self.log_odds + math.log(chances[1] / chances[0])
        return replace(self, alike=alike, others=others[0], log_odds=log_odds)

    def _with_lapse(self, lapse: float) -> BayesBelief:
        model: Any = self.response  # one of ours, each of which has a lapse
        return replace(self, response=replace(model, lapse=lapse))

    def _with_estimated_noise(self, usual: float) -> BayesBelief:
        """With how often the person seems to answer at random, and to which side.

        A step of expectation maximisation. Under each sample an answer was a random one with some
        probability; these are added up, and what is usual counts as `CONVICTION` answers, or
        `IMPARTIAL` random ones.
        """
        on_purpose = self._on_purpose(self.samples, slice(None))
        at_random = (1 - on_purpose / self._likelihood(self.samples)).mean(axis=0)
        lapse = (CONVICTION * usual + at_random.sum()) / (CONVICTION + len(self.decided))
        bias = at_random @ self.sides / (IMPARTIAL + at_random @ np.abs(self.sides))
        return replace(self._with_lapse(float(np.clip(lapse, *LAPSES))), bias=float(bias))

    def _log_likelihood(
        self, samples: Samples, answers: slice = slice(None)
    ) -> NDArray[np.float64]:
        total: NDArray[np.float64] = np.log(self._likelihood(samples, answers)).sum(axis=1)
        return total

    def _likelihood(self, samples: Samples, answers: slice = slice(None)) -> NDArray[np.float64]:
        """Of each answer (columns) under each sample."""
        likelihood = self._impartial(samples, answers)
        if not self.bias:
            return likelihood
        at_random = likelihood - self._on_purpose(samples, answers)
        return likelihood + at_random * self.bias * self.sides[answers]

    def _on_purpose(self, samples: Samples, answers: slice) -> NDArray[np.float64]:
        """How likely each answer is, and not at random."""
        return (1 - self.lapse) * self._with_lapse(0.0)._impartial(samples, answers)

    def _impartial(self, samples: Samples, answers: slice) -> NDArray[np.float64]:
        """As `_likelihood`, of somebody to whom the sides are alike."""
        chosen, other = self.steps[answers, 0], self.steps[answers, 1]
        advantages = np.exp(samples) @ (other - chosen).T
        return self.response.likelihood(advantages, self.decided[answers])
