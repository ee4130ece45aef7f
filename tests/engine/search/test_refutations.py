"""Refuting sets that a search looks for, and what is left of them when it is stopped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from hintwise.bench.models.boards import sudoku_16
from hintwise.engine import Explainer, Limits
from hintwise.engine.implied import find_implied
from hintwise.engine.numbering import scopes_of
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.incumbent import Incumbent
from hintwise.engine.search.objective import LinearPieces, Size, Task
from hintwise.engine.search.refutations import Refutations
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.limits import Clock, Stopped
from hintwise.puzzles import sudoku


class Setting:
    """All about the first steps of a Sudoku whose grid is known but for one cell."""

    def __init__(self) -> None:
        problem = sudoku("1234341221434321")
        implied = find_implied(problem, Clock(Limits()))
        elements = [*implied.facts, *problem.constraints]
        columns = np.arange(1, len(elements))
        counts = np.ones((1, len(columns), 1), dtype=np.int16)
        scopes = scopes_of(elements, problem)
        self.space = SearchSpace(columns, np.array([0]), counts, scopes)
        self.oracle = implied.oracle
        pieces = LinearPieces((), Size(), ())
        self.best = Incumbent(self.space, pieces)
        self.task: Task = pieces.root(0, counts[0])
        no_masks = np.zeros((0, len(elements)), dtype=bool)
        correction = CorrectionSets(no_masks, self.space)
        self.refutations = Refutations(self.space, self.oracle, correction, self.best)


@pytest.fixture
def setting() -> Setting:
    """A new one for each test."""
    return Setting()


def test_a_step_nearby_is_small(setting: Setting) -> None:
    setting.refutations.look_nearby([setting.task], Clock(Limits()))
    assert setting.best.value == 4  # a unit, and the three facts about its other cells


def stop_after(monkeypatch: pytest.MonkeyPatch, questions: int) -> None:
    ask = Oracle.refuting_core
    asked: list[int] = []

    def ask_or_stop(self: Oracle, target: int, elements: Iterable[int], **more: Any) -> Any:
        asked.append(target)
        if len(asked) > questions:
            raise Stopped
        return ask(self, target, elements, **more)

    monkeypatch.setattr(Oracle, "refuting_core", ask_or_stop)


@pytest.mark.parametrize("questions", range(3))
def test_what_was_shrunk_when_a_search_is_stopped_is_kept(
    questions: int, setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = setting.space.columns.tolist()
    with monkeypatch.context() as patch:
        stop_after(patch, questions)
        with pytest.raises(Stopped):
            setting.refutations.use(setting.task, everything)
    assert setting.best.known
    assert (setting.best.value < len(everything)) == (questions > 0)
    setting.refutations.shrink_found()
    assert setting.best.value == 4


def test_where_targets_are_hard_to_refute_few_are_tried(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def give_up(self: Oracle, target: int, *_: Any, **__: Any) -> None:
        asked.append(target)
        raise Undecided

    monkeypatch.setattr(Oracle, "refuting_core", give_up)
    setting.refutations.look_nearby([setting.task] * 50, Clock(Limits()))
    assert len(asked) < 10
    assert not setting.best.known


def test_a_large_problem_has_a_good_step_before_its_first_node() -> None:
    explainer = Explainer(sudoku_16(), verify=False)
    step = explainer.smallest_step(limits=Limits(nodes=1))
    assert not step.optimal
    assert len(step) < 15  # of 174 elements
