"""`hintwise explain`: the next step, the best few, or the whole way to the solution."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import BEST_S, computed_in_background
from hintwise.cli.inputs import read_position, read_profile, read_puzzle
from hintwise.cli.options import (
    candidates_option,
    check_form,
    count_option,
    file_option,
    in_order,
    json_option,
    number_option,
    order_option,
    run_code_option,
    style_options,
    target_option,
    text_option,
    together_option,
)
from hintwise.cli.outputs import check_writable
from hintwise.cli.reports import JsonReport, PageReport, Report, TerminalReport, TextReport
from hintwise.cli.waiting import Waiting, spinner
from hintwise.guide import Position, Profile, explaining
from hintwise.guide.explaining import Explained, Explanation, Extent, Style
from hintwise.render.words.language import Language, find_language


@click.command()
@click.argument("puzzle")
@number_option
@candidates_option
@run_code_option
@target_option
@count_option("--steps", "Stop after so many steps.")
@count_option("--top", "The so many best steps from the start.")
@click.option(
    "--only-needed", is_flag=True, help="Leave out the steps that the answer does not rest on."
)
@click.option(
    "--whole",
    is_flag=True,
    help="Go on to the whole solution when the puzzle's question is answered.",
)
@click.option("--smallest", is_flag=True, help="Fewest facts and rules, instead of least cost.")
@click.option(
    "--verify", "check_minimal", is_flag=True, help="Check that every step is minimal, and say so."
)
@click.option(
    "--inside", is_flag=True, help="Show the easier steps that hard ones consist of, too."
)
@order_option
@together_option
@file_option("--html", "html_file", "Write the steps as one page to look at and share, too.")
@style_options(deadline_s=10.0)
@text_option
@json_option
def explain(
    puzzle: str,
    number: int | None,
    candidates: bool,
    run_code: bool,
    weights_file: Path | None,
    html_file: Path | None,
    as_text: bool,
    as_json: bool,
    targets: tuple[str, ...],
    steps: int | None,
    top: int | None,
    whole: bool,
    only_needed: bool,
    **manner: Any,
) -> None:
    """Explain PUZZLE step by step.

    PUZZLE is the cells in one line (16, 36, 81 or 256, `.` for empty) or any other common form of a
    Sudoku, a link, a file, `-` for stdin, or a name from the library, such as first-light.
    """
    check_form(as_text, as_json)
    _check_usage(steps, top, manner["smallest"], weights_file)
    if only_needed and (top is not None or steps is not None):
        raise click.UsageError("--only-needed looks at all steps: leave out --steps and --top")
    if candidates:
        position = read_position(puzzle, number, candidates=True, run_code=run_code)
    else:
        position = Position(read_puzzle(puzzle, number, run_code=run_code))
    problem = position.problem
    profile = read_profile(weights_file, problem)
    for_reading = not (as_json or manner["smallest"] or weights_file is not None)
    manner = in_order(manner, for_reading=for_reading)
    extent = Extent(targets, steps, top, whole, only_needed)
    style = Style(weights=profile.weights, **manner)

    language = find_language(style.language)
    waiting = Waiting(language, language.say("progress.reading"))

    def compute(cancel: threading.Event) -> Iterator[Explanation | Explained]:
        explanation = explaining.explain(
            position, extent, style, cancel=cancel, on_progress=waiting.progress
        )
        yield explanation
        yield from explanation

    shown = TextReport if as_text else TerminalReport
    reports: list[Report] = [shown(problem, style.language)]
    if as_json:
        costs = {} if style.smallest else _costs(profile, weights_file)
        reports = [JsonReport(position, costs)]
    if html_file is not None:
        check_writable(html_file)
        # First, so that it has the step in which whoever reads stdout goes away.
        reports.insert(0, PageReport(problem, html_file, style.language))
    search = computed_in_background(compute, patience_s=BEST_S)
    with ExitStack() as stack:
        for report in reports:
            stack.enter_context(closing(report))
        results = stack.enter_context(closing(search))
        show(results, reports, waiting, language)


def _check_usage(
    steps: int | None, top: int | None, smallest: bool, weights_file: Path | None
) -> None:
    if top is not None and steps is not None:
        raise click.UsageError("--top shows steps of one state, --steps a sequence: choose one")
    if top is not None and smallest:
        raise click.UsageError("--top ranks by weights, --smallest does not: choose one")
    if smallest and weights_file is not None:
        raise click.UsageError("--smallest does not look at weights: choose one")


def _costs(profile: Profile, file: Path | None) -> dict[str, Any]:
    """What steps cost and who says so: the file, or the prior and how it was found."""
    source = profile.provenance if file is None else {"file": str(file)}
    return {"weights": profile.weights, "weights_from": source}


def show(
    results: Iterator[Explanation | Explained],
    reports: Sequence[Report],
    waiting: Waiting,
    language: Language,
) -> None:
    """Report what arrives; while waiting, say on stderr what for."""
    console = Console(stderr=True)
    wanted = number = 0
    while True:
        with spinner(console, waiting):
            result = next(results, None)
        if result is None:
            break
        if isinstance(result, Explanation):
            for report in reports:
                report.start(result.start)
            wanted = result.wanted
        else:
            for report in reports:
                report.step(result)
            number += 1
        if number < wanted:
            waiting.begin(language.say("progress.step", number=number + 1, count=wanted))
        else:
            waiting.begin(language.say("progress.finishing"))
    for report in reports:
        report.finish()
