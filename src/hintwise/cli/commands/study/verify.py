"""`hintwise study verify`: does every question come out again as it was asked?"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.exports import load_export
from hintwise.cli.options import count_option, json_option
from hintwise.cli.progress.bar import ProgressBar
from hintwise.render.table import counted

SHOWN = 20
"""How many differences are printed."""


@click.command()
@click.argument("export", metavar="EXPORT", type=click.Path(path_type=Path))
@count_option(
    "--workers", "How many processes ask. Default: one for each core, where it is worth it."
)
@json_option
def verify(export: Path, workers: int | None, as_json: bool) -> int:
    """Ask everything in an export again, from the plan, the seeds and the answers, and compare it
    with what people were asked. Exit code 1 if anything differs.

    EXPORT is the folder that `hintwise study export` wrote, or the zip file of the researcher's
    page. It takes about as long as computing the questions took, divided by the number of
    processes.
    """
    from hintwise.study.replaying import replay_many

    found = load_export(export)
    asked = sum(event["kind"] == "asked" for one in found.sessions for event in one["events"])
    with ProgressBar(remembered_s=float("inf")) as bar:
        task = bar.add_task("asking again", total=asked)
        differences = replay_many(
            found.plan.as_json(), found.sessions, workers, lambda more: bar.advance(task, more)
        )
    if as_json:
        records = [difference.as_json() for difference in differences]
        people = len(found.sessions)
        echo_json({"people": people, "questions": asked, "differences": records})
    else:
        for difference in differences[:SHOWN]:
            echo(str(difference))
        if len(differences) > SHOWN:
            echo(f"and {len(differences) - SHOWN} more")
        whose = f"{counted(asked, 'question')} of {_people(len(found.sessions))}"
        verdict = counted(len(differences), "difference") if differences else "all as recorded"
        echo(f"{whose}: {verdict}")
    others = set(found.study["versions"].get("hintwise", ())) - {version("hintwise")}
    if differences and others:
        told = " and ".join(sorted(others))
        click.echo(f"asked with hintwise {told}, and now with {version('hintwise')}", err=True)
    return 1 if differences else 0


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
