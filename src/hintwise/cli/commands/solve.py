"""`hintwise solve`: the solution, without a reason."""

from __future__ import annotations

from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.options import (
    json_option,
    language_option,
    seconds_option,
)
from hintwise.cli.outputs import WatchedConsole
from hintwise.cli.positions import position_argument
from hintwise.cli.waiting import wait_for
from hintwise.guide import Position, solving
from hintwise.render.terminal.solutions import solution_view
from hintwise.render.words.language import find_language


@click.command()
@position_argument(candidates=False)
@seconds_option("--deadline", "Time for the search.", default=10.0)
@language_option
@json_option
def solve(
    position: Position,
    as_json: bool,
    **options: Any,
) -> int:
    """Show the solution of PUZZLE; of several, what they have in common.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library. A Sudoku is shown as
    a board, a logic grid as a table of answers, a model as a list of values.

    Exit code 1: there is no solution, or none was found in time.
    """
    language = options["language"]
    found = wait_for(
        lambda cancel: solving.solve(position, **options, cancel=cancel),
        find_language(language).say("progress.solving"),
    )
    if as_json:
        echo_json(found.as_json())
    else:
        echo("\n".join(found.lines))
        if found.facts:
            WatchedConsole().print(solution_view(position.problem, found.facts, language))
    return 0 if found.solutions else 1
