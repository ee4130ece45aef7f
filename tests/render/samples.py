"""Steps to talk about: of several puzzles and sizes, under plain and under odd weights."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

from hypothesis import strategies as st

from hintwise.engine import Explainer, Limits
from hintwise.problem import Problem, Step
from hintwise.puzzles import read_logic_grid, sudoku
from hintwise.puzzles.library import PUZZLES

ROOT = Path(__file__).resolve().parents[2]

SUDOKUS = {
    "4x4": "1.....3..4.....2",
    "6x6": "....54...2.65...41......13.....6...2",
    "9x9": PUZZLES["first-light"],
}
GRID = (ROOT / "docs" / "examples" / "bakery.toml").read_text(encoding="utf-8")

LIMITS = Limits(nodes=200)
WEIGHT = st.sampled_from([0.01, 0.1, 1.0, 10.0, 100.0])


@functools.cache
def explainer(name: str) -> Explainer:
    return Explainer(read_logic_grid(GRID) if name == "grid" else sudoku(SUDOKUS[name]))


@functools.cache
def sequence(name: str, spread: int = 0) -> tuple[Problem, tuple[Step, ...]]:
    """A puzzle and its whole sequence, with weights that differ by so many powers of ten."""
    found = explainer(name)
    powers = itertools.cycle((spread, 0, -spread, spread / 2))
    weights = dict(zip(found.features, (10.0**power for power in powers), strict=False))
    return found.problem, tuple(found.sequence(weights=weights, limits=LIMITS))


def odd_sequences(name: str) -> st.SearchStrategy[list[Step]]:
    """Whole sequences of a puzzle under any weights."""
    found = explainer(name)

    def odd(weights: list[float]) -> list[Step]:
        by_name = dict(zip(found.features, weights, strict=True))
        return list(found.sequence(weights=by_name, limits=LIMITS))

    count = len(found.features)
    return st.builds(odd, st.lists(WEIGHT, min_size=count, max_size=count))


def steps(name: str) -> st.SearchStrategy[tuple[Problem, Step]]:
    """Steps of any state of a puzzle under any weights."""
    found = explainer(name)
    targets = sorted(found.start.targets)

    def step(weights: list[float], known: list[bool]) -> tuple[Problem, Step]:
        facts = [fact for fact, is_known in zip(targets, known, strict=True) if is_known]
        state = found.state(facts[: len(targets) - 1])
        by_name = dict(zip(found.features, weights, strict=True))
        return found.problem, found.optimal_step(state, by_name, limits=LIMITS)

    return st.builds(
        step,
        st.lists(WEIGHT, min_size=len(found.features), max_size=len(found.features)),
        st.lists(st.booleans(), min_size=len(targets), max_size=len(targets)),
    )
