"""A first way through a puzzle."""

from __future__ import annotations

import threading

import pytest

from hintwise.elicit.practice import THOROUGH_GLANCES, practised
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


def test_a_thorough_practice_goes_the_same_way_and_knows_more_steps() -> None:
    text = "1.....3..4.....2"
    explainer, other = Explainer(sudoku(text)), Explainer(sudoku(text))
    thorough = practised(explainer, glances=THOROUGH_GLANCES)
    brief, alone = practised(explainer), practised(other)
    known = (practice.explainer.apart(knowing=True) for practice in (thorough, brief, alone))
    states = [explainer.state(brief.order[:count]) for count in range(len(brief.order))]
    more, few, as_few = ([each.recalled(state) for state in states] for each in known)
    assert thorough.order == brief.order == alone.order
    assert [*map(len, few)] == [*map(len, as_few)]  # whichever came first
    assert sum(map(len, more)) > 2 * sum(map(len, few))
