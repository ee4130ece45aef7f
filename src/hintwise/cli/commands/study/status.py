"""`hintwise study status`: how a study goes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from hintwise.cli.commands.study.stored import database_option, stored_study, study_argument
from hintwise.cli.errors import echo
from hintwise.cli.options import json_option
from hintwise.cli.tables import print_tables
from hintwise.render.table import Table


@click.command()
@study_argument
@database_option
@json_option
def status(plan: str, database: str | None, as_json: bool) -> None:
    """Print how a study goes: who joined, completed, stopped, withdrew or declined, and
    how they answered.

    PLAN is the file of the plan, or the name of the study. The server need not run.
    """
    with stored_study(plan, database) as found:
        from hintwise.service.study.research import overview

        document = overview(found.store, found.name)
    if as_json:
        echo(json.dumps(document, ensure_ascii=False))
        return
    counts = document["counts"]
    echo(f"{document['title']} ({document['name']}, plan {document['hash'][:12]})")
    echo(
        f"{_standing(document)}; {counts['completed']} completed of {document['quota']} wanted, "
        f"{counts['active']} active, {counts['stale']} stopped, {counts['withdrawn']} withdrawn, "
        f"{counts['declined']} declined"
    )
    echo("")
    print_tables(_tables(document))


def _standing(document: Mapping[str, Any]) -> str:
    why = {
        "closed": " by a researcher",
        "date": f", for {document['closes']} is over in UTC",
        "arms": ", for all arms are",
    }
    return f"{document['status']}{why.get(document['reason'] or '', '')}"


def _tables(document: Mapping[str, Any]) -> Iterator[Table]:
    numbers = ("joined", "active", "stale", "completed", "withdrawn", "declined")
    yield Table(
        "Cells",
        ("cell", "arms", "joined", "active", "stopped", "completed", "withdrawn", "declined"),
        tuple(
            (one["cell"], ", ".join(one["order"]), *(str(one[name]) for name in numbers))
            for one in document["cells"]
        ),
    )
    yield Table(
        "Arms",
        ("arm", "answers", "dominated failed", "repeats agreed", "median s", "95 % s"),
        tuple(
            (
                f"{one['name']} (closed)" if one["closed"] else one["name"],
                str(one["answers"]),
                f"{one['dominated']['failed']} of {one['dominated']['asked']}",
                f"{one['repeats']['agreed']} of {one['repeats']['asked']}",
                _seconds(one["median_s"]),
                _seconds(one["p95_s"]),
            )
            for one in document["arms"]
        ),
    )
    if document["stopped"]:
        yield Table(
            "Where people stopped",
            ("stage", "people"),
            tuple((one["stage"], str(one["people"])) for one in document["stopped"]),
        )


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.1f}"
