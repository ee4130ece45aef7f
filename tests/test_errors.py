"""The error tree."""

from __future__ import annotations

import pickle

import pytest

from hintwise import errors

EXAMPLES = [
    errors.InvalidPuzzle("no"),
    errors.InvalidRule("no", 3),
    errors.Unsatisfiable(["r1c1=1"], ["row 1"]),
    errors.NotImplied("r1c1=1", {"r1c1": 2}),
    errors.UnknownName("method", "magic", ["machop"]),
    errors.OutOfTime("late"),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_from_another_process(error: errors.HintwiseError) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)
    assert vars(arrived) == vars(error)


def test_an_unknown_name_lists_a_dozen_of_the_known_ones() -> None:
    message = str(errors.UnknownName("cell", "r1c99", [f"r1c{n}" for n in range(1, 17)]))
    assert message.endswith("r1c11, r1c12, …)")
