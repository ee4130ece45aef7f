"""From any text to a puzzle, or to a position in one."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from hintwise.errors import (
    InvalidPuzzle,
    InvalidValue,
    UnknownPuzzle,
    expect,
    expect_several,
    is_whole_number,
    shown,
)
from hintwise.guide.position import Position
from hintwise.problem import Fact, Problem
from hintwise.puzzles import looks_like_grid_file
from hintwise.puzzles.library import PUZZLES, collection
from hintwise.puzzles.model_puzzle import ModelPuzzle
from hintwise.puzzles.puzzle import Puzzle
from hintwise.puzzles.sudoku.formats import read_sudoku, read_sudokus
from hintwise.puzzles.sudoku.links import is_link
from hintwise.puzzles.sudoku.model import BOXES, EMPTY
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks
from hintwise.puzzles.sudoku.text import SudokuText


def read(
    text: str,
    *,
    number: int | None = None,
    source: str = "",
    original: Puzzle | None = None,
    known: Sequence[str | Fact] = (),
    candidates: bool = False,
) -> Position:
    """The puzzle in a text, in which a person may already have got somewhere.

    The text is a Sudoku in any common form, a link, the contents of a file, or the name of a puzzle
    in the library; of several puzzles the one with this number, counted from 1, is meant. `source`
    is where the text comes from, such as the name of a file: then it is not taken for a name.

    What is filled in beyond `original` is the person's own, and so are the facts `known` (`r1c1=5`,
    `Ada = rye`). Without `original` the form of the text may tell the person's own entries from the
    givens; if it does not, every filled cell counts as given. With `candidates`, what a Sudoku
    shows as crossed out is the person's own as well, and steps may cross out more.

    >>> position = read("1.....3..4.....2", known=["r1c2=3"])
    >>> position.puzzle.kind, [str(fact) for fact in position.entries]
    ('sudoku', ['r1c2=3'])
    """
    expect_several(known, "a list of facts, each as in 'r1c1=5'")
    found = _read_one(text, number, source)
    position = _position_of(found) if original is None else _since(original, _as_puzzle(found))
    position = _with_known(position, known)
    if not candidates:
        return position
    crossed = _crossed_out(found, position.problem, position.entries)
    entries = dict.fromkeys((*position.entries, *crossed))
    return Position(position.puzzle, tuple(entries), candidates=True)


def read_model(value: Any, *, source: str = "", known: Sequence[str | Fact] = ()) -> Position:
    """A CPMpy model, or a problem that code has built, in which a person may know some facts.

    `source` is what messages and JSON call it.

    >>> import cpmpy as cp
    >>> x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    >>> read_model(cp.Model([x < y]), known=["y=2"]).entries
    (Fact(variable='y', value=2, relation='='),)
    """
    expect_several(known, "a list of facts, each as in 'x=5'")
    return _with_known(Position(ModelPuzzle.of(value, source)), known)


def _with_known(position: Position, known: Sequence[str | Fact]) -> Position:
    entries = (*position.entries, *map(position.problem.parse_fact, known))
    return Position(position.puzzle, tuple(dict.fromkeys(entries)))


def _crossed_out(
    found: Puzzle | SudokuText, problem: Problem, entries: Sequence[Fact]
) -> Iterator[Fact]:
    """What is crossed out in the text, but for what the digits there rule out at once."""
    marked = with_pencil_marks(problem)
    at_once = marked.with_consequences((*problem.givens, *entries))
    for cell, value in () if isinstance(found, Puzzle) else sorted(found.crossed):
        fact = Fact(problem.variables[cell].name, value, "≠")
        if fact not in at_once:
            yield fact


def read_notes(text: str, *, number: int | None = None, source: str = "") -> dict[str, list[int]]:
    """The candidates that a text leaves in each open cell where it has crossed out others.

    >>> read_notes("1.....3..4.....2")
    {}
    """
    found = _read_one(text, number, source)
    if isinstance(found, Puzzle) or not found.crossed:
        return {}
    problem = _as_puzzle(found).problem()
    filled = {fact.variable for fact in problem.givens}
    notes: dict[str, list[int]] = {}
    for cell, variable in enumerate(problem.variables):
        left = [value for value in variable.domain if (cell, value) not in found.crossed]
        if variable.name not in filled and len(left) < variable.size:
            notes[variable.name] = left
    return notes


def read_puzzle(text: str, *, number: int | None = None, source: str = "") -> Puzzle:
    """The puzzle in a text, as `read` finds it, but every filled cell counts as given."""
    return _as_puzzle(_read_one(text, number, source))


def read_all(
    text: str, *, number: int | None = None, source: str = "", candidates: bool = False
) -> list[Position]:
    """Like `read`, but without a number all puzzles of the text, at least one.

    Raises `InvalidPuzzle` if any of them is wrong: none is left out silently.
    """
    if number is not None:
        return [read(text, number=number, source=source, candidates=candidates)]
    with _named_if_meant_as_name(text, source):
        contents = _contents(text, source)
        found = _grid(contents, None, source) or read_sudokus(contents)
    several = [found] if isinstance(found, Puzzle) else [_titled(s, text, source) for s in found]
    return [_with_marks(one) if candidates else _position_of(one) for one in several]


def _with_marks(found: Puzzle | SudokuText) -> Position:
    plain = _position_of(found)
    crossed = _crossed_out(found, plain.problem, plain.entries)
    return Position(plain.puzzle, (*plain.entries, *crossed), candidates=True)


def _read_one(text: str, number: int | None, source: str) -> Puzzle | SudokuText:
    if number is not None and not is_whole_number(number):
        raise InvalidValue(f"number is {shown(number)}; give a whole number from 1 on, or None")
    with _named_if_meant_as_name(text, source):
        contents = _contents(text, source)
        grid = _grid(contents, number, source)
        return grid or _titled(read_sudoku(contents, number=number), text, source)


def _titled(found: SudokuText, name: str, source: str) -> SudokuText:
    """A Sudoku of the library under the title that it has there, or else under its name."""
    if found.title or source or name not in PUZZLES:
        return found
    title = collection()[name].title or name.replace("-", " ").capitalize()
    return replace(found, title=title)


def _grid(text: str, number: int | None, source: str) -> Puzzle | None:
    """The logic grid that the text is meant as, if it is one, however wrong."""
    if not (looks_like_grid_file(text) or source.lower().endswith(".toml")):
        return None
    if number not in (None, 1):
        raise InvalidPuzzle(f"a logic-grid file holds one puzzle, so none with number {number}")
    return Puzzle.of_grid_file(text)


def _contents(text: str, source: str) -> str:
    """The text, or that of the puzzle in the library which it names."""
    if not isinstance(text, str):
        raise InvalidValue(f"{shown(text)} is not the text of a puzzle, nor a name of the library")
    expect(source, str, "the name of what the text comes from")
    return text if source else PUZZLES.get(text, text)


def _as_puzzle(found: Puzzle | SudokuText) -> Puzzle:
    return found if isinstance(found, Puzzle) else Puzzle.of_sudoku(found)


def _position_of(found: Puzzle | SudokuText) -> Position:
    """The puzzle as it was given, with what a text says is the solver's own."""
    if isinstance(found, Puzzle) or not found.entries:
        return Position(_as_puzzle(found))
    return _since(Puzzle.of_sudoku(found.as_given()), Puzzle.of_sudoku(found))


