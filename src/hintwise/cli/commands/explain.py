"""`hintwise explain`: the next step, the best few, or the whole way to the solution."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.inputs import read_profile, read_puzzle
from hintwise.cli.options import (
    deadline_option,
    json_option,
    language_option,
    number_option,
    target_option,
    weights_option,
)
from hintwise.cli.outputs import check_writable
from hintwise.cli.reports import (
    Explained,
    JsonReport,
    PageReport,
    Report,
    TerminalReport,
)
from hintwise.cli.steps import narrowed, spinner, verdict_on
from hintwise.elicit import Profile
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.features import Weights
from hintwise.problem import Problem, State, Step
from hintwise.render.words.language import find_language


@dataclass(frozen=True)
class Request:
    """What the options ask for, checked against each other."""

    targets: tuple[str, ...]
    steps: int | None
    top: int | None
    deadline_s: float | None
    smallest: bool
    verify: bool
    language: str

    def __post_init__(self) -> None:
        if self.top is not None and self.steps is not None:
            raise click.UsageError("--top shows steps of one state, --steps a sequence: choose one")
        if self.top is not None and self.smallest:
            raise click.UsageError("--top ranks by weights, --smallest does not: choose one")

    @property
    def count(self) -> int | None:
        """How many steps of a sequence are wanted; a target alone asks for one."""
        return 1 if self.steps is None and self.targets else self.steps


@click.command()
@click.argument("puzzle")
@number_option
@weights_option
@target_option
@click.option("--steps", type=click.IntRange(min=1), help="Stop after so many steps.")
@click.option("--top", type=click.IntRange(min=1), help="The so many best steps from the start.")
@deadline_option
@click.option("--smallest", is_flag=True, help="Fewest facts and rules, instead of least cost.")
@click.option("--verify", is_flag=True, help="Check that every step is minimal, and say so.")
@click.option(
    "--html",
    "html_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the steps as one page to look at and share, too.",
)
@language_option
@json_option
def explain(
    puzzle: str,
    number: int | None,
    weights_file: Path | None,
    html_file: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Explain PUZZLE step by step.

    PUZZLE is the cells in one line (16, 36, 81 or 256, `.` for empty) or any other common form of a
    Sudoku, a link, a file, `-` for stdin, or a name from the library, such as first-light.
    """
    request = Request(**options)
    if request.smallest and weights_file is not None:
        raise click.UsageError("--smallest does not look at weights: choose one")
    problem = read_puzzle(puzzle, number)
    profile = read_profile(weights_file, problem)

    def compute(cancel: threading.Event) -> Iterator[State | Explained]:
        return explained_steps(problem, profile.weights, request, cancel)

    reports: list[Report] = [TerminalReport(problem, request.language)]
    if as_json:
        costs = {} if request.smallest else costs_record(profile, weights_file)
        reports = [JsonReport(problem, costs, request.language)]
    if html_file is not None:
        check_writable(html_file)
        # First, so that it has the step in which whoever reads stdout goes away.
        reports.insert(0, PageReport(problem, html_file, request.language))
    with ExitStack() as stack:
        for report in reports:
            stack.enter_context(closing(report))
        results = stack.enter_context(closing(computed_in_background(compute)))
        show(results, reports, request)


def costs_record(profile: Profile, file: Path | None) -> dict[str, Any]:
    """What steps cost and who says so: the file, or the prior and how it was found."""
    source = profile.provenance if file is None else {"file": str(file)}
    return {"weights": profile.weights, "weights_from": source}


def show(results: Iterator[State | Explained], reports: Sequence[Report], request: Request) -> None:
    """Report what arrives; while waiting, say on stderr what for."""
    console = Console(stderr=True)
    say = find_language(request.language).say
    waiting_for = say("progress.reading")
    wanted = number = 0
    while True:
        with spinner(console, waiting_for):
            result = next(results, None)
        if result is None:
            break
        if isinstance(result, State):
            for report in reports:
                report.start(result)
            wanted = request.top or request.count or len(result.targets)
        else:
            for report in reports:
                report.step(result)
            number += 1
        waiting_for = say("progress.finishing")
        if number < wanted:
            waiting_for = say("progress.step", number=number + 1, count=wanted)
    for report in reports:
        report.finish()


def explained_steps(
    problem: Problem,
    weights: Weights,
    request: Request,
    cancel: threading.Event,
) -> Iterator[State | Explained]:
    """Yield the state of the puzzle as given, then the steps, each checked by the verifier."""
    explainer = Explainer(problem)
    state = narrowed(explainer, explainer.start, request.targets)
    yield explainer.start
    verifier = Verifier(problem)
    limits = Limits(deadline_s=request.deadline_s, cancel=cancel)
    for step in _steps(explainer, state, weights, request, limits):
        verdict = verdict_on(step, verifier, minimal=request.verify)
        yield Explained(state, step, verdict if request.verify else None)
        if request.top is None:
            state = state.after(step)


def _steps(
    explainer: Explainer,
    state: State,
    weights: Weights,
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
