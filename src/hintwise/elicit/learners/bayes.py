"""The Bayesian learner: samples of what a person's weights may be."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.belief import Circumstances
from hintwise.elicit.learners.doubt import chance_of, doubt_of, log_odds_of
from hintwise.elicit.learners.estimate import ESTIMATES
from hintwise.elicit.learners.habits import (
    CONVICTION,
    EITHER_WAY,
    OPENNESS,
    SHRUGGING,
    Answered,
    Expected,
    Habits,
)
from hintwise.elicit.learners.prior import PRIORS, Prior
from hintwise.elicit.learners.response import (
    LAPSE,
    RESPONSES,
    SIGNS,
    LogisticWithTies,
    Noticed,
    Response,
    foreseen,
)
from hintwise.elicit.learners.sampling import Chains, Samples, Start, moved
from hintwise.elicit.learners.trust import trust_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue, known_name
from hintwise.features import Weights

SAMPLES = 128
ROUNDS = 20
"""How often samples are moved after an answer. They start from those before it, resampled."""

LEAST_SHARE = 1e-7
"""No weight is less than this share of the largest, for the engine's sake."""

ESTIMATE = "share"
"""What the engine gets of the samples, unless told otherwise."""


def _resampled(likely: NDArray[np.float64], rng: np.random.Generator) -> Chains:
    """As many of the samples that are so likely, each as often as it is."""
    places = (np.arange(len(likely)) + rng.random()) / len(likely)
    chosen = np.searchsorted(np.cumsum(likely / likely.sum()), places)
    return np.minimum(chosen, len(likely) - 1)


