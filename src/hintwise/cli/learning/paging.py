"""A view that may be higher than the terminal, page by page."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments

Line = list[Segment]

LEAST = 5
"""No page is lower than this, however low the terminal."""


class Pages:
    """What is shown of a view at a time: so many lines, or without a `height` all of it."""

    def __init__(self, console: Console, view: RenderableType, height: int | None = None) -> None:
        self._console = console
        lines = console.render_lines(view, pad=False)
        self._pages = _split(lines, len(lines) if height is None else max(LEAST, height)) or [[]]
        self._place = 0

    @property
    def lines_left(self) -> int:
        """How many come on later pages."""
        return sum(map(len, self._pages[self._place + 1 :]))

    @property
    def is_first(self) -> bool:
        return self._place == 0

    def show(self) -> None:
        segments = [(*line, Segment.line()) for line in self._pages[self._place]]
        page = Segments(itertools.chain.from_iterable(segments))
        self._console.print(page, end="", soft_wrap=True)

    def turn(self, by: int) -> bool:
        """Go to another page, and show it; False if there is none."""
        if not 0 <= self._place + by < len(self._pages):
            return False
        self._place += by
        self.show()
        return True


def _split(lines: Sequence[Line], height: int) -> list[Sequence[Line]]:
    return [lines[i : i + height] for i in range(0, len(lines), max(1, height))]
