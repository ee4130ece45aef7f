"""`hintwise reproduce`: the paper's experiments, from the runs to the report."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from hintwise.cli.commands.experiment import DEFAULT_SCALE
from hintwise.cli.extras import require_extra
from hintwise.cli.options import folder_option, json_option
from hintwise.cli.outputs import make_folder
from hintwise.cli.sweep import (
    Planned,
    carry_out_plans,
    conclude,
    open_executor,
    scheduler_option,
    summary,
    workers_option,
    write_reports,
)
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.builtin import PAPER, builtin_plan
from hintwise.experiments.sweep.results import Results

COMPACT = "runs"
"""The folder in `--out` that keeps what is needed of each run, in little space."""


@click.command()
@click.option(
    "--scale",
    default=DEFAULT_SCALE,
    metavar="NAME",
    help="smoke: a minute or two. small: tens of minutes on two cores. full: as in the paper.",
)
@folder_option("For the results and the report.", default=Path("reproduction"))
@click.option(
    "--only",
    type=click.Choice(PAPER),
    multiple=True,
    help="This plan and no other; may be given several times.",
)
@workers_option
@scheduler_option
@json_option
def reproduce(scale: str, folder: Path, only: tuple[str, ...], as_json: bool, **where: Any) -> int:
    """Redo the paper's experiments, and write a report on them.

    On the published puzzles and users where the reference folder is present, else on puzzles that
    come with hintwise and drawn users. After Ctrl-C, or worse, run the same command again to go on.
    The folder `runs` in --out keeps finished runs in little space: copied to another machine, it is
    enough to go on there.
    """
    for module in ("pydantic", "scipy", "matplotlib"):
        require_extra(module, "reproduce")
    sources = PuzzleSources.found()  # shared, as plans share puzzles
    plans = [
        Planned.of(builtin_plan(name, scale, sources), sources, scale)
        for name in dict.fromkeys(only or PAPER)
    ]
    started = time.monotonic()
    with open_executor(**where) as executor:
        make_folder(folder)
        with Results(folder / "results.sqlite") as results:
            fresh = summary(plans, results)["done"] == 0
            carry_out_plans(plans, results, executor, folder / COMPACT)
            seconds = time.monotonic() - started if fresh else None
            document = summary(plans, results)
            files = write_reports(plans, results, folder, scale=scale, seconds=seconds)
    document = {"scale": scale, **document, "files": [str(file) for file in files]}
    return conclude(document, as_json, f"report written to {folder}")
