"""The kinds of puzzle that hintwise knows, each with its record."""

from collections.abc import Mapping

from hintwise.errors import UnknownName
from hintwise.problem import Kind
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (SUDOKU, KILLER_SUDOKU, LOGIC_GRID)}


def kind_called(name: str) -> Kind:
    """The kind of that name; raises `UnknownName` if there is none."""
    if name not in KINDS:
        raise UnknownName("kind of puzzle", name, KINDS)
    return KINDS[name]