_SIDES: Mapping[bool | None, float] = {True: 1.0, False: -1.0, None: 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bayes:
    """The learner that knows how sure it is: its belief is samples of the posterior.

    `prior` is what it expects of a person before the first answer, `response` how it takes people
    to answer, and `lapse` how often they do so at random. The first two are names (of `PRIORS`, of
    `RESPONSES`) or objects of one's own; a response that is an object has its own lapse. `estimate`
    names what the engine gets of the samples, one of `ESTIMATES`. With `own_lapse`, `lapse` is only
    what is expected at first: how often this person answers at random, whether to one side rather,
    and how often without a look at the steps that there is no preference, is learned from the
    answers; and where they are taken as by `ties`, whether this person is one of those who answer
    as by `noticed`.
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
    habits: tuple[Habits, ...] = ()
    """How samples answer, those of `alike` and those of `others`, if it is learned."""
    trust: float = 1.0
    """How much of each answer is learned of somebody like the prior's people."""

    @classmethod
    def starting(
        cls, prior: Prior, response: Response, seed: int, estimate: str = ESTIMATE
    ) -> BayesBelief:
        """What is known before the first answer."""
        rng = np.random.default_rng([seed, 0])
        alike, doubt, widened = prior.draw(SAMPLES, rng), doubt_of(prior), prior.widened
        others = np.zeros((0, len(prior.features)))
        log_odds = -math.inf
        if widened is not None:
            others, log_odds = widened.draw(SAMPLES, rng), log_odds_of(doubt)
        steps, decided = np.zeros((0, 2, len(prior.features))), np.zeros(0)
        belief = cls(prior, response, seed, alike, others, log_odds, steps, decided, estimate)
        return replace(belief, trust=trust_of(prior))

    def learning_noise(self) -> BayesBelief:
        """The same, but the person's habits of answering are learned as well."""
        rng, usual = np.random.default_rng([self.seed, 0, 1]), self.lapse
        habits = (e.draw(SAMPLES, rng) for e in self._expected_habits(usual))
        return replace(self, usual_lapse=usual, habits=tuple(habits))

    def __eq__(self, other: object) -> bool:
        """The same prior, answers and seed; the samples follow from these."""
        if not isinstance(other, BayesBelief):
            return NotImplemented
        return (
            (self.prior, self.response, self.seed) == (other.prior, other.response, other.seed)
            and (self.estimate, self.usual_lapse) == (other.estimate, other.usual_lapse)
            and self.trust == other.trust
            and np.array_equal(self.steps, other.steps)
            and np.array_equal(self.decided, other.decided)
            and np.array_equal(self.sides, other.sides)
        )

    @property
    def doubt(self) -> float:
        """How likely it is that the person is unlike those whom the prior knows."""
        return chance_of(self.log_odds)

    @property
    def possible(self) -> tuple[Samples, NDArray[np.float64]]:
        """All samples, and how likely each of them is, as far as the answers go.

        Beforehand, somebody unlike the prior's people is taken to be as likely as somebody like
        them: what is promised to people has to hold for either sort, however rare it is.
        """
        if not len(self.others):
            return self.alike, np.full(len(self.alike), 1 / len(self.alike))
        told = self.log_odds - log_odds_of(doubt_of(self.prior))
        unlike = chance_of(told)
        chances = [np.full(SAMPLES, share / SAMPLES) for share in (1 - unlike, unlike)]
        return np.concatenate([self.alike, self.others]), np.concatenate(chances)

    @cached_property
    def samples(self) -> Samples:
        """Of the logarithms θ of the weights: as large a share of somebody unlike, as is likely."""
        return self._of_either([self.alike, self.others])

    def _habit(self, name: str) -> NDArray[Any]:
        """One of the habits of those in `samples`."""
        return self._of_either([getattr(habits, name) for habits in self.habits])

    def _of_either(self, values: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """Something of the samples of `alike` and of `others`, for those in `samples`."""
        unlike = round(self.doubt * SAMPLES)
        return np.concatenate([values[-1][:unlike], values[0][unlike:]])

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
        if not self.habits:
            return float(foreseen(self.response, advantage).mean())
        lapses, ways = self._habit("lapse"), self._habit("way")
        chances = np.zeros(len(advantage))
        for place, lapse in set(zip(ways.tolist(), lapses.tolist(), strict=True)):
            own = (ways == place) & (lapses == lapse)
            chances[own] = foreseen(replace(self._ways[place], lapse=lapse), advantage[own])
        return float(chances.mean())

    def told(self, pair: FeaturePair, answer: Answer) -> BayesBelief:
        if not self._learns_from(answer):
            return self
        after = self._with_answers([(pair, answer)])
        return after._moved(np.random.default_rng([self.seed, len(after.decided)]))

    @property
    def lapse(self) -> float:
        """How often the person is taken to answer at random."""
        if self.habits:
            return float(self._habit("lapse").mean())
        return float(getattr(self.response, "lapse", 0.0))

    @property
    def leaning(self) -> float:
        """How far random answers lean to the left, from -1 to 1; 0 unless that is learned."""
        if self.habits:
            return float(self._habit("leaning").mean())
        return 0.0

    def remembered(self) -> dict[str, Any]:
        own = {"habits": [habits.remembered() for habits in self.habits]} if self.habits else {}
        others = {"others": self.others.tolist(), "log_odds": self.log_odds}
        return {"alike": self.alike.tolist(), **(others if len(self.others) else {}), **own}

    def resumed(
        self, answered: Sequence[tuple[FeaturePair, Answer]], remembered: Mapping[str, Any]
    ) -> BayesBelief:
        after = self._with_answers([(p, a) for p, a in answered if self._learns_from(a)])
        if self.habits and "habits" in remembered:  # not in sessions of before
            habits = tuple(map(Habits.resumed, remembered["habits"]))
            after = replace(after, habits=habits)
        after = replace(after, alike=np.array(remembered["alike"], dtype=np.float64))
        if len(self.others):
            others = np.array(remembered["others"], dtype=np.float64)
            after = replace(after, others=others, log_odds=float(remembered["log_odds"]))
        return after._with_lapse(after.lapse) if self.habits else after

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
        priors = [self.prior] if self.prior.widened is None else [self.prior, self.prior.widened]
        habits = self.habits or (None, None)
        chances, starts, resampled = [], [], []
        trusts = self.trust, 1.0
        sorts = zip((self.alike, self.others), priors, trusts, habits, strict=False)
        for samples, prior, trust, own in sorts:
            likely = np.exp(self._log_likelihood(samples, own, slice(-1, None)))
            chances.append(float(likely.mean()))
            chosen = _resampled(likely**trust, rng)
            kept = None if own is None else own.of(chosen)
            resampled += [kept] if kept else []
            of_chains = functools.partial(self._of_chains, kept, trust)
            starts.append(Start(samples[chosen], prior, of_chains))
        alike, *others = moved(starts, rounds=ROUNDS, rng=rng)
        after = replace(self, alike=alike)
        if others:
            log_odds = self.log_odds + math.log(chances[1] / chances[0])
            after = replace(after, others=others[0], log_odds=log_odds)
        if self.usual_lapse is None:
            return after
        return after._with_habits(resampled, self.usual_lapse, rng)

    @property
    def _ways(self) -> list[Any]:
        """In which somebody may answer: models of ours, each of which has a lapse."""
        if isinstance(self.response, LogisticWithTies):
            return [self.response, Noticed()]
        return [self.response]

    def _with_lapse(self, lapse: float) -> BayesBelief:
        model: Any = self.response  # one of ours, each of which has a lapse
        return replace(self, response=replace(model, lapse=lapse))

    def _expected_habits(self, usual: float) -> list[Expected]:
        """Of who is like the prior's people, and of who is not."""
        # Where the prior knows nobody, either way is as likely.
        doubt = doubt_of(self.prior) or EITHER_WAY[1]
        several = len(self._ways) > 1
        ways = (1 - doubt, doubt) if several else (1.0,)
        known = Expected(usual, CONVICTION, ways, self.trust, SHRUGGING)
        unknown = Expected(usual, OPENNESS, EITHER_WAY if several else (1.0,))
        return [known, unknown] if len(self.others) else [known]

    def _with_habits(
        self, habits: Sequence[Habits], usual: float, rng: np.random.Generator
    ) -> BayesBelief:
        """With these habits drawn anew; questions expect their mean lapse, and the usual way."""
        expected = self._expected_habits(usual)
        drawn = [
            e.given(own, self._answered(samples), rng)
            for e, own, samples in zip(expected, habits, (self.alike, self.others), strict=False)
        ]
        after = replace(self, habits=tuple(drawn))
        return after._with_lapse(after.lapse)

    def _of_chains(
        self, habits: Habits | None, trust: float, samples: Samples, chains: Chains
    ) -> NDArray[np.float64]:
        own = None if habits is None else habits.of(chains)
        return trust * self._log_likelihood(samples, own)

    def _log_likelihood(
        self, samples: Samples, habits: Habits | None, answers: slice = slice(None)
    ) -> NDArray[np.float64]:
        if habits is None:
            advantages = self._advantages(samples, answers)
            likelihood = self.response.likelihood(advantages, self.decided[answers])
        else:
            likelihood = habits.likelihood(self._answered(samples, answers))
        total: NDArray[np.float64] = np.log(likelihood).sum(axis=1)
        return total

    def _answered(self, samples: Samples, answers: slice = slice(None)) -> Answered:
        advantages, decided = self._advantages(samples, answers), self.decided[answers]
        on_purpose = [replace(e, lapse=0.0).likelihood(advantages, decided) for e in self._ways]
        at_random = [each.at_random(advantages, decided) for each in self._ways]
        # Some of these are the same for every sample.
        every = np.array([np.broadcast_to(each, advantages.shape) for each in at_random])
        return Answered(np.array(on_purpose), every, self.sides[answers], decided)

    def _advantages(self, samples: Samples, answers: slice) -> NDArray[np.float64]:
        """By how much the chosen step of each answer (columns) is cheaper under each sample."""
        chosen, other = self.steps[answers, 0], self.steps[answers, 1]
        advantages: NDArray[np.float64] = np.exp(samples) @ (other - chosen).T
        return advantages
