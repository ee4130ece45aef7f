"""`hintwise experiment`: plans of simulated runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.extras import require_extra
from hintwise.cli.inputs import read_file
from hintwise.cli.options import file_option, folder_option, json_option, together
from hintwise.cli.sweep import (
    Planned,
    carry_out_plans,
    conclude,
    failure_record,
    open_executor,
    scale_option,
    scheduler_option,
    show_failures,
    summary,
    workers_option,
    write_reports,
)
from hintwise.cli.tables import print_tables
from hintwise.errors import InvalidValue
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.progress import (
    MethodProgress,
    failures,
    missing_sequences,
    progress_by_method,
)
from hintwise.experiments.sweep.results import IN_MEMORY, Results
from hintwise.render.table import Table, counted

DEFAULT_SCALE = "small"

results_option = file_option(
    "--results", "file", "The file of results. Default: next to the plan, PLAN.results.sqlite."
)


plan_options = together(
    click.argument("plan", metavar="PLAN"), scale_option, results_option, json_option
)
"""PLAN, a TOML file or the name of a built-in plan, with its scale and results."""


@click.group()
def experiment() -> None:
    """Carry out a plan of simulated runs, see how far it is, and report on it.

    PLAN is a TOML file, or the name of a plan that comes with hintwise: headline, non_domination,
    weighting, fact_selection, learning_rate, past_the_paper, methods.
    """


@experiment.command()
@plan_options
@workers_option
@scheduler_option
@click.option(
    "--compact",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Take up finished runs from the small files in there, and add those of this sweep.",
)
def run(
    plan: str,
    scale: str | None,
    file: Path | None,
    as_json: bool,
    compact: Path | None,
    **where: Any,
) -> int:
    """Do the runs of PLAN that are not there yet.

    Each is stored as it finishes: after Ctrl-C, or worse, run the same command again to go on.
    Runs that failed are tried again. The exit code is 1 if some failed now.
    """
    planned = [find_plan(plan, scale)]
    with open_executor(**where) as executor, _results(plan, file) as results:
        carry_out_plans(planned, results, executor, compact)
        return conclude(summary(planned, results), as_json)


@experiment.command()
@plan_options
def status(plan: str, scale: str | None, file: Path | None, as_json: bool) -> None:
    """How far the runs of PLAN are; also while they are carried out."""
    planned = find_plan(plan, scale)
    path = file or default_file(plan, "results.sqlite")
    with Results(path if _holds_something(path) else IN_MEMORY) as results:
        rows = progress_by_method(planned.cells, results)
        sequences = missing_sequences(planned.cells, results)
        failed = [failure_record(*failure) for failure in failures(planned.cells, results)]
    if as_json:
        document = {
            "plan": planned.plan.name,
            "results": str(path),
            "sequences_to_do": sequences,
            "methods": [asdict(row) for row in rows],
            "failures": failed,
        }
        echo_json(document)
        return
    print_tables([_table(planned.listed_as, rows, sequences)])
    show_failures(failed)


@experiment.command()
@plan_options
@folder_option("Where to write it. Default: next to the plan, PLAN.report.")
def report(
    plan: str, scale: str | None, file: Path | None, as_json: bool, folder: Path | None
) -> None:
    """Write tables, figures and a page about the runs of PLAN that are there."""
    planned = find_plan(plan, scale)
    path = file or default_file(plan, "results.sqlite")
    if not _holds_something(path):
        raise click.UsageError(
            f"there are no results at {path}; `hintwise experiment run {plan}` makes them"
        )
    folder = folder or default_file(plan, "report")
    with Results(path) as results:
        files = write_reports([planned], results, folder, scale=planned.scale or "")
        document = summary([planned], results)
    if as_json:
        echo_json({"plan": planned.plan.name, "files": [str(file) for file in files]})
    else:
        echo(f"{document['done']} of {counted(document['runs'], 'run')}; written to {folder}")
    if not document["done"]:
        click.echo("no run has finished yet, so the report has no results", err=True)


def find_plan(plan: str, scale: str | None) -> Planned:
    """The plan that PLAN means, checked, with all its cells."""
    require_extra("pydantic", "a plan")
    from hintwise.experiments.sweep.builtin import BUILTIN, builtin_plan
    from hintwise.experiments.sweep.plan import read_plan

    if plan in BUILTIN and not os.path.isfile(plan):
        scale = scale or DEFAULT_SCALE
        sources = PuzzleSources.found()
        return Planned.of(builtin_plan(plan, scale, sources), sources, scale)
    file = Path(plan)
    if file.is_dir():
        raise InvalidValue(f"{plan!r} is a folder; name the file of a plan")
    if not file.exists():
        known = ", ".join(BUILTIN)
        raise InvalidValue(f"{plan!r} is neither a file nor a built-in plan (known: {known})")
    sources = PuzzleSources.found(file.parent)
    found = read_plan(read_file(file, "a plan"), sources, file=plan)
    return Planned.of(found if scale is None else found.at_scale(scale), sources, scale)


def default_file(plan: str, ending: str) -> Path:
    """`headline.results.sqlite` for headline.toml and for the plan of that name."""
    return Path(plan).with_suffix(f".{ending}")


def _holds_something(results: Path) -> bool:
    """Whether there is a file to look at; an empty one is left as it is."""
    return results.exists() and results.stat().st_size > 0


def _results(plan: str, file: Path | None) -> Results:
    return Results(file or default_file(plan, "results.sqlite"))


def _table(title: str, rows: Sequence[MethodProgress], sequences: int) -> Table:
    headers = ("problem", "method", "done", "failed", "to do", "computed", "left, about")
    lines = [
        (
            row.problem,
            row.method,
            *map(str, (row.done, row.failed, row.to_do)),
            _time(row.seconds),
            "?" if row.remaining_s is None else _time(row.remaining_s),
        )
        for row in rows
    ]
    notes = [
        "Times are of computing in one process: divide by the number of workers. On a machine that "
        "does other things as well it takes longer."
    ]
    if sequences:
        first = counted(sequences, "optimal sequence")
        notes.append(f"Not included: {first} to be computed before the runs that need them.")
    return Table(title, headers, tuple(lines), tuple(notes))


def _time(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
