"""`hintwise puzzle`: look at puzzles and bring them into another form."""

from __future__ import annotations

import json
from typing import Any

import click

from hintwise.cli.inputs import number_option, read_sudoku_texts
from hintwise.puzzles.sudoku_text import SudokuText
from hintwise.puzzles.writers import FORMS, write_sudokus


@click.group()
def puzzle() -> None:
    """Show puzzles and convert them between forms."""


@puzzle.command()
@click.argument("text", metavar="PUZZLE")
@number_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def show(text: str, number: int | None, as_json: bool) -> None:
    """Show PUZZLE as it was understood; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    puzzles = read_sudoku_texts(text, number)
    if as_json:
        click.echo(json.dumps({"puzzles": [_described(p) for p in puzzles]}, ensure_ascii=False))
    else:
        click.echo("\n\n".join(map(_shown, puzzles)))


@puzzle.command()
@click.argument("text", metavar="PUZZLE")
@click.option(
    "--to",
    "form",
    type=click.Choice(list(FORMS)),
    default="line",
    show_default=True,
    help="The form to write.",
)
@number_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def convert(text: str, form: str, number: int | None, as_json: bool) -> None:
    """Write PUZZLE in another form; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    puzzles = read_sudoku_texts(text, number)
    if as_json:
        written = [{**_described(p), "text": write_sudokus([p], form)} for p in puzzles]
        click.echo(json.dumps({"form": form, "puzzles": written}, ensure_ascii=False))
    else:
        click.echo(write_sudokus(puzzles, form))


def _shown(puzzle: SudokuText) -> str:
    by = f" by {puzzle.author}" if puzzle.author else ""
    filled = len(puzzle.cells) - puzzle.cells.count(".")
    size = f"{puzzle.size}x{puzzle.size} Sudoku, {filled} of {len(puzzle.cells)} cells filled"
    heading = f"{puzzle.title or 'Untitled'}{by}\n" if puzzle.title or by else ""
    return f"{heading}{write_sudokus([puzzle], 'boxed')}\n{size}"


def _described(puzzle: SudokuText) -> dict[str, Any]:
    return {
        "puzzle": puzzle.cells,
        "title": puzzle.title,
        "author": puzzle.author,
        "size": puzzle.size,
        "box": list(puzzle.box),
    }
