"""Rows of a drawn Sudoku that leave empty cells blank: where their cells stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hintwise.puzzles.sudoku.model import BOXES

_WIDEST_PITCH = 8


def fill_blanks(rows: Sequence[str]) -> list[str] | None:
    """The rows of a square grid with `.` for each blank cell; none if they do not show the cells.

    They do with a separator between any two cells (`4,,8`, `| 4 |   | 8 |`), or with walls between
    boxes within which cells stand at regular distances (`| 4   8 |   1   |`).

    >>> fill_blanks(["| 1   |   2 |", "|     | 3   |", "|   4 |     |", "| 2   |     |"])
    ['1 .|. 2', '. .|3 .', '. 4|. .', '2 .|. .']
    """
    if len(rows) ** 2 not in BOXES:
        return None
    walled = _between_walls(rows)
    for separator, parts in (
        ("|", walled),
        (",", [row.split(",") for row in rows]),
        (";", [row.split(";") for row in rows]),
    ):
        fields = [_fields(row, len(rows)) for row in parts]
        if all(fields):
            return [separator.join(cells) for cells in fields]
    return _spaced(walled)


def _between_walls(rows: Sequence[str]) -> list[list[str]]:
    parts = [row.strip().split("|") for row in rows]
    if all(len(row) > 2 and not (row[0] or row[-1]) for row in parts):
        return [row[1:-1] for row in parts]
    return parts


def _fields(parts: Sequence[str], size: int) -> list[str]:
    """The cells of a row with a separator between any two of them; none if there are not `size`."""
    fields = [part.strip(" \t\"'[]") for part in parts]
    if len(fields) == size + 1 and not fields[-1]:
        fields.pop()  # behind the last separator
    if len(fields) != size or any(len(field.split()) > 1 for field in fields):
        return []
    return [field or "." for field in fields]


def _spaced(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """The rows by the first distance between cells at which every character is a cell."""
    length = max(len(box) for row in rows for box in row)
    # Without walls around the grid, blanks at both ends may be gone.
    boxes = [[row[0].rjust(length), *row[1:-1], row[-1].ljust(length)] for row in rows]
    counts = {len(row) for row in rows}
    if len(counts) > 1 or any(len(box) < length for row in boxes for box in row):
        return None
    width, left_over = divmod(len(rows), counts.pop())
    if left_over or not 1 < width < len(rows):
        return None
    used = {at for row in boxes for box in row for at, c in enumerate(box) if not c.isspace()}
    for columns in _columns(length, width):
        if used <= set(columns):
            return ["|".join(_cells(box, columns) for box in row) for row in boxes]
    return None


def _cells(box: str, columns: range) -> str:
    return " ".join("." if box[at].isspace() else box[at] for at in columns)


def _columns(length: int, width: int) -> Iterator[range]:
    """Where `width` cells may stand in the middle of `length` characters, widely spaced first."""
    for pitch in range(_WIDEST_PITCH, 0, -1):
        spare = length - (pitch * (width - 1) + 1)
        if spare >= 0:
            for start in dict.fromkeys((spare // 2, spare - spare // 2)):
                yield range(start, start + pitch * (width - 1) + 1, pitch)
