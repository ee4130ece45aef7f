"""What the commands that learn weights share: options, and the puzzles that come with hintwise."""

from __future__ import annotations

from collections.abc import Mapping

import click

from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.normalise import NORMALISATIONS
from hintwise.elicit.response import LAPSE, RESPONSES
from hintwise.elicit.settings import LEARNERS
from hintwise.puzzles.library import collection

SIZES: Mapping[str, str] = {"sudoku": "9x9", "logic_grid": "4x5"}
"""Of the puzzles that are learned from, by kind: the paper's."""

normalisation_option = click.option(
    "--normalisation",
    type=click.Choice(list(NORMALISATIONS)),
    help="What features are divided by when weights are updated. Default: local.",
)

learner_option = click.option(
    "--learner",
    type=click.Choice(LEARNERS),
    help="What learns from the answers. Default: perceptron, as in the paper.",
)

selection_option = click.option(
    "--selection",
    type=click.Choice(list(SELECTIONS)),
    help="How the facts that queries are about are chosen. Default: online.",
)

response_option = click.option(
    "--response",
    type=click.Choice(list(RESPONSES)),
    default="logistic",
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
