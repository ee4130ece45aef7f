"""`hintwise study invite`: links for one person each."""

from __future__ import annotations

import click

from hintwise.cli.commands.study.stored import database_option, stored_study, study_argument
from hintwise.cli.errors import echo


@click.command()
@study_argument
@click.option("--count", type=int, default=1, metavar="N", help="How many links.")
@click.option(
    "--public-url",
    metavar="URL",
    show_default="http://127.0.0.1:8000",
    help="What people type to get to the server.",
)
@database_option
def invite(plan: str, count: int, public_url: str | None, database: str | None) -> None:
    """Print links to a study for one person each; they are not printed again.

    PLAN is the file of the plan, or the name of the study. Whoever has joined by a link comes back
    by it to where they were; for others it does not work any more.
    """
    with stored_study(plan, database, public_url=public_url) as found:
        for invitation in found.store.studies.invite(found.name, count):
            echo(f"{found.url}/study/{found.name}#{invitation}")
