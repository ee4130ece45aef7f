"""`hintwise puzzle list`: the puzzles that come with hintwise."""

from __future__ import annotations

import json

import click
from rich.table import Table

from hintwise.cli.errors import echo
from hintwise.cli.options import json_option
from hintwise.cli.outputs import WatchedConsole
from hintwise.guide import collection


@click.command("list")
@json_option
def list_puzzles(as_json: bool) -> None:
    """List the puzzles of the library; their names serve as PUZZLE everywhere."""
    if as_json:
        records = [puzzle.as_json() for puzzle in collection().values()]
        echo(json.dumps({"puzzles": records}, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "kind", "size", "difficulty", "title"):
        table.add_column(heading, no_wrap=heading != "title")
    for puzzle in collection().values():
        table.add_row(puzzle.name, puzzle.kind, puzzle.size, puzzle.difficulty, puzzle.title)
    WatchedConsole().print(table)
