"""`hintwise study export`: all that a study has gathered, as files."""

from __future__ import annotations

from pathlib import Path

import click

from hintwise.cli.commands.study.stored import database_option, stored_study, study_argument
from hintwise.cli.errors import echo
from hintwise.cli.exports import write_files
from hintwise.cli.options import file_option, folder_option, json_option
from hintwise.cli.outputs import check_writable, write_whole
from hintwise.errors import InvalidValue


@click.command()
@study_argument
@database_option
@folder_option("Write the files there; those of an earlier export are replaced.", required=True)
@file_option(
    "--payments",
    "payments_file",
    "Write the ids by which others know participants (PROLIFIC_PID …), and who has completed the "
    "study, there. Keep it apart from the export.",
)
@json_option
def export(
    plan: str, database: str | None, folder: Path, payments_file: Path | None, as_json: bool
) -> None:
    """Write what people did in a study: tables of participants, answers and evaluations as CSV and
    JSON with a codebook, the choices that `hintwise replay` reads, and the sessions themselves.

    PLAN is the plan's file, or the name of the study. There is no name, token, address or id from
    elsewhere in any of the files.
    """
    import json

    from hintwise.service.study.research import export_files
    from hintwise.study.export import Participation, payments

    if payments_file is not None:
        if payments_file.resolve().parent == folder.resolve():
            raise InvalidValue(
                f"--payments: {payments_file} would lie in the export, which must not tell who "
                "people are; give a file outside of it"
            )
        check_writable(payments_file)
    with stored_study(plan, database) as study:
        files = export_files(study.store, study.name)
        write_files(folder, files)
        if payments_file is not None:
            people = study.store.studies.participations(study.name)
            known = (Participation(one.number, events, one.external) for one, events in people)
            write_whole(payments_file, payments(known))
    found = json.loads(files["study.json"])
    counts = found["counts"]
    if as_json:
        echo(json.dumps({"study": found["name"], "counts": counts, "files": sorted(files)}))
    else:
        echo(", ".join(f"{name}: {counts[name]}" for name in SHOWN))
    click.echo(f"written to {folder}", err=True)


SHOWN = ("joined", "declined", "withdrawn", "consented", "completed", "excluded")
