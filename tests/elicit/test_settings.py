"""Settings, presets and learning rates."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.perceptron import Perceptron, appendix_rate
from hintwise.elicit.learners.prior import PRIORS, wide_prior
from hintwise.elicit.learners.response import RESPONSES, LogisticWithTies
from hintwise.elicit.methods import (
    INFORMED_METHODS,
    LEARNERS,
    METHODS,
    PAPER_METHODS,
    QUESTIONS,
)
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.questions.contrast import Machop
from hintwise.elicit.questions.informed import BestOfTwo
from hintwise.elicit.settings import (
    OPTIONS,
    PUZZLE_ORDERS,
    Settings,
    check_option,
    preset,
    settings_for,
)
from hintwise.errors import InvalidValue, UnknownName
from hintwise.problem import Kind
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU

NAMED = {
    "method": ("method", METHODS),
    "learner": ("learner", LEARNERS),
    "normalisation": ("normalisation", NORMALISATIONS),
    "selection": ("selection of instances", SELECTIONS),
    "confidence": ("confidence rule", CONFIDENCES),
    "puzzle_order": ("order of puzzles", PUZZLE_ORDERS),
    "prior": ("prior", PRIORS),
    "response": ("response model", RESPONSES),
}


@pytest.mark.parametrize("option", NAMED)
@pytest.mark.parametrize("name", ["machopp", "", None, 3, ["local"]])
def test_an_unknown_name_is_refused_and_the_known_ones_are_listed(option: str, name: Any) -> None:
    what, known = NAMED[option]
    with pytest.raises(UnknownName) as refused:
        check_option(option, name)
    assert what in str(refused.value)
    assert all(each in str(refused.value) for each in known)


@pytest.mark.parametrize("option", ["learning_rate", "weight_floor", "deadline_s"])
@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "1", True, 10**400])
def test_a_value_that_is_no_number_above_zero_is_refused(option: str, value: Any) -> None:
    named = option.replace("_", "[_ ]")
    with pytest.raises(InvalidValue, match=f"{named} is .*; it must be a number above zero"):
        check_option(option, value)


@pytest.mark.parametrize("option", ["learning_rate", "weight_floor"])
def test_a_value_that_leaves_no_finite_weights_is_refused(option: str) -> None:
    large: list[Any] = [1e308, 10**300, 1_000_001]
    for value in large:
        with pytest.raises(InvalidValue, match=r"is .*; it must be 1000000 or less"):
            check_option(option, value)
    check_option(option, 1_000_000)


def test_only_the_floor_has_to_be_there() -> None:
    assert settings_for("machop", learning_rate=None, deadline_s=None) == settings_for("machop")
    with pytest.raises(InvalidValue, match="weight floor is None"):
        check_option("weight_floor", None)


@pytest.mark.parametrize("seed", [-1, 1.5, "0", None, True, math.nan])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(InvalidValue, match=r"seed is .*; it must be a whole number, zero or more"):
        Settings(seed=seed)


@pytest.mark.parametrize("option", ["normalised_objective", "integer_weights", "minimal_steps"])
@pytest.mark.parametrize("value", ["no", 0, None])
def test_a_switch_that_is_neither_true_nor_false_is_refused(option: str, value: Any) -> None:
    with pytest.raises(InvalidValue, match=r" is .*; it must be true or false"):
        check_option(option, value)


@pytest.mark.parametrize("lapse", [-0.1, 1.0, math.nan, "often", None])
def test_a_lapse_that_is_no_share_is_refused(lapse: Any) -> None:
    with pytest.raises(InvalidValue, match=r"lapse is .*; it must be a share from 0"):
        check_option("lapse", lapse)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        preset("paper", seed=4),
        preset("published", LOGIC_GRID, method="learned_weights", deadline_s=2.5),
        settings_for("machop", learning_rate=0.25, weight_floor=0.5, seed=2**40),
        Settings(learner=Bayes(prior=wide_prior(["rows", "facts"]), response="logistic")),
    ],
)
def test_settings_survive_json(settings: Settings) -> None:
    assert Settings.from_json(json.loads(json.dumps(settings.as_json()))) == settings


@pytest.mark.parametrize("method", METHODS)
def test_flat_options_make_the_settings_that_they_were_taken_from(method: str) -> None:
    settings = settings_for(method, seed=3, node_limit=9)
    assert settings_for(**settings.flat) == settings
    assert set(settings.flat) < set(OPTIONS)


def test_each_option_stands_only_where_it_applies() -> None:
    assert Settings(questions=Machop(confidence="asked")).as_json() == {
        "questions": {"rule": "machop", "minimal": True, "confidence": "asked"},
        "learner": {"learner": "bayes", "prior": "shipped", "response": "ties", "lapse": 0.2},
        "selection": "active",
        "puzzle_order": "random",
        "seed": 0,
        "deadline_s": None,
        "node_limit": None,
    }
    assert "lapse" not in settings_for("machop").flat
    assert "confidence" not in settings_for("bayes").flat


@pytest.mark.parametrize(
    ("method", "option", "value", "to"),
    [
        ("bayes", "confidence", "paper", "method 'bayes'"),
        ("bayes", "minimal_steps", True, "method 'bayes'"),
        ("non_dominated", "confidence", "paper", "method 'non_dominated'"),
        ("machop", "prior", "wide", "learner 'perceptron'"),
        ("bayes", "normalisation", "local", "learner 'bayes'"),
        ("bayes", "learning_rate", 0.5, "learner 'bayes'"),
    ],
)
def test_an_option_that_does_not_apply_is_refused_by_name(
    method: str, option: str, value: Any, to: str
) -> None:
    with pytest.raises(InvalidValue, match=f"{option} does not apply to {to}"):
        settings_for(method, **{option: value})


def test_an_option_in_json_that_does_not_apply_is_refused_by_name() -> None:
    with pytest.raises(InvalidValue, match="minimal does not apply to question rule 'best_of_two'"):
        Settings.from_json({"questions": {"rule": "best_of_two", "minimal": True}})
    with pytest.raises(InvalidValue, match="lapse does not apply to learner 'perceptron'"):
        Settings.from_json({"learner": {"learner": "perceptron", "lapse": 0.1}})


def test_a_response_of_ones_own_must_be_passed_in_again() -> None:
    own = Bayes(response=LogisticWithTies(tie=3.0))
    document = Settings(learner=own).as_json()
    with pytest.raises(InvalidValue, match="tie does not apply to learner 'bayes'"):
        Settings.from_json(document)
    assert Settings.from_json(document, learner=own).learner == own
    with pytest.raises(InvalidValue, match=r"learner is .* was recorded"):
        Settings.from_json(document, learner=Bayes())
    with pytest.raises(UnknownName, match=r"unknown part of a session 'lerner'; did you mean"):
        Settings.from_json(document, lerner=own)


def test_a_setting_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"unknown setting 'sed'; did you mean 'seed'\?"):
        Settings.from_json({"sed": 3})
    with pytest.raises(UnknownName, match=r"unknown setting 'prio'; did you mean 'prior'\?"):
        settings_for("bayes", prio="wide")


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
    assert preset("paper").flat[field] == paper
    assert preset("paper", LOGIC_GRID).flat[field] == paper
    assert preset("published", SUDOKU).flat[field] == sudoku
    assert preset("published", LOGIC_GRID).flat[field] == grid


def test_a_preset_can_be_changed() -> None:
    settings = preset("published", method="choice_perceptron", minimal_steps=True)
    assert settings.questions == QUESTIONS["choice_perceptron"](minimal=True)
    assert settings.flat["weight_floor"] == 1e-3


def test_a_preset_takes_along_what_the_method_needs_and_leaves_out_what_does_not_apply() -> None:
    settings = preset("published", method="bayes")
    assert settings == Settings(puzzle_order="listed")


@pytest.mark.parametrize("method", PAPER_METHODS)
def test_with_a_method_of_the_paper_goes_the_paper_with_minimal_steps(method: str) -> None:
    assert settings_for(method) == preset("paper", method=method, minimal_steps=True)
    assert settings_for(method).learner == Perceptron()
    assert settings_for(method).selection == "online"


@pytest.mark.parametrize("method", INFORMED_METHODS)
def test_with_a_method_that_asks_the_learner_go_all_defaults(method: str) -> None:
    rule = QUESTIONS[INFORMED_METHODS[method].rule]
    assert settings_for(method) == Settings(questions=rule())


def test_the_default_method_comes_with_its_own_settings() -> None:
    assert settings_for("bayes") == Settings() == Settings(questions=BestOfTwo())


def test_what_goes_with_a_method_can_be_changed() -> None:
    settings = settings_for("machop", learner="bayes", selection="active", seed=3)
    assert settings == Settings(questions=Machop(), seed=3)


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
    settings = settings_for("machop", learning_rate=0.75)
    assert settings.rate_for(SUDOKU) == 0.75
    assert not settings.has_appendix_rate(SUDOKU)
    assert settings_for("machop").with_rate_for(SUDOKU).flat["learning_rate"] == 0.5


def test_only_the_perceptron_has_a_learning_rate() -> None:
    assert Settings().rate_for(SUDOKU) is None
    assert Settings().with_rate_for(SUDOKU) == Settings()


def test_what_the_appendix_does_not_know_has_a_learning_rate_all_the_same() -> None:
    assert appendix_rate(SUDOKU, "thompson", "local", "online") == 0.5
    assert appendix_rate(LOGIC_GRID, "non_dominated", "logarithmic", "online") == 5.0
