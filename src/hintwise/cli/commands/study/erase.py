"""`hintwise study erase`: everything of a study, or of one person in it, gone."""

from __future__ import annotations

import click

from hintwise.cli.commands.study.stored import (
    StoredStudy,
    database_option,
    stored_study,
    study_argument,
)
from hintwise.cli.errors import echo
from hintwise.errors import InvalidValue


@click.command()
@study_argument
@click.option(
    "--prolific-pid",
    metavar="ID",
    help="Only of the person whom Prolific knows by this: withdraw for them.",
)
@database_option
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask whether it is meant.")
def erase(plan: str, prolific_pid: str | None, database: str | None, is_sure: bool) -> None:
    """Delete a study with all that is stored of everybody who took part.

    PLAN is the file of the plan, or the name of the study. Exports that were made stay where they
    are, as do backups of a PostgreSQL server.
    """
    with stored_study(plan, database) as found:
        if prolific_pid is None:
            _erase_all(found, is_sure)
        else:
            _erase_one(found, prolific_pid, is_sure)
        found.store.scrub()


def _erase_all(found: StoredStudy, is_sure: bool) -> None:
    people = len(found.store.studies.participants(found.name))
    _confirm(f"Delete the study {found.name!r} with everything of {people} people?", is_sure)
    deleted = found.store.studies.erase(found.name)
    echo(f"deleted: the study {found.name!r} and everything of {deleted} people")


def _erase_one(found: StoredStudy, prolific_pid: str, is_sure: bool) -> None:
    known = [
        one
        for one in found.store.studies.participants(found.name)
        if one.external.get("PROLIFIC_PID") == prolific_pid
    ]
    if not known:
        raise InvalidValue(f"nobody in the study {found.name!r} came with this PROLIFIC_PID")
    numbers = ", ".join(str(one.number) for one in known)
    _confirm(f"Delete everything of participant {numbers} of {found.name!r}?", is_sure)
    for one in known:
        found.store.studies.withdraw(one)
    echo(f"deleted: everything of participant {numbers} of the study {found.name!r}")


def _confirm(question: str, is_sure: bool) -> None:
    if not is_sure:
        click.confirm(question, abort=True, err=True)
