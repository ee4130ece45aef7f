"""Priors: files, what is refused, and those that come with hintwise."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from hintwise.elicit.learners.prior import (
    Prior,
    mean_shares,
    powers_prior,
    shipped_prior,
    structural_prior,
    wide_prior,
)
from hintwise.errors import InvalidValue
from hintwise.features import feature_names
from hintwise.puzzles.sudoku.formats import read_sudoku
from tests.elicit.made import COURSE

SUDOKU = feature_names(read_sudoku(COURSE[0]).problem())
PRIOR = Prior(
    ("facts", "rows"),
    np.array([0.1, -1 / 3]),
    np.array([[1.0, 0.3], [0.3, 0.5]]),
    {"kind": "made up"},
)


def test_a_prior_is_the_same_after_a_file() -> None:
    text = PRIOR.write()
    assert Prior.read(text) == PRIOR
    assert json.loads(text) == PRIOR.as_json()
    assert Prior.from_json(PRIOR.as_json()) == PRIOR
    assert wide_prior(PRIOR.features) != PRIOR
    heavy = dataclasses.replace(PRIOR, degrees=8.0)
    assert Prior.read(heavy.write()) == heavy != PRIOR
    stepped = powers_prior(PRIOR.features)
    assert Prior.read(stepped.write()) == stepped != dataclasses.replace(stepped, levels=None)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"covariance": [[1, 2], [2, 1]]}, "positive definite; its least eigenvalue is -1"),
        ({"covariance": [[1, 1], [1, 1]]}, "positive definite"),
        ({"covariance": [[1, 0.5], [0, 1]]}, "symmetric"),
        ({"covariance": [[1, 0], [0, float("inf")]]}, "finite"),
        ({"covariance": [1, 1]}, "2 means and 2 x 2 covariances, not 2 and 2"),
        ({"covariance": [[1, 0], [0]]}, "as many rows of as many numbers"),
        ({"mean": [0, 0, 0]}, "not 3 and 2 x 2"),
        ({"mean": 0}, "not a single number"),
        ({"mean": ["much", 0]}, "one number for each"),
        ({"mean": None}, "not a single number"),
        ({"features": ["rows", "rows"]}, "each of them once, not rows, rows"),
        ({"features": []}, "a prior needs features"),
        ({"features": 3}, 'a prior must be {"features"'),
        ({"provenance": 3}, 'a prior must be {"features"'),
        ({"degrees": 2}, "2.0 degrees of freedom; it must be a number above 2"),
        ({"degrees": "many"}, 'a prior must be {"features"'),
        ({"levels": [1, 1]}, "two different ones at least"),
        ({"levels": [0, 1], "degrees": 8}, "no degrees of freedom; levels are 0, 1"),
        ({"levels": [-1, 1]}, "must be those of the levels: 0 for every feature, 1 on the diag"),
        ({"levels": 3}, 'a prior must be {"features"'),
    ],
)
def test_what_is_no_prior_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        Prior.read(json.dumps(PRIOR.as_json() | change), "mine.json")
    assert str(caught.value).startswith("mine.json: ")
    assert complaint in str(caught.value)


@pytest.mark.parametrize("text", ["", "[", "[]", "null", "{}"])
def test_other_texts_are_refused_with_their_source(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"^mine\.json"):
        Prior.read(text, "mine.json")


def test_another_order_of_the_features_moves_everything_along() -> None:
    turned = PRIOR.over(("rows", "facts"))
    assert turned.features == ("rows", "facts")
    assert turned.mean.tolist() == PRIOR.mean.tolist()[::-1]
    assert turned.covariance.tolist() == [[0.5, 0.3], [0.3, 1.0]]
    assert turned.over(PRIOR.features) == PRIOR


def test_features_that_do_not_fit_are_named() -> None:
    with pytest.raises(InvalidValue, match="knows nothing about clues"):
        PRIOR.over(("facts", "rows", "clues"))
    with pytest.raises(InvalidValue, match=r"unknown features rows \(known: facts\)"):
        PRIOR.over(("facts",))


def test_draws_have_the_mean_and_the_covariance() -> None:
    samples = PRIOR.draw(20000, np.random.default_rng(0))
    assert samples.mean(axis=0) == pytest.approx(PRIOR.mean, abs=0.04)
    assert np.cov(samples.T) == pytest.approx(PRIOR.covariance, abs=0.05)


def test_users_of_the_paper_have_powers_of_ten_each_as_often() -> None:
    drawn = np.exp(powers_prior(PRIOR.features).draw(5000, np.random.default_rng(0)))
    weights, counts = np.unique(drawn.round(6), return_counts=True)
    assert weights.tolist() == [0.01, 0.1, 1.0, 10.0, 100.0]
    assert counts / counts.sum() == pytest.approx(np.full(5, 0.2), abs=0.02)


def test_of_whom_weights_are_said_they_need_not_be_on_a_level() -> None:
    around = powers_prior(PRIOR.features).around({"facts": 1.0, "rows": 3.0})
    assert around.levels is None
    assert around.mean[1] - around.mean[0] == pytest.approx(np.log(3))


def test_mean_shares_are_the_mean_of_weights_that_add_up_to_one() -> None:
    samples = np.log([[1.0, 3.0], [2.0, 2.0]])
    assert mean_shares(samples) == pytest.approx([0.375, 0.625])
    assert mean_shares(samples + np.array([[800.0], [-800.0]])) == pytest.approx([0.375, 0.625])


def test_the_expected_weights_of_two_features_agree_with_an_integral() -> None:
    """With two features a share is the logistic function of a Gaussian."""
    variance = 1.0 + 0.5 - 2 * 0.3
    x = np.linspace(-8, 8, 4001)
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    share = 1 / (1 + np.exp(-(0.1 + 1 / 3 + np.sqrt(variance) * x)))
    facts = float((density * share).sum() * (x[1] - x[0]))
    expected = PRIOR.expected
    assert expected["facts"] == pytest.approx(2 * facts, abs=0.06)
    assert expected["facts"] + expected["rows"] == pytest.approx(2, abs=0.06)


def test_expected_weights_are_the_same_each_time_and_average_one() -> None:
    prior = shipped_prior("sudoku", SUDOKU)
    expected = prior.expected
    assert expected == prior.expected
    assert list(expected) == list(SUDOKU)
    assert min(expected.values()) > 0
    assert np.mean(list(expected.values())) == pytest.approx(1, abs=0.05)
    assert all(float(f"{weight:.2g}") == weight for weight in expected.values())


def test_features_that_a_prior_does_not_tell_apart_get_one_weight() -> None:
    assert set(wide_prior(SUDOKU).expected.values()) == {1.0}
    expected = structural_prior(SUDOKU).expected
    assert expected["other_row"] == expected["other_col"] == expected["other_block"]
    assert expected["other_row"] > expected["adjacent_row"] == expected["adjacent_block"]


def test_features_with_the_same_mean_but_other_covariances_are_told_apart() -> None:
    """The first two weights rise and fall together, so when high they share the sum."""
    covariance = np.array([[4.0, 3.9, 0.0], [3.9, 4.0, 0.0], [0.0, 0.0, 4.0]])
    expected = Prior(("a", "b", "c"), np.zeros(3), covariance).expected
    assert expected["a"] == expected["b"] < expected["c"]


def test_constraints_are_dearer_than_facts_and_others_dearer_than_adjacent() -> None:
    mean = dict(zip(SUDOKU, structural_prior(SUDOKU).mean, strict=True))
    assert mean["other_row"] > mean["adjacent_row"] > mean["adjacent_facts_other_value"]
    assert mean["other_facts_other_value"] > mean["adjacent_facts_other_value"]
    assert mean["adjacent_facts_other_value"] > mean["adjacent_facts_from_row"]
    assert structural_prior(["adjacent_artefacts"]).mean[0] == mean["adjacent_row"]


def test_the_shipped_prior_of_sudoku_is_fitted_and_in_the_order_asked_for() -> None:
    prior = shipped_prior("sudoku", SUDOKU[::-1])
    assert prior.features == SUDOKU[::-1]
    assert prior.over(SUDOKU) == shipped_prior("sudoku", SUDOKU)
    assert prior.provenance["kind"] == "population"
    assert (prior.provenance["people"], prior.provenance["choices"]) == (15, 1499)


def test_where_no_choices_are_known_the_shipped_prior_is_the_structural_one() -> None:
    assert shipped_prior("logic_grid", ("adjacent_clue",)) == structural_prior(("adjacent_clue",))
    assert shipped_prior("sudoku", ("adjacent_row",)) == structural_prior(("adjacent_row",))
