"""The studies that redo tables of the documentation: all are told of, and their parts run."""

from __future__ import annotations

import importlib.util
import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import Pool, session
from experiments.studies.stop import Ending, library_problems, summary

from experiments.studies import questions, stop
from hintwise.elicit.query import Answer
from hintwise.elicit.settings import FOR_PEOPLE, settings_for
from hintwise.experiments.trial import find_puzzles
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.logic_grid.file import read_logic_grid
from tests.test_documentation import PAGES, ROOT

PROBLEMS: dict[str, Problem] = {
    "sudoku": sudoku("1..43.1221.3432."),
    "logic_grid": read_logic_grid(PUZZLES["kites"]),
}


def test_pages_name_modules_that_are_there_and_every_study() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"python\s+-m\s+((?:experiments|tests)\.[\w.]+\w)", pages))
    assert [name for name in named if importlib.util.find_spec(name) is None] == []
    scripts = ROOT.glob("experiments/studies/*.py")
    studies = {f"experiments.studies.{s.stem}" for s in scripts if "def main(" in s.read_text()}
    assert studies <= named


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """Drawn steps of few states, as `recorded` writes those of puzzles."""
    rng = np.random.default_rng(1)
    document = {}
    for kind in KINDS:
        features = feature_names(PROBLEMS[kind])
        states = rng.integers(0, 4, (4, 4, 9, len(features))).tolist()
        document[kind] = {"features": features} | dict(
            zip(("asked", "judged", "narrowed", "nearby"), states, strict=True)
        )
    file = tmp_path / "steps.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


@pytest.mark.parametrize("way", questions.WAYS)
def test_every_way_of_asking_can_be_judged(
    way: str, steps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "AFTER", (1, 2))
    for kind in KINDS:
        found = questions.regrets_of(Pool.read(steps, kind), 1, questions.WAYS[way])
        assert len(found) == 3
        assert np.isfinite(found).all()
        assert min(found) >= 0


def test_people_are_asked_about_recorded_steps_of_which_few_are_known(steps: Path) -> None:
    pool = Pool.read(steps, "sudoku", recalled=2)
    assert [len(state.known) for state in pool.asked] == [2] * 4
    assert all(set(map(id, state.known)) <= set(map(id, state.steps)) for state in pool.asked)
    asked = settings_for("bayes", **FOR_PEOPLE).questions
    first = list(itertools.islice(session(pool, lambda _: Answer.A, 3, questions=asked), 4))
    again = list(itertools.islice(session(pool, lambda _: Answer.A, 3, questions=asked), 4))
    assert [moment.features for moment in first] == [moment.features for moment in again]
    states = (*pool.asked, *pool.nearby)
    known = {tuple(step.features.values()) for state in states for step in state.steps}
    assert all(tuple(moment.pair.a.features.values()) in known for moment in first)


def test_who_was_told_to_stop_too_early_is_counted() -> None:
    endings = [Ending(30, 0.2, 0.1), Ending(26, 0.1, 0.15), Ending(40, 0.3, 0.5)]
    told = "3 of 4 told, after 30 in the median; regret above 0.3: 1 0.50; above the bound: 2"
    assert summary([*endings, Ending(None, 1.5, 0.9)]) == told
    assert summary([Ending(None, 1.5, 0.9)]).startswith("0 of 1 told, -;")


@pytest.mark.parametrize("kind", KINDS)
def test_users_can_be_asked_about_the_library_and_judged_elsewhere(kind: str) -> None:
    problems = library_problems(kind)
    assert len(problems) == stop.PUZZLES
    assert {feature_names(problem) for problem in problems} == {
        feature_names(find_puzzles(kind, None).evaluation[1])
    }
