"""Settings, presets and learning rates."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from hintwise.elicit import Settings, preset, settings_for
from hintwise.elicit.methods import INFORMED_METHODS, METHODS
from hintwise.elicit.questions.contrast import PAPER_METHODS
from hintwise.elicit.settings import CHOICES, appendix_rate
from hintwise.errors import InvalidValue, UnknownName
from hintwise.problem import Kind
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU


@pytest.mark.parametrize("field", CHOICES)
@pytest.mark.parametrize("name", ["machopp", "", None, 3, ["local"]])
def test_an_unknown_name_is_refused_and_the_known_ones_are_listed(field: str, name: Any) -> None:
    what, known = CHOICES[field]
    with pytest.raises(UnknownName) as refused:
        Settings(**{field: name})
    assert what in str(refused.value)
    assert all(each in str(refused.value) for each in known)


@pytest.mark.parametrize("field", ["learning_rate", "weight_floor", "deadline_s"])
@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "1", True, 10**400])
def test_a_value_that_is_no_number_above_zero_is_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidValue, match=f"{field} is .*; it must be a number above zero"):
        Settings(**{field: value})


@pytest.mark.parametrize("field", ["learning_rate", "weight_floor"])
def test_a_value_that_leaves_no_finite_weights_is_refused(field: str) -> None:
    large: list[Any] = [1e308, 10**300, 1_000_001]
    for value in large:
        with pytest.raises(InvalidValue, match=f"{field} is .*; it must be 1000000 or less"):
            Settings(**{field: value})
    most: Any = 1_000_000
    Settings(**{field: most})


def test_only_the_floor_has_to_be_there() -> None:
    assert Settings(learning_rate=None, deadline_s=None) == Settings()
    nothing: Any = None
    with pytest.raises(InvalidValue, match="weight_floor is None"):
        Settings(weight_floor=nothing)


@pytest.mark.parametrize("seed", [-1, 1.5, "0", None, True, math.nan])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(InvalidValue, match=r"seed is .*; it must be a whole number, zero or more"):
        Settings(seed=seed)


@pytest.mark.parametrize("field", ["normalised_objective", "integer_weights", "minimal_steps"])
@pytest.mark.parametrize("value", ["no", 0, None])
def test_a_switch_that_is_neither_true_nor_false_is_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidValue, match=f"{field} is .*; it must be true or false"):
        Settings(**{field: value})


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        preset("paper", seed=4),
        preset("published", LOGIC_GRID, method="learned_weights", deadline_s=2.5),
        Settings(learning_rate=0.25, weight_floor=0.5, selection="offline_ses", seed=2**40),
    ],
)
def test_settings_survive_json(settings: Settings) -> None:
    assert Settings.from_json(json.loads(json.dumps(settings.as_json()))) == settings


def test_a_setting_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"unknown setting 'sed'; did you mean 'seed'\?"):
        Settings.from_json({"sed": 3})


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"unknown preset 'publish'.*\(known: paper, published\)"):
        preset("publish")


# The table of the paper and the published runs, row by row.
ROWS: dict[str, tuple[Any, Any, Any]] = {
    "confidence": ("paper", "answered", "asked"),
    "weight_floor": (1e-6, 1e-3, 1e-3),
    "normalised_objective": (False, True, True),
    "normalisation": ("local", "local", "local"),
    "integer_weights": (False, True, True),
    "puzzle_order": ("random", "listed", "listed"),
    "minimal_steps": (False, False, False),
    "method": ("machop", "machop", "machop"),
    "learner": ("perceptron", "perceptron", "perceptron"),
    "selection": ("online", "online", "online"),
    "learning_rate": (None, None, None),
}


@pytest.mark.parametrize("field", ROWS)
def test_the_presets_have_the_values_of_the_table(field: str) -> None:
    paper, sudoku, grid = ROWS[field]
    assert getattr(preset("paper"), field) == paper
    assert getattr(preset("paper", LOGIC_GRID), field) == paper
    assert getattr(preset("published", SUDOKU), field) == sudoku
    assert getattr(preset("published", LOGIC_GRID), field) == grid


def test_a_preset_can_be_changed() -> None:
    settings = preset("published", method="choice_perceptron", minimal_steps=True)
    assert (settings.method, settings.minimal_steps) == ("choice_perceptron", True)
    assert settings.weight_floor == 1e-3


def test_a_preset_takes_along_what_the_method_needs() -> None:
    settings = preset("published", method="bayes")
    assert (settings.learner, settings.selection) == ("bayes", "active")
    assert settings.weight_floor == 1e-3


@pytest.mark.parametrize("method", PAPER_METHODS)
def test_with_a_method_of_the_paper_goes_the_paper_with_minimal_steps(method: str) -> None:
    assert settings_for(method) == preset("paper", method=method, minimal_steps=True)
    assert settings_for(method).learner == "perceptron"
    assert settings_for(method).selection == "online"


@pytest.mark.parametrize("method", INFORMED_METHODS)
def test_with_a_method_that_asks_the_learner_go_all_defaults(method: str) -> None:
    assert settings_for(method) == Settings(method=method)
    assert settings_for(method).learner == "bayes"


def test_the_default_method_comes_with_its_own_settings() -> None:
    assert settings_for(Settings().method) == Settings()


def test_what_goes_with_a_method_can_be_changed() -> None:
    settings = settings_for("machop", learner="bayes", selection="active", seed=3)
    assert settings == Settings(method="machop", seed=3)


@pytest.mark.parametrize("method", ["machopp", None, ["bayes"]])
def test_there_are_no_settings_for_a_method_that_is_not_known(method: Any) -> None:
    with pytest.raises(UnknownName) as refused:
        settings_for(method)
    assert all(known in str(refused.value) for known in METHODS)


@pytest.mark.parametrize("method", INFORMED_METHODS)
def test_a_method_that_asks_the_learner_is_refused_without_it_and_both_ways_out_are_named(
    method: str,
) -> None:
    with pytest.raises(InvalidValue) as refused:
        settings_for(method, learner="perceptron")
    for named in (method, "perceptron", "set learner to 'bayes'", *PAPER_METHODS):
        assert named in str(refused.value)


# The appendix: method, normalisation, selection, on Sudoku and on logic grids.
APPENDIX = [
    ("choice_perceptron", "nadir", "online", 0.1, 0.1),
    ("non_dominated", "nadir", "online", 0.5, 0.5),
    ("choice_perceptron", "none", "online", 0.1, 0.1),
    ("non_dominated", "none", "online", 0.1, 0.1),
    ("choice_perceptron", "cumulative", "online", 0.5, 10.0),
    ("non_dominated", "cumulative", "online", 0.5, 10.0),
    ("choice_perceptron", "local", "online", 0.5, 0.1),
    ("non_dominated", "local", "online", 10.0, 5.0),
    ("learned_weights", "local", "online", 5.0, 0.1),
    ("machop", "local", "online", 0.5, 0.5),
    ("machop", "local", "offline_random", 10.0, 0.5),
    ("machop", "local", "offline_ses", 10.0, 0.5),
]
# Where the appendix has no rate: that of the method with local norms.
ELSEWHERE = [
    ("learned_weights", "nadir", "online", 5.0, 0.1),
    ("learned_weights", "none", "online", 5.0, 0.1),
    ("learned_weights", "cumulative", "offline_ses", 5.0, 0.1),
    ("machop", "nadir", "online", 0.5, 0.5),
    ("machop", "cumulative", "online", 0.5, 0.5),
    ("choice_perceptron", "local", "offline_random", 0.5, 0.1),
    ("non_dominated", "nadir", "offline_ses", 0.5, 0.5),
]


@pytest.mark.parametrize(
    ("method", "normalisation", "selection", "sudoku", "grid"), [*APPENDIX, *ELSEWHERE]
)
def test_learning_rates_are_those_of_the_appendix(
    method: str, normalisation: str, selection: str, sudoku: float, grid: float
) -> None:
    settings = settings_for(method, normalisation=normalisation, selection=selection)
    assert settings.rate_for(SUDOKU) == sudoku
    assert settings.rate_for(LOGIC_GRID) == grid
    assert settings.rate_for(Kind("timetable")) == sudoku


def test_a_learning_rate_of_ones_own_goes_first() -> None:
    assert Settings(learning_rate=0.75).rate_for(SUDOKU) == 0.75


def test_what_the_appendix_does_not_know_has_a_learning_rate_all_the_same() -> None:
    assert appendix_rate(SUDOKU, "thompson", "local", "online") == 0.5
    assert appendix_rate(LOGIC_GRID, "non_dominated", "logarithmic", "online") == 5.0
