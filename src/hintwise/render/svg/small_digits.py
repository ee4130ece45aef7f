"""Small digits in the cells of a board: crossed-out ones are struck, those of the reason ringed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.svg.shapes import group, shape

_MARGIN = 0.16
"""Of the side of a cell: inside the frame of a derived one."""


def small_digits(
    marks: PencilMarks, corners: dict[str, tuple[float, float]], size: float, values: int
) -> Iterator[Element]:
    """The candidates of each cell with this corner, `values` in all, in their usual places."""
    per_row = math.ceil(math.sqrt(values))
    step = size * (1 - 2 * _MARGIN) / per_row
    looks: dict[str, list[Element]] = {"mark": [], "mark-why": [], "mark-struck": []}
    rings, strokes = [], []
    for cell, left in marks.left.items():
        if cell not in corners:
            continue
        x, y = (corner + size * _MARGIN for corner in corners[cell])
        for value in left:
            row, column = divmod(value - 1, per_row)
            middle_x, middle_y = x + (column + 0.5) * step, y + (row + 0.5) * step
            look = _look(marks, cell, value)
            digit = shape("text", x=middle_x, y=middle_y + step * 0.34)
            digit.text = str(value)
            looks[look].append(digit)
            if look == "mark-why":
                rings.append(shape("circle", "mark-ring", cx=middle_x, cy=middle_y, r=step * 0.5))
            elif look == "mark-struck":
                arm = step * 0.46
                path = f"M{middle_x - arm:.1f} {middle_y + arm:.1f}l{2 * arm:.1f} {-2 * arm:.1f}"
                strokes.append(shape("path", "mark-stroke", d=path))
    yield from rings
    for look, digits in looks.items():
        if digits:
            yield group(digits, look, text_anchor="middle", font_size=step * 0.94)
    yield from strokes


def _look(marks: PencilMarks, cell: str, value: int) -> str:
    if (cell, value) in marks.struck:
        return "mark-struck"
    return "mark-why" if (cell, value) in marks.reason else "mark"
