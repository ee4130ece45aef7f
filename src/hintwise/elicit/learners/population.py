"""A prior fitted on the choices of earlier people, and as unsure of them as they are few.

A person's θ for a feature is what its sort (a near fact, a far rule, …: see `structure`) costs
them, plus what the feature adds for everybody, plus what it adds for them alone. So fifteen people
say much about five sorts, and features of one sort are only told apart where choices do so. How
much people differ is unknown as well. All of that is sampled, together with everybody's weights,
and the prior is what the samples expect of the next person.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import SIGNS, Response
from hintwise.elicit.learners.sampling import Chains, LogLikelihood, Samples, slices
from hintwise.elicit.learners.structure import GUESSED, Sort, sort_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue

Array = NDArray[np.float64]

POPULATIONS = 8
"""How many guesses of what people are like are followed side by side."""
ROUNDS = 180
IGNORED = 60
"""The first rounds, in which they are still on their way from the guessed costs."""
MOVES = 3
"""Of each person's weights, in each round."""

GUESS_SD = 3.0
"""How far the guessed cost of a sort may be off, in logarithms."""
SORT_SD = 0.5
"""By how much people differ in what a sort costs them, as far as is known beforehand: in half of
all populations less than by 0.4, in a tenth by more than 1.5 (a half-t with two degrees)."""
OWN_SD = 0.25
"""The same for features of one sort, among people and for one person."""
_HALF_T = 2.0

DEGREES = (4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 30.0, 50.0, 100.0)
"""Of which the t is chosen that the next person's weights look most like."""
DRAWS = 4000
DECIMALS = 4
"""Of the result, so that what is written to a file is the very prior that was fitted."""

Answered = Sequence[tuple[FeaturePair, Answer]]
"""What one person was shown, and said."""


def fit_prior(
    people: Sequence[Answered],
    features: Sequence[str],
    response: Response,
    rng: np.random.Generator,
) -> Prior:
    """What the choices of all these people let us expect of the next one: a t distribution.

    By Gibbs sampling: everybody's weights given the population, by elliptical slices, and the
    population given these, from its conditional distributions.
    """
    learned_from = [
        [(c, answer) for c, answer in person if response.uses_ties or answer is not Answer.NONE]
        for person in people
    ]
    learned_from = [person for person in learned_from if person]
    if not learned_from:
        raise InvalidValue(
            f"there is no choice to fit a prior on; people: {len(people)}, with a preference: 0"
        )
    found = _sampled(learned_from, tuple(features), response, rng)
    mean, covariance, degrees = _expected(found, rng)
    return Prior(
        tuple(features),
        mean.round(DECIMALS),
        covariance.round(DECIMALS),
        {
            "kind": "population",
            "people": len(learned_from),
            "choices": sum(map(len, learned_from)),
        },
        degrees,
    )


@dataclass(frozen=True, eq=False)
class Population:
    """One guess of what people are like."""

    sorts: NDArray[np.intp]
    """Of each feature, by its number among those there are."""
    guess: Array
    sort_mean: Array
    sort_covariance: Array
    offsets: Array
    """What each feature costs everybody beside others of its sort."""
    offset_variance: float
    own_variance: float
    """Of what it costs one person beside others."""

    @classmethod
    def guessed(cls, features: Sequence[str]) -> Population:
        present = [sort for sort in Sort if sort in set(map(sort_of, features))]
        guess = np.array([GUESSED[sort] for sort in present])
        return cls(
            np.array([present.index(sort_of(name)) for name in features], dtype=np.intp),
            guess,
            guess,
            SORT_SD**2 * np.eye(len(guess)),
            np.zeros(len(features)),
            OWN_SD**2,
            OWN_SD**2,
        )

    @property
    def mean(self) -> Array:
        mean: Array = self.sort_mean[self.sorts] + self.offsets
        return mean

    @property
    def covariance(self) -> Array:
        shared = self.sort_covariance[np.ix_(self.sorts, self.sorts)]
        covariance: Array = shared + self.own_variance * np.eye(len(self.sorts))
        return covariance

    def given(self, people: Samples, rng: np.random.Generator) -> Population:
        """Another guess, drawn from those that go with these people's θ (rows).

        Each part is drawn given the others.
        """
        count, width = len(people), len(self.guess)
        precision = np.linalg.inv(self.sort_covariance)
        members = np.eye(width)[self.sorts]
        costs = _gaussian(
            precision + members.T @ members / self.own_variance,
            precision @ self.sort_mean + (people - self.offsets) @ members / self.own_variance,
            rng,
        )
        sort_mean = _gaussian(
            count * precision + np.eye(width) / GUESS_SD**2,
            (precision @ costs.sum(axis=0) + self.guess / GUESS_SD**2)[None],
            rng,
        )[0]
        sort_covariance = _covariance(self.sort_covariance, costs - sort_mean, rng)
        beside = people - costs[:, self.sorts]
        offsets = _gaussian(
            np.eye(len(self.sorts)) * (count / self.own_variance + 1 / self.offset_variance),
            beside.sum(axis=0)[None] / self.own_variance,
            rng,
        )[0]
        return replace(
            self,
            sort_mean=sort_mean,
            sort_covariance=sort_covariance,
            offsets=offsets,
            offset_variance=_variance(self.offset_variance, offsets, rng),
            own_variance=_variance(self.own_variance, beside - offsets, rng),
        )


