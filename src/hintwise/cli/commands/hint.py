"""`hintwise hint`: the next step from where a person is, given away bit by bit."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise import guide
from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo
from hintwise.cli.inputs import read_position, read_profile
from hintwise.cli.options import (
    deadline_option,
    json_option,
    known_option,
    language_option,
    number_option,
    original_option,
    target_option,
    weights_option,
)
from hintwise.cli.waiting import spinner
from hintwise.guide import Hint, Style
from hintwise.render.words.hints import LEVELS
from hintwise.render.words.language import find_language


@click.command()
@click.argument("puzzle")
@number_option
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    default=1,
    show_default=True,
    help="1: where to look, 2: which kind of rule, 3: which facts and rules, 4: the deduction.",
)
@original_option
@known_option
@weights_option
@target_option
@deadline_option
@language_option
@json_option
def hint(
    puzzle: str,
    number: int | None,
    level: int,
    original: str | None,
    known: tuple[str, ...],
    weights_file: Path | None,
    targets: tuple[str, ...],
    as_json: bool,
    **manner: Any,
) -> None:
    """Give a hint for the next step of PUZZLE, no more of it than asked for.

    The step is the cheapest from the grid as it stands. PUZZLE is text, a link, a file, `-` for
    stdin, or a name from the library. Without --original, every filled cell counts as given.
    """
    position = read_position(puzzle, number, original=original, known=known)
    style = Style(weights=read_profile(weights_file, position.problem).weights, **manner)

    def compute(cancel: threading.Event) -> Iterator[Hint]:
        yield guide.hint(position, level, style, targets=targets, cancel=cancel)

    with closing(computed_in_background(compute)) as hints:
        with spinner(Console(stderr=True), find_language(style.language).say("progress.hint")):
            found = next(hints)
        _show(found, style.language, as_json)


def _show(found: Hint, language: str, as_json: bool) -> None:
    say = find_language(language).say
    if as_json:
        echo(json.dumps(found.as_json(), ensure_ascii=False))
    elif not found.hints:
        echo(say("solution.nothing_left"))
    else:
        echo("\n".join(f"{level}. {text}" for level, text in enumerate(found.hints, 1)))
    if found.several_solutions:
        click.echo(say("solution.several_note"), err=True)
    if not found.proven:
        click.echo(say("solution.out_of_time"), err=True)
