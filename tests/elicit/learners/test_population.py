"""Priors fitted on people that were drawn from a known one."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.elicit.learners.population import Answered, fit_prior
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import RESPONSES, Logistic, Response
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue

FEATURES = ("facts", "rows")
PEOPLE = Prior(FEATURES, np.array([-1.0, 1.0]), np.array([[0.3, 0.0], [0.0, 0.3]]))


def drawn_person(rng: np.random.Generator, response: Response, answers: int) -> Answered:
    """Someone with weights from `PEOPLE` who answers as the response model says."""
    weights = np.exp(PEOPLE.draw(1, rng))[0]
    found = []
    for counts in rng.integers(0, 7, (answers, 4)).tolist():
        comparison = FeaturePair(
            dict(zip(FEATURES, counts[:2], strict=True)),
            dict(zip(FEATURES, counts[2:], strict=True)),
        )
        advantage = weights @ comparison.difference(FEATURES)
        prefers_a = rng.random() < response.preference(np.array([advantage]))[0]
        found.append((comparison, Answer.A if prefers_a else Answer.B))
    return found


def test_the_mean_and_the_spread_of_drawn_people_are_found() -> None:
    rng = np.random.default_rng(0)
    response = Logistic(0.05)
    people = [drawn_person(rng, response, 40) for _ in range(30)]
    prior = fit_prior(people, FEATURES, response, rng)
    assert prior.mean == pytest.approx(PEOPLE.mean, abs=0.35)
    # Of what costs little, choices tell little: by how much people differ in it stays unsure.
    assert np.sqrt(np.diag(prior.covariance)) == pytest.approx([0.55, 0.55], abs=0.5)
    assert prior.provenance == {"kind": "population", "people": 30, "choices": 1200}


def test_few_people_leave_more_doubt_than_many() -> None:
    rng = np.random.default_rng(5)
    response = Logistic(0.05)
    people = [drawn_person(rng, response, 40) for _ in range(24)]
    few, many = (fit_prior(some, FEATURES, response, rng) for some in (people[:3], people))
    assert few.degrees is not None
    assert many.degrees is not None
    assert few.degrees < many.degrees
    assert np.linalg.det(few.covariance) > 2 * np.linalg.det(many.covariance)


@pytest.mark.parametrize("name", RESPONSES)
def test_people_with_more_answers_than_others_do_not_disturb_them(name: str) -> None:
    """What fills up the others' rows says nothing, and whoever said nothing is left out."""
    rng = np.random.default_rng(1)
    response = RESPONSES[name](0.05)
    people = [drawn_person(rng, response, answers) for answers in (30, 0, 1, 12)]
    prior = fit_prior(people, FEATURES, response, np.random.default_rng(2))
    assert prior == fit_prior(people, FEATURES, response, np.random.default_rng(2))
    assert prior.mean[1] > prior.mean[0]
    assert (prior.provenance["people"], prior.provenance["choices"]) == (3, 43)


def test_what_is_fitted_is_what_is_written() -> None:
    rng = np.random.default_rng(3)
    prior = fit_prior([drawn_person(rng, Logistic(0.05), 5)], FEATURES, Logistic(0.05), rng)
    assert Prior.read(prior.write()) == prior


@pytest.mark.parametrize("people", [[], [[]], [[(FeaturePair({}, {}), Answer.NONE)]]])
def test_without_any_choice_there_is_no_prior(people: list[Answered]) -> None:
    with pytest.raises(InvalidValue, match=r"no choice to fit a prior on; people: \d"):
        fit_prior(people, FEATURES, Logistic(0.05), np.random.default_rng(0))
