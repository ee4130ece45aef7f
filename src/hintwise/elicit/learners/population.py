"""A prior fitted on the choices of earlier people, by empirical Bayes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import Prior, structural_prior
from hintwise.elicit.learners.response import SIGNS, Response
from hintwise.elicit.learners.sampling import Chains, LogLikelihood, Samples, elliptical_slices
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue

SAMPLES = 24
"""Of each person's weights, in each round."""
ROUNDS = 60
AVERAGED = 40
"""The last rounds, over which the result is averaged: a single one is noisy."""
MOVES = 6

OWN_SD = 0.5
"""How much people differ at least, in the logarithm of each weight."""
OWN_PEOPLE = 6.0
"""As how many people that counts: few choices must not make a prior too sure of itself."""
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
    """The Gaussian under which the choices of all these people are likeliest.

    By Monte Carlo EM: each person's weights are sampled under the prior so far, and the samples'
    mean and covariance are the next prior, together with `OWN_PEOPLE` made-up people who differ by
    `OWN_SD` in every weight. The first is the structural prior: from farther away, many times
    these rounds would be needed.
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
    names = tuple(features)
    log_likelihood = _log_likelihood(learned_from, names, response)
    prior = structural_prior(names)
    samples = prior.draw(SAMPLES * len(learned_from), rng)
    found = []
    for _ in range(ROUNDS):
        samples = elliptical_slices(samples, prior, log_likelihood, rounds=MOVES, rng=rng)
        prior = Prior(names, *_moments(samples, len(learned_from)))
        found.append(prior)
    last = found[-AVERAGED:]
    return Prior(
        names,
        np.mean([prior.mean for prior in last], axis=0).round(DECIMALS),
        np.mean([prior.covariance for prior in last], axis=0).round(DECIMALS),
        {
            "kind": "population",
            "people": len(learned_from),
            "choices": sum(map(len, learned_from)),
        },
    )


def _log_likelihood(
    people: Sequence[Answered], features: Sequence[str], response: Response
) -> LogLikelihood:
    """For `SAMPLES` chains of the first person, then as many of the second, and so on.

    All people advance in one array. Whoever gave fewer answers than another has some added that
    say nothing about the weights under any response: no preference between equal steps.
    """
    most = max(map(len, people))
    differences = np.zeros((len(people), len(features), most))
    signs = np.zeros((len(people), most))
    for number, person in enumerate(people):
        for place, (pair, answer) in enumerate(person):
            differences[number, :, place] = pair.difference(features)
            signs[number, place] = SIGNS[answer]

    def log_likelihood(samples: Samples, chains: Chains) -> NDArray[np.float64]:
        whose = chains // SAMPLES
        advantages = (np.exp(samples)[:, None, :] @ differences[whose])[:, 0]
        total: NDArray[np.float64] = np.log(response.likelihood(advantages, signs[whose])).sum(1)
        return total

    return log_likelihood


def _moments(samples: Samples, people: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    mean = samples.mean(axis=0)
    spread = np.atleast_2d(np.cov(samples.T, bias=True))
    made_up = OWN_SD**2 * np.eye(len(mean))
    return mean, (people * spread + OWN_PEOPLE * made_up) / (people + OWN_PEOPLE)
