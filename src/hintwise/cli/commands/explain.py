"""`hintwise explain`: the next step, the best few, or the whole way to the solution."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.inputs import read_profile, read_puzzle
from hintwise.cli.options import (
    check_form,
    count_option,
    file_option,
    json_option,
    number_option,
    run_code_option,
    style_options,
    target_option,
    text_option,
)
from hintwise.cli.outputs import check_writable
from hintwise.cli.reports import JsonReport, PageReport, Report, TerminalReport, TextReport
from hintwise.cli.waiting import spinner
from hintwise.guide import Position, Profile, explaining
from hintwise.guide.explaining import Explained, Explanation, Extent, Style
from hintwise.render.words.language import find_language


@click.command()
@click.argument("puzzle")
@number_option
@run_code_option
@target_option
@count_option("--steps", "Stop after so many steps.")
@count_option("--top", "The so many best steps from the start.")
@click.option("--smallest", is_flag=True, help="Fewest facts and rules, instead of least cost.")
@click.option(
    "--verify", "check_minimal", is_flag=True, help="Check that every step is minimal, and say so."
)
@file_option("--html", "html_file", "Write the steps as one page to look at and share, too.")
@style_options
@text_option
@json_option
def explain(
    puzzle: str,
    number: int | None,
    run_code: bool,
    weights_file: Path | None,
    html_file: Path | None,
    as_text: bool,
    as_json: bool,
    targets: tuple[str, ...],
    steps: int | None,
    top: int | None,
    **manner: Any,
) -> None:
    """Explain PUZZLE step by step.

    PUZZLE is the cells in one line (16, 36, 81 or 256, `.` for empty) or any other common form of a
    Sudoku, a link, a file, `-` for stdin, or a name from the library, such as first-light.
    """
    check_form(as_text, as_json)
    _check_usage(steps, top, manner["smallest"], weights_file)
    found = read_puzzle(puzzle, number, run_code=run_code)
    profile = read_profile(weights_file, found.problem())
    extent, style = Extent(targets, steps, top), Style(weights=profile.weights, **manner)

    def compute(cancel: threading.Event) -> Iterator[Explanation | Explained]:
        explanation = explaining.explain(Position(found), extent, style, cancel=cancel)
        yield explanation
        yield from explanation

    shown = TextReport if as_text else TerminalReport
    reports: list[Report] = [shown(found.problem(), style.language)]
    if as_json:
        reports = [JsonReport(found, {} if style.smallest else _costs(profile, weights_file))]
    if html_file is not None:
        check_writable(html_file)
        # First, so that it has the step in which whoever reads stdout goes away.
        reports.insert(0, PageReport(found.problem(), html_file, style.language))
    with ExitStack() as stack:
        for report in reports:
            stack.enter_context(closing(report))
        results = stack.enter_context(closing(computed_in_background(compute)))
        show(results, reports, style.language)


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
    results: Iterator[Explanation | Explained], reports: Sequence[Report], language: str
) -> None:
    """Report what arrives; while waiting, say on stderr what for."""
    console = Console(stderr=True)
    say = find_language(language).say
    waiting_for = say("progress.reading")
    wanted = number = 0
    while True:
        with spinner(console, waiting_for):
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
        waiting_for = say("progress.finishing")
        if number < wanted:
            waiting_for = say("progress.step", number=number + 1, count=wanted)
    for report in reports:
        report.finish()
