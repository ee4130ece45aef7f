"""What the commands share that carry out plans: where runs are computed, and what is said."""

from __future__ import annotations

import logging
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hintwise.cli.background import lasting_interrupt
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.extras import require_extra
from hintwise.cli.options import count_option
from hintwise.cli.outputs import make_folder
from hintwise.cli.progress.sweeps import shown_progress
from hintwise.experiments.machine import this_machine
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.compact import take_up, write_compact
from hintwise.experiments.sweep.execution import Progress, carry_out
from hintwise.experiments.sweep.executors import Executor, LocalProcesses
from hintwise.experiments.sweep.progress import failures
from hintwise.experiments.sweep.results import Results
from hintwise.experiments.sweep.task import Cell
from hintwise.render.table import counted

if TYPE_CHECKING:  # they need extras
    from hintwise.experiments.report.report import Reported
    from hintwise.experiments.sweep.plan import Plan

_SHOWN_FAILURES = 5
_KEEP_EVERY_S = 300
"""How often what is finished is added to compact results meanwhile."""

workers_option = count_option(
    "--workers", "How many processes on this machine. Default: one for each core."
)
scheduler_option = click.option(
    "--scheduler",
    metavar="URL",
    help="Compute on the Dask cluster of the scheduler at that address, such as tcp://…:8786.",
)
scale_option = click.option(
    "--scale",
    metavar="NAME",
    help="One of the plan's scales; built-in plans have smoke, small and full. "
    "Default: small for them, as written for others.",
)


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, at one of its scales or as it is written, with its cells."""

    plan: Plan
    cells: Sequence[Cell]
    scale: str | None = None

    @classmethod
    def of(cls, plan: Plan, sources: PuzzleSources, scale: str | None = None) -> Planned:
        return cls(plan, plan.cells(sources), scale)

    @property
    def listed_as(self) -> str:
        """What the file of results calls it: its scales have tables of their own there."""
        return self.plan.name if self.scale is None else f"{self.plan.name} ({self.scale})"


def open_executor(workers: int | None, scheduler: str | None) -> Executor:
    """Where runs are computed: on a cluster if one is named, else on this machine."""
    if scheduler is None:
        return LocalProcesses(workers or os.cpu_count() or 1)
    if workers is not None:
        raise click.UsageError("--workers and --scheduler: the cluster has workers of its own")
    require_extra("distributed", "--scheduler")
    from hintwise.experiments.sweep.cluster import DaskCluster

    # They would log tracebacks of what we say in a line.
    for name in ("distributed.client", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    cluster = DaskCluster(scheduler)
    if not cluster.threads:
        click.echo(f"no worker is at {scheduler} yet; waiting for one", err=True)
    return cluster


def carry_out_plans(
    plans: Sequence[Planned], results: Results, executor: Executor, compact: Path | None = None
) -> None:
    """Do all runs that are not there yet; stderr says how far they are.

    What the folder `compact` holds is there, and what is finished in the end is added to it.
    """
    try:
        with (
            results.sole_writer(),
            lasting_interrupt() as raise_if_pressed,
            shown_progress() as show,
            _kept_compact(_cells(plans), results, compact) as keep_now_and_then,
        ):
            for planned in plans:
                results.list_cells(planned.listed_as, planned.cells)

            def report_progress(progress: Progress) -> None:
                raise_if_pressed()
                show(progress)
                keep_now_and_then()

            carry_out(_cells(plans), results, executor, report_progress)
    except KeyboardInterrupt:
        click.echo(f"What was finished is in {results.path}; run again to go on.", err=True)
        raise


@contextmanager
def _kept_compact(
    cells: Sequence[Cell], results: Results, folder: Path | None
) -> Iterator[Callable[[], None]]:
    """Take up what the folder holds, and add to it what is finished, in the end and before."""
    if folder is None:
        yield lambda: None
        return
    if taken := take_up(cells, results, folder):
        click.echo(f"{counted(taken, 'run')} taken up from {folder}", err=True)
    made_with = ", ".join(f"{name} {v}" for name, v in this_machine().versions.items())
    kept = time.monotonic()

    def keep_now_and_then() -> None:
        nonlocal kept
        if time.monotonic() - kept > _KEEP_EVERY_S:
            write_compact(cells, results, folder, made_with)
            kept = time.monotonic()

    try:
        yield keep_now_and_then
    finally:  # after Ctrl-C too
        write_compact(cells, results, folder, made_with)


def summary(plans: Sequence[Planned], results: Results) -> dict[str, Any]:
    """What has become of the runs, as a JSON document."""
    cells = _cells(plans)
    failed = failures(cells, results)
    return {
        "plans": [planned.plan.name for planned in plans],
        "results": str(results.path),
        "runs": len(cells),
        "done": sum(results.is_done(cell.task.key) for cell in cells),
        "failed": len(failed),
        "failures": [failure_record(cell, message) for cell, message in failed],
    }


def failure_record(cell: Cell, message: str) -> dict[str, Any]:
    return {
        "problem": cell.problem,
        "method": cell.method,
        "user": cell.user,
        "run": cell.run,
        "message": message,
    }


def conclude(document: dict[str, Any], as_json: bool, report: str = "") -> int:
    """Print a summary, and what there is to say about a report; return the exit code."""
    if as_json:
        echo_json(document)
    else:
        done, total = document["done"], counted(document["runs"], "run")
        failed, file = document["failed"], document["results"]
        echo(f"{done} of {total} done, {failed} failed; results in {file}")
        if report:
            echo(report)
    show_failures(document["failures"])
    return 1 if document["failed"] else 0


def show_failures(records: Sequence[dict[str, Any]]) -> None:
    """Say on stderr which runs failed, and why."""
    for record in records[:_SHOWN_FAILURES]:
        place = f"{record['problem']}, {record['method']}, {record['user']}, run {record['run']}"
        click.echo(f"failed: {place}: {record['message']}", err=True)
    if len(records) > _SHOWN_FAILURES:
        click.echo(f"and {len(records) - _SHOWN_FAILURES} more (--json lists all)", err=True)


def write_reports(
    plans: Sequence[Planned], results: Results, folder: Path, **about: Any
) -> list[Path]:
    """Write the report on what is there by now."""
    require_extra("scipy", "a report")
    require_extra("matplotlib", "a report")
    from hintwise.experiments.report.report import About, write_report

    make_folder(folder)
    machine = asdict(this_machine())
    described = {name: machine[name] for name in ("cores", "processor", "system", "versions")}
    origin = About(
        command=shlex.join(["hintwise", *sys.argv[1:]]),
        puzzles=_puzzles(plans),
        when=date.today().isoformat(),
        **described,
        **about,
    )
    return write_report([_reported(planned, results) for planned in plans], folder, origin)


def _puzzles(plans: Iterable[Planned]) -> str:
    """What the runs were done on, problem by problem."""
    problems = (problem for planned in plans for problem in planned.plan.problems)
    described = (
        f"{problem.name} learned from {counted(len(problem.training), 'puzzle')} and judged on "
        f"{problem.evaluation}, with {problem.user_weights} users"
        for problem in problems
    )
    return "; ".join(dict.fromkeys(described))


def _reported(planned: Planned, results: Results) -> Reported:
    from hintwise.experiments.report.report import Reported
    from hintwise.experiments.sweep.builtin import is_as_published

    plan = planned.plan
    found = [(cell, results.run(cell.task.key)) for cell in planned.cells]
    done = [(cell, result) for cell, result in found if result is not None]
    failed = failures(planned.cells, results)
    missing = len(found) - len(done) - len(failed)
    as_published = [problem.name for problem in plan.problems if is_as_published(problem)]
    return Reported(
        plan.name, plan.title, plan.question, done, failed, missing, frozenset(as_published)
    )


def _cells(plans: Iterable[Planned]) -> list[Cell]:
    """One for each run, which plans may share: the first that it fills."""
    cells: dict[str, Cell] = {}
    for planned in plans:
        for cell in planned.cells:
            cells.setdefault(cell.task.key, cell)
    return list(cells.values())
