"""`hintwise simulate`: how well a method learns what a simulated user wants."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_weights
from hintwise.cli.learning.elicitation import learning_options
from hintwise.cli.options import count_option, file_option, json_option, seconds_option
from hintwise.cli.outputs import WatchedConsole
from hintwise.cli.progress.bar import ProgressBar
from hintwise.experiments import reference
from hintwise.experiments.trial import (
    METHODS,
    NODE_LIMIT,
    PRESETS,
    RESPONSES,
    TRIED,
    Evaluation,
    Exchange,
    Outcome,
    Trial,
    find_puzzles,
    trial_settings,
)

_BAR = 24


@click.command()
@click.option("--problem", "kind", required=True, type=click.Choice(TRIED))
@click.option(
    "--method", required=True, type=click.Choice(list(METHODS)), help="How queries are chosen."
)
@click.option(
    "--preset",
    "preset_name",
    type=click.Choice(PRESETS),
    default="paper",
    help="The formulas of the paper, or those of the published runs.",
)
@count_option("--queries", "How many the user answers.", default=100)
@count_option("--every", "Evaluate after every N queries.", default=10)
@count_option(
    "--seed", "For the user's weights and answers, and what the method draws.", least=0, default=0
)
@file_option(
    "--oracle",
    "oracle_file",
    "The user's true weights, as a weights file. Default: drawn, each a power of ten.",
    metavar="WEIGHTS",
)
@learning_options
@click.option(
    "--response",
    type=click.Choice(list(RESPONSES)),
    help="How the learner bayes assumes that they answer. Default: noticed, which is how they do.",
)
@click.option("--learning-rate", type=float, help="Default: the paper's for method and problem.")
@seconds_option(
    "--deadline",
    "Time per step; a step not proven the cheapest by then says so. Default: none, but "
    f"{NODE_LIMIT} nodes of the search.",
)
@file_option(
    "--reference",
    "folder",
    "The paper's published data: train and evaluate on its puzzles. Default: "
    f"{reference.VARIABLE}, or ../shared/reference if it is there, else bundled puzzles.",
    metavar="DIR",
)
@json_option
def simulate(
    kind: str,
    preset_name: str,
    oracle_file: Path | None,
    folder: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let a simulated user answer queries, and print how fast the regret falls.

    Regret is how much dearer than necessary the steps that the learned weights choose are for this
    user, on average along the best explanation of a puzzle that was not learned from. The user is
    indifferent between steps of about the same cost, and wrong once in ten times.
    """
    queries, every, method = (options.pop(name) for name in ("queries", "every", "method"))
    chosen = {name: value for name, value in options.items() if value is not None}
    settings = trial_settings(preset_name, kind, method, chosen)
    puzzles = find_puzzles(kind, folder)
    user = None if oracle_file is None else read_weights(oracle_file, puzzles.evaluation[1])
    trial = Trial.of(puzzles, settings, (*range(0, queries, every), queries), user)
    outcome = Outcome(trial)
    try:
        with closing(computed_in_background(trial.compute)) as results:
            _collect(results, outcome)
    finally:
        # After Ctrl-C too: what was learned by then is not lost.
        if as_json:
            echo_json(outcome.as_json())
        elif outcome.evaluations:
            _show(outcome)


def _collect(results: Iterator[Exchange | Evaluation], outcome: Outcome) -> None:
    """Add what arrives to `outcome`; a bar on stderr says how far it is."""
    trial = outcome.trial
    with ProgressBar() as progress:
        bar = progress.add_task("finding the user's best explanation", total=trial.queries)
        for result in results:
            outcome.add(result)
            asked = len(outcome.exchanges)
            due = isinstance(result, Exchange) and asked in trial.evaluate_at
            progress.update(bar, completed=asked, description="evaluating" if due else "asking")


def _show(outcome: Outcome) -> None:
    trial = outcome.trial
    first, *more = trial.puzzles.training
    trained_on = f"{first} and {len(more)} more" if more else first
    judged_on, _ = trial.puzzles.evaluation
    echo(f"{trial.method}, trained on {trained_on}, evaluated on {judged_on}")
    table = Table("queries", "regret", "", "seconds a query, median")
    for column in (0, 1, 3):
        table.columns[column].justify = "right"
    largest = max(e.regret for e in outcome.evaluations)
    since = 0
    for now in outcome.evaluations:
        waits = [exchange.wait_s for exchange in outcome.exchanges[since : now.queries]]
        since = now.queries
        table.add_row(
            str(now.queries),
            f"{now.regret:.3f}{'' if now.proven else ' ?'}",
            _bar(now.regret, largest),
            f"{statistics.median(waits):.2f}" if waits else "",
        )
    WatchedConsole().print(table)
    if not all(e.proven for e in outcome.evaluations):
        echo(
            "?: a step was not proven the cheapest within the limit, so the regret may be off "
            "either way."
        )


def _bar(value: float, largest: float) -> str:
    return "█" * round(_BAR * value / largest) if largest > 0 else ""
