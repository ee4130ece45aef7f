"""What everyone who answers queries promises. (The user at the terminal is tested with it.)"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given

from hintwise.elicit.query import Answer
from hintwise.elicit.users import SimulatedUser, User
from tests.elicit.made import NAMES, counts, made_query

WEIGHTS = dict(zip(NAMES, (0.01, 1.0, 100.0), strict=True))
USERS: dict[str, Callable[[], User]] = {
    "the paper's": lambda: SimulatedUser(WEIGHTS, np.random.default_rng(1)),
    "never mistaken": lambda: SimulatedUser(WEIGHTS, np.random.default_rng(1), mistakes=0.0),
    "hardly ever indifferent": lambda: SimulatedUser(WEIGHTS, np.random.default_rng(1), beta=1e6),
}

pytestmark = pytest.mark.parametrize("user", USERS.values(), ids=USERS)


@given(a=counts, b=counts)
def test_every_query_has_an_answer_and_is_left_alone(
    user: Callable[[], User], a: dict[str, int], b: dict[str, int]
) -> None:
    query = made_query(dict(a), dict(b))
    assert isinstance(user().answer(query), Answer)
    assert query == made_query(a, b)


def test_the_same_queries_have_the_same_answers(user: Callable[[], User]) -> None:
    one, other = user(), user()
    queries = [
        made_query({"facts": i % 7, "rows": 1, "clues": 0}, {"facts": 3, "rows": i % 3, "clues": 0})
        for i in range(50)
    ]
    assert [one.answer(q) for q in queries] == [other.answer(q) for q in queries]


@given(a=counts)
def test_there_is_no_preference_between_equal_steps(
    user: Callable[[], User], a: dict[str, int]
) -> None:
    assert user().answer(made_query(a, a)) is Answer.NONE