def _since(original: Puzzle, current: Puzzle) -> Position:
    """What is filled in beyond the original, which must be the same puzzle."""
    before = expect(original, Puzzle, "a puzzle, such as read(text).puzzle").problem()
    now = current.problem()
    if {v.name for v in before.variables} != {v.name for v in now.variables}:
        raise InvalidPuzzle("the original is a puzzle of another kind or size than the grid")
    givens = set(before.givens)
    if erased := sorted(givens - set(now.givens)):
        raise InvalidPuzzle(
            f"{', '.join(map(str, erased))}: given in the original, but not there in the grid"
        )
    return Position(original, tuple(fact for fact in now.givens if fact not in givens))


@contextmanager
def _named_if_meant_as_name(text: str, source: str) -> Iterator[None]:
    """Say that there is no such puzzle, if that is more helpful than what is wrong with cells."""
    try:
        yield
    except InvalidPuzzle:
        if source or text in PUZZLES or _is_meant_as_cells(text):
            raise
        sizes = ", ".join(map(str, BOXES))
        close = difflib.get_close_matches(text, PUZZLES, n=1)
        guess = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownPuzzle(
            f"{text!r} is neither a Sudoku (one of {sizes} cells) nor in the library{guess}"
        ) from None


def _is_meant_as_cells(text: str) -> bool:
    """Whether it is better to say which character is wrong than that there is no such name."""
    if "\n" in text or text.startswith(":") or is_link(text) or looks_like_grid_file(text):
        return True
    cells = "".join(text.split()).replace("/", "") or text
    right = sum(c in EMPTY or c.isdigit() for c in cells)
    return right == len(cells) or (len(cells) in BOXES and 2 * right > len(cells))
