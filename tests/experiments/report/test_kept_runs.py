"""Kept runs are the very runs that the plans ask for: tables know them by their users' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.builtin import PAPER, builtin_plan
from hintwise.experiments.sweep.compact import read_compact
from hintwise.experiments.sweep.plan import Plan, read_plan
from tests.reference import require_reference

EXPERIMENTS = Path(__file__).parents[3] / "experiments"


def paper(sources: PuzzleSources) -> Iterable[Plan]:
    return (builtin_plan(name, "full", sources) for name in (*PAPER, "methods"))


def drawn(sources: PuzzleSources) -> Iterable[Plan]:
    text = (EXPERIMENTS / "drawn" / "plan.toml").read_text(encoding="utf-8")
    return (read_plan(text, sources),)


@pytest.mark.parametrize(("folder", "plans"), [("full", paper), ("drawn", drawn)])
def test_every_kept_run_is_one_that_a_plan_asks_for(
    folder: str, plans: Callable[[PuzzleSources], Iterable[Plan]]
) -> None:
    """Whose weights a run had is in its key alone."""
    sources = PuzzleSources(published=require_reference())
    cells = (cell for plan in plans(sources) for cell in plan.cells(sources))
    asked = {(cell.user, cell.run, cell.task.key) for cell in cells}
    kept = read_compact(EXPERIMENTS / folder / "runs")
    strange = {
        (one.name, run.user, run.run)
        for one in kept
        for run in one.runs
        if (run.user, run.run, run.key) not in asked
    }
    assert kept
    assert not strange
