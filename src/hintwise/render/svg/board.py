"""A board of square cells, such as a Sudoku of any shape, as a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from hintwise.problem import Board, Cell, Fact
from hintwise.render.marks import Marks, values_text
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.reasons import reasons
from hintwise.render.svg.shapes import (
    HATCH,
    Drawing,
    derived_frame,
    group,
    shape,
    shortened,
    squares,
    tag,
    tick_or_cross,
    used_ring,
    words,
)
from hintwise.render.svg.small_digits import small_digits

_LEFT, _TOP = 30.0, 26.0
_INSET = 4.0
"""How far inside its cells the edge of a used rule runs."""
_CAGE_INSET = 2.8
"""The same for a cage; where a cage is used, the edge takes the place of its line."""


def board_drawing(board: Board, marks: Marks, pencil: PencilMarks | None = None) -> Drawing:
    """The board: used facts are ringed, the derived one framed twice.

    With pencil marks, open cells show their candidates, and only values are ringed.

    A used row or column has its number on a plate, any other used rule a dashed edge; where used
    rules meet is hatched. Cages have a finer line, and what is written on them in the corner of
    their first cell.
    """
    paper = _Paper(board)
    parts = [
        *_hatching(paper, marks),
        shape("path", "thin", d=_lines(paper)),
        *_rings(paper, marks, by_value=pencil is not None),
        shape("path", "wall", d=_walls(paper)),
        *_cages(paper, marks),
        *_edges(paper, marks),
        *_frames(paper, marks),
        *_cage_labels(paper),
        *_labels(paper, marks),
        *_contents(paper, marks, pencil),
    ]
    width, height = paper.corner((board.height + 1, board.width + 1))
    places = {name: (*paper.corner_of(name), paper.size, paper.size) for name in board.cells}
    return Drawing(width + 2, height + 2, tuple(parts), places)


class _Paper:
    """Where the cells of a board lie on the drawing; `size` is the side of one."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = 44.0 if max(board.width, board.height) <= 9 else 34.0

    def corner(self, cell: Cell) -> tuple[float, float]:
        row, col = cell
        return _LEFT + (col - 1) * self.size, _TOP + (row - 1) * self.size

    def corner_of(self, variable: str) -> tuple[float, float]:
        return self.corner(self.board.cells[variable])


def _hatching(paper: _Paper, marks: Marks) -> Iterator[Element]:
    found = reasons(paper.board, marks)
    cells = sorted(paper.board.cells[name] for name in found if name in paper.board.cells)
    if cells:
        yield shape("path", fill=HATCH, d=squares(map(paper.corner, cells), paper.size))


def _lines(paper: _Paper) -> str:
    board = paper.board
    width, height = board.width * paper.size, board.height * paper.size
    across = (f"M{_LEFT:g} {_TOP + n * paper.size:g}h{width:g}" for n in range(1, board.height))
    down = (f"M{_LEFT + n * paper.size:g} {_TOP:g}v{height:g}" for n in range(1, board.width))
    return "".join((*across, *down))


def _walls(paper: _Paper) -> str:
    board = paper.board
    path = []
    for row in range(1, board.height + 2):
        for col in range(1, board.width + 2):
            x, y = paper.corner((row, col))
            if board.wall_above((row, col)):
                path.append(f"M{x:g} {y:g}h{paper.size:g}")
            if board.wall_left((row, col)):
                path.append(f"M{x:g} {y:g}v{paper.size:g}")
    return "".join(path)


def _rings(paper: _Paper, marks: Marks, *, by_value: bool) -> Iterator[Element]:
    for name in marks.used_values if by_value else marks.used:
        yield used_ring(*paper.corner_of(name), paper.size)


def _frames(paper: _Paper, marks: Marks) -> Iterator[Element]:
    for name in filter(paper.board.cells.__contains__, marks.derived):  # not a broken rule
        yield from derived_frame(*paper.corner_of(name), paper.size)


def _edges(paper: _Paper, marks: Marks) -> Iterator[Element]:
    board = paper.board
    for rule in marks.rules:
        if board.row_of(rule) is None and board.column_of(rule) is None:
            yield shape("path", "edge", d=_outline(paper, board.cells_of(rule), _INSET))


