"""`hintwise prior`: what is expected of people before their first answer."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import click
import numpy as np

from hintwise.cli.elicitation import lapse_option, response_option
from hintwise.cli.errors import echo
from hintwise.cli.inputs import read_file
from hintwise.cli.options import json_option
from hintwise.cli.outputs import check_writable, write_whole
from hintwise.cli.tables import print_tables
from hintwise.elicit.learners.population import fit_prior
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import RESPONSES
from hintwise.people.choices import Choices
from hintwise.render.table import Table, number

SEED = 0
NOTES = (
    "weight: what the feature costs a typical person, as a share of the dearest.",
    "spread: for two people out of three it is at most this many times more or less.",
)


def _writable(ctx: click.Context, param: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        check_writable(file)
    return file


@click.group()
def prior() -> None:
    """What is expected of people's weights before their first answer."""


@prior.command()
@click.argument("file", metavar="CHOICES", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    callback=_writable,
    metavar="FILE",
    help="Write the prior there, as JSON.",
)
@response_option
@lapse_option
@json_option
def fit(file: Path, out: Path | None, response: str, lapse: float, as_json: bool) -> None:
    """Fit a prior on the choices of earlier people, and print it.

    CHOICES is a JSON file of pairs of steps and what people picked. The same file gives the same
    prior each time.
    """
    model = RESPONSES[response](lapse)
    choices = Choices.read(read_file(file, "choices"), str(file))
    people = [person.answered for person in choices.people]
    fitted = fit_prior(people, choices.features, model, np.random.default_rng(SEED))
    how = {"choices_file": file.name, "response": repr(model), "seed": SEED}
    fitted = dataclasses.replace(fitted, provenance={**fitted.provenance, **how})
    if as_json:
        echo(json.dumps(fitted.as_json(), ensure_ascii=False))
    else:
        print_tables([_table(fitted)])
    if out is not None:
        write_whole(out, fitted.write())
        click.echo(f"written to {out}", err=True)


def _table(fitted: Prior) -> Table:
    """The features of a prior in words, the dearest first."""
    weights = np.exp(fitted.mean - fitted.mean.max())
    factors = np.exp(np.sqrt(np.diag(fitted.covariance)))
    rows = sorted(zip(fitted.features, weights, factors, strict=True), key=lambda row: -row[1])
    people, choices = fitted.provenance["people"], fitted.provenance["choices"]
    return Table(
        f"Prior fitted on {choices} choices of {people} {'person' if people == 1 else 'people'}",
        ("feature", "weight", "spread"),
        tuple((name, number(weight), f"× {factor:.1f}") for name, weight, factor in rows),
        NOTES,
    )
