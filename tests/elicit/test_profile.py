"""Profiles: what is read, and what is refused."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from hintwise.elicit import Profile
from hintwise.errors import InvalidWeights
from hintwise.features import feature_names
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, drawn_problem

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
    with pytest.raises(InvalidWeights, match="has no weight for adjacent_col, other_row"):
        Profile.read(json.dumps({"problem": "sudoku", "weights": weights}), PROBLEM)


def test_unknown_features_are_named_with_the_known_ones() -> None:
    with pytest.raises(InvalidWeights, match=r"unknown features diagonal \(known: adjacent_facts"):
        Profile.read(text(diagonal=1.0), PROBLEM)


@pytest.mark.parametrize(
    "value", [0, -2.0, math.nan, math.inf, -math.inf, True, "1", None, [1.0], 10**400]
)
def test_a_weight_that_is_no_positive_number_is_refused(value: Any) -> None:
    with pytest.raises(InvalidWeights, match="weights must be positive numbers, not other_row="):
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
