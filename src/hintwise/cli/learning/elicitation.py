"""The options that the commands that learn weights share."""

from __future__ import annotations

from pathlib import Path

import click

from hintwise.cli.inputs import read_file
from hintwise.cli.options import together
from hintwise.guide.teaching import (
    INFORMED_METHODS,
    LAPSE,
    LEARNERS,
    NORMALISATIONS,
    PRIORS,
    RESPONSES,
    SELECTIONS,
    Prior,
)

_INFORMED = " and ".join(INFORMED_METHODS)

normalisation_option = click.option(
    "--normalisation",
    type=click.Choice(list(NORMALISATIONS)),
    help="What features are divided by when the perceptron updates weights. Default: local.",
)

learner_option = click.option(
    "--learner",
    type=click.Choice(list(LEARNERS)),
    help="What learns from the answers. Default: bayes with the methods "
    f"{_INFORMED}, else perceptron.",
)

selection_option = click.option(
    "--selection",
    type=click.Choice(list(SELECTIONS)),
    help="How the states that queries are about are chosen. Default: active with the "
    f"methods {_INFORMED} (for simulated users, active_facts), else online.",
)


def _prior(ctx: click.Context, param: click.Parameter, value: str | None) -> str | Prior | None:
    """A name stays one; the file of a prior is read."""
    if value is None or value in PRIORS:
        return value
    if not Path(value).exists():
        raise click.BadParameter(f"{value!r} is neither a file nor one of {', '.join(PRIORS)}.")
    return Prior.read(read_file(Path(value), "a prior"), value)


prior_option = click.option(
    "--prior",
    callback=_prior,
    metavar=f"[{'|'.join(PRIORS)}|FILE]",
    help="What the learner bayes expects before the first answer: what comes with hintwise for "
    "such puzzles, what the features' names tell, what people chose in Sudokus, nothing, powers of "
    "ten as the paper's users have, or what `hintwise prior fit` wrote. "
    "Default: shipped; for simulated users, powers.",
)

learning_options = together(learner_option, prior_option, normalisation_option, selection_option)
"""What learns from the answers, and about which states it asks."""

response_option = click.option(
    "--response",
    type=click.Choice(list(RESPONSES)),
    default="ties",
    help="How people are assumed to answer; ties and noticed also learn from answers without a "
    "preference.",
)

lapse_option = click.option(
    "--lapse",
    type=float,
    default=LAPSE,
    metavar="SHARE",
    help="How often people are assumed to answer at random.",
)

response_options = together(response_option, lapse_option)
"""How people are taken to answer."""
