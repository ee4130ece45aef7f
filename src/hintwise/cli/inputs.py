"""What commands are given: puzzles and weights, as text, files or names."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hintwise.elicit import Profile
from hintwise.errors import InvalidPuzzle, InvalidValue, InvalidWeights
from hintwise.features import Weights
from hintwise.problem import Fact, Problem
from hintwise.puzzles import looks_like_grid_file, read_logic_grid
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.sudoku.formats import read_sudoku, read_sudokus
from hintwise.puzzles.sudoku.links import is_link
from hintwise.puzzles.sudoku.model import BOXES, EMPTY
from hintwise.puzzles.sudoku.text import SudokuText


@dataclass(frozen=True)
class Position:
    """A puzzle as it was given, and what the person has found or filled in since.

    Nothing says that `entries` are right, or even that they agree with the givens.
    """

    problem: Problem
    entries: tuple[Fact, ...]


def read_puzzle(puzzle: str, number: int | None = None) -> Problem:
    """The one puzzle that PUZZLE means, in any form; of several, the one with this number.

    PUZZLE is `-` for stdin, a name from the library, a file, or the text itself. Every filled cell
    counts as given.
    """
    return _problem_of(_read_one(puzzle, number))


def read_position(
    puzzle: str,
    number: int | None = None,
    *,
    original: str | None = None,
    known: Sequence[str] = (),
) -> Position:
    """The puzzle PUZZLE, in which a person may already have got somewhere.

    What is filled in beyond the Sudoku `original` is the person's own, and so are the facts
    `known` (`r1c1=5`, `Ada = rye`). Without `original` the form of PUZZLE may tell the person's
    own entries from the givens; if it does not, every filled cell counts as given.
    """
    found = _read_one(puzzle, number)
    if original is None:
        position = position_of(found)
    else:
        position = _position_since(read_puzzle(original), _problem_of(found))
    entries = (*position.entries, *map(position.problem.parse_fact, known))
    return Position(position.problem, tuple(dict.fromkeys(entries)))


def position_of(puzzle: Problem | SudokuText) -> Position:
    """The puzzle as it was given, with what a text says is the solver's own."""
    if isinstance(puzzle, Problem):
        return Position(puzzle, ())
    return _position_since(puzzle.as_given().problem(), puzzle.problem())


def _position_since(original: Problem, current: Problem) -> Position:
    """What is filled in beyond the original, which must be the same puzzle."""
    if {v.name for v in original.variables} != {v.name for v in current.variables}:
        raise InvalidPuzzle("the original is a puzzle of another kind or size than the grid")
    givens = set(original.givens)
    if erased := sorted(givens - set(current.givens)):
        raise InvalidPuzzle(
            f"{', '.join(map(str, erased))}: given in the original, but not there in the grid"
        )
    return Position(original, tuple(fact for fact in current.givens if fact not in givens))


def _read_one(puzzle: str, number: int | None) -> Problem | SudokuText:
    """The logic grid or the Sudoku that PUZZLE means."""
    with _named_if_meant_as_name(puzzle):
        text = _text_of(puzzle)
        if _is_logic_grid(puzzle, text):
            return _read_logic_grid(text, number)
        return read_sudoku(text, number=number)


def _is_logic_grid(puzzle: str, text: str) -> bool:
    return looks_like_grid_file(text) or (_is_file(puzzle) and puzzle.lower().endswith(".toml"))


def _read_logic_grid(text: str, number: int | None) -> Problem:
    if number not in (None, 1):
        raise InvalidPuzzle(f"a logic-grid file holds one puzzle, so none with number {number}")
    return read_logic_grid(text)


def _problem_of(puzzle: Problem | SudokuText) -> Problem:
    return puzzle if isinstance(puzzle, Problem) else puzzle.problem()


def read_all(puzzle: str, number: int | None = None) -> Problem | list[SudokuText]:
    """All that PUZZLE holds: a logic grid, or its Sudokus, of which there is at least one.

    With a number, only that Sudoku.
    """
    with _named_if_meant_as_name(puzzle):
        text = _text_of(puzzle)
        if _is_logic_grid(puzzle, text):
            return _read_logic_grid(text, number)
        return read_sudokus(text) if number is None else [read_sudoku(text, number=number)]


def read_sudoku_texts(puzzle: str, number: int | None = None) -> list[SudokuText]:
    """Like `read_puzzle`, but without a number all of them, and as text."""
    found = read_all(puzzle, number)
    if isinstance(found, Problem):
        raise InvalidValue(f"{found.title or 'this'} is a logic grid; only Sudokus are accepted")
    return found


def _text_of(puzzle: str) -> str:
    if puzzle == "-":
        return _decoded(sys.stdin.buffer.read(), "stdin")
    if puzzle in PUZZLES:
        return PUZZLES[puzzle]
    if _is_file(puzzle):
        return _decoded(_contents(Path(puzzle)), puzzle)
    return puzzle


def _is_file(name: str) -> bool:
    """Whether there is something to read under that name, be it a pipe such as `<(…)` makes."""
    return os.path.exists(name) and not os.path.isdir(name)


@contextmanager
def _named_if_meant_as_name(puzzle: str) -> Iterator[None]:
    """Say that there is no such file, if that is more helpful than what is wrong with the cells."""
    try:
        yield
    except InvalidPuzzle:
        if puzzle == "-" or puzzle in PUZZLES or _is_file(puzzle) or _is_meant_as_cells(puzzle):
            raise
        sizes = ", ".join(map(str, BOXES))
        raise InvalidPuzzle(
            f"{puzzle!r} is neither a Sudoku (one of {sizes} cells) nor a file "
            f"nor in the library{_guess(puzzle)} (`hintwise puzzle list` shows its names)"
        ) from None


def _guess(name: str) -> str:
    close = difflib.get_close_matches(name, PUZZLES, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def read_profile(file: Path | None, problem: Problem) -> Profile:
    """The profile or weights file, which must be for this kind of problem.

    Without a file, what is expected of somebody who has not been asked.
    """
    if file is None:
        return Profile.expected(problem)
    if not _is_file(str(file)):
        raise InvalidWeights(f"{file}: no such weights file")
    return Profile.read(_decoded(_contents(file), str(file)), problem, str(file))


def read_weights(file: Path, problem: Problem) -> Weights:
    """The weights of a weights file or a profile, which must be for this kind of problem."""
    return read_profile(file, problem).weights


def read_file(file: Path, what: str) -> str:
    """The text of a file that must be there; `what` says what should be in it."""
    if not _is_file(str(file)):
        raise InvalidValue(f"{file}: no such file of {what}")
    return _decoded(_contents(file), str(file))


def _contents(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidValue(f"{file} cannot be read: {error.strerror}") from None


def _decoded(contents: bytes, source: str) -> str:
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidValue(f"{source} is not text in UTF-8") from None


def _is_meant_as_cells(puzzle: str) -> bool:
    """Whether it is better to say which character is wrong than that there is no such file."""
    if "\n" in puzzle or puzzle.startswith(":") or is_link(puzzle):
        return True
    cells = "".join(puzzle.split())
    right = sum(c in EMPTY or c.isdigit() for c in cells)
    return right == len(cells) or (len(cells) in BOXES and 2 * right > len(cells))
