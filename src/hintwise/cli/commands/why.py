"""`hintwise why`: why does this fact hold, or why not?"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_profile
from hintwise.cli.options import (
    check_form,
    json_option,
    style_options,
    text_option,
)
from hintwise.cli.outputs import WatchedConsole
from hintwise.cli.positions import position_argument
from hintwise.cli.reports import step_line
from hintwise.cli.waiting import Waiting, wait_for_best
from hintwise.guide import Position, reasons
from hintwise.guide.explaining import Style
from hintwise.guide.reasons import Why
from hintwise.problem import Problem
from hintwise.render.terminal.steps import step_view
from hintwise.render.words.language import Language, find_language
from hintwise.render.words.steps import wording_of


@click.command()
@position_argument(candidates=True)
@click.argument("fact")
@style_options(deadline_s=10.0)
@text_option
@json_option
def why(
    position: Position,
    fact: str,
    weights_file: Path | None,
    as_text: bool,
    as_json: bool,
    **manner: Any,
) -> None:
    """Show the cheapest step to FACT (r3c4=5, 'Ada = rye') or, if it is wrong, against it.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library.
    """
    check_form(as_text, as_json)
    style = Style(weights=read_profile(weights_file, position.problem).weights, **manner)
    language = find_language(style.language)
    waiting = Waiting(language, language.say("progress.hint"))

    def compute(cancel: threading.Event) -> Why:
        return reasons.why(position, fact, style, cancel=cancel, on_progress=waiting.progress)

    for found in wait_for_best(compute, waiting):
        _show(found, position.problem, language, as_text=as_text, as_json=as_json)


def _show(
    found: Why, problem: Problem, language: Language, *, as_text: bool, as_json: bool
) -> None:
    if as_json:
        echo_json(found.as_json())
        return
    written = wording_of(problem, language.name).written(found.fact)
    if (explained := found.explained) is None:
        echo(language.say("solution.does_not_follow", fact=written))
        return
    echo(language.say("solution.right" if found.follows else "solution.wrong", fact=written))
    if as_text:
        echo(step_line(explained, language.name))
        return
    view = step_view(problem, explained.state.facts, explained.step, language.name)
    WatchedConsole().print(view)
