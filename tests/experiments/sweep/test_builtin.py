from __future__ import annotations

import pytest

from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.errors import UnknownName
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.builtin import (
    BUILTIN,
    SCALES,
    builtin_plan,
    builtin_text,
    is_as_published,
)
from hintwise.experiments.sweep.task import Cell
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import practice_puzzles
from tests.reference import require_reference

SOURCES = PuzzleSources()

# Methods, users and runs of each plan at full scale, for each of the two kinds of problem.
FULL = {
    "headline": (2, 10, 5),
    "non_domination": (8, 10, 5),
    "weighting": (4, 10, 5),
    "fact_selection": (3, 10, 5),
    "learning_rate": (20, 4, 3),
    "past_the_paper": (5, 10, 5),
    "methods": (6, 10, 5),
}


def cells(name: str, scale: str, sources: PuzzleSources = SOURCES) -> list[Cell]:
    return builtin_plan(name, scale, sources).cells(sources)


def keys(name: str, scale: str) -> set[str]:
    return {cell.task.key for cell in cells(name, scale)}


@pytest.mark.parametrize("name", BUILTIN)
@pytest.mark.parametrize("scale", SCALES)
def test_a_plan_needs_no_published_data(name: str, scale: str) -> None:
    plan = builtin_plan(name, scale, SOURCES)
    assert (plan.name, bool(plan.title), bool(plan.question)) == (name, True, True)
    assert {cell.problem for cell in plan.cells(SOURCES)} == {"Sudoku", "Logic grid"}


@pytest.mark.parametrize("name", BUILTIN)
def test_the_full_scale_has_as_many_queries_as_the_paper(name: str) -> None:
    methods, users, runs = FULL[name]
    found = cells(name, "full")
    assert len(found) == 2 * methods * users * runs
    assert len({cell.method for cell in found}) == methods
    assert {cell.task.queries for cell in found} == {100}
    assert {cell.task.evaluate_at for cell in found} == {(0, 5, 10, 20, 30, 50, 100)}


def test_only_the_learning_rate_plan_leaves_the_appendix_rates() -> None:
    for name in BUILTIN:
        found = [(cell.task.training[0].kind, cell.task.settings) for cell in cells(name, "full")]
        if name == "learning_rate":
            assert {s.rate_for(kind) for kind, s in found} == {0.1, 0.5, 1.0, 5.0, 10.0}
            continue
        for kind, s in found:
            assert s.has_appendix_rate(kind) == isinstance(s.learner, Perceptron)


def test_past_the_paper_shares_the_headlines_runs() -> None:
    assert keys("headline", "full") < keys("past_the_paper", "full")


def test_whole_methods_share_the_runs_of_the_weightings() -> None:
    assert keys("weighting", "full") < keys("methods", "full")


@pytest.mark.parametrize("scale", SCALES)
def test_plans_share_the_runs_that_they_have_in_common(scale: str) -> None:
    headline = keys("headline", scale)
    assert headline < keys("weighting", scale)
    methods = {
        plan: {cell.method for cell in cells(plan, scale) if cell.task.key in headline}
        for plan in ("non_domination", "fact_selection")
    }
    assert methods == {
        "non_domination": {"Choice perceptron, local"},
        "fact_selection": {"MACHOP, online"},
    }
    assert keys("learning_rate", scale) & headline


def test_puzzles_are_of_the_sizes_that_are_learned_from() -> None:
    plan = builtin_plan("headline", "full", SOURCES)
    for problem in plan.problems:
        assert {*problem.training, problem.evaluation} <= set(
            practice_puzzles(kind_called(problem.kind))
        )
        assert problem.evaluation not in problem.training


def test_published_puzzles_and_users_are_used_where_their_folder_is() -> None:
    sources = PuzzleSources(published=require_reference())
    plan = builtin_plan("headline", "full", sources)
    sudoku, grid = plan.problems
    assert sudoku.training[:2] == ("published 0", "published 1")
    assert (sudoku.evaluation, grid.training, grid.evaluation) == (
        "published 30",
        ("published 0",),
        "published 1",
    )
    assert {problem.user_weights for problem in plan.problems} == {"published"}
    assert all(is_as_published(problem) for problem in plan.problems)
    assert is_as_published(sudoku.model_copy(update={"name": "another"}))
    for change in ({"user_weights": "drawn"}, {"evaluation": "published 31"}, {"training": ()}):
        assert not is_as_published(sudoku.model_copy(update=change))
    assert len(plan.cells(sources)) == 200


def test_the_smallest_scale_takes_the_same_puzzles_everywhere() -> None:
    published = PuzzleSources(published=require_reference())
    there = builtin_plan("headline", "smoke", published)
    assert there == builtin_plan("headline", "smoke", SOURCES)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match=r"built-in plan 'headlin'; did you mean 'headline'"):
        builtin_plan("headlin", "full", SOURCES)
    with pytest.raises(UnknownName, match=r"unknown scale 'ful'; did you mean 'full'"):
        builtin_plan("headline", "ful", SOURCES)
    with pytest.raises(UnknownName, match=r"unknown problems 'litle'; did you mean 'little'"):
        builtin_text("headline", "litle")
