"""Tasks about whole puzzles: is it proper, how hard is it, a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.errors import InvalidValue, shown
from hintwise.guide import Puzzle, checking, generating
from hintwise.guide.generating import Batch, Generated, GridRecipe, GridShape, Recipe, SudokuRecipe
from hintwise.guide.grading import basis_text, grade_each
from hintwise.guide.position import Position
from hintwise.render.words.language import find_language
from hintwise.service.jobs.tasks.arguments import deadline_of, language_of, position_of
from hintwise.service.jobs.tasks.context import TaskContext


def check(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "where"?, "language"?, "deadline_s"?}` → whether something is wrong.

    Where, is said with `where` only.
    """
    where, language = arguments.get("where") is True, language_of(arguments)
    found = checking.check(
        position_of(arguments),
        deadline_s=deadline_of(arguments, context),
        language=language,
        way=None if where else False,
        cancel=context.cancel,
    )
    record = found.as_json()
    if not where and not record.get("entries", {}).get("fit", True):
        record = {key: value for key, value in record.items() if key not in _PLACES}
        record["text"] = find_language(language).say("check.mistake")
    return record


_PLACES = ("conflict", "crossed_out_in", "way")
"""What tells where a mistake is."""


def grade(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "language"?, "deadline_s"?}` → how hard the puzzle is; if null, why."""
    puzzle, language = position_of(arguments).puzzle, language_of(arguments)
    if not isinstance(puzzle, Puzzle):
        raise InvalidValue("a model has no grade; give the text of a puzzle")
    deadline_s = deadline_of(arguments, context)
    [found] = grade_each([puzzle], deadline_s=deadline_s, language=language, cancel=context.cancel)
    if (difficulty := found.difficulty) is None:
        return {"difficulty": None, "text": found.text, "basis": ""}
    basis = basis_text(difficulty, language)
    return {"difficulty": difficulty.as_json(), "text": found.text, "basis": basis}


def generate(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"kind", "size" or "categories" and "values", "grade"?, "seed"}` → a new puzzle."""
    seed = arguments["seed"]
    wanted = Batch(seed, grade=arguments.get("grade"), deadline_s=deadline_of(arguments, context))
    for drawn in generating.generate(_recipe(arguments), wanted, cancel=context.cancel):
        if isinstance(drawn, Generated):
            position = Position(drawn.puzzle).as_json()
            return {"position": position, **_difficulty(drawn), "seed": seed}
    raise AssertionError("a batch of one holds a puzzle, or says why there is none")


def _difficulty(drawn: Generated) -> dict[str, Any]:
    return {"difficulty": None if drawn.difficulty is None else drawn.difficulty.as_json()}


def _recipe(arguments: Mapping[str, Any]) -> Recipe:
    match arguments.get("kind"):
        case "sudoku":
            return SudokuRecipe(arguments.get("size") or 9)
        case "logic_grid":
            shape = GridShape(arguments.get("categories") or 3, arguments.get("values") or 4)
            return GridRecipe(shape)
    raise InvalidValue(f"{shown(arguments.get('kind'))} is not drawn: sudoku or logic_grid is")
