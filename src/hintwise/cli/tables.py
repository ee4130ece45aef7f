"""Tables of experiments, on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich import box
from rich.table import Table as TerminalTable
from rich.text import Text

from hintwise.cli.errors import echo
from hintwise.cli.outputs import WatchedConsole
from hintwise.render.table import Table

_WIDTH_WITHOUT_TERMINAL = 120


def print_tables(tables: Iterable[Table]) -> None:
    """Print tables one below the other, and what one must know to read them once at the end."""
    # Without a terminal rich assumes 80 columns, and breaks numbers in two.
    console = WatchedConsole(width=None if sys.stdout.isatty() else _WIDTH_WITHOUT_TERMINAL)
    notes: dict[str, None] = {}
    for table in tables:
        console.print(Text(table.title, style="bold"), soft_wrap=True)
        console.print(_for_terminal(table))
        console.print()
        notes |= dict.fromkeys(table.notes)
    for note in notes:
        echo(note)


def _for_terminal(table: Table) -> TerminalTable:
    shown = TerminalTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, header in enumerate(table.headers):
        shown.add_column(Text(header), justify="right" if number else "left")
    for row in table.rows:
        shown.add_row(*map(Text, row))
    return shown
