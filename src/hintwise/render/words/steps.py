"""Steps as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from hintwise.errors import expect
from hintwise.problem import Problem, Step
from hintwise.render.words.killer_sudoku import KillerWording
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.logic_grid import GridWording
from hintwise.render.words.sudoku.wording import SudokuWording
from hintwise.render.words.wording import Wording

WORDINGS: Mapping[str, type[Wording]] = {
    "killer_sudoku": KillerWording,
    "logic_grid": GridWording,
    "sudoku": SudokuWording,
}
"""The words of each kind of problem that has its own, by what its `Kind.words` says."""


def wording_of(problem: Problem, language: str = DEFAULT) -> Wording:
    """The words for a problem of its kind; raises `UnknownName` for an unknown language."""
    wording = WORDINGS.get(expect(problem, Problem, "a Problem").kind.words, Wording)
    return wording(problem, find_language(language))


def step_text(problem: Problem, step: Step, language: str = DEFAULT) -> str:
    """What follows from what, with the name of the pattern if it is a known one.

    Every fact and constraint of the step is mentioned, and no other one. Descriptions and names
    that belong to the problem stay in the language they were written in.
    """
    return wording_of(problem, language).step(expect(step, Step, "a Step"))


def rule_text(problem: Problem, name: str, language: str = DEFAULT) -> str:
    """What a person reads for a constraint: its description, quoted, or its name without one.

    The rules of a Sudoku or a logic grid are told in the language's own words.
    """
    return wording_of(problem, language).rule(name)
