"""PUZZLE and the options that say where a person is in it, as one argument of a command."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from hintwise.cli.inputs import read_position
from hintwise.cli.options import candidates_option, position_options

Command = Callable[..., Any]


def position_argument(*, candidates: bool) -> Callable[[Command], Command]:
    """Hand over PUZZLE as `position`; pencil marks may be asked for where they play a part."""

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def with_position(puzzle: str, number: int | None, **rest: Any) -> Any:
            said = {name: rest.pop(name) for name in _SAID if name in rest}
            return command(position=read_position(puzzle, number, **said), **rest)

        asked = candidates_option(with_position) if candidates else with_position
        return click.argument("puzzle")(position_options(asked))

    return decorated


_SAID = ("original", "known", "candidates", "run_code")
