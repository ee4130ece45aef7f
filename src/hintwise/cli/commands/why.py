"""`hintwise why`: why does this fact hold?"""

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
    weights_option,
)
from hintwise.cli.outputs import WatchedConsole
from hintwise.cli.waiting import spinner
from hintwise.guide import Style, Why
from hintwise.render.terminal.steps import step_view
from hintwise.render.words.language import find_language
from hintwise.render.words.steps import wording_of


@click.command()
@click.argument("puzzle")
@click.argument("fact")
@number_option
@original_option
@known_option
@weights_option
@deadline_option
@language_option
@json_option
def why(
    puzzle: str,
    fact: str,
    number: int | None,
    original: str | None,
    known: tuple[str, ...],
    weights_file: Path | None,
    as_json: bool,
    **manner: Any,
) -> None:
    """Show the cheapest step to FACT (r3c4=5, 'Ada = rye'), or say that it does not follow.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    position = read_position(puzzle, number, original=original, known=known)
    style = Style(weights=read_profile(weights_file, position.problem).weights, **manner)

    def compute(cancel: threading.Event) -> Iterator[Why]:
        yield guide.why(position, fact, style, cancel=cancel)

    say = find_language(style.language).say
    with closing(computed_in_background(compute)) as answers:
        with spinner(Console(stderr=True), say("progress.hint")):
            found = next(answers)
        if as_json:
            echo(json.dumps(found.as_json(), ensure_ascii=False))
        elif (explained := found.explained) is None:
            written = wording_of(position.problem, style.language).written(found.fact)
            echo(say("solution.does_not_follow", fact=written))
        else:
            facts, language = explained.state.facts, style.language
            WatchedConsole().print(step_view(position.problem, facts, explained.step, language))
