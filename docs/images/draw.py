"""Draws the pictures of steps that the documentation shows: `python docs/images/draw.py`."""

from __future__ import annotations

from pathlib import Path

import hintwise as hw

FOLDER = Path(__file__).resolve().parent
FIRST_LIGHT = ".8...7.3...436.....6.....72......86..1.839.4..97......54.....8.....827...7.6...2."
KNOWN = (
    "spelt = old iron",
    "walnut = gas",
    "spelt = hour 4",
    *(f"not spelt = {oven}" for oven in ("brick", "gas", "steam")),
    *(f"not walnut = {oven}" for oven in ("brick", "old iron", "steam")),
    *(f"not {bread} = old iron" for bread in ("rye", "oat")),
    *(f"not {bread} = gas" for bread in ("rye", "oat")),
    *(f"not Ada = {other}" for other in ("rye", "oat", "hour 5", "hour 6")),
)


def pictures() -> dict[str, str]:
    """The pictures by file name, drawn afresh."""
    return {"step-sudoku.svg": sudoku_step().svg, "step-logic-grid.svg": logic_grid_step().svg}


def sudoku_step() -> hw.Picture:
    explainer = hw.Explainer(hw.sudoku(FIRST_LIGHT))
    weights = hw.Profile.expected(explainer.problem).weights
    return hw.picture(explainer.start, explainer.optimal_step(weights=weights))


def logic_grid_step() -> hw.Picture:
    problem = hw.read_logic_grid((FOLDER.parent / "examples" / "bakery.toml").read_text("utf-8"))
    explainer = hw.Explainer(problem)
    known = explainer.state([*problem.givens, *map(problem.parse_fact, KNOWN)])
    asked = known.only([explainer.target("oat = steam")])
    step = explainer.optimal_step(asked, hw.Profile.expected(problem).weights)
    return hw.picture(known, step)


if __name__ == "__main__":
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg + "\n", encoding="utf-8")
