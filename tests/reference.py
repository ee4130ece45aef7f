"""The authors' published data, read in place: never copied into this repository.

The folder is `HINTWISE_REFERENCE`, or `../shared/reference` seen from the repository. Every
function here starts with `require_reference()`, so a test that needs the data skips without it.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

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
)

_DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "shared" / "reference"

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


def require_reference() -> Path:
    """The reference folder; where it is absent the test is skipped, on CI it fails."""
    folder = Path(os.environ.get("HINTWISE_REFERENCE", _DEFAULT_FOLDER))
    if not (folder / "puzzles.json").is_file():
        reason = f"the reference data is not at {folder}; set HINTWISE_REFERENCE to its folder"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return folder


def sudokus() -> list[str]:
    """The 50 Sudokus as lines of 81 characters; the index is the paper's puzzle number."""
    return list(_read("puzzles.json")["sudoku"])


def oracle_weights(problem: str) -> list[dict[str, float]]:
    """The simulated users' true weights by feature, for `sudoku` or `logic_grid`."""
    oracles = _read("oracle_weights.json")[problem]
    return [dict(zip(oracles["features"], w, strict=True)) for w in oracles["weights"]]


def logic_grid_problem(index: int) -> Problem:
    """Logic grid 0 or 1 as the published optima assume it."""
    grid = _read("logic_grids.json")[index]
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


def sudoku_sequences() -> list[dict[str, Any]]:
    """Per oracle the optimal steps of a Sudoku: `oracle`, `puzzle` and `steps`.

    A step has its `grid`, its `derived` fact, its `features` by name and its `cost`.
    """
    return _sequences("sudoku_optimal_steps.json")


def smallest() -> list[dict[str, Any]]:
    """Per Sudoku (`puzzle`) the `size` of the smallest step in each state (`steps`)."""
    return list(_read("sudoku_optimal_steps.json")["smallest"])


def logic_grid_sequences() -> list[dict[str, Any]]:
    """Per oracle and grid the optimal steps: `oracle`, `puzzle` and `steps`.

    A step has its `derived` fact, its `features` by name and its `cost`; its state is the given
    facts and what the steps before derived.
    """
    return _sequences("logic_grid_optimal_steps.json")


def _sequences(file: str) -> list[dict[str, Any]]:
    content = _read(file)
    return [
        {
            **sequence,
            "steps": [
                {**step, "features": dict(zip(content["features"], step["features"], strict=True))}
                for step in sequence["steps"]
            ],
        }
        for sequence in content["sequences"]
    ]


def _read(file: str) -> Any:
    return _parse(require_reference() / file)


@functools.cache
def _parse(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
