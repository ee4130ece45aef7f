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


def _study(path: Path) -> tuple[str, Choices]:
    """A file of choices, or that of an exported study, with what it is called."""
    file = path / "choices.json" if path.is_dir() else path
    name = f"{path.resolve().name}/{file.name}" if path.is_dir() else file.name
    return name, Choices.read(read_file(file, "choices"), str(file))


@click.group()
def prior() -> None:
    """What is expected of people's weights before their first answer."""


@prior.command()
@click.argument(
    "files", metavar="CHOICES…", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@file_option("--out", "out", "Write the prior there, as JSON.", callback=_writable)
@response_options
@json_option
def fit(
    files: tuple[Path, ...], out: Path | None, response: str, lapse: float, as_json: bool
) -> None:
    """Fit a prior on the choices of earlier people, and print it.

    CHOICES is a JSON file of pairs of steps and what people picked, or a folder that `hintwise
    study export` wrote. Of several, whoever is in more than one counts once. The same files give
    the same prior each time.
    """
    studies = [_study(file) for file in files]
    fitted = fit_prior(studies, response, lapse)
    if as_json:
        echo_json(fitted.as_json())
    else:
        print_tables([prior_table(fitted)])
    if out is not None:
        write_whole(out, fitted.write())
        click.echo(f"written to {out}", err=True)
