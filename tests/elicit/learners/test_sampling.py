"""Samples of posteriors that are known in closed form, by integration or by enumeration."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import Logistic, Noticed
from hintwise.elicit.learners.sampling import Chains, Samples, elliptical_slices, level_by_level

Array = NDArray[np.float64]
CHAINS = 4000
PRIOR = Prior(("x", "y"), np.array([1.0, -2.0]), np.array([[4.0, 1.2], [1.2, 1.0]]))


def moved(prior: Prior, start: Samples, centre: Array, precision: Array) -> Samples:
    """By forty rounds with a Gaussian likelihood."""

    def log_likelihood(samples: Samples, chains: Chains) -> Array:
        away = samples - centre
        found: Array = -0.5 * np.einsum("ri,ij,rj->r", away, precision, away)
        return found

    rng = np.random.default_rng(1)
    return elliptical_slices(start, prior, log_likelihood, rounds=40, rng=rng)


@pytest.mark.parametrize("from_the_posterior", [True, False])
def test_a_gaussian_posterior_is_left_as_it_is_and_found_from_the_prior(
    from_the_posterior: bool,
) -> None:
    centre, precision = np.array([0.0, 1.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
    inverse = np.linalg.inv(PRIOR.covariance)
    covariance = np.linalg.inv(inverse + precision)
    mean = covariance @ (inverse @ PRIOR.mean + precision @ centre)
    posterior = Prior(PRIOR.features, mean, covariance)
    start = (posterior if from_the_posterior else PRIOR).draw(CHAINS, np.random.default_rng(0))
    samples = moved(PRIOR, start, centre, precision)
    # Five standard errors of a mean, and about as much of a covariance.
    assert samples.mean(axis=0) == pytest.approx(mean, abs=5 * covariance.max() ** 0.5 / 63)
    assert np.cov(samples.T) == pytest.approx(covariance, abs=8 * covariance.max() / 63)


def test_a_posterior_under_a_prior_with_heavy_tails_agrees_with_integration_on_a_grid() -> None:
    degrees, far = 4.0, 6.0
    prior = Prior(("x",), np.zeros(1), np.eye(1), degrees=degrees)

    def log_likelihood(theta: Samples, chains: Chains) -> Array:
        away: Array = theta[:, 0] - far
        return -0.5 * away**2

    grid = np.linspace(-10, 20, 20001)[:, None]
    tails = (degrees + 1) / 2 * np.log1p(grid[:, 0] ** 2 / (degrees - 2))
    share = np.exp(log_likelihood(grid, np.arange(len(grid))) - tails)
    share /= share.sum()
    rng = np.random.default_rng(4)
    start = prior.draw(CHAINS, rng)
    samples = elliptical_slices(start, prior, log_likelihood, rounds=150, rng=rng)
    mean = float(share @ grid[:, 0])
    sd = float(np.sqrt(share @ (grid[:, 0] - mean) ** 2))
    assert mean > 4.5  # a Gaussian prior would have left it at 3
    assert samples.mean() == pytest.approx(mean, abs=6 * sd / 63)
    assert samples.std() == pytest.approx(sd, rel=0.1)


def test_a_skewed_posterior_agrees_with_integration_on_a_grid() -> None:
    prior = Prior(("x",), np.array([0.0]), np.array([[9.0]]))
    response, difference = Logistic(0.05), np.array([2.0, -1.0, 3.0])

    def log_likelihood(theta: Samples, chains: Chains) -> Array:
        likely = response.likelihood(np.exp(theta) * difference, np.ones(3))
        found: Array = np.log(likely).sum(axis=1)
        return found

    grid = np.linspace(-15, 15, 20001)[:, None]
    share = np.exp(log_likelihood(grid, np.arange(len(grid))) - grid[:, 0] ** 2 / 18)
    share /= share.sum()
    rng = np.random.default_rng(2)
    start = prior.draw(CHAINS, rng)
    samples = elliptical_slices(start, prior, log_likelihood, rounds=15, rng=rng)
    mean = float(share @ grid[:, 0])
    sd = float(np.sqrt(share @ (grid[:, 0] - mean) ** 2))
    assert samples.mean() == pytest.approx(mean, abs=5 * sd / 63)
    assert samples.std() == pytest.approx(sd, rel=0.08)
    for level in (-2.0, 0.0, 2.0):
        below = float(share[grid[:, 0] < level].sum())
        assert (samples < level).mean() == pytest.approx(below, abs=0.04)


def test_each_chain_has_its_own_likelihood() -> None:
    targets = np.repeat([-3.0, 3.0], 500)
    prior = Prior(("x",), np.zeros(1), np.eye(1))

    def log_likelihood(samples: Samples, chains: Chains) -> Array:
        away: Array = samples[:, 0] - targets[chains]
        return -0.5 * away**2

    rng = np.random.default_rng(3)
    start = prior.draw(1000, rng)
    samples = elliptical_slices(start, prior, log_likelihood, rounds=10, rng=rng)
    assert samples[:500].mean() == pytest.approx(-1.5, abs=0.2)
    assert samples[500:].mean() == pytest.approx(1.5, abs=0.2)


def test_the_start_is_not_changed_and_the_same_seed_gives_the_same_samples() -> None:
    start = PRIOR.draw(20, np.random.default_rng(0))
    before = start.copy()
    first = moved(PRIOR, start, np.zeros(2), np.eye(2))
    assert np.array_equal(start, before)
    assert np.array_equal(first, moved(PRIOR, start, np.zeros(2), np.eye(2)))


@pytest.mark.parametrize("from_the_posterior", [True, False])
def test_on_levels_a_posterior_agrees_with_enumeration(from_the_posterior: bool) -> None:
    levels, response = (-2.0, 0.0, 1.5), Noticed(0.2)
    differences = np.array([[2.0, -1.0, 0.0], [0.0, 3.0, -2.0], [-1.0, 0.0, 4.0], [1.0, 1.0, -1.0]])
    answers = np.array([1.0, 1.0, 0.0, -1.0])

    def log_likelihood(theta: Samples, chains: Chains) -> Array:
        likely = response.likelihood(np.exp(theta) @ differences.T, answers)
        found: Array = np.log(likely).sum(axis=1)
        return found

    every = np.array(list(itertools.product(levels, repeat=3)))
    share = np.exp(log_likelihood(every, np.arange(len(every))))
    share /= share.sum()
    rng = np.random.default_rng(5)
    drawn = rng.choice(len(every), CHAINS, p=share if from_the_posterior else None)
    samples = level_by_level(every[drawn], levels, log_likelihood, rounds=20, rng=rng)
    for theta, expected in zip(every, share, strict=True):
        # Five standard errors.
        error = 5 * np.sqrt(expected / CHAINS)
        assert (samples == theta).all(axis=1).mean() == pytest.approx(expected, abs=error)
