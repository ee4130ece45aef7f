"""`hintwise hint`: the next step from where a person is, given away bit by bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_position, read_profile
from hintwise.cli.options import (
    json_option,
    position_options,
    run_code_option,
    style_options,
    target_option,
)
from hintwise.cli.waiting import wait_for
from hintwise.guide import hinting
from hintwise.guide.explaining import Style
from hintwise.render.words.hints import LEVELS
from hintwise.render.words.language import find_language


@click.command()
@click.argument("puzzle")
@position_options
@run_code_option
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    default=1,
    help="1: where to look, 2: which kind of rule, 3: which facts and rules, 4: the deduction.",
)
@target_option
@style_options
@json_option
def hint(
    puzzle: str,
    number: int | None,
    level: int,
    original: str | None,
    known: tuple[str, ...],
    run_code: bool,
    weights_file: Path | None,
    targets: tuple[str, ...],
    as_json: bool,
    **manner: Any,
) -> None:
    """Give a hint for the next step of PUZZLE, no more of it than asked for.

    The step is the cheapest from the grid as it stands. PUZZLE is text, a link, a file, `-` for
    stdin, or a name from the library. Without --original, every filled cell counts as given.
    """
    position = read_position(puzzle, number, original=original, known=known, run_code=run_code)
    style = Style(weights=read_profile(weights_file, position.problem).weights, **manner)
    say = find_language(style.language).say
    found = wait_for(
        lambda cancel: hinting.hint(position, level, style, targets=targets, cancel=cancel),
        say("progress.hint"),
    )
    if as_json:
        echo_json(found.as_json())
    elif not found.hints:
        echo(say("solution.nothing_left"))
    else:
        echo("\n".join(f"{level}. {text}" for level, text in enumerate(found.hints, 1)))
    if found.several_solutions:
        click.echo(say("solution.several_note"), err=True)
    if not found.proven:
        click.echo(say("solution.out_of_time"), err=True)
