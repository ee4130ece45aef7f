"""What choices in one kind of problem say about another."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.prior import PRIORS, Prior, transferred_prior
from hintwise.elicit.learners.structure import GUESSED, Sort
from hintwise.elicit.learners.transfer import CHANGE_SD, UNKNOWN_SD

HERE = ("adjacent_facts_same_value", "adjacent_row", "adjacent_col", "other_row")
FITTED = Prior(
    HERE,
    np.array([1.0, 2.0, 4.0, 5.0]),
    np.array(
        [[0.5, 0.2, 0.2, 0.1], [0.2, 0.6, 0.3, 0.1], [0.2, 0.3, 0.6, 0.1], [0.1, 0.1, 0.1, 0.4]]
    ),
    {"people": 7},
    10.0,
)


def test_a_sort_costs_the_mean_of_its_features_and_goes_with_others_as_they_do() -> None:
    there = transferred_prior(FITTED, ("adjacent_clue", "other_clue", "adjacent_negative_facts"))
    assert there.mean.tolist() == [3.0, 5.0, 1.0]
    assert there.covariance[0, 1] == pytest.approx(0.1)
    assert there.covariance[0, 2] == pytest.approx(0.2)
    assert there.degrees == FITTED.degrees
    assert there.provenance["from"] == {"people": 7}


def test_another_kind_is_less_certain_by_the_discount() -> None:
    there = transferred_prior(FITTED, ("adjacent_clue", "adjacent_cage"))
    assert there.covariance[0, 1] == pytest.approx(0.45 + CHANGE_SD**2)
    # Rows and columns differ by 1 from their mean of 3, and people differ by 0.15 in each of them.
    own = (2 * 0.15 + 2 * 1.0) / 4
    assert there.covariance[0, 0] == pytest.approx(0.45 + own + 2 * CHANGE_SD**2)


def test_what_nobody_was_asked_about_is_guessed_beside_the_rest() -> None:
    there = transferred_prior(FITTED, ("other_facts_same_value", "adjacent_clue"))
    guessed = {Sort.NEAR_FACT: 0.0, Sort.NEAR_RULE: math.log(4), Sort.FAR_RULE: math.log(8)}
    level = np.mean([1.0, 3.0, 5.0]) - np.mean(list(guessed.values()))
    assert there.mean[0] == pytest.approx(GUESSED[Sort.FAR_FACT] + level)
    assert there.covariance[0, 0] == pytest.approx(UNKNOWN_SD**2 + CHANGE_SD**2)
    assert there.covariance[0, 1] == 0.0


def test_a_learner_can_start_from_it_by_name() -> None:
    features = ("adjacent_clue", "other_clue", "adjacent_facts_from_clue", "other_positive_facts")
    prior = PRIORS["transferred"]("logic_grid", features)
    assert prior.provenance["from"]["people"] == 15
    cost = dict(zip(features, prior.mean, strict=True))
    assert cost["other_clue"] > cost["adjacent_clue"] > cost["other_positive_facts"]
    assert Bayes(prior="transferred").as_json()["prior"] == "transferred"
