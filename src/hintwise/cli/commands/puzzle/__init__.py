"""`hintwise puzzle`: look at puzzles and bring them into another form."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import click
from rich.table import Table

from hintwise.cli.commands.puzzle.generate import generate
from hintwise.cli.commands.puzzle.grade import grade
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_all
from hintwise.cli.options import json_option, number_option
from hintwise.cli.outputs import WatchedConsole
from hintwise.guide import Position, collection
from hintwise.guide.writing import FORMS, write
from hintwise.problem import Constraint, Problem, Staircase
from hintwise.render.page.clues import clues_of

_DIGIT = re.compile(r"\d")


@click.group()
def puzzle() -> None:
    """List and show puzzles, convert them between forms, grade them, and make new ones."""


puzzle.add_command(generate)
puzzle.add_command(grade)


@puzzle.command("list")
@json_option
def list_puzzles(as_json: bool) -> None:
    """List the puzzles of the library; their names serve as PUZZLE everywhere."""
    if as_json:
        echo_json({"puzzles": [puzzle.as_json() for puzzle in collection().values()]})
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "kind", "size", "difficulty", "title"):
        table.add_column(heading, no_wrap=heading != "title")
    for puzzle in collection().values():
        table.add_row(puzzle.name, puzzle.kind, puzzle.size, puzzle.difficulty, puzzle.title)
    WatchedConsole().print(table)


@puzzle.command()
@click.argument("text", metavar="PUZZLE")
@number_option
@json_option
def show(text: str, number: int | None, as_json: bool) -> None:
    """Show PUZZLE as it was understood; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    puzzles = read_all(text, number)
    if as_json:
        echo_json({"puzzles": [_described(p) for p in puzzles]})
    else:
        echo("\n\n".join(map(_shown, puzzles)))


@puzzle.command()
@click.argument("text", metavar="PUZZLE")
@click.option(
    "--to", "form", type=click.Choice(list(FORMS)), default="line", help="The form to write."
)
@number_option
@json_option
def convert(text: str, form: str, number: int | None, as_json: bool) -> None:
    """Write PUZZLE in another form; all puzzles if a file holds several.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    puzzles = read_all(text, number)
    if as_json:
        written = [{**_described(p), "text": write([p], form)} for p in puzzles]
        echo_json({"form": form, "puzzles": written})
    else:
        echo(write(puzzles, form))


def _shown(position: Position) -> str:
    puzzle, problem = position.puzzle, position.problem
    if isinstance(problem.layout, Staircase):
        return _shown_grid(problem, problem.layout)
    by = f" by {puzzle.author}" if puzzle.author else ""
    problem, text = position.problem, position.as_sudoku()
    filled = f"{len(problem.givens) + len(position.entries)} of {len(problem.variables)}"
    heading = f"{puzzle.title or 'Untitled'}{by}\n" if puzzle.title or by else ""
    size = f"{text.size}x{text.size} {problem.kind.noun}, {filled} cells filled"
    return "\n".join([f"{heading}{text.boxed}", *map(str, text.cages), size])


def _described(position: Position) -> dict[str, Any]:
    problem = position.problem
    if isinstance(layout := problem.layout, Staircase):
        about: dict[str, Any] = {
            "categories": layout.categories,
            "ordered": list(layout.ordered),
            "givens": [str(fact) for fact in problem.givens],
            "clues": _clues(problem),
            "rules": [clue.reading.text if clue.reading else None for clue in clues_of(problem)],
        }
    else:
        text = position.as_sudoku()
        about = {"size": text.size, "box": list(text.box)}
        if text.cages:
            about["cages"] = list(map(str, text.cages))
    return {**position.as_json(), **about}


def _shown_grid(grid: Problem, stairs: Staircase) -> str:
    categories = [f"  {_listed_category(stairs, name)}" for name in stairs.categories]
    clues = [f"{number:>3}. {_shown_clue(clue)}" for number, clue in enumerate(clues_of(grid), 1)]
    givens = [f"  {fact}" for fact in grid.givens]
    parts = [
        grid.title,
        textwrap.fill(grid.story, 80),
        "\n".join(["Categories", *categories]),
        "\n".join(["Given", *givens]) if givens else "",
        "\n".join(["Clues", *clues]),
    ]
    return "\n\n".join(part for part in parts if part)


def _listed_category(stairs: Staircase, name: str) -> str:
    """Its values, and that they are in order unless they have numbers, in which it shows."""
    values = stairs.categories[name]
    says_order = name in stairs.ordered and not all(map(_DIGIT.search, values))
    return f"{name}{', in this order' if says_order else ''}: {', '.join(values)}"


def _clues(grid: Problem) -> list[str]:
    return list(map(str, clues_of(grid)))


def _shown_clue(clue: Constraint) -> str:
    """Its text and, below that, the rule as it was understood, unless they are the same."""
    rule = clue.reading.text if clue.reading else ""
    return f"{clue}\n     rule: {rule}" if rule and rule != str(clue) else str(clue)
