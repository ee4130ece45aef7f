"""`hintwise simulate`: how well a method learns what a simulated user wants."""

from __future__ import annotations

import json
import statistics
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from hintwise.bench.cases import COMPARED_SUDOKU
from hintwise.cli.background import computed_in_background
from hintwise.cli.elicitation import (
    SIZES,
    bundled,
    learner_option,
    normalisation_option,
    prior_option,
    selection_option,
)
from hintwise.cli.errors import echo
from hintwise.cli.inputs import read_puzzle, read_weights
from hintwise.cli.options import deadline_option, json_option
from hintwise.cli.progress import ProgressBar
from hintwise.elicit import Settings, draw_weights, preset
from hintwise.elicit.methods import METHODS
from hintwise.elicit.settings import PRESETS, with_usual
from hintwise.engine import Limits
from hintwise.errors import InvalidValue
from hintwise.evaluate import OptimalSequence
from hintwise.experiments import reference
from hintwise.experiments.sweep.simulation import Evaluation, Exchange, Simulation
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles import sudoku
from hintwise.puzzles.kinds import kind_called

DEADLINE_S = 10.0
"""For each step: some users' cheapest steps would take minutes to prove."""
PRIOR = "wide"
"""Unless another is asked for: simulated users are not like people."""

_BAR = 24


@dataclass(frozen=True, slots=True)
class Puzzles:
    """What is learned from, and what the result is judged on; by name."""

    training: Mapping[str, Problem]
    evaluation: tuple[str, Problem]


@dataclass(frozen=True, slots=True)
class Request:
    """One user, one method, one run, evaluated after so many queries, the last time at the end."""

    puzzles: Puzzles
    settings: Settings
    true_weights: Mapping[str, float]
    evaluate_at: tuple[int, ...]

    @property
    def queries(self) -> int:
        return self.evaluate_at[-1]

    def compute(self, cancel: threading.Event) -> Iterator[Exchange | Evaluation]:
        """Find the user's best explanation, then simulate. Raises `OutOfTime` on `cancel`."""
        _, judged_on = self.puzzles.evaluation
        limits = Limits(self.settings.deadline_s, cancel=cancel)
        best = OptimalSequence.of(judged_on, self.true_weights, limits=limits)
        training = tuple(self.puzzles.training.values())
        simulation = Simulation(training, best, self.settings, self.queries, self.evaluate_at)
        return simulation.run(cancel)


@dataclass
class Outcome:
    """What a run has yielded so far."""

    exchanges: list[Exchange] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)

    def add(self, result: Exchange | Evaluation) -> None:
        if isinstance(result, Exchange):
            self.exchanges.append(result)
        else:
            self.evaluations.append(result)


