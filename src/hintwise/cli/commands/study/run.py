"""`hintwise study run`: a study on the web, until Ctrl-C; started again, it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hintwise.cli.commands.serve import run_server, serving_options
from hintwise.cli.commands.study.plans import read_plan_file
from hintwise.cli.errors import echo
from hintwise.errors import InvalidValue, NotAdmitted
from hintwise.study.outline import outline, unfinished

if TYPE_CHECKING:
    from hintwise.store import Store


@click.command()
@click.argument("plan", metavar="PLAN", type=click.Path(path_type=Path))
@click.option(
    "--by-invitation/--by-link",
    "by_invitation",
    default=None,
    help="Whether people need an invitation (`hintwise study invite`), or the link is enough; "
    "default: as before, at first the link.",
)
@click.option(
    "--unfinished",
    "may_be_unfinished",
    is_flag=True,
    help="Also if the texts still have places to fill in, such as [NAMES]; to look at it yourself.",
)
@serving_options
def run(plan: Path, by_invitation: bool | None, may_be_unfinished: bool, **arguments: Any) -> None:
    """Open the study of PLAN and serve it: prints the link for people, and the researcher's.

    All answers are in the database. Ended and started again with the same plan, the study goes on;
    with another plan of the same name only as long as nobody has joined. Other options as in
    `hintwise serve`.
    """
    # Who takes part may go on after the last day on which somebody new may come.
    found = read_plan_file(plan, may_be_over=True)
    if not may_be_unfinished and (missing := [*unfinished(found)]):
        raise InvalidValue(
            f"{plan}: {'; '.join(missing)}. Fill them in, or look at it yourself with --unfinished"
        )
    for note in outline(found).notes:
        click.echo(f"note: {note}", err=True)

    def prepare(store: Store) -> None:
        from hintwise.store.studies import NewStudy

        new = NewStudy(
            found.name,
            found.as_json(),
            found.hash,
            found.people,
            None if found.closes is None else found.closes.isoformat(),
            found.release_after_h,
        )
        store.studies.open(new)
        if by_invitation is not None:
            store.studies.set_by_invitation(found.name, by_invitation)

    def announce(store: Store, url: str, public_url: str) -> str:
        page = f"{public_url}study/{found.name}"
        researcher = f"{page}/researcher#{store.studies.new_researcher(found.name)}"
        study = store.studies.known(found.name)
        echo(f"{found.title} ({found.name}, plan {found.hash[:12]})")
        echo(f"for people:       {page}")
        if study.by_invitation:
            echo("                  with an invitation: `hintwise study invite` makes them")
        echo(f"for researchers:  {researcher}")
        echo(f"{study.arrivals} have joined, {study.people} are wanted (Ctrl-C ends the server)")
        if (reason := store.studies.admission(found.name).reason) is not None:
            echo(f"Nobody new may come: {NotAdmitted.REASONS[reason]}.")
        return researcher

    run_server(arguments, prepare, announce)
