"""Runs that nobody has computed, to report on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hintwise.elicit.settings import preset
from hintwise.experiments.sweep.simulation import Evaluation
from hintwise.experiments.sweep.task import Cell, QueryRecord, RunResult, RunTask, SequenceTask
from hintwise.puzzles import sudoku
from hintwise.puzzles.kinds import kind_called

SUDOKU = sudoku("1.....3..4.....2")
GRID = replace(SUDOKU, kind=kind_called("logic_grid"))


def result(
    regrets: Sequence[float], *, seconds: Sequence[float] = (0.5, 1.5), proven: bool = True
) -> RunResult:
    """A run with these regrets after 0, 10, 20, … queries."""
    queries = [QueryRecord({}, {}, "a", "none", proven, wait) for wait in seconds]
    evaluations = [
        Evaluation(10 * number, regret, proven, {}) for number, regret in enumerate(regrets)
    ]
    return RunResult(tuple(queries), tuple(evaluations), sum(seconds), 200.0)


def cell(label: str, user: str = "0", run: int = 1, *, kind: str = "sudoku", **set: Any) -> Cell:
    """A cell of the method with this label, with settings as published but for `set`."""
    puzzle = SUDOKU if kind == "sudoku" else GRID
    sequence = SequenceTask(puzzle, {"adjacent_row": 1.0 + int(user)}, 100)
    settings = preset("published", kind_called(kind), seed=run, node_limit=100, **set)
    task = RunTask((puzzle,), sequence, settings, 100, (0, 10))
    return Cell("Sudoku" if kind == "sudoku" else "logic grid", label, user, run, task)
