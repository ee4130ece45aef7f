"""Profiles: what is read, and what is refused."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from hintwise.elicit.learners.posterior import Posterior
from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.errors import InvalidWeights
from hintwise.features import feature_names
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, answered, drawn_problem

PROBLEM = sudoku(COURSE[0])
NAMES = feature_names(PROBLEM)
WEIGHTS: dict[str, Any] = {name: 0.5 + i for i, name in enumerate(NAMES)}


def text(problem: Any = "sudoku", **changes: Any) -> str:
    return json.dumps({"problem": problem, "weights": {**WEIGHTS, **changes}})


def test_a_profile_survives_being_written() -> None:
    profile = Profile("sudoku", WEIGHTS, {"method": "machop", "queries": 12, "by": "Zoë"})
    assert Profile.read(profile.write(), PROBLEM) == profile
    assert profile.write().endswith("}\n")
    assert "Zoë" in profile.write()


def test_a_weights_file_is_a_profile_without_provenance() -> None:
    assert Profile.read(text(), PROBLEM) == Profile("sudoku", WEIGHTS)


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
def test_the_expected_profile_says_which_prior_it_is_the_mean_of(kind: str) -> None:
    problem = drawn_problem(kind, 0)
    prior = shipped_prior(kind, feature_names(problem))
    profile = Profile.expected(problem)
    assert profile == Profile(kind, prior.expected, {"prior": prior.provenance})
    assert Profile.read(profile.write(), problem) == profile


def test_a_profile_for_another_problem_is_refused() -> None:
    grid = drawn_problem("logic_grid", 0)
    with pytest.raises(
        InvalidWeights, match=r"mine\.json holds weights for 'sudoku', .*'logic_grid'"
    ):
        Profile.read(text(), grid, "mine.json")
    with pytest.raises(InvalidWeights, match="holds weights for None"):
        Profile.read(text(problem=None), PROBLEM)


def test_missing_weights_are_named() -> None:
    weights = {name: 1.0 for name in NAMES if name not in ("other_row", "adjacent_col")}
    with pytest.raises(InvalidWeights, match="the profile: no weight for adjacent_col, other_row"):
        Profile.read(json.dumps({"problem": "sudoku", "weights": weights}), PROBLEM)


def test_unknown_features_are_named_with_the_known_ones() -> None:
    with pytest.raises(InvalidWeights, match=r"unknown feature 'diagonal' \(known: adjacent_facts"):
        Profile.read(text(diagonal=1.0), PROBLEM)


@pytest.mark.parametrize(
    "value", [0, -2.0, math.nan, math.inf, -math.inf, True, "1", None, [1.0], 10**400]
)
def test_a_weight_that_is_no_positive_number_is_refused(value: Any) -> None:
    with pytest.raises(InvalidWeights, match="must be a finite number above 0, not other_row="):
        Profile.read(text(other_row=value), PROBLEM)


@pytest.mark.parametrize("broken", ["", "{", "weights", "[" * 100_000, "9" * 5000 + "]"])
def test_what_is_not_json_is_refused(broken: str) -> None:
    with pytest.raises(InvalidWeights, match="the profile is not JSON"):
        Profile.read(broken, PROBLEM)


@pytest.mark.parametrize("other", ["[]", "null", "3", "{}", '{"weights": [1]}', '"sudoku"'])
def test_json_of_another_form_is_refused(other: str) -> None:
    with pytest.raises(InvalidWeights, match=r'must be \{"problem": "sudoku", "weights": \{…\}\}'):
        Profile.read(other, PROBLEM)


def test_provenance_of_another_form_is_left_out() -> None:
    document = {**json.loads(text()), "provenance": "a friend"}
    assert Profile.read(json.dumps(document), PROBLEM).provenance == {}


def learned(**settings: Any) -> tuple[Session, Profile]:
    session = Session.of([PROBLEM], settings_for(**settings))
    answered(session, [Answer.A, Answer.B])
    return session, Profile.of(session)


def test_a_session_makes_a_profile_with_its_posterior_and_prior() -> None:
    session, profile = learned(method="bayes", learner="bayes", selection="active")
    assert profile.weights == session.weights
    assert profile.provenance["session"] == session.as_json()
    assert profile.posterior is not None
    assert profile.prior == shipped_prior("sudoku", NAMES)
    assert profile.posterior.features == NAMES
    samples = session.belief.samples  # type: ignore[attr-defined]
    assert profile.posterior.mean == pytest.approx(samples.mean(axis=0))
    assert profile.posterior.covariance[1][2] == pytest.approx(
        ((samples - samples.mean(axis=0)).T @ (samples - samples.mean(axis=0)))[1, 2]
        / (len(samples) - 1)
    )
    assert Profile.read(profile.write(), PROBLEM) == profile


def test_the_perceptron_leaves_no_posterior() -> None:
    _, profile = learned(method="machop", learner="perceptron", selection="online")
    assert (profile.posterior, profile.prior) == (None, None)
    assert Profile.read(profile.write(), PROBLEM) == profile
    assert "posterior" not in json.loads(profile.write())


WIDTH = len(NAMES)
POSTERIOR: dict[str, Any] = Posterior(
    NAMES,
    tuple(float(i) for i in range(WIDTH)),
    tuple(tuple(float(i * j) for j in range(WIDTH)) for i in range(WIDTH)),
    samples=128,
).as_json()


def with_posterior(posterior: Any, **more: Any) -> str:
    return json.dumps({**json.loads(text()), "posterior": posterior, **more})


def test_a_posterior_may_list_its_features_in_any_order() -> None:
    backwards = {
        **POSTERIOR,
        "features": POSTERIOR["features"][::-1],
        "mean": POSTERIOR["mean"][::-1],
        "covariance": [row[::-1] for row in POSTERIOR["covariance"][::-1]],
    }
    profile = Profile.read(with_posterior(backwards), PROBLEM)
    assert profile == Profile.read(with_posterior(POSTERIOR), PROBLEM)


@pytest.mark.parametrize(
    ("posterior", "named"),
    [
        ("yes", 'a posterior must be {"features"'),
        ([], 'a posterior must be {"features"'),
        ({"features": list(NAMES)}, '"samples": how many}'),
        ({**POSTERIOR, "mean": ["much"] * WIDTH}, 'a posterior must be {"features"'),
        ({**POSTERIOR, "samples": None}, 'a posterior must be {"features"'),
        ({**POSTERIOR, "samples": math.inf}, 'a posterior must be {"features"'),
        ({**POSTERIOR, "samples": 0}, "one sample or more, not 0"),
        ({**POSTERIOR, "mean": [1.0]}, f"over {WIDTH} features has {WIDTH} means"),
        ({**POSTERIOR, "covariance": [[1.0]]}, "not 12 and rows of 1"),
        ({**POSTERIOR, "mean": [math.nan] * WIDTH}, "finite numbers"),
        ({**POSTERIOR, "covariance": [[-1.0] * WIDTH] * WIDTH}, "no number below zero"),
        ({**POSTERIOR, "covariance": [[float(i) for i in range(12)]] * 12}, "symmetric"),
        ({**POSTERIOR, "features": [*NAMES[1:], "luck"]}, "luck; it must be over adjacent_facts"),
    ],
)
def test_a_posterior_that_is_none_is_refused(posterior: Any, named: str) -> None:
    with pytest.raises(InvalidWeights) as caught:
        Profile.read(with_posterior(posterior), PROBLEM, "mine.json")
    assert str(caught.value).startswith("mine.json: ")
    assert named in str(caught.value)


@pytest.mark.parametrize("prior", ["wide", {"features": list(NAMES)}, 3])
def test_a_prior_that_is_none_is_refused(prior: Any) -> None:
    with pytest.raises(InvalidWeights, match=r"mine\.json: a prior must be \{"):
        Profile.read(with_posterior(POSTERIOR, prior=prior), PROBLEM, "mine.json")
