"""Tiny sweeps: 4x4 Sudokus, drawn users, a few queries; and what of them must be the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from hintwise.elicit.settings import settings_for
from hintwise.elicit.users import draw_weights
from hintwise.experiments.sweep.task import Cell, RunTask, SequenceTask
from hintwise.features import feature_names
from hintwise.puzzles import sudoku

TRAINING = (sudoku("1.....3..4.....2"), sudoku("1..43.1221.3432."))
JUDGED_ON = sudoku(".2.....14.....3.")
METHODS = ("machop", "choice_perceptron")


def tiny_cells(
    *, users: int = 2, runs: int = 2, methods: Iterable[str] = METHODS, queries: int = 3
) -> list[Cell]:
    """Every method for every user, so many times."""
    return [
        Cell("tiny", method, f"user {user}", run, tiny_task(method, user, run, queries))
        for method in methods
        for user in range(users)
        for run in range(1, runs + 1)
    ]


def tiny_task(method: str = "machop", user: int = 0, run: int = 1, queries: int = 3) -> RunTask:
    weights = draw_weights(feature_names(JUDGED_ON), np.random.default_rng(user))
    settings = settings_for(method, seed=100 * user + run, node_limit=1000)
    sequence = SequenceTask(JUDGED_ON, weights, 1000)
    return RunTask(TRAINING, sequence, settings, queries, (0, queries))


def table(file: Path) -> dict[str, list[Any]]:
    """All that a file of results holds, but for times and memory."""
    queries = {
        "runs": "select key, task, outcome, message from runs order by key",
        "evaluations": "select * from evaluations order by run, queries",
        "queries": "select run, number, a, b, answer, fallback, proven from queries "
        "order by run, number",
        "cells": "select * from cells order by plan, problem, method, user, number",
    }
    database = sqlite3.connect(file, timeout=60)
    try:
        return {name: database.execute(query).fetchall() for name, query in queries.items()}
    finally:
        database.close()


def finished_runs(file: Path) -> int:
    """How many runs are done; 0 as long as there are no tables."""
    if not file.exists():
        return 0
    database = sqlite3.connect(file, timeout=60)
    try:
        (count,) = database.execute("select count(*) from runs where outcome = 'done'").fetchone()
    except sqlite3.OperationalError:
        return 0
    finally:
        database.close()
    return int(count)


def has_finished(file: Path, count: int) -> bool:
    """Whether so many runs are done."""
    return finished_runs(file) >= count
