"""`hintwise why`: why does this fact hold?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_position, read_profile
from hintwise.cli.options import (
    check_form,
    json_option,
    position_options,
    run_code_option,
    style_options,
    text_option,
)
from hintwise.cli.outputs import WatchedConsole
from hintwise.cli.reports import step_line
from hintwise.cli.waiting import wait_for
from hintwise.guide import reasons
from hintwise.guide.explaining import Style
from hintwise.render.terminal.steps import step_view
from hintwise.render.words.language import find_language
from hintwise.render.words.steps import wording_of


@click.command()
@click.argument("puzzle")
@click.argument("fact")
@position_options
@run_code_option
@style_options
@text_option
@json_option
def why(
    puzzle: str,
    fact: str,
    number: int | None,
    original: str | None,
    known: tuple[str, ...],
    run_code: bool,
    weights_file: Path | None,
    as_text: bool,
    as_json: bool,
    **manner: Any,
) -> None:
    """Show the cheapest step to FACT (r3c4=5, 'Ada = rye'), or say that it does not follow.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    check_form(as_text, as_json)
    position = read_position(puzzle, number, original=original, known=known, run_code=run_code)
    style = Style(weights=read_profile(weights_file, position.problem).weights, **manner)
    language = style.language
    say = find_language(language).say
    found = wait_for(
        lambda cancel: reasons.why(position, fact, style, cancel=cancel), say("progress.hint")
    )
    if as_json:
        echo_json(found.as_json())
    elif (explained := found.explained) is None:
        written = wording_of(position.problem, language).written(found.fact)
        echo(say("solution.does_not_follow", fact=written))
    elif as_text:
        echo(step_line(explained, language))
    else:
        view = step_view(position.problem, explained.state.facts, explained.step, language)
        WatchedConsole().print(view)
