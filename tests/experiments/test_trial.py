"""Single simulated runs: their puzzles, users and settings."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from hintwise.elicit.learners.bayes import Bayes
from hintwise.experiments import reference
from hintwise.experiments.sweep.simulation import NODE_LIMIT
from hintwise.experiments.trial import (
    METHODS,
    Outcome,
    Trial,
    TrialPuzzles,
    find_puzzles,
    trial_settings,
)
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE
from tests.reference import require_reference

PUZZLES = TrialPuzzles({"one": sudoku(COURSE[0])}, ("other", sudoku(COURSE[2])))


@pytest.mark.parametrize("method", METHODS)
def test_a_simulated_user_is_taken_to_be_drawn_as_the_papers_are_with_searches_that_end(
    method: str,
) -> None:
    settings = trial_settings("paper", "sudoku", method, {"seed": 3})
    assert (settings.deadline_s, settings.node_limit) == (None, NODE_LIMIT)
    assert settings.seed == 3
    if isinstance(settings.learner, Bayes):
        assert settings.learner.prior == "powers"
        assert settings.selection == "active_facts"
    else:
        assert settings.selection == "online"


def test_what_is_asked_for_goes_before_what_is_usual() -> None:
    asked = trial_settings(
        "paper", "sudoku", "bayes", {"prior": "shipped", "deadline_s": 2.0, "selection": "active"}
    )
    assert (asked.flat["prior"], asked.selection) == ("shipped", "active")
    assert (asked.deadline_s, asked.node_limit) == (2.0, None)
    assert trial_settings("paper", "sudoku", "bayes", {"deadline_s": None}).node_limit == NODE_LIMIT


def test_a_user_is_drawn_from_the_seed_unless_they_are_given() -> None:
    settings = trial_settings("paper", "sudoku", "machop", {"seed": 3})
    drawn = Trial.of(PUZZLES, settings, (0, 2))
    assert drawn == Trial.of(PUZZLES, settings, (0, 2))
    given = dict.fromkeys(drawn.true_weights, 2.0)
    assert Trial.of(PUZZLES, settings, (0, 2), given).true_weights == given


def test_what_came_out_so_far_is_one_json_document() -> None:
    settings = trial_settings("paper", "sudoku", "machop", {"node_limit": 50})
    outcome = Outcome(Trial.of(PUZZLES, settings, (0, 2)))
    assert outcome.as_json()["weights"] is None
    for result in outcome.trial.compute(threading.Event()):
        outcome.add(result)
    record = json.loads(json.dumps(outcome.as_json()))
    assert [query["number"] for query in record["queries"]] == [1, 2]
    assert [n for n, _ in record["regret"]] == [0, 2]
    assert record["settings"] == settings.as_json()


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
def test_without_the_reference_folder_the_puzzles_are_bundled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    monkeypatch.delenv(reference.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    puzzles = find_puzzles(kind, None)
    judged_on, problem = puzzles.evaluation
    assert puzzles.training
    assert judged_on not in puzzles.training
    assert {p.kind.name for p in (problem, *puzzles.training.values())} == {kind}


def test_with_the_reference_folder_they_are_as_published() -> None:
    folder = require_reference()
    sudokus = find_puzzles("sudoku", folder)
    assert list(sudokus.training)[:3] == ["Sudoku 0", "Sudoku 1", "Sudoku 2"]
    assert sudokus.evaluation[0] == "Sudoku 30"
    assert "Sudoku 30" not in sudokus.training
    grids = find_puzzles("logic_grid", folder)
    assert (list(grids.training), grids.evaluation[0]) == (["logic grid 0"], "logic grid 1")
