from __future__ import annotations

import re

from hintwise.engine import Explainer
from hintwise.problem import State
from hintwise.puzzles import sudoku
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.svg.steps import svg
from tests.render.words.pencil_examples import PENCIL_EXAMPLES

EMPTY = sudoku("." * 81)
MARKED = with_pencil_marks(EMPTY)


def state(pattern: str) -> State:
    facts = MARKED.with_consequences(PENCIL_EXAMPLES[pattern].facts)
    return State(MARKED, facts, frozenset([PENCIL_EXAMPLES[pattern].derived]))


def test_a_problem_without_pencil_marks_shows_none() -> None:
    assert PencilMarks.of(EMPTY, ()) is None
    start = Explainer(sudoku("1.....3..4.....2")).start
    assert 'class="hw-mark' not in svg(start)


def test_small_digits_are_what_a_cell_may_be() -> None:
    marks = PencilMarks.of(MARKED, state("xy_wing").facts, PENCIL_EXAMPLES["xy_wing"])
    assert marks is not None
    assert marks.left["r1c1"] == (1, 2)
    assert marks.struck == {("r2c7", 3)}
    assert marks.reason == {(c, v) for c, vs in WING.items() for v in vs}


WING = {"r1c1": (1, 2), "r1c7": (1, 3), "r2c2": (2, 3)}


def test_crossed_out_digits_are_struck_and_those_of_the_reason_ringed() -> None:
    picture = svg(state("skyscraper"), PENCIL_EXAMPLES["skyscraper"])
    assert len(re.findall('class="hw-mark-stroke"', picture)) == 2  # one is in the legend
    assert len(re.findall('class="hw-mark-ring"', picture)) == 5
    assert "crossed out" in picture
    assert 'class="hw-used"' not in picture  # only values are ringed


def test_a_state_shows_its_candidates() -> None:
    assert 'class="hw-mark"' in svg(state("skyscraper"))
