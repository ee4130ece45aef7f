"""`hintwise study rehearse`: a study tried with simulated people."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hintwise.cli.background import computed_in_background
from hintwise.cli.commands.study.plans import read_plan_file
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.exports import write_files
from hintwise.cli.extras import require_extra
from hintwise.cli.options import count_option, folder_option, json_option
from hintwise.cli.outputs import make_folder
from hintwise.cli.progress.rehearsals import shown_rehearsal
from hintwise.cli.tables import print_tables
from hintwise.cli.waiting import wait_for
from hintwise.errors import InvalidValue

if TYPE_CHECKING:  # they need extras
    from hintwise.study.plan import StudyPlan
    from hintwise.study.rehearsal.rehearsal import Rehearsed, Settings

_NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "httpx", "psutil", "scipy", "matplotlib")
_EXPORT = "export"
_YEARS_H = 10 * 365 * 24.0
_DATABASE, _LOG = "hintwise.db", "server.log"
_MIX = "oracle=4,prior=4,careless=1,quitter=1"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a rehearsal is kept: for good, or only until it is over."""

    folder: Path
    is_kept: bool
    database: str
    workers: int


@click.command()
@click.argument("file", metavar="PLAN", type=click.Path(path_type=Path))
@count_option("--people", "How many people come.  [default: as many as the plan wants]")
@count_option("--at-once", "How many of them are there at a time.", default=10)
@click.option(
    "--mix",
    default=_MIX,
    metavar="KIND=N,…",
    help="In which proportion: the paper's simulated users, people drawn from what is known of "
    "real ones, people who answer at random, and people who leave on the way.",
)
@count_option("--seed", "Who comes, and what they answer.", least=0, default=1)
@click.option(
    "--thinking",
    "thinking_s",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="What people really take for an answer; by default they answer at once, and only write "
    "down how long they would have taken.",
)
@count_option(
    "--kills", "How often the server and its workers are killed on the way.", least=0, default=0
)
@click.option(
    "--database",
    metavar="URL",
    help="An empty one, sqlite:///FILE or postgresql://…; default: a file in the folder of --out.",
)
@count_option("--workers", "How many processes solve; default: one for each core.")
@folder_option(
    "Keep everything there: database, export, what was found. The same command goes on with a "
    "rehearsal that was interrupted."
)
@click.option(
    "--compare-with",
    "other",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="The folder of another rehearsal, whose export must be the same, times aside.",
)
@json_option
def rehearse(
    file: Path,
    people: int | None,
    mix: str,
    database: str | None,
    workers: int | None,
    folder: Path | None,
    other: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Let simulated people walk through the study of a PLAN, in the real web application.

    It says what went wrong and how long people wait, whether careless people are found out, and how
    likely a study of this size is to show a difference.
    """
    for module in _NEEDED:
        require_extra(module, "a rehearsal", "all")
    from hintwise.study.rehearsal.mix import read_mix
    from hintwise.study.rehearsal.rehearsal import Settings

    plan = read_plan_file(file)
    settings = Settings(people or plan.people, mix=read_mix(mix), **options)
    with ExitStack() as until_over:
        kept = folder is not None
        place = folder or Path(until_over.enter_context(tempfile.TemporaryDirectory()))
        make_folder(place)
        url = database or f"sqlite:///{(place / _DATABASE).resolve()}"
        stage = _Place(place, kept, url, workers or os.cpu_count() or 1)
        rehearsed = _rehearsed(plan, settings, stage)
        differences = None if other is None else _differences(rehearsed, other)
        _show(rehearsed, differences, stage, as_json)
    return 0 if rehearsed.findings.is_good and not differences else 1


def _rehearsed(plan: StudyPlan, settings: Settings, place: _Place) -> Rehearsed:
    """Carry it out, and say on stderr how far it is."""
    from hintwise.study.rehearsal.rehearsal import open_journal, rehearse
    from hintwise.study.rehearsal.staging import Stage

    journal = open_journal(place.folder, plan, settings)
    researcher = _open_study(plan, settings, place.database, is_new=journal.is_new)
    stage = Stage(place.database, researcher, place.folder / _LOG, place.workers)
    with shown_rehearsal() as show:

        def compute(cancel: threading.Event) -> Iterator[Rehearsed]:
            yield rehearse(plan, settings, stage, journal, show, cancel)

        try:
            with closing(computed_in_background(compute)) as found:
                return next(found)
        except KeyboardInterrupt:
            if place.is_kept:
                click.echo("The same command goes on from here.", err=True)
            raise


def _open_study(plan: StudyPlan, settings: Settings, database: str, *, is_new: bool) -> str:
    """The study in its database, as one for simulated people; gives a researcher's token."""
    from hintwise.store import open_store
    from hintwise.store.studies import NewStudy

    with open_store(database) as store:
        found = store.studies.find(plan.name)
        if found is not None and not found.rehearsal:
            raise InvalidValue(
                f"the database has a study {plan.name} with real people; rehearse in an empty one"
            )
        if found is not None and found.arrivals and is_new:
            raise InvalidValue(
                f"the database has a rehearsal of {plan.name} already; give an empty one, or the "
                "folder of that rehearsal by --out"
            )
        quota = max(plan.people, settings.people)
        new = NewStudy(
            plan.name,
            plan.as_json(),
            plan.hash,
            people=quota,
            # Nobody's place is given away while a rehearsal is interrupted.
            release_after_h=_YEARS_H,
            rehearsal=True,
        )
        store.studies.open(new)
        return store.studies.new_researcher(plan.name)


def _differences(rehearsed: Rehearsed, other: Path) -> list[str]:
    from hintwise.study.rehearsal.comparing import differences

    export = other / _EXPORT
    if not export.is_dir():
        raise InvalidValue(f"{other} has no {_EXPORT}; give the folder of a finished rehearsal")
    texts = {each.name: each.read_bytes().decode() for each in sorted(export.iterdir())}
    return differences(rehearsed.export, texts)


def _show(
    rehearsed: Rehearsed, differences: list[str] | None, place: _Place, as_json: bool
) -> None:
    from hintwise.study.rehearsal.tables import compared, rehearsal_tables, verdict

    if as_json:
        echo_json(rehearsed.as_json(differences))
    else:
        echo(verdict(rehearsed.findings))
        if differences is not None:
            echo(compared(differences))
        echo("")
        print_tables(rehearsal_tables(rehearsed.findings))
    if place.is_kept:
        _write(rehearsed, differences, place.folder)


def _write(rehearsed: Rehearsed, differences: list[str] | None, folder: Path) -> None:
    from hintwise.study.export import read_export
    from hintwise.study.rehearsal.tables import rehearsal_files
    from hintwise.study.report import make_report

    write_files(folder / _EXPORT, rehearsed.export)
    click.echo(f"the export is in {folder / _EXPORT}; the report follows …", err=True)
    export = read_export(rehearsed.export)
    report = wait_for(lambda cancel: make_report(export), "reporting")
    write_files(folder, rehearsal_files(rehearsed, report, differences))
    click.echo(f"written to {folder}; rehearsal.html has it all", err=True)
