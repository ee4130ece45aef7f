"""The Bayesian learner, against integration on a grid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hintwise.elicit.learners.bayes import SAMPLES, BayesBelief
from hintwise.elicit.learners.doubt import DOUBT
from hintwise.elicit.learners.prior import ANY, WIDE_SD, Prior, powers_prior, wide_prior
from hintwise.elicit.learners.response import RESPONSES, SIGNS, Logistic, LogisticWithTies, Response
from hintwise.elicit.learners.trust import TRUST, trust_of
from hintwise.elicit.query import Answer, FeaturePair

FEATURES = ("facts", "rows")
PRIOR = Prior(FEATURES, np.array([-0.5, 0.5]), np.array([[1.5, 0.4], [0.4, 1.0]]))


def pair(facts_a: int, rows_a: int, facts_b: int, rows_b: int) -> FeaturePair:
    return FeaturePair({"facts": facts_a, "rows": rows_a}, {"facts": facts_b, "rows": rows_b})


ANSWERED = [
    (pair(4, 1, 0, 2), Answer.A),
    (pair(0, 3, 9, 2), Answer.A),
    (pair(3, 0, 1, 1), Answer.NONE),
    (pair(1, 2, 6, 1), Answer.B),
    (pair(0, 1, 2, 0), Answer.A),
]
ASKED = [pair(5, 0, 0, 1), pair(1, 1, 4, 0), pair(2, 0, 0, 3), pair(1, 1, 2, 2)]


def told(response: Response, seed: int = 0) -> BayesBelief:
    learner = BayesBelief.starting(PRIOR, response, seed)
    for comparison, answer in ANSWERED:
        learner = learner.told(comparison, answer)
    return learner


def density(prior: Prior, points: np.ndarray) -> np.ndarray:
    away = points - prior.mean
    squares = np.einsum("ri,ij,rj->r", away, np.linalg.inv(prior.covariance), away)
    density: np.ndarray = np.exp(-squares / 2) / np.sqrt(np.linalg.det(prior.covariance))
    return density


def integrated(response: Response, asked: FeaturePair) -> float:
    """The same preference by brute force: prior times likelihood on a grid of both weights.

    And on the levels that weights of somebody unlike the prior's people are on.
    """
    fine, coarse = (
        np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
        for axis in (np.linspace(-12, 12, 481), ANY)
    )
    alike = density(PRIOR, fine)
    grid = np.concatenate([fine, coarse])
    share = np.concatenate(
        [(1 - DOUBT) * alike / alike.sum(), np.full(len(coarse), DOUBT / len(coarse))]
    )
    for comparison, answer in ANSWERED:
        advantage = np.exp(grid) @ comparison.difference(FEATURES)
        share *= response.likelihood(advantage, np.array(SIGNS[answer]))
    preference = response.preference(np.exp(grid) @ asked.difference(FEATURES))
    return float(share @ preference / share.sum())


@pytest.mark.parametrize("name", RESPONSES)
def test_the_preference_agrees_with_integration_on_a_grid(name: str) -> None:
    response = RESPONSES[name](0.05)
    seeds = 8
    learners = [told(response, seed) for seed in range(seeds)]
    for asked in ASKED:
        found = [learner.preference(asked) for learner in learners]
        # Of a probability the standard deviation is at most one half.
        error = 0.5 / np.sqrt(SAMPLES * seeds)
        assert np.mean(found) == pytest.approx(integrated(response, asked), abs=3 * error)


def test_of_answers_of_people_less_is_learned_than_they_say() -> None:
    degrees, axis = 8.0, np.linspace(-12, 12, 481)
    prior = replace(PRIOR, degrees=degrees, provenance={"people": 10**6})  # all are like these
    response = LogisticWithTies(0.05)
    rng, answered = np.random.default_rng(1), []
    for a, b in rng.integers(0, 5, (40, 2, 2)).tolist():
        dearer = 2 * (a[0] - b[0]) + 3 * (a[1] - b[1])
        slips = rng.random() < 1 / (1 + np.exp(abs(dearer)))
        answered.append((pair(*a, *b), Answer.B if (dearer > 0) != slips else Answer.A))
    found = []
    for seed in range(4):
        belief = BayesBelief.starting(prior, response, seed)
        for comparison, answer in answered:
            belief = belief.told(comparison, answer)
        found.append(belief.samples)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    away = grid - prior.mean
    squares = np.einsum("ri,ij,rj->r", away, np.linalg.inv(prior.covariance), away)
    log_share = -(degrees + 2) / 2 * np.log1p(squares / (degrees - 2))
    exact = {}
    for trust in (TRUST, 1.0):
        told = log_share + trust * sum(
            np.log(response.likelihood(np.exp(grid) @ c.difference(FEATURES), np.array(SIGNS[a])))
            for c, a in answered
        )
        share = np.exp(told - told.max())
        exact[trust] = np.linalg.slogdet(np.cov(grid.T, aweights=share)).logabsdet
    spread = np.linalg.slogdet(np.cov(np.concatenate(found).T)).logabsdet
    assert abs(spread - exact[TRUST]) < (exact[TRUST] - exact[1.0]) / 2


def test_what_nobody_was_asked_about_is_learned_in_full() -> None:
    for prior in (PRIOR, wide_prior(FEATURES), powers_prior(FEATURES)):
        assert trust_of(prior) == BayesBelief.starting(prior, Logistic(0.05), 0).trust == 1


def test_before_any_answer_the_samples_are_the_priors() -> None:
    samples = BayesBelief.starting(PRIOR, Logistic(0.05), 0).samples
    assert samples.shape == (SAMPLES, 2)
    assert samples.mean(axis=0) == pytest.approx(PRIOR.mean, abs=0.5)


def test_the_same_prior_answers_and_seed_give_the_same_samples() -> None:
    response = Logistic(0.05)
    learner = told(response)
    assert np.array_equal(learner.samples, told(response).samples)
    assert learner == told(response)
    assert learner != told(response, seed=1)
    assert learner != BayesBelief.starting(PRIOR, response, 0)
    assert learner != told(LogisticWithTies(0.05))


def test_which_step_is_called_a_does_not_matter() -> None:
    start = BayesBelief.starting(PRIOR, Logistic(0.05), 0)
    one = start.told(pair(4, 1, 0, 2), Answer.A)
    other = start.told(pair(0, 2, 4, 1), Answer.B)
    assert one.weights == other.weights
    assert one.preference(ASKED[0]) == pytest.approx(1 - one.preference(swapped(ASKED[0])))


def swapped(comparison: FeaturePair) -> FeaturePair:
    return FeaturePair(comparison.b, comparison.a)


def test_no_preference_leaves_the_logistic_learner_as_it_is() -> None:
    learner = told(Logistic(0.05))
    assert learner.told(ASKED[0], Answer.NONE) is learner


def test_with_ties_no_preference_brings_the_costs_of_the_steps_closer() -> None:
    start = BayesBelief.starting(wide_prior(FEATURES), LogisticWithTies(0.05), 0)
    asked = pair(4, 0, 0, 1)
    after = start
    for _ in range(4):
        after = after.told(asked, Answer.NONE)

    def gap(learner: BayesBelief) -> float:
        advantage = np.exp(learner.samples) @ asked.difference(FEATURES)
        return float(np.median(abs(advantage)))

    assert gap(after) < gap(start) / 2


def test_an_answer_makes_itself_likelier() -> None:
    start = BayesBelief.starting(PRIOR, Logistic(0.05), 0)
    for asked in ASKED[:3]:
        before = start.preference(asked)
        assert start.told(asked, Answer.A).preference(asked) > before
        assert start.told(asked, Answer.B).preference(asked) < before


def test_weights_are_shares_above_zero_even_of_what_is_next_to_nothing() -> None:
    prior = Prior(FEATURES, np.array([0.0, -60.0]), WIDE_SD**2 * np.eye(2))  # nobody is unlike it
    weights = BayesBelief.starting(prior, Logistic(0.05), 0).weights
    assert 0 < weights["rows"] <= 1e-7
    assert weights["facts"] == pytest.approx(1.0)
    assert sum(told(Logistic(0.05)).weights.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("rows", "is_unlike"), [(1.0, False), (40.0, True)])
def test_answers_decide_whether_somebody_is_like_the_priors_people(
    rows: float, is_unlike: bool
) -> None:
    narrow = Prior(FEATURES, np.zeros(2), 0.05 * np.eye(2))
    learner = BayesBelief.starting(narrow, Logistic(0.1), 0)
    rng = np.random.default_rng(0)
    for _ in range(40):
        facts_a, rows_a, facts_b, rows_b = rng.integers(0, 20, size=4).tolist()
        comparison = pair(facts_a, rows_a, facts_b, rows_b)
        is_a_cheaper = comparison.difference(FEATURES) @ [1.0, rows] > 0
        learner = learner.told(comparison, Answer.A if is_a_cheaper else Answer.B)
    assert learner.doubt == pytest.approx(float(is_unlike), abs=0.1)
    ratio = learner.weights["rows"] / learner.weights["facts"]
    assert ratio > 10 if is_unlike else ratio == pytest.approx(1, abs=0.3)


@pytest.mark.parametrize(("rows", "is_on_a_level"), [(10.0, True), (3.0, False)])
def test_answers_tell_whether_weights_are_on_the_levels_of_a_prior(
    rows: float, is_on_a_level: bool
) -> None:
    learner = BayesBelief.starting(powers_prior(FEATURES), Logistic(0.1), 0)
    rng = np.random.default_rng(0)
    for _ in range(60):
        comparison = pair(*rng.integers(0, (60, 5, 60, 5)).tolist())
        is_a_cheaper = comparison.difference(FEATURES) @ [1.0, rows] > 0
        learner = learner.told(comparison, Answer.A if is_a_cheaper else Answer.B)
    assert (learner.doubt < DOUBT) == is_on_a_level
    ratio = learner.weights["rows"] / learner.weights["facts"]
    assert ratio == pytest.approx(rows, rel=0.2)


@pytest.mark.parametrize("rows", [1.0, 3.0, 10.0])
def test_how_likely_somebody_is_unlike_them_is_as_bayes_has_it(rows: float) -> None:
    narrow = Prior(FEATURES, np.zeros(2), 0.2 * np.eye(2))
    starts = [BayesBelief.starting(narrow, Logistic(0.1), seed) for seed in range(4)]
    learners = starts
    rng = np.random.default_rng(1)
    for _ in range(12):
        comparison = pair(*rng.integers(0, 9, size=4).tolist())
        is_a_cheaper = comparison.difference(FEATURES) @ [1.0, rows] > 0
        answer = Answer.A if is_a_cheaper else Answer.B
        learners = [learner.told(comparison, answer) for learner in learners]
    learner = learners[0]
    chosen, other = learner.steps[:, 0], learner.steps[:, 1]

    def evidence(prior: Prior) -> float:
        """The mean likelihood of all answers over what the prior holds possible."""
        advantages = np.exp(prior.draw(200_000, rng)) @ (other - chosen).T
        return float(learner.response.preference(advantages).prod(axis=1).mean())

    assert narrow.widened is not None
    gained = np.log(evidence(narrow.widened) / evidence(narrow))
    found = [
        after.log_odds - before.log_odds for before, after in zip(starts, learners, strict=True)
    ]
    assert np.mean(found) == pytest.approx(gained, abs=0.2)
    assert abs(gained) > 0.4 or rows == 3.0


def test_samples_are_of_either_sort_as_likely_as_it_is() -> None:
    narrow = Prior(FEATURES, np.zeros(2), 0.05 * np.eye(2))
    learner = BayesBelief.starting(narrow, Logistic(0.1), 0)
    assert learner.doubt == pytest.approx(DOUBT)
    for doubt in (0.0001, 0.25, 0.9999):
        known = replace(learner, log_odds=float(np.log(doubt / (1 - doubt))))
        of_others = [any((row == other).all() for other in known.others) for row in known.samples]
        assert np.mean(of_others) == pytest.approx(doubt, abs=0.01)
        assert len(known.samples) == len(known.alike)
