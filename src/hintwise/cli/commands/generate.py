"""`hintwise puzzle generate`: new puzzles, as hard as they are wanted."""

from __future__ import annotations

import json
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import click
import numpy as np

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo
from hintwise.cli.options import deadline_option, json_option
from hintwise.engine import Limits
from hintwise.errors import InvalidValue
from hintwise.problem import Problem
from hintwise.puzzles import format_sudoku, read_logic_grid
from hintwise.puzzles.sudoku.model import BOXES, Box
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import write_sudokus
from hintwise.workshop import (
    CLUE_KINDS,
    GRADES,
    USUAL_KINDS,
    Difficulty,
    GridShape,
    generate_logic_grid,
    generate_sudoku,
    measure_difficulty,
)
from hintwise.workshop.difficulty import LIMITS

TRIES = 100
"""Puzzles drawn in search of one of the wanted grade."""

SIZES: dict[str, Box] = {str(box[0] * box[1]): box for box in BOXES.values()}

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A puzzle as one line or one file, the same as a person looks at it, and how hard it is."""

    puzzle: str
    shown: str
    problem: Problem
    difficulty: Difficulty | None = None


Draw = Callable[[np.random.Generator], Drawn]


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted: how many puzzles, of which grade, from which seed."""

    grade: str | None
    seed: int
    count: int
    graded: bool
    deadline_s: float | None

    def __post_init__(self) -> None:
        if self.grade is not None and not self.graded:
            raise click.UsageError("--difficulty needs what --ungraded leaves out: choose one")


def order_options(command: _Command) -> _Command:
    """The options that both kinds of puzzle share."""
    options = (
        click.option("--difficulty", "grade", type=click.Choice(GRADES), help="How hard it is."),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=lambda: secrets.randbelow(10**6),
            metavar="N",
            help="The same seed gives the same puzzle; it is drawn and shown unless given.",
        ),
        click.option("--count", type=click.IntRange(min=1), default=1, help="How many puzzles."),
        deadline_option,
        click.option(
            "--ungraded", "graded", flag_value=False, default=True, help="Do not measure it."
        ),
        json_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def generate() -> None:
    """Generate puzzles with exactly one solution and nothing to spare."""


@generate.command("sudoku")
@click.option("--size", type=click.Choice(list(SIZES)), default="9", show_default=True)
@order_options
def sudoku_command(size: str, as_json: bool, **options: Any) -> None:
    """Generate Sudokus."""
    run(partial(draw_sudoku, SIZES[size]), Order(**options), as_json)


@generate.command("logic_grid")
@click.option("--categories", type=int, default=4, show_default=True, help="3 to 6.")
@click.option("--values", type=int, default=4, show_default=True, help="In each, 3 to 8.")
@click.option(
    "--clues",
    metavar="KIND,…",
    default=",".join(USUAL_KINDS),
    help=f"Kinds of clues, of {', '.join(CLUE_KINDS)}.  [default: all but is]",
)
@order_options
def logic_grid_command(
    categories: int, values: int, clues: str, as_json: bool, **options: Any
) -> None:
    """Generate logic grids, as files to be saved: `… > grid.toml`."""
    shape = GridShape(categories, values)
    kinds = tuple(kind.strip() for kind in clues.split(",") if kind.strip())
    run(partial(draw_logic_grid, shape, kinds), Order(**options), as_json)


def draw_sudoku(box: Box, rng: np.random.Generator) -> Drawn:
    problem = generate_sudoku(box, rng)
    line = format_sudoku(problem, problem.givens)
    return Drawn(line, write_sudokus([SudokuText.of(line)], "boxed"), problem)


def draw_logic_grid(shape: GridShape, kinds: tuple[str, ...], rng: np.random.Generator) -> Drawn:
    text = generate_logic_grid(shape, rng, kinds=kinds)
    return Drawn(text, text.rstrip(), read_logic_grid(text))


def run(draw: Draw, order: Order, as_json: bool) -> None:
    """Draw what is ordered, and print it as it comes; progress goes to stderr."""

    def compute(cancel: threading.Event) -> Iterator[Drawn | str]:
        return drawn_puzzles(draw, order, cancel)

    records: list[dict[str, Any]] = []
    with closing(computed_in_background(compute)) as results:
        for result in results:
            if isinstance(result, str):
                click.echo(result, err=True)
                continue
            if not as_json:
                echo(_printed(result, order, first=not records))
            records.append(_record(result))
    if as_json:
        echo(json.dumps({"seed": order.seed, "puzzles": records}, ensure_ascii=False))


def drawn_puzzles(draw: Draw, order: Order, cancel: threading.Event) -> Iterator[Drawn | str]:
    """The puzzles of an order and, in between, what there is to say about progress."""
    rng = np.random.default_rng(order.seed)
    limits = Limits(deadline_s=order.deadline_s or LIMITS.deadline_s, cancel=cancel)
    for _ in range(order.count):
        grades: Counter[str] = Counter()
        while sum(grades.values()) < TRIES:
            drawn = draw(rng)
            if order.graded:
                drawn = replace(drawn, difficulty=measure_difficulty(drawn.problem, limits=limits))
            if order.grade is None or drawn.difficulty is None:
                yield drawn
                break
            grades[drawn.difficulty.grade] += 1
            if drawn.difficulty.grade == order.grade:
                yield drawn
                break
            yield f"puzzle {sum(grades.values())} is {drawn.difficulty}, not {order.grade}"
        else:
            found = ", ".join(f"{count} {grade}" for grade, count in grades.most_common())
            raise InvalidValue(
                f"none of {TRIES} puzzles drawn is {order.grade} ({found}); "
                "ask for one of these, for another size, or with another seed"
            )


def _printed(drawn: Drawn, order: Order, *, first: bool) -> str:
    """The puzzle under a remark, which is a comment to whoever reads the puzzle back in."""
    difficulty = "not graded" if drawn.difficulty is None else str(drawn.difficulty)
    heading = f"# difficulty: {difficulty}, seed: {order.seed}"
    return f"{'' if first else chr(10)}{heading}\n{drawn.shown}"


def _record(drawn: Drawn) -> dict[str, Any]:
    difficulty = None if drawn.difficulty is None else drawn.difficulty.as_json()
    return {"kind": drawn.problem.kind.name, "puzzle": drawn.puzzle, "difficulty": difficulty}
