"""The authors' published data, read in place: never copied into this repository.

The folder is `HINTWISE_REFERENCE`, or `../shared/reference` seen from the repository. Every
function here starts with `require_reference()`, so a test that needs the data skips without it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hintwise.experiments import reference
from hintwise.problem import Problem

_DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "shared" / "reference"


def require_reference() -> Path:
    """The reference folder; where it is absent the test is skipped, on CI it fails."""
    folder = Path(os.environ.get(reference.VARIABLE, _DEFAULT_FOLDER))
    if not reference.is_reference(folder):
        reason = f"the reference data is not at {folder}; set HINTWISE_REFERENCE to its folder"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return folder


def sudokus() -> list[str]:
    """The 50 Sudokus as lines of 81 characters; the index is the paper's puzzle number."""
    return reference.sudokus(require_reference())


def oracle_weights(problem: str) -> list[dict[str, float]]:
    """The simulated users' true weights by feature, for `sudoku` or `logic_grid`."""
    return reference.oracle_weights(require_reference(), problem)


def logic_grid_problem(index: int) -> Problem:
    """Logic grid 0 or 1 as the published optima assume it."""
    return reference.logic_grid_problem(require_reference(), index)


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


def human_choices() -> Path:
    """The file of 15 people's choices between steps of Sudokus."""
    return require_reference() / "human_choices.json"


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
    return reference.read_json(require_reference() / file)
