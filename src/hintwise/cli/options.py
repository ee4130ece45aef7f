"""Options that several commands share."""

from __future__ import annotations

import math
from pathlib import Path

import click

from hintwise.render.words.language import DEFAULT, language_names


def _one_file(ctx: click.Context, param: click.Parameter, files: tuple[Path, ...]) -> Path | None:
    if len(files) > 1:
        raise click.UsageError(f"--weights and --profile: {len(files)} files given, choose one")
    return files[0] if files else None


def positive_seconds(
    ctx: click.Context, param: click.Parameter, value: float | None
) -> float | None:
    """For an option that is a time; usage is wrong unless it is above zero and finite."""
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise click.BadParameter(f"{value} is not a number of seconds above zero")
    return value


number_option = click.option(
    "--number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which of several puzzles in a file, counted from 1.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")

# The two are one option: a profile is a weights file with more in it.
weights_option = click.option(
    "--weights",
    "--profile",
    "weights_file",
    multiple=True,
    callback=_one_file,
    type=click.Path(path_type=Path),
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

deadline_option = click.option(
    "--deadline",
    "deadline_s",
    type=float,
    callback=positive_seconds,
    metavar="SECONDS",
    help="Time per step; a step not proven the cheapest by then says so.",
)

language_option = click.option(
    "--language",
    type=click.Choice(language_names()),
    default=DEFAULT,
    show_default=True,
    help="The language of the sentences.",
)

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
