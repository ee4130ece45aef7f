"""`hintwise puzzle generate`: new puzzles, as hard as they are wanted."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import click

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.options import count_option, deadline_option, json_option, together
from hintwise.guide import Position, generating
from hintwise.guide.generating import (
    CLUE_KINDS,
    GRADES,
    SUDOKU_SIZES,
    USUAL_KINDS,
    Batch,
    Generated,
    GridRecipe,
    GridShape,
    PassedOver,
    Recipe,
    SudokuRecipe,
)
from hintwise.guide.writing import write
from hintwise.problem import Board

_SIZE = click.Choice([str(size) for size in SUDOKU_SIZES])


batch_options = together(
    click.option("--difficulty", "grade", type=click.Choice(GRADES), help="How hard it is."),
    count_option(
        "--seed",
        "The same seed gives the same puzzle; it is drawn and shown unless given.",
        least=0,
        default=lambda: secrets.randbelow(10**6),
        show_default=False,
    ),
    count_option("--count", "How many puzzles.", default=1),
    deadline_option,
    click.option(
        "--ungraded",
        "graded",
        flag_value=False,
        default=True,
        show_default=False,
        help="Do not measure it.",
    ),
    json_option,
)
"""The options that both kinds of puzzle share."""


@click.group()
def generate() -> None:
    """Generate puzzles with exactly one solution and nothing to spare."""


@generate.command("sudoku")
@click.option("--size", type=_SIZE, default="9")
@batch_options
def sudoku_command(size: str, as_json: bool, **options: Any) -> None:
    """Generate Sudokus."""
    run(SudokuRecipe(int(size)), as_json, **options)


@generate.command("logic_grid")
@click.option("--categories", type=int, default=4, help="3 to 6.")
@click.option("--values", type=int, default=4, help="In each, 3 to 8.")
@click.option(
    "--clues",
    metavar="KIND,…",
    default=",".join(USUAL_KINDS),
    show_default="all but is",
    help=f"Kinds of clues, of {', '.join(CLUE_KINDS)}.",
)
@batch_options
def logic_grid_command(
    categories: int, values: int, clues: str, as_json: bool, **options: Any
) -> None:
    """Generate logic grids, as files to be saved: `… > grid.toml`."""
    shape = GridShape(categories, values)
    kinds = tuple(kind.strip() for kind in clues.split(",") if kind.strip())
    run(GridRecipe(shape, kinds), as_json, **options)


def run(recipe: Recipe, as_json: bool, **options: Any) -> None:
    """Draw what is wanted, and print it as it comes; progress goes to stderr."""
    if options["grade"] is not None and not options["graded"]:
        raise click.UsageError("--difficulty needs what --ungraded leaves out: choose one")
    batch = Batch(**options)

    def compute(cancel: threading.Event) -> Iterator[Generated | PassedOver]:
        return generating.generate(recipe, batch, cancel=cancel)

    records: list[dict[str, Any]] = []
    with closing(computed_in_background(compute)) as results:
        for result in results:
            if isinstance(result, PassedOver):
                click.echo(str(result), err=True)
                continue
            if not as_json:
                echo(_printed(result, batch.seed, first=not records))
            records.append(result.as_json())
    if as_json:
        echo_json({"seed": batch.seed, "puzzles": records})


def _printed(generated: Generated, seed: int, *, first: bool) -> str:
    """The puzzle under a remark, which is a comment to whoever reads the puzzle back in."""
    puzzle = generated.puzzle
    difficulty = "not graded" if generated.difficulty is None else str(generated.difficulty)
    on_board = isinstance(puzzle.problem().layout, Board)
    shown = write([Position(puzzle)], "boxed") if on_board else puzzle.text.rstrip()
    return f"{'' if first else chr(10)}# difficulty: {difficulty}, seed: {seed}\n{shown}"
