"""`hintwise explain`: the next step, the best few, or the whole way to the solution."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import FailedCheck
from hintwise.cli.inputs import number_option, read_puzzle, read_weights
from hintwise.cli.reports import Explained, JsonReport, TerminalReport
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import NothingToExplain
from hintwise.problem import Problem, State, Step


@dataclass(frozen=True)
class Request:
    """What the options ask for, checked against each other."""

    targets: tuple[str, ...]
    steps: int | None
    top: int | None
    deadline_s: float | None
    smallest: bool
    verify: bool

    def __post_init__(self) -> None:
        if self.top is not None and self.steps is not None:
            raise click.UsageError("--top shows steps of one state, --steps a sequence: choose one")
        if self.top is not None and self.smallest:
            raise click.UsageError("--top ranks by weights, --smallest does not: choose one")

    @property
    def count(self) -> int | None:
        """How many steps of a sequence are wanted; a target alone asks for one."""
        return 1 if self.steps is None and self.targets else self.steps


def _positive_seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> Any:
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise click.BadParameter(f"{value} is not a number of seconds above zero")
    return value


@click.command()
@click.argument("puzzle")
@number_option
@click.option(
    "--weights",
    "weights_file",
    type=click.Path(path_type=Path),
    help='What steps cost: {"problem": "sudoku", "weights": {…}}. Default: all weights 1.',
)
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="CELL",
    help="Explain this cell (r7c7); several: the cheapest of them first.",
)
@click.option("--steps", type=click.IntRange(min=1), help="Stop after so many steps.")
@click.option("--top", type=click.IntRange(min=1), help="The so many best steps from the start.")
@click.option(
    "--deadline",
    "deadline_s",
    type=float,
    callback=_positive_seconds,
    metavar="SECONDS",
    help="Time per step; a step not proven the cheapest by then says so.",
)
@click.option("--smallest", is_flag=True, help="Fewest facts and rules, instead of least cost.")
@click.option("--verify", is_flag=True, help="Check that every step is minimal, and say so.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def explain(
    puzzle: str, number: int | None, weights_file: Path | None, as_json: bool, **options: Any
) -> None:
    """Explain PUZZLE step by step.

    PUZZLE is the cells in one line (16, 36, 81 or 256, `.` for empty) or any other common form of a
    Sudoku, a link, a file, `-` for stdin, or a name from the library, such as first-light.
    """
    request = Request(**options)
    if request.smallest and weights_file is not None:
        raise click.UsageError("--smallest does not look at weights: choose one")
    problem = read_puzzle(puzzle, number)
    weights = None if weights_file is None else read_weights(weights_file, problem)

    def compute(cancel: threading.Event) -> Iterator[State | Explained]:
        return explained_steps(problem, weights, request, cancel)

    report = JsonReport(problem) if as_json else TerminalReport(problem)
    with closing(report), closing(computed_in_background(compute)) as results:
        show(results, report, request)


def show(
    results: Iterator[State | Explained], report: JsonReport | TerminalReport, request: Request
) -> None:
    """Report what arrives; while waiting, say on stderr what for."""
    console = Console(stderr=True)
    waiting_for = "reading the puzzle"
    wanted = number = 0
    while True:
        with _spinner(console, waiting_for):
            result = next(results, None)
        if result is None:
            break
        if isinstance(result, State):
            report.start(result)
            wanted = request.top or request.count or len(result.targets)
        else:
            report.step(result)
            number += 1
        waiting_for = f"step {number + 1} of {wanted}" if number < wanted else "finishing"
    report.finish()


def explained_steps(
    problem: Problem,
    weights: Mapping[str, float] | None,
    request: Request,
    cancel: threading.Event,
) -> Iterator[State | Explained]:
    """Yield the state of the puzzle as given, then the steps, each checked by the verifier."""
    explainer = Explainer(problem)
    state = _start(explainer, request)
    yield explainer.start
    verifier = Verifier(problem)
    limits = Limits(deadline_s=request.deadline_s, cancel=cancel)
    for step in _steps(explainer, state, weights, request, limits):
        verdict = verifier.check(step, minimal=request.verify)
        if not verdict.refutes:
            raise FailedCheck(f"{step.derived} does not follow from {_elements(step)}")
        yield Explained(state, step, verdict if request.verify else None)
        if request.top is None:
            state = state.after(step)


def _start(explainer: Explainer, request: Request) -> State:
    state = explainer.start
    if not request.targets:
        return state
    targets = [explainer.target(text) for text in request.targets]
    if known := [str(target) for target in targets if target in state.facts]:
        raise NothingToExplain(f"{', '.join(known)} is given: there is nothing to explain")
    return state.only(targets)


def _steps(
    explainer: Explainer,
    state: State,
    weights: Mapping[str, float] | None,
    request: Request,
    limits: Limits,
) -> Iterator[Step]:
    if not state.targets:
        return iter(())
    if request.top is not None:
        return iter(explainer.best_steps(request.top, state, weights, limits=limits))
    if request.smallest:
        return itertools.islice(explainer.smallest_sequence(state, limits=limits), request.count)
    return itertools.islice(explainer.sequence(state, weights, limits=limits), request.count)


def _elements(step: Step) -> str:
    return ", ".join([*map(str, step.facts), *step.constraints]) or "nothing"


def _spinner(console: Console, what: str) -> AbstractContextManager[object]:
    """Nothing unless a person is looking at stderr. Print only once it has gone."""
    return console.status(f"{what} …") if console.is_terminal else nullcontext()
