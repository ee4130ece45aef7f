"""Puzzles on a board: Sudokus of all sizes and their relatives."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Any

import cpmpy as cp
import numpy as np

from hintwise.guide.reading import read_puzzle
from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy, sudoku
from hintwise.puzzles.sudoku.model import Box


def sudoku_9() -> Problem:
    return sudoku(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )


def sudoku_16() -> Problem:
    return _shuffled_sudoku((4, 4), hidden=130)


def sudoku_25() -> Problem:
    return _shuffled_sudoku((5, 5), hidden=260)


def _shuffled_sudoku(box: Box, hidden: int) -> Problem:
    """A regular grid with rows, columns and values shuffled, and so many cells hidden."""
    rng = np.random.default_rng(0)
    rows, columns = box
    size = math.prod(box)
    down = [rows * b + i for b in rng.permutation(columns) for i in rng.permutation(rows)]
    along = [columns * b + i for b in rng.permutation(rows) for i in rng.permutation(columns)]
    values = rng.permutation(size) + 1
    grid = np.array(
        [[values[(columns * (r % rows) + r // rows + c) % size] for c in along] for r in down]
    )
    grid.flat[rng.permutation(size * size)[:hidden]] = 0
    return sudoku(grid.tolist(), box=box)


def killer_sudoku_9() -> Problem:
    return read_puzzle("killer-1").problem()


def futoshiki() -> Problem:
    x = _cells(5, 5, 1, 5)
    less = ["r2c3<r1c3", "r2c3<r3c3", "r3c1<r3c2", "r1c2<r2c2", "r4c5<r3c5", "r4c4<r4c3"]
    less += ["r4c2<r4c1", "r4c5<r5c5", "r2c3<r2c4", "r2c2<r2c1", "r1c2<r1c3"]
    rules = {
        "row": [cp.AllDifferent(row) for row in _rows(x, 5)],
        "column": [cp.AllDifferent(column) for column in zip(*_rows(x, 5), strict=True)],
        "less": [x[text[:4]] < x[text[5:]] for text in less],
    }
    return from_cpmpy(rules, variables=x, givens=["r1c1=4", "r2c5=4", "r4c2=4", "r5c4=1", "r5c1=2"])


def kakuro() -> Problem:
    """Runs of white cells with their sums."""
    runs = {
        "r1c1 r1c2": 9,
        "r1c4 r1c5": 9,
        "r2c1 r2c2 r2c3 r2c4 r2c5": 19,
        "r3c2 r3c3 r3c4": 6,
        "r4c1 r4c2 r4c3 r4c4 r4c5": 18,
        "r5c1 r5c2": 8,
        "r5c4 r5c5": 4,
        "r1c1 r2c1": 4,
        "r1c2 r2c2 r3c2 r4c2 r5c2": 18,
        "r2c3 r3c3 r4c3": 12,
        "r1c4 r2c4 r3c4 r4c4 r5c4": 18,
        "r1c5 r2c5": 3,
        "r4c1 r5c1": 15,
        "r4c5 r5c5": 3,
    }
    names = sorted({name for run in runs for name in run.split()})
    x = {name: cp.intvar(1, 9, name=name) for name in names}
    cells = {run: [x[name] for name in run.split()] for run in runs}
    rules = {
        "sum": [cp.sum(cells[run]) == total for run, total in runs.items()],
        "different": [cp.AllDifferent(cells[run]) for run in runs],
    }
    return from_cpmpy(rules, variables=x)


def nonogram() -> Problem:
    """A picture of ten by ten, each line by an automaton over its runs."""
    picture = [
        "...####...",
        "..#....#..",
        ".#.#..#.#.",
        "#...##...#",
        "#..#..#..#",
        "####..####",
        ".#......#.",
        ".#.####.#.",
        "..#....#..",
        "...####...",
    ]
    rows = [_runs(line) for line in picture]
    columns = [_runs("".join(line)) for line in zip(*picture, strict=True)]
    black = cp.intvar(0, 1, shape=(10, 10), name="black")
    rules = {
        "row": [_line(black[i], runs) for i, runs in enumerate(rows)],
        "column": [_line(black[:, i], runs) for i, runs in enumerate(columns)],
    }
    return from_cpmpy(rules, variables=black)


def _runs(line: str) -> list[int]:
    return [len(run) for run in line.replace(".", " ").split()]


def _line(cells: Iterable[Any], runs: list[int]) -> Any:
    """White, then each run of black with at least one white between two of them."""
    transitions = [(0, 0, 0)]
    state = 0
    for number, run in enumerate(runs):
        for _ in range(run):
            transitions.append((state, 1, state + 1))
            state += 1
        if number < len(runs) - 1:
            transitions += [(state, 0, state + 1), (state + 1, 0, state + 1)]
            state += 1
    transitions.append((state, 0, state))
    return cp.Regular(list(cells), transitions, 0, [state])


def minesweeper() -> Problem:
    """Eight by eight; numbers count the mines around."""
    shown = [
        "111.2.2.",
        ".11..12.",
        ".22..122",
        "..3221..",
        "......4.",
        "0233.2..",
        ".1..01..",
        "0111..22",
    ]
    mine = {
        f"r{r + 1}c{c + 1}": cp.boolvar(name=f"r{r + 1}c{c + 1}")
        for r, c in itertools.product(range(8), repeat=2)
    }
    rules: dict[str, list[Any]] = {"number": [], "seen": []}
    for r, c in itertools.product(range(8), repeat=2):
        if shown[r][c] == ".":
            continue
        around = [
            mine[f"r{r + i + 1}c{c + j + 1}"]
            for i, j in itertools.product((-1, 0, 1), repeat=2)
            if (i, j) != (0, 0) and 0 <= r + i < 8 and 0 <= c + j < 8
        ]
        rules["number"].append(cp.sum(around) == int(shown[r][c]))
        rules["seen"].append(~mine[f"r{r + 1}c{c + 1}"])
    return from_cpmpy(rules, variables=mine)


def skyscrapers() -> Problem:
    """Five by five; numbers at the border count the towers that are seen from there."""
    x = _cells(5, 5, 1, 5)
    rows = _rows(x, 5)
    columns = [list(column) for column in zip(*rows, strict=True)]
    rules = {
        "row": [cp.AllDifferent(row) for row in rows],
        "column": [cp.AllDifferent(column) for column in columns],
        "seen": [
            _seen(rows[0]) == 3,
            _seen(rows[1]) == 2,
            _seen(rows[3]) == 4,
            _seen(rows[2][::-1]) == 4,
            _seen(columns[0]) == 2,
            _seen(columns[2]) == 3,
            _seen(columns[4]) == 1,
            _seen(columns[1][::-1]) == 3,
            _seen(columns[3][::-1]) == 2,
        ],
    }
    return from_cpmpy(rules, variables=x)


def _seen(towers: list[Any]) -> Any:
    return 1 + cp.sum([towers[i] > cp.max(towers[:i]) for i in range(1, len(towers))])


def _cells(rows: int, columns: int, low: int, high: int) -> dict[str, Any]:
    names = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return {name: cp.intvar(low, high, name=name) for name in names}


def _rows(cells: dict[str, Any], columns: int) -> list[list[Any]]:
    listed = list(cells.values())
    return [listed[i : i + columns] for i in range(0, len(listed), columns)]
