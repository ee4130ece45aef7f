"""Solutions for a terminal: a board, a table of answers, or a list of values."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hintwise.problem import Board, Fact, Problem, Staircase
from hintwise.render.answers import answer_table
from hintwise.render.terminal.steps import board_text
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of


def solution_view(
    problem: Problem, facts: Sequence[Fact], language: str = DEFAULT
) -> RenderableType:
    """The values of a solution, or what several have in common, as suits the problem."""
    if isinstance(problem.layout, Board):
        return board_text(problem, facts)
    if isinstance(problem.layout, Staircase):
        return _answers(problem.layout, facts)
    written = wording_of(problem, language).written
    return Text("\n".join(map(written, facts)))


def _answers(stairs: Staircase, facts: Sequence[Fact]) -> Table:
    answers = answer_table(stairs, facts)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for header in answers.headers:
        table.add_column(Text(header), no_wrap=True)
    for row in answers.rows:
        table.add_row(*map(Text, row))
    return table