def _sampled(
    people: Sequence[Answered],
    features: Sequence[str],
    response: Response,
    rng: np.random.Generator,
) -> list[Population]:
    """Populations under which these choices are likely."""
    log_likelihood = _log_likelihood(people, features, response)
    populations = [Population.guessed(features)] * POPULATIONS
    shape = POPULATIONS, len(people), len(features)
    samples: Samples = populations[0].mean + OWN_SD * rng.standard_normal(shape)
    found: list[Population] = []
    for number in range(ROUNDS):
        means = np.repeat([p.mean for p in populations], len(people), axis=0)
        roots: Array = np.linalg.cholesky(np.array([p.covariance for p in populations]))

        def ellipses(samples: Samples, roots: Array = roots) -> Samples:
            drawn = rng.standard_normal(shape) @ roots.transpose(0, 2, 1)
            return drawn.reshape(samples.shape)

        flat = samples.reshape(means.shape)
        flat = slices(flat, means, ellipses, log_likelihood, rounds=MOVES, rng=rng)
        samples = flat.reshape(shape)
        populations = [
            population.given(own, rng) for population, own in zip(populations, samples, strict=True)
        ]
        if number >= IGNORED:
            found += populations
    return found


def _log_likelihood(
    people: Sequence[Answered], features: Sequence[str], response: Response
) -> LogLikelihood:
    """For a chain of each person, then again for a chain of each, and so on.

    All advance in one array. Whoever gave fewer answers than another has some added that say
    nothing about the weights under any response: no preference between equal steps.
    """
    most = max(map(len, people))
    differences = np.zeros((len(people), len(features), most))
    signs = np.zeros((len(people), most))
    for number, person in enumerate(people):
        for place, (pair, answer) in enumerate(person):
            differences[number, :, place] = pair.difference(features)
            signs[number, place] = SIGNS[answer]

    def log_likelihood(samples: Samples, chains: Chains) -> Array:
        whose = chains % len(people)
        advantages = (np.exp(samples)[:, None, :] @ differences[whose])[:, 0]
        total: Array = np.log(response.likelihood(advantages, signs[whose])).sum(1)
        return total

    return log_likelihood


def _expected(
    populations: Sequence[Population], rng: np.random.Generator
) -> tuple[Array, Array, float]:
    """Mean and covariance of the next person's θ, whatever the population is, and degrees."""
    means = np.array([population.mean for population in populations])
    mean: Array = means.mean(axis=0)
    within = np.mean([population.covariance for population in populations], axis=0)
    covariance: Array = within + np.atleast_2d(np.cov(means.T, bias=True))
    chosen = rng.integers(len(populations), size=DRAWS)
    roots = np.linalg.cholesky([population.covariance for population in populations])
    drawn = rng.standard_normal((DRAWS, len(mean), 1))
    people = means[chosen] + (roots[chosen] @ drawn)[:, :, 0]
    white = np.linalg.solve(np.linalg.cholesky(covariance), (people - mean).T)
    distances = (white**2).sum(axis=0)
    degrees = max(DEGREES, key=lambda nu: _log_density(distances, nu, len(mean)))
    return mean, covariance, degrees


def _log_density(distances: Array, degrees: float, width: int) -> float:
    """Of a t with unit covariance at these squared distances from its mean, on average."""
    half, scale = (degrees + width) / 2, degrees - 2
    constant = math.lgamma(half) - math.lgamma(degrees / 2) - width / 2 * math.log(scale)
    return constant - half * float(np.log1p(distances / scale).mean())


def _gaussian(precision: Array, shift: Array, rng: np.random.Generator) -> Array:
    """Draws with this precision P and the means P⁻¹ s, for each row s of `shift`."""
    root = np.linalg.cholesky(precision)
    noise = rng.standard_normal(shift.shape)
    drawn: Array = np.linalg.solve(root.T, np.linalg.solve(root, shift.T) + noise.T).T
    return drawn


def _variance(before: float, away: Array, rng: np.random.Generator) -> float:
    """A variance that goes with these deviations; its root is a half-t beforehand.

    By an auxiliary variable, as `_covariance`.
    """
    auxiliary = _inverse_gamma((_HALF_T + 1) / 2, _HALF_T / before + 1 / OWN_SD**2, rng)
    squares = float((away**2).sum())
    drawn = _inverse_gamma((_HALF_T + away.size) / 2, squares / 2 + _HALF_T / auxiliary, rng)
    return float(drawn)


def _covariance(before: Array, away: Array, rng: np.random.Generator) -> Array:
    """A covariance that goes with these deviations (rows); each root of its diagonal is a half-t.

    Correlations are uniform beforehand. After Huang and Wand, "Simple marginally noninformative
    prior distributions for covariance matrices" (Bayesian Analysis 2013).
    """
    count, width = away.shape
    rates = _HALF_T * np.diag(np.linalg.inv(before)) + 1 / SORT_SD**2
    auxiliary = _inverse_gamma((_HALF_T + width) / 2, rates, rng)
    scale = away.T @ away + 2 * _HALF_T * np.diag(1 / auxiliary)
    degrees = _HALF_T + width - 1 + count
    # Bartlett's decomposition of a Wishart matrix, whose inverse is the covariance.
    lower = np.tril(rng.standard_normal((width, width)), -1)
    lower += np.diag(np.sqrt(rng.chisquare(degrees - np.arange(width))))
    root = np.linalg.solve(lower, np.linalg.cholesky(scale).T)
    covariance: Array = root.T @ root
    return covariance


def _inverse_gamma(shape: float, rate: Array | float, rng: np.random.Generator) -> Array:
    return np.asarray(rate / rng.gamma(shape, size=np.shape(rate)))
