"""Response models: probabilities that add up, and mirror each other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.learners.response import (
    RESPONSES,
    SIGNS,
    UNEXPECTED,
    Logistic,
    LogisticWithTies,
    Noticed,
    Response,
)
from hintwise.elicit.query import FeaturePair
from hintwise.elicit.users import SimulatedUser
from hintwise.errors import InvalidValue

advantages = st.floats(-1e6, 1e6)
responses = st.builds(
    lambda name, lapse: RESPONSES[name](lapse),
    st.sampled_from(sorted(RESPONSES)),
    st.sampled_from([0.0, 0.05, 0.5]),
)


def likelihood(response: Response, advantage: float, sign: float) -> float:
    return float(response.likelihood(np.array([advantage]), np.array([sign]))[0])


def preference(response: Response, advantage: float) -> float:
    return float(response.preference(np.array([advantage]))[0])


@given(response=responses, advantage=advantages, sign=st.sampled_from([-1.0, 0.0, 1.0]))
def test_an_answer_is_never_impossible_and_mirrors_its_opposite(
    response: Response, advantage: float, sign: float
) -> None:
    found = likelihood(response, advantage, sign)
    assert 0 < found <= 1
    assert found == pytest.approx(likelihood(response, -advantage, -sign))


@given(response=responses, advantage=advantages)
def test_a_preference_is_never_certain_and_the_two_add_up(
    response: Response, advantage: float
) -> None:
    found = preference(response, advantage)
    assert 0 < found < 1
    assert found + preference(response, -advantage) == pytest.approx(1)
    assert (found - 0.5) * advantage >= 0


@given(advantage=advantages, lapse=st.floats(0, 0.9))
def test_what_is_foreseen_is_never_certain_nor_less_sure_than_the_preference(
    advantage: float, lapse: float
) -> None:
    response = LogisticWithTies(lapse)
    found = float(response.foreseen(np.array([advantage]))[0])
    other = float(response.foreseen(np.array([-advantage]))[0])
    assert 0 < found < 1
    assert found + other == pytest.approx(1)
    assert abs(found - 0.5) >= abs(preference(response, advantage) - 0.5) - 1e-12


def test_a_step_far_worse_is_foreseen_to_be_left_even_by_the_careless() -> None:
    response = LogisticWithTies(0.2)
    near, far = response.foreseen(np.array([30.0, 600.0]))
    assert near < 0.94 < 0.98 < far
    assert preference(response, 600.0) == pytest.approx(preference(response, 30.0))


@given(advantage=advantages, tie=st.floats(0.1, 10))
def test_with_ties_the_three_answers_add_up(advantage: float, tie: float) -> None:
    response = LogisticWithTies(0.05, tie)
    assert sum(likelihood(response, advantage, sign) for sign in (1, 0, -1)) == pytest.approx(1)


@given(advantage=advantages)
def test_without_ties_the_two_answers_add_up_and_none_says_nothing(advantage: float) -> None:
    response = Logistic(0.05)
    assert sum(likelihood(response, advantage, sign) for sign in (1, -1)) == pytest.approx(1)
    assert likelihood(response, advantage, 0) == 1


def test_the_models_by_hand() -> None:
    assert preference(Logistic(0.1), np.log(3)) == pytest.approx(0.9 * 0.75 + 0.05)
    ties = LogisticWithTies(0.0, tie=2.5)
    # Odds of 2, 1/2 and 2.5, out of 5.
    assert likelihood(ties, 2 * np.log(2), 1) == pytest.approx(0.4)
    assert likelihood(ties, 2 * np.log(2), 0) == pytest.approx(0.5)
    assert preference(ties, 2 * np.log(2)) == pytest.approx(0.8)


def test_noticed_differences_are_told_as_the_papers_simulated_user_tells_them() -> None:
    response, weights = Noticed(0.2, unexpected=0.0), {"facts": 0.3, "rows": 2.0}
    pair = FeaturePair({"facts": 5, "rows": 0}, {"facts": 1, "rows": 1})
    user = SimulatedUser(weights, np.random.default_rng(0))
    told = Counter(user.choice(pair) for _ in range(4000))
    for answer, sign in SIGNS.items():
        share = likelihood(response, 2.0 - 4 * 0.3, sign)
        assert told[answer] / 4000 == pytest.approx(share, abs=0.025)
    assert likelihood(Noticed(0.2), 40.0, 0) == pytest.approx(UNEXPECTED / 3)


def test_the_smaller_the_advantage_the_likelier_a_tie() -> None:
    found = LogisticWithTies(0.05).likelihood(np.array([0.0, 1.0, 4.0]), np.zeros(3))
    assert list(found) == sorted(found, reverse=True)


@pytest.mark.parametrize("name", RESPONSES)
@pytest.mark.parametrize("lapse", [-0.1, 1.0, float("nan")])
def test_a_lapse_that_is_no_share_is_refused(name: str, lapse: float) -> None:
    with pytest.raises(InvalidValue, match=r"lapse is .*from 0 to less than 1"):
        RESPONSES[name](lapse)


@pytest.mark.parametrize("name", RESPONSES)
@pytest.mark.parametrize("sign", [1.0, -1.0, 0.0])
def test_a_lapse_mixes_answers_on_purpose_with_answers_at_random(name: str, sign: float) -> None:
    advantage = np.linspace(-40, 40, 81)[:, None]
    signs = np.array([sign])
    never, sometimes = (RESPONSES[name](lapse) for lapse in (0.0, 0.3))
    mixed = 0.7 * never.likelihood(advantage, signs) + 0.3 * never.at_random(advantage, signs)
    assert sometimes.likelihood(advantage, signs) == pytest.approx(mixed)
