"""What the engine gets of the samples, against what it is meant to achieve."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.elicit.learners.bayes import Bayes, BayesBelief
from hintwise.elicit.learners.estimate import ESTIMATES, relative, share
from hintwise.elicit.learners.prior import wide_prior
from hintwise.elicit.learners.response import Noticed
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.settings import Settings, settings_for

# Facts, rules, and something that is in none of the best steps. Some people mind rules; to the
# others these steps cost next to nothing beside that, but facts a hundred times as much as rules.
WEIGHTS = np.array([[1.0, 30.0, 1.0]] * 5 + [[1e-3, 1e-5, 10.0]] * 5)
FEW_FACTS, FEW_RULES = np.array([1.0, 2.0, 0.0]), np.array([20.0, 0.0, 0.0])
ASKED = np.array([[FEW_FACTS, FEW_RULES]] * 3)


def test_the_cheapest_step_is_the_one_expected_to_be_least_too_dear() -> None:
    steps = np.array([FEW_FACTS, FEW_RULES])
    costs = WEIGHTS @ steps.T
    too_dear = (costs / costs.min(axis=1, keepdims=True)).mean(axis=0)
    found = steps @ relative(np.log(WEIGHTS), ASKED)
    assert found / found[0] == pytest.approx(too_dear / too_dear[0])
    # Scaled to a sum of 1, those to whom these steps cost next to nothing have no say.
    assert found.argmin() != (steps @ share(np.log(WEIGHTS), ASKED)).argmin()


@pytest.mark.parametrize("name", ESTIMATES)
def test_a_factor_for_each_person_changes_nothing(name: str) -> None:
    theta = np.log(WEIGHTS)
    shifted = theta + np.arange(len(theta))[:, None]
    assert ESTIMATES[name](shifted, ASKED) == pytest.approx(ESTIMATES[name](theta, ASKED))


def test_before_the_first_answer_and_where_steps_cost_nothing_weights_are_shares() -> None:
    theta = np.log(WEIGHTS)
    for asked in (np.zeros((0, 2, 3)), np.zeros((1, 2, 3))):
        assert relative(theta, asked) == pytest.approx(share(theta, asked))


def test_settings_name_the_estimate_unless_it_is_the_one_that_was_always_there() -> None:
    usual = settings_for("bayes")
    assert usual.learner == Bayes(estimate="share")
    assert "estimate" not in usual.as_json()["learner"]
    other = settings_for("bayes", estimate="relative")
    assert Settings.from_json(other.as_json()) == other != usual


def test_weights_are_the_estimate_that_was_asked_for() -> None:
    prior = wide_prior(("facts", "rules"))
    pair = FeaturePair({"facts": 9, "rules": 1}, {"facts": 1, "rules": 4})
    one, other = (
        BayesBelief.starting(prior, Noticed(), 0, estimate).told(pair, Answer.A)
        for estimate in ("share", "relative")
    )
    assert (one.samples == other.samples).all()
    steps = np.array([[[9.0, 1.0], [1.0, 4.0]]])
    assert list(other.weights.values()) == pytest.approx(relative(one.samples, steps))
    assert one.weights != other.weights
    assert one != other
