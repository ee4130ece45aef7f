"""`hintwise prior`: what is expected of people before their first answer."""

from __future__ import annotations

from pathlib import Path

import click

from hintwise.cli.errors import echo_json
from hintwise.cli.inputs import read_file
from hintwise.cli.learning.elicitation import response_options
from hintwise.cli.options import file_option, json_option
from hintwise.cli.outputs import check_writable, write_whole
from hintwise.cli.tables import print_tables
from hintwise.people.choices import Choices
from hintwise.people.prior_fit import fit as fit_prior
from hintwise.people.prior_fit import prior_table


def _writable(ctx: click.Context, param: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        check_writable(file)
    return file


@click.group()
def prior() -> None:
    """What is expected of people's weights before their first answer."""


@prior.command()
@click.argument("file", metavar="CHOICES", type=click.Path(path_type=Path))
@file_option("--out", "out", "Write the prior there, as JSON.", callback=_writable)
@response_options
@json_option
def fit(file: Path, out: Path | None, response: str, lapse: float, as_json: bool) -> None:
    """Fit a prior on the choices of earlier people, and print it.

    CHOICES is a JSON file of pairs of steps and what people picked. The same file gives the same
    prior each time.
    """
    choices = Choices.read(read_file(file, "choices"), str(file))
    fitted = fit_prior(choices, response, lapse, file.name)
    if as_json:
        echo_json(fitted.as_json())
    else:
        print_tables([prior_table(fitted)])
    if out is not None:
        write_whole(out, fitted.write())
        click.echo(f"written to {out}", err=True)
