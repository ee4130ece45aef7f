"""`hintwise puzzle`: look at puzzles and bring them into another form."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import click

from hintwise.cli.commands.generate import generate
from hintwise.cli.commands.library import list_puzzles
from hintwise.cli.errors import echo
from hintwise.cli.inputs import read_all, read_sudoku_texts
from hintwise.cli.options import json_option, number_option
from hintwise.problem import Problem, Staircase
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus


@click.group()
def puzzle() -> None:
    """Show puzzles, convert them between forms, and make new ones."""


puzzle.add_command(generate)
puzzle.add_command(list_puzzles)


@puzzle.command()
@click.argument("text", metavar="PUZZLE")
@number_option
@json_option
def show(text: str, number: int | None, as_json: bool) -> None:
    """Show PUZZLE as it was understood; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    found = read_all(text, number)
    puzzles = [found] if isinstance(found, Problem) else found
    if as_json:
        echo(json.dumps({"puzzles": [_described(p) for p in puzzles]}, ensure_ascii=False))
    else:
        echo("\n\n".join(map(_shown, puzzles)))


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
@json_option
def convert(text: str, form: str, number: int | None, as_json: bool) -> None:
    """Write PUZZLE in another form; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    puzzles = read_sudoku_texts(text, number)
    if as_json:
        written = [{**_described(p), "text": write_sudokus([p], form)} for p in puzzles]
        echo(json.dumps({"form": form, "puzzles": written}, ensure_ascii=False))
    else:
        echo(write_sudokus(puzzles, form))


def _shown(puzzle: SudokuText | Problem) -> str:
    if isinstance(puzzle, Problem):
        return _shown_grid(puzzle)
    by = f" by {puzzle.author}" if puzzle.author else ""
    filled = len(puzzle.cells) - puzzle.cells.count(".")
    kind = puzzle.kind.noun
    size = f"{puzzle.size}x{puzzle.size} {kind}, {filled} of {len(puzzle.cells)} cells filled"
    heading = f"{puzzle.title or 'Untitled'}{by}\n" if puzzle.title or by else ""
    return "\n".join([f"{heading}{puzzle.boxed}", *map(str, puzzle.cages), size])


def _described(puzzle: SudokuText | Problem) -> dict[str, Any]:
    if isinstance(puzzle, Problem):
        return {
            "title": puzzle.title,
            "story": puzzle.story,
            "categories": _stairs(puzzle).categories,
            "ordered": list(_stairs(puzzle).ordered),
            "givens": [str(fact) for fact in puzzle.givens],
            "clues": _clues(puzzle),
        }
    return {
        "puzzle": puzzle.cells,
        "title": puzzle.title,
        "author": puzzle.author,
        "size": puzzle.size,
        "box": list(puzzle.box),
        **({"cages": list(map(str, puzzle.cages))} if puzzle.cages else {}),
    }


def _shown_grid(grid: Problem) -> str:
    categories = [f"  {_listed_category(grid, name)}" for name in _stairs(grid).categories]
    clues = [f"{number:>3}. {clue}" for number, clue in enumerate(_clues(grid), 1)]
    givens = [f"  {fact}" for fact in grid.givens]
    parts = [
        grid.title,
        textwrap.fill(grid.story, 80),
        "\n".join(["Categories", *categories]),
        "\n".join(["Given", *givens]) if givens else "",
        "\n".join(["Clues", *clues]),
    ]
    return "\n\n".join(part for part in parts if part)


def _listed_category(grid: Problem, name: str) -> str:
    """Its values, and that they are in order unless they are numbers or dates, where it shows."""
    values = ", ".join(_stairs(grid).categories[name])
    says_order = name in _stairs(grid).ordered and any(character.isalpha() for character in values)
    return f"{name}, in this order: {values}" if says_order else f"{name}: {values}"


def _stairs(grid: Problem) -> Staircase:
    assert isinstance(grid.layout, Staircase)
    return grid.layout


def _clues(grid: Problem) -> list[str]:
    return [str(constraint) for constraint in grid.constraints if constraint.group == "clue"]
