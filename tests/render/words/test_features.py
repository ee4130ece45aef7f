"""What features are called."""

from __future__ import annotations

import pytest

from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles import sudoku
from hintwise.render.words.features import feature_name, feature_words
from tests.elicit.made import drawn_problem

PROBLEMS = [sudoku("1.....3..4.....2"), drawn_problem("logic_grid", 0)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.kind)
def test_every_feature_has_words_that_a_player_understands(problem: Problem, language: str) -> None:
    names = feature_names(problem)
    told = {feature_name(name, language) for name in names}
    assert len(told) == len(names)
    assert not told & set(names)
    assert not any("_" in name or "adjacent" in name for name in told)


@pytest.mark.parametrize(
    ("name", "german"),
    [
        ("adjacent_row", "nahe Zeilen"),
        ("adjacent_facts_from_col", "nahe Fakten über Spalten"),
        ("other_facts_same_value", "ferne Fakten mit gleichem Wert"),
        ("other_early_shift", "ferne early shift"),
        ("adjacent", "adjacent"),
        ("sum_of_lengths", "sum of lengths"),
    ],
)
def test_what_an_author_named_keeps_its_name(name: str, german: str) -> None:
    assert feature_words(name, "de") == german
