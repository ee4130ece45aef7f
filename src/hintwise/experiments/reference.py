"""The authors' published data, read in place where it is present: never copied.

The folder is `HINTWISE_REFERENCE`, or `../shared/reference` seen from where the command runs.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hintwise.errors import InvalidValue, known_name
from hintwise.problem import Problem
from hintwise.puzzles import (
    AllDifferent,
    Before,
    Clue,
    ClueRule,
    Either,
    IsNot,
    Offset,
    OneEach,
    logic_grid,
    sudoku,
)
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU

VARIABLE = "HINTWISE_REFERENCE"
"""The environment variable that names the folder."""

_DEFAULT_FOLDER = Path("..") / "shared" / "reference"

# The README's order of the categories, which decides the triples; the first one is the base.
_ORDERS = (("home", "month", "address", "ghost"), ("person", "linkedin", "facebook", "twitter"))

# The links that two clues of grid 1 count as theirs, by the number of the clue.
_ABOUT_130 = tuple((person, "130") for person in ("opal", "neil", "rosie", "arnold", "georgia"))
_ABOUT: Mapping[tuple[int, int], tuple[tuple[str, str], ...]] = {
    (1, 7): _ABOUT_130,
    (1, 8): _ABOUT_130,
}

_RULES: Mapping[str, Callable[[Mapping[str, Any]], ClueRule]] = {
    "is_not": lambda clue: IsNot(clue["a"], clue["b"]),
    "either": lambda clue: Either(clue["who"], tuple(clue["options"]), clue["exclusive"]),
    "one_each": lambda clue: OneEach(tuple(clue["pair"]), tuple(clue["are"])),
    "all_different": lambda clue: AllDifferent(tuple(clue["who"])),
    "before": lambda clue: Before(clue["first"], clue["second"], clue["in"]),
    "offset": lambda clue: Offset(clue["who"], clue["is"], clue["after"], clue["in"]),
}


def is_reference(folder: Path) -> bool:
    return (folder / "puzzles.json").is_file()


def reference_folder() -> Path | None:
    """The reference folder, or None where there is none.

    Raises `InvalidValue` if one is named but is not there.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        return _DEFAULT_FOLDER if is_reference(_DEFAULT_FOLDER) else None
    if not is_reference(Path(named)):
        raise InvalidValue(f"{VARIABLE} is {named!r}, which is not the reference folder; unset it")
    return Path(named)


def sudokus(folder: Path) -> list[str]:
    """The 50 Sudokus as lines of 81 characters; the index is the paper's puzzle number."""
    return list(read_json(folder / "puzzles.json")["sudoku"])


def oracle_weights(folder: Path, problem: str) -> list[dict[str, float]]:
    """The simulated users' true weights by feature, for `sudoku` or `logic_grid`."""
    oracles = read_json(folder / "oracle_weights.json")[problem]
    return [dict(zip(oracles["features"], w, strict=True)) for w in oracles["weights"]]


@functools.cache
def problems(folder: Path, kind: str) -> tuple[Problem, ...]:
    """The published puzzles of a kind, which must be one of the paper's."""
    if kind == SUDOKU.name:
        return tuple(map(sudoku, sudokus(folder)))
    known_name("kind of published puzzles", kind, (SUDOKU.name, LOGIC_GRID.name))
    count = len(read_json(folder / "logic_grids.json"))
    return tuple(logic_grid_problem(folder, index) for index in range(count))


def logic_grid_problem(folder: Path, index: int) -> Problem:
    """Logic grid 0 or 1 as the published optima assume it."""
    grid = read_json(folder / "logic_grids.json")[index]
    clues = [
        Clue("", _RULES[clue["kind"]](clue), about=_ABOUT.get((index, number)))
        for number, clue in enumerate(grid["clues"], 1)
    ]
    return logic_grid(
        grid["categories"],
        clues,
        grid["given_facts"],
        order=_ORDERS[index],
        ordered=grid["ordered"],
        title=grid["name"],
    )


@functools.cache
def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
