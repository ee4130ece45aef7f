"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from hintwise.guide.steps.style import ORDERS
from hintwise.render.words.language import DEFAULT, language_names


def _one_file(ctx: click.Context, param: click.Parameter, files: tuple[Path, ...]) -> Path | None:
    if len(files) > 1:
        raise click.UsageError(f"--weights and --profile: {len(files)} files given, choose one")
    return files[0] if files else None


def _positive(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise click.BadParameter(f"{value} is not a number of seconds above zero")
    return value


def _positive_or_none(ctx: click.Context, param: click.Parameter, text: str) -> float | None:
    if text.strip().lower() == "none":
        return None
    try:
        return _positive(ctx, param, float(text))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a number of seconds above zero, nor `none`"
        ) from None


Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def together(*options: Option) -> Option:
    """Several options, in the order in which `--help` lists them."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def count_option(name: str, help: str, *, least: int = 1, **more: Any) -> Option:
    """An option that is a whole number."""
    return click.option(name, type=click.IntRange(min=least), metavar="N", help=help, **more)


def seconds_option(name: str, help: str, **more: Any) -> Option:
    """An option that is a time, above zero and finite; the command gets it as `…_s`."""
    parameter = f"{name.removeprefix('--').replace('-', '_')}_s"
    return click.option(
        name, parameter, type=float, callback=_positive, metavar="SECONDS", help=help, **more
    )


def file_option(name: str, parameter: str, help: str, **more: Any) -> Option:
    """An option that is the name of a file, which need not be there."""
    more = {"metavar": "FILE", **more}
    return click.option(name, parameter, type=click.Path(path_type=Path), help=help, **more)


def folder_option(help: str, **more: Any) -> Option:
    """`--out`, for a command that writes several files: a folder, made if it is not there."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("--out", "folder", type=kind, metavar="DIR", help=help, **more)


number_option = count_option("--number", "Which of several puzzles in a file, counted from 1.")

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")

text_option = click.option(
    "--text", "as_text", is_flag=True, help="No pictures: one line for each step."
)

# The two are one option: a profile is a weights file with more in it.
weights_option = click.option(
    "--weights",
    "--profile",
    "weights_file",
    multiple=True,
    callback=_one_file,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='What steps cost: {"problem": "sudoku", "weights": {…}}. '
    "Default: what people are expected to find easy.",
)

target_option = click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="CELL",
    help="Explain this cell (r7c7); several: the cheapest of them first.",
)

deadline_option = seconds_option(
    "--deadline", "Time per step; a step not proven the cheapest by then says so."
)


def step_deadline_option(default_s: float) -> Option:
    """`--deadline` for commands in front of which somebody waits; `none` means no limit."""
    return click.option(
        "--deadline",
        "deadline_s",
        callback=_positive_or_none,
        default=f"{default_s:g}",
        metavar="SECONDS",
        help="Time per step; one not proven the cheapest by then says so. `none`: no limit.",
    )


language_option = click.option(
    "--language",
    type=click.Choice(language_names()),
    default=DEFAULT,
    help="The language of the sentences.",
)

order_option = click.option(
    "--order",
    type=click.Choice(ORDERS),
    help="Cheapest step first, or what a part of it shows already.  [default: natural; cheapest "
    "with --json, --weights or --smallest]",
)

together_option = click.option(
    "--together/--one-by-one",
    "take_along",
    default=None,
    help="Tell all that has the same reason in one step.  [default: together in logic grids]",
)


def in_order(manner: dict[str, Any], *, for_reading: bool) -> dict[str, Any]:
    """The manner with the order in which steps come: for reading it is the natural one."""
    return {**manner, "order": manner["order"] or ("natural" if for_reading else "cheapest")}


original_option = click.option(
    "--original",
    metavar="PUZZLE",
    help="The puzzle before you began: what is filled in beyond it is yours, and may be wrong.",
)

known_option = click.option(
    "--known",
    multiple=True,
    metavar="FACT",
    help="A fact that you have found (r1c1=5, 'Ada = rye', 'not Ada = rye'), right or wrong.",
)

candidates_option = click.option(
    "--candidates",
    is_flag=True,
    help="With pencil marks: steps cross out candidates of a Sudoku as well; those that the grid "
    "shows as crossed out are yours.",
)

run_code_option = click.option(
    "--run-code",
    is_flag=True,
    help="PUZZLE may be a CPMpy model, as zebra.py:model or zebra.pickle: run the code in there.",
)

position_options = together(number_option, original_option, known_option, run_code_option)
"""Where a person is in PUZZLE."""


def style_options(deadline_s: float) -> Option:
    """What kind of steps are wanted, and how they are told; so long may each take by default."""
    return together(weights_option, step_deadline_option(deadline_s), language_option)


def check_form(as_text: bool, as_json: bool) -> None:
    """Refuse to write the answer in two forms at once."""
    if as_text and as_json:
        raise click.UsageError("--text and --json are two forms of the same: choose one")
