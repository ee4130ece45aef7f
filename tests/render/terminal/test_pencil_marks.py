from __future__ import annotations

import pytest
from rich.console import Console

from hintwise.puzzles import sudoku
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks
from hintwise.render.terminal.steps import step_view
from tests.render.words.pencil_examples import PENCIL_EXAMPLES

MARKED = with_pencil_marks(sudoku("." * 81))


def shown(pattern: str, width: int) -> str:
    step = PENCIL_EXAMPLES[pattern]
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(step_view(MARKED, MARKED.with_consequences(step.facts), step))
    return capture.get()


def test_a_board_shows_what_is_left_crossed_out_and_why() -> None:
    text = shown("xy_wing", 140)
    assert "1*2*" in text
    assert "12456789-3" in text
    assert "-4 crossed out" in text


def test_a_board_that_is_too_wide_shows_no_candidates() -> None:
    assert "12456789" not in shown("xy_wing", 60)


@pytest.mark.parametrize("pattern", PENCIL_EXAMPLES)
def test_no_line_is_wider_than_the_terminal(pattern: str) -> None:
    assert all(len(line) <= 100 for line in shown(pattern, 100).splitlines())
