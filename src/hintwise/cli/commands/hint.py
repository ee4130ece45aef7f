"""`hintwise hint`: the next step from where a person is, given away bit by bit."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_profile
from hintwise.cli.options import (
    in_order,
    json_option,
    order_option,
    style_options,
    target_option,
    together_option,
)
from hintwise.cli.positions import position_argument
from hintwise.cli.waiting import Waiting, seconds_since_start, wait_for_best
from hintwise.guide import Position, hinting
from hintwise.guide.explaining import Style
from hintwise.guide.hinting import Hint
from hintwise.render.words.hints import LEVELS
from hintwise.render.words.language import Language, find_language

_LEAST_S = 0.05
_CHECK_S = 0.25
"""What is kept of the time for checking the step and saying it."""

_NAMED_AFTER_S = 0.5
_NAMED_AT_ONCE_S = 0.1
_MANY_VARIABLES = 100
"""How long a hint waits for the proof that no step is easier than a single that was found.

On a 9x9 Sudoku that rarely takes longer; on a 16x16 it would take some seconds.
"""


@click.command()
@position_argument(candidates=True)
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    default=1,
    help="1: where to look, 2: which kind of rule, 3: which facts and rules, 4: the deduction, 5: "
    "what is inside it.",
)
@target_option
@order_option
@together_option
@style_options(deadline_s=5.0)
@json_option
def hint(
    position: Position,
    level: int,
    weights_file: Path | None,
    targets: tuple[str, ...],
    as_json: bool,
    **manner: Any,
) -> None:
    """Give a hint for the next step of PUZZLE, no more of it than asked for.

    The step is the cheapest from the grid as it stands. PUZZLE is text, a link, a file, `-` for
    stdin, or a name from the library. Without --original, every filled cell counts as given.
    """
    weights = read_profile(weights_file, position.problem).weights
    for_reading = not as_json and weights_file is None
    manner = in_order(manner, for_reading=for_reading)
    style = Style(weights=weights, **_in_time(manner, len(position.problem.variables)))
    language = find_language(style.language)
    waiting = Waiting(language, language.say("progress.hint"))

    def compute(cancel: threading.Event) -> Hint:
        return hinting.hint(
            position, level, style, targets=targets, cancel=cancel, on_progress=waiting.progress
        )

    for found in wait_for_best(compute, waiting):
        _show(found, language, as_json)


def _in_time(manner: dict[str, Any], variables: int) -> dict[str, Any]:
    """The deadline holds for the whole command; who names none need not wait for a proof."""
    deadline_s = manner["deadline_s"]
    if deadline_s is None:
        return manner
    source = click.get_current_context().get_parameter_source("deadline_s")
    left_s = max(deadline_s - seconds_since_start() - _CHECK_S, _LEAST_S)
    named_after_s = _NAMED_AT_ONCE_S if variables > _MANY_VARIABLES else _NAMED_AFTER_S
    if source is not ParameterSource.DEFAULT:
        return {**manner, "deadline_s": left_s}
    return {**manner, "deadline_s": left_s, "named_after_s": named_after_s}


def _show(found: Hint, language: Language, as_json: bool) -> None:
    say = language.say
    if as_json:
        echo_json(found.as_json())
    elif not found.hints:
        echo(say("solution.nothing_left"))
    else:
        echo("\n".join(f"{level}. {text}" for level, text in enumerate(found.hints, 1)))
    if found.steps_to_target > 1:
        click.echo(say("hint.way", count=found.steps_to_target), err=True)
    if found.several_solutions:
        click.echo(say("solution.several_note"), err=True)
    if not found.proven:
        click.echo(say("solution.out_of_time"), err=True)