def _cages(paper: _Paper, marks: Marks) -> Iterator[Element]:
    used = {paper.board.cells_of(rule) for rule in marks.rules}
    cages = [cage.cells for cage in paper.board.cages if cage.cells not in used]
    if cages:
        path = "".join(_outline(paper, cells, _CAGE_INSET) for cells in cages)
        yield shape("path", "cage", d=path)


def _cage_labels(paper: _Paper) -> Iterator[Element]:
    size = 11 if paper.size > 36 else 9
    for cage in paper.board.cages:
        if cage.label:
            x, y = paper.corner(min(cage.cells))
            yield words(cage.label, "cage-label", size=size, x=x + 3, y=y + size)


def _outline(paper: _Paper, cells: frozenset[Cell], inset: float) -> str:
    """Path data of the line around some cells, just inside them."""
    sides = (_side(paper, cells, c, s, inset) for c in sorted(cells) for s in _SIDES)
    return "".join(sides)


# A side of a cell: the step across it, and the step along it.
_SIDES = (((-1, 0), (0, 1)), ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0)))


def _side(
    paper: _Paper, cells: frozenset[Cell], cell: Cell, side: tuple[Cell, Cell], inset: float
) -> str:
    """The line on one side of a cell, nothing if the cells go on beyond it.

    It stops short at an outer corner and runs over at an inner one, so that edges meet.
    """
    (row, col), (across, along) = cell, side
    if (row + across[0], col + across[1]) in cells:
        return ""
    ends = []
    for way in (-1, 1):
        beside = (row + way * along[0], col + way * along[1])
        beyond = (beside[0] + across[0], beside[1] + across[1])
        reach = -inset if beside not in cells else inset if beyond in cells else 0.0
        ends.append(way * (paper.size / 2 + reach))
    x, y = (corner + paper.size / 2 for corner in paper.corner(cell))
    off = paper.size / 2 - inset
    x, y = x + across[1] * off, y + across[0] * off
    start, end = ((x + along[1] * d, y + along[0] * d) for d in ends)
    return f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"


def _labels(paper: _Paper, marks: Marks) -> Iterator[Element]:
    board = paper.board
    rows = {board.row_of(rule) for rule in marks.rules}
    columns = {board.column_of(rule) for rule in marks.rules}
    plain = []
    places = [(_LEFT - 14, paper.corner((r, 1))[1] + paper.size / 2, r, rows) for r in board.rows]
    places += [
        (paper.corner((1, c))[0] + paper.size / 2, _TOP - 12, c, columns) for c in board.columns
    ]
    for x, y, number, used in places:
        if number in used:
            yield from tag(x, y, str(number))
        else:
            plain.append(words(str(number), "soft", size=11, x=x, y=y + 4))
    yield group(plain, text_anchor="middle")


def _contents(paper: _Paper, marks: Marks, pencil: PencilMarks | None) -> Iterator[Element]:
    """What stands in the cells, grouped by look to keep the file small."""
    looks: dict[str, list[Element]] = {}
    small: dict[str, tuple[float, float]] = {}
    for name in paper.board.cells:
        facts = marks.shown(name)
        if pencil is not None and not any(fact.settles for fact in facts):
            small[name] = paper.corner_of(name)
        elif facts:
            look = marks.origin(facts[0])
            looks.setdefault(look, []).append(_content(paper, look, facts))
    for look, parts in looks.items():
        yield group(parts, look, text_anchor="middle", font_size=paper.size * 0.5)
    if pencil is not None:
        yield from small_digits(pencil, small, paper.size, paper.board.width)


def _content(paper: _Paper, look: str, facts: tuple[Fact, ...]) -> Element:
    x, y = paper.corner_of(facts[0].variable)
    if isinstance(facts[0].value, bool):
        mark = f"{'yes' if facts[0].positive else 'no'} {look}"
        return shape("path", mark, d=tick_or_cross(x, y, paper.size, facts[0].positive))
    text = shortened(values_text(facts), 6)
    element = shape("text", x=x + paper.size / 2, y=y + paper.size * 0.68)
    if len(text) > 2:
        element.set("font-size", f"{paper.size / len(text):.3g}")
    element.text = text
    return element
