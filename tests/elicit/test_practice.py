"""A first way through a puzzle."""

from __future__ import annotations

import threading

import pytest

from hintwise.elicit.practice import practised
from hintwise.engine import Explainer
from hintwise.errors import OutOfTime
from hintwise.puzzles import sudoku


def test_a_practice_that_is_cancelled_takes_nothing_from_the_explainer() -> None:
    """What belongs to the puzzle is there for all explainers, or they would find other steps."""
    text = "1.....3..4.....2"
    undisturbed, explainer = Explainer(sudoku(text)), Explainer(sudoku(text))
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(OutOfTime):
        practised(explainer, stopped)
    order = practised(explainer).order
    assert order == practised(undisturbed).order
    assert explainer.apart().pool_bytes == undisturbed.apart().pool_bytes
    assert explainer.pool_bytes == undisturbed.pool_bytes
