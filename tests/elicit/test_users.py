"""The simulated user: frequencies against the formula, and how true weights are drawn."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from hintwise.elicit.query import Answer, Query
from hintwise.elicit.users import SimulatedUser, draw_weights
from hintwise.errors import InvalidValue
from tests.elicit.made import NAMES, made_query

WEIGHTS = {"facts": 0.25, "rows": 0.1, "clues": 0.2}
DRAWS = 4000
TOLERANCE = 4 * math.sqrt(0.25 / DRAWS)  # four standard deviations at most


def shares(query: Query, beta: float = 1.0, mistakes: float = 0.1) -> dict[Answer, float]:
    user = SimulatedUser(WEIGHTS, np.random.default_rng(7), beta=beta, mistakes=mistakes)
    tally = Counter(user.answer(query) for _ in range(DRAWS))
    return {answer: tally[answer] / DRAWS for answer in Answer}


@pytest.mark.parametrize("more", [1, 2, 6])
@pytest.mark.parametrize(("beta", "mistakes"), [(1.0, 0.1), (0.5, 0.3), (2.0, 0.0)])
def test_answers_are_as_frequent_as_the_formula_says(
    more: int, beta: float, mistakes: float
) -> None:
    cheap = {"facts": 1, "rows": 2, "clues": 0}
    dear = {**cheap, "facts": 1 + more}
    indifferent = math.exp(-beta * 0.25 * more)
    expected = {
        Answer.NONE: indifferent,
        Answer.A: (1 - indifferent) * (1 - mistakes),
        Answer.B: (1 - indifferent) * mistakes,
    }
    assert shares(made_query(cheap, dear), beta, mistakes) == pytest.approx(expected, abs=TOLERANCE)
    swapped = {Answer.A: Answer.B, Answer.B: Answer.A, Answer.NONE: Answer.NONE}
    assert shares(made_query(dear, cheap), beta, mistakes) == pytest.approx(
        {swapped[answer]: share for answer, share in expected.items()}, abs=TOLERANCE
    )


def test_there_is_never_a_preference_between_steps_that_cost_the_same() -> None:
    # Two rows cost as much as a clue, though 0.1 is no exact number: steps need not be equal.
    query = made_query({"facts": 3, "rows": 2, "clues": 0}, {"facts": 3, "rows": 0, "clues": 1})
    assert shares(query, beta=1.0)[Answer.NONE] == 1.0


def test_answers_depend_on_the_generator_alone() -> None:
    query = made_query({"facts": 3, "rows": 0, "clues": 0}, {"facts": 0, "rows": 0, "clues": 0})
    first, second = (SimulatedUser(WEIGHTS, np.random.default_rng(5)) for _ in range(2))
    assert [first.answer(query) for _ in range(99)] == [second.answer(query) for _ in range(99)]


@pytest.mark.parametrize("beta", [0.0, -1.0, math.nan, math.inf])
def test_a_beta_that_is_no_number_above_zero_is_refused(beta: float) -> None:
    with pytest.raises(InvalidValue, match=r"beta is .*; it must be a number above zero"):
        SimulatedUser(WEIGHTS, np.random.default_rng(0), beta=beta)


@pytest.mark.parametrize("mistakes", [-0.1, 1.1, math.nan])
def test_a_share_of_mistakes_outside_zero_to_one_is_refused(mistakes: float) -> None:
    with pytest.raises(InvalidValue, match=r"mistakes is .*; it must lie between 0 and 1"):
        SimulatedUser(WEIGHTS, np.random.default_rng(0), mistakes=mistakes)


def test_true_weights_are_powers_of_ten_each_as_likely() -> None:
    rng = np.random.default_rng(3)
    drawn = Counter(w for _ in range(1000) for w in draw_weights(NAMES, rng).values())
    assert set(drawn) == {0.01, 0.1, 1.0, 10.0, 100.0}
    assert all(500 < n < 700 for n in drawn.values())