@click.command()
@click.option("--problem", "kind", required=True, type=click.Choice(list(SIZES)))
@click.option(
    "--method",
    required=True,
    type=click.Choice(list(METHODS)),
    help="How queries are chosen.",
)
@click.option(
    "--preset",
    "preset_name",
    type=click.Choice(PRESETS),
    default="paper",
    show_default=True,
    help="The formulas of the paper, or those of the published runs.",
)
@click.option("--queries", type=click.IntRange(min=1), default=100, show_default=True, metavar="N")
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Evaluate after every N queries.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="For the user's weights and answers, and what the method draws.",
)
@click.option(
    "--oracle",
    "oracle_file",
    type=click.Path(path_type=Path),
    metavar="WEIGHTS",
    help="The user's true weights, as a weights file. Default: drawn, each a power of ten.",
)
@learner_option
@prior_option
@normalisation_option
@selection_option
@click.option("--learning-rate", type=float, help="Default: the paper's for method and problem.")
@deadline_option
@click.option(
    "--reference",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The paper's published data: train and evaluate on its puzzles. Default: "
    f"{reference.VARIABLE}, or ../shared/reference if it is there, else bundled puzzles.",
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
    queries, every = options.pop("queries"), options.pop("every")
    chosen = {name: value for name, value in options.items() if value is not None}
    usual = {"deadline_s": DEADLINE_S, "prior": PRIOR}
    chosen = with_usual(usual, chosen["method"], chosen)
    settings = preset(preset_name, kind_called(kind), **chosen)
    puzzles = find_puzzles(kind, folder)
    weights = _true_weights(puzzles.evaluation[1], oracle_file, settings.seed)
    request = Request(puzzles, settings, weights, (*range(0, queries, every), queries))
    outcome = Outcome()
    try:
        with closing(computed_in_background(request.compute)) as results:
            _collect(results, outcome, request)
    finally:
        # After Ctrl-C too: what was learned by then is not lost.
        if as_json:
            echo(json.dumps(_record(request, outcome), ensure_ascii=False))
        elif outcome.evaluations:
            _show(request, outcome)


def find_puzzles(kind: str, folder: Path | None) -> Puzzles:
    """The published puzzles where their folder is named or found, else those bundled."""
    if folder is not None and not reference.is_reference(folder):
        raise InvalidValue(f"{str(folder)!r} is not the reference folder: it has no puzzles.json")
    folder = folder or reference.reference_folder()
    return _bundled(kind) if folder is None else _published(kind, folder)


def _published(kind: str, folder: Path) -> Puzzles:
    if kind == "logic_grid":
        grids = [reference.logic_grid_problem(folder, index) for index in (0, 1)]
        return Puzzles({"logic grid 0": grids[0]}, ("logic grid 1", grids[1]))
    problems = {f"Sudoku {i}": sudoku(line) for i, line in enumerate(reference.sudokus(folder))}
    judged_on = f"Sudoku {COMPARED_SUDOKU}"
    return Puzzles(problems, (judged_on, problems.pop(judged_on)))


def _bundled(kind: str) -> Puzzles:
    """All but the first are for training."""
    judged_on, *training = bundled(kind)
    problems = {name: read_puzzle(name) for name in training}
    return Puzzles(problems, (judged_on, read_puzzle(judged_on)))


def _true_weights(problem: Problem, file: Path | None, seed: int) -> Mapping[str, float]:
    if file is not None:
        return read_weights(file, problem)
    return draw_weights(feature_names(problem), np.random.default_rng([seed, 0]))


def _collect(results: Iterator[Exchange | Evaluation], outcome: Outcome, request: Request) -> None:
    """Add what arrives to `outcome`; a bar on stderr says how far it is."""
    with ProgressBar() as progress:
        bar = progress.add_task("finding the user's best explanation", total=request.queries)
        for result in results:
            outcome.add(result)
            asked = len(outcome.exchanges)
            due = isinstance(result, Exchange) and asked in request.evaluate_at
            progress.update(bar, completed=asked, description="evaluating" if due else "asking")


def _record(request: Request, outcome: Outcome) -> dict[str, Any]:
    evaluations = outcome.evaluations
    judged_on, problem = request.puzzles.evaluation
    return {
        "problem": problem.kind.name,
        "settings": request.settings.as_json(),
        "puzzles": list(request.puzzles.training),
        "evaluated_on": judged_on,
        "oracle": dict(request.true_weights),
        "queries": [_query_record(exchange) for exchange in outcome.exchanges],
        "regret": [[e.queries, e.regret] for e in evaluations],
        "regret_proven": [e.proven for e in evaluations],
        "weights": dict(evaluations[-1].weights) if evaluations else None,
    }


def _query_record(exchange: Exchange) -> dict[str, Any]:
    answer, seconds = exchange.answer.value, round(exchange.wait_s, 6)
    return {**exchange.query.as_json(), "answer": answer, "seconds": seconds}


def _show(request: Request, outcome: Outcome) -> None:
    first, *more = request.puzzles.training
    trained_on = f"{first} and {len(more)} more" if more else first
    judged_on, _ = request.puzzles.evaluation
    echo(f"{request.settings.flat['method']}, trained on {trained_on}, evaluated on {judged_on}")
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
    Console().print(table)
    if not all(e.proven for e in outcome.evaluations):
        echo("?: a step was not proven the cheapest in time, so the regret may be off either way.")


def _bar(value: float, largest: float) -> str:
    return "█" * round(_BAR * value / largest) if largest > 0 else ""
