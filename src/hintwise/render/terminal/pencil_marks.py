"""A board with its candidates for a terminal, columns as wide as they need.

`[7]` is a derived value and `(7)` a used one; `12-45` are the candidates 1 and 2, and 4 and 5 that
the step crosses out. An asterisk follows the candidates of the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from hintwise.problem import Board
from hintwise.render.marks import Marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.words.language import Language

DERIVED, USED, UNIT, FRAME = "bold reverse green", "bold cyan", "yellow", "dim"
STRUCK = "bold green"


@dataclass(frozen=True, slots=True)
class PencilBoard:
    """The lines of a board whose open cells show what they may be."""

    board: Board
    marks: Marks
    pencil: PencilMarks

    def view(self) -> Text:
        cells = {place: self._cell(name) for place, name in self.board.names.items()}
        widths = [
            max(cells[row, col].cell_len for row in self.board.rows if (row, col) in cells)
            for col in self.board.columns
        ]
        used_rows = {self.board.row_of(rule) for rule in self.marks.rules}
        lines = [self._column_labels(widths)]
        for row in self.board.rows:
            if any(self.board.wall_above((row, col)) for col in self.board.columns):
                lines.append(self._frame(widths, "┌┬┐" if row == 1 else "├┼┤"))
            used = row in used_rows
            line = Text(f"{'▶' if used else ''}{row} ".rjust(4), style=UNIT if used else FRAME)
            for col, width in zip(self.board.columns, widths, strict=True):
                line.append(self._wall(col), style=FRAME)
                cell = cells[row, col]
                line.append_text(cell).append(" " * (width - cell.cell_len + 1))
            lines.append(line.append(self._wall(self.board.width + 1).rstrip(), style=FRAME))
        lines.append(self._frame(widths, "└┴┘"))
        text = Text("\n").join(lines)
        text.no_wrap = True
        return text

    def _wall(self, col: int) -> str:
        has_wall = any(self.board.wall_left((row, col)) for row in self.board.rows)
        return "│ " if has_wall else ""

    def _frame(self, widths: list[int], corners: str) -> Text:
        line = "    "
        for col, width in zip(self.board.columns, widths, strict=True):
            line += corners[0 if col == 1 else 1] + "─" if self._wall(col) else ""
            line += "─" * (width + 1)
        return Text(line + corners[2], style=FRAME)

    def _column_labels(self, widths: list[int]) -> Text:
        used = {self.board.column_of(rule) for rule in self.marks.rules}
        line = Text("    ")
        for col, width in zip(self.board.columns, widths, strict=True):
            label = f"{'▼' if col in used else ''}{col}"
            line.append(" " * len(self._wall(col)))
            line.append(label.ljust(width + 1), style=UNIT if col in used else FRAME)
        return line

    def _cell(self, name: str) -> Text:
        settled = next((fact for fact in self.marks.shown(name) if fact.settles), None)
        if settled is not None:
            if name in self.marks.derived:
                return Text(f"[{settled.value}]", style=DERIVED)
            used = any(fact.settles for fact in self.marks.used.get(name, ()))
            style = USED if used else "bold not dim"
            return Text(f"({settled.value})" if used else str(settled.value), style=style)
        text = Text()
        struck = [v for v in self.pencil.left[name] if (name, v) in self.pencil.struck]
        style = UNIT if self.marks.rules_about(name) else "dim"
        for value in self.pencil.left[name]:
            if value not in struck:
                why = (name, value) in self.pencil.reason
                text.append(f"{value}*" if why else str(value), style=USED if why else style)
        if struck:
            text.append("-" + "".join(map(str, struck)), style=STRUCK)
        return text


def pencil_legend(language: Language) -> Text:
    """What the marks of such a board mean."""
    say = language.say
    return Text.assemble(
        *(("[ ]", DERIVED), f" {say('picture.derived')}   "),
        *(("-4", STRUCK), f" {say('picture.crossed_out')}   "),
        *(("4*", USED), f" {say('picture.reason')}   "),
        *(("( )", USED), f" {say('picture.used_fact')}"),
    )
