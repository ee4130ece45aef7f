"""Preferences in words, for any kind of problem."""

from __future__ import annotations

import itertools
import re

import pytest

from hintwise.elicit.insight import KINDS
from hintwise.problem import Constraint, Kind, Problem, Variable
from hintwise.puzzles import sudoku
from hintwise.render.words.language import language_names
from hintwise.render.words.preferences import preference_text
from tests.elicit.made import drawn_problem

ROTA = Problem(
    kind=Kind("rota"),
    variables=(Variable("x", (1, 2)), Variable("y", (1, 2))),
    constraints=(
        Constraint("c1", "early shift", frozenset({"x", "y"}), None),
        Constraint("c2", "late_shift", frozenset({"x"}), None),
    ),
)
SUDOKU = sudoku("1.....3..4.....2")
PROBLEMS = [SUDOKU, drawn_problem("logic_grid", 0), ROTA]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.kind)
def test_every_two_kinds_make_a_sentence(problem: Problem) -> None:
    kinds = [*((name, "") for name in KINDS), *(("constraints", g) for g in problem.groups)]
    texts = {preference_text(problem, a, b, 2.0) for a, b in itertools.permutations(kinds, 2)}
    for text in texts:
        assert re.fullmatch(r"You like .* counts? .*\.", text)
        assert not re.search(r"[{}_]|  | [,.:]", text.replace("late_shift", ""))


@pytest.mark.parametrize(
    ("dearer", "cheaper", "text"),
    [
        (
            ("constraints", ""),
            ("facts", ""),
            "You like steps with few rules, even if they need more facts: "
            "each counts like 2.5 facts.",
        ),
        (
            ("facts", ""),
            ("constraints", ""),
            "You like steps with few facts, even if they need more rules: "
            "a fact counts like 2.5 of these.",
        ),
        (
            ("constraints", "early shift"),
            ("constraints", "late_shift"),
            "You like “late_shift” rules better than “early shift” rules, "
            "which count 2.5 times as much.",
        ),
        (
            ("far constraints", ""),
            ("near constraints", ""),
            "You like rules about the derived fact better than those elsewhere, "
            "which count 2.5 times as much.",
        ),
        (
            ("facts that fail", ""),
            ("facts that hold", ""),
            "You like facts that hold better than those that are ruled out, "
            "which count 2.5 times as much.",
        ),
    ],
)
def test_rules_are_called_by_the_names_that_a_model_gives_them(
    dearer: tuple[str, str], cheaper: tuple[str, str], text: str
) -> None:
    assert preference_text(ROTA, dearer, cheaper, 2.5) == text


def test_the_rules_of_a_sudoku_are_called_by_their_names() -> None:
    text = preference_text(SUDOKU, ("near constraints", ""), ("far constraints", ""), 3.0)
    assert text == (
        "You like rows, columns and blocks elsewhere better than those through the derived cell, "
        "which count 3 times as much."
    )


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.kind)
def test_every_two_kinds_are_told_apart_in_every_language(problem: Problem, language: str) -> None:
    kinds = [*((name, "") for name in KINDS), *(("constraints", g) for g in problem.groups)]
    pairs = list(itertools.permutations(kinds, 2))
    texts = {preference_text(problem, a, b, 2.5, language=language) for a, b in pairs}
    assert len(texts) == len(pairs)
    for text in texts:
        assert not re.search(r"[{}_]|  | [,.:]", text.replace("late_shift", ""))


def test_figures_have_the_decimal_point_of_the_language() -> None:
    text = preference_text(
        SUDOKU, ("facts that fail", ""), ("facts that hold", ""), 2.5, language="de"
    )
    assert text == (
        "Dir gefallen Fakten mit positiver Aussage besser als solche mit negativer Aussage, "
        "die 2,5-mal so viel zählen."
    )


def test_what_was_expected_says_so() -> None:
    text = preference_text(SUDOKU, ("facts", ""), ("constraints", "row"), 1e9, expected=True)
    assert text == (
        "As expected, you like rows better than facts, which count more than 99 times as much."
    )
