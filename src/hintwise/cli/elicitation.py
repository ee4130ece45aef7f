"""What the commands that learn weights share: options, and the puzzles that come with hintwise."""

from __future__ import annotations

from collections.abc import Mapping

import click

from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.prior import PRIORS
from hintwise.elicit.learners.response import LAPSE, RESPONSES
from hintwise.elicit.methods import INFORMED_METHODS
from hintwise.elicit.settings import LEARNERS, Settings
from hintwise.puzzles.library import collection

SIZES: Mapping[str, str] = {"sudoku": "9x9", "logic_grid": "4x5"}
"""Of the puzzles that are learned from, by kind: the paper's."""

_INFORMED = " and ".join(INFORMED_METHODS)

normalisation_option = click.option(
    "--normalisation",
    type=click.Choice(list(NORMALISATIONS)),
    help="What features are divided by when the perceptron updates weights. Default: local.",
)

learner_option = click.option(
    "--learner",
    type=click.Choice(LEARNERS),
    help="What learns from the answers. Default: bayes with the methods "
    f"{_INFORMED}, else perceptron.",
)

selection_option = click.option(
    "--selection",
    type=click.Choice(list(SELECTIONS)),
    help="How the states that queries are about are chosen. Default: active with the "
    f"methods {_INFORMED}, else online.",
)

prior_option = click.option(
    "--prior",
    type=click.Choice(list(PRIORS)),
    help="What the learner bayes expects before the first answer: what comes with hintwise for "
    "such puzzles, what the features' names tell, or nothing. Default: shipped; for simulated "
    "users, wide.",
)

response_option = click.option(
    "--response",
    type=click.Choice(list(RESPONSES)),
    default=Settings().response,
    show_default=True,
    help="How people are assumed to answer; ties also learns from answers without a preference.",
)

lapse_option = click.option(
    "--lapse",
    type=float,
    default=LAPSE,
    show_default=True,
    metavar="SHARE",
    help="How often people are assumed to answer at random.",
)


def bundled(kind: str) -> list[str]:
    """The names of the puzzles of a kind in the library that weights are learned from."""
    found = collection().values()
    return [puzzle.name for puzzle in found if (puzzle.kind, puzzle.size) == (kind, SIZES[kind])]
