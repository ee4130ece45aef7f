"""`hintwise hint`: the next step from where a person is, given away bit by bit."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo
from hintwise.cli.inputs import Position, read_position, read_profile
from hintwise.cli.options import (
    deadline_option,
    json_option,
    known_option,
    language_option,
    number_option,
    original_option,
    target_option,
    weights_option,
)
from hintwise.cli.steps import narrowed, open_cells, spinner, verdict_on
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue, NothingToExplain, NotImplied
from hintwise.features import Weights
from hintwise.problem import State, Step
from hintwise.render.words.hints import LEVELS, hint_ladder
from hintwise.render.words.language import find_language


@dataclass(frozen=True)
class Request:
    """What kind of step is wanted, and how much of it."""

    targets: tuple[str, ...]
    deadline_s: float | None
    level: int
    language: str


@dataclass(frozen=True)
class Found:
    """The next step, and whether not all of the puzzle follows."""

    step: Step
    several_solutions: bool


@click.command()
@click.argument("puzzle")
@number_option
@click.option(
    "--level",
    type=click.IntRange(1, LEVELS),
    default=1,
    show_default=True,
    help="1: where to look, 2: which kind of rule, 3: which facts and rules, 4: the deduction.",
)
@original_option
@known_option
@weights_option
@target_option
@deadline_option
@language_option
@json_option
def hint(
    puzzle: str, number: int | None, weights_file: Path | None, as_json: bool, **options: Any
) -> None:
    """Give a hint for the next step of PUZZLE, no more of it than asked for.

    The step is the cheapest from the grid as it stands. PUZZLE is text, a link, a file, `-` for
    stdin, or a name from the library. Without --original, every filled cell counts as given.
    """
    original, known = options.pop("original"), options.pop("known")
    request = Request(**options)
    position = read_position(puzzle, number, original=original, known=known)
    weights = read_profile(weights_file, position.problem).weights

    def compute(cancel: threading.Event) -> Iterator[Found]:
        return next_step(position, weights, request, cancel)

    with closing(computed_in_background(compute)) as steps:
        say = find_language(request.language).say
        with spinner(Console(stderr=True), say("progress.hint")):
            found = next(steps, None)
        _show(position, found.step if found else None, request, as_json)
        if found and found.several_solutions:
            click.echo(say("solution.several_note"), err=True)
        if found and not found.step.optimal:
            click.echo(say("solution.out_of_time"), err=True)


def next_step(
    position: Position,
    weights: Weights,
    request: Request,
    cancel: threading.Event,
) -> Iterator[Found]:
    """Yield the cheapest step, checked by the verifier; nothing if the puzzle is solved."""
    explainer = Explainer(position.problem)
    state = _state(explainer, position)
    unknown, explainable = open_cells(state), len(state.targets)
    if not unknown:
        return
    if not explainable:
        raise NothingToExplain("the puzzle has several solutions, and nothing more follows")
    try:
        state = narrowed(explainer, state, request.targets)
    except NotImplied as error:
        # Its message shows a solution.
        raise InvalidValue(f"{error.fact} does not follow; give another --target") from None
    limits = Limits(deadline_s=request.deadline_s, cancel=cancel)
    step = explainer.optimal_step(state, weights, limits=limits)
    verdict_on(step, Verifier(position.problem), minimal=False)
    yield Found(step, several_solutions=explainable < unknown)


def _state(explainer: Explainer, position: Position) -> State:
    """Where the person is; a mistake is reported without a word about the solution."""
    try:
        return explainer.state(position.entries)
    except NotImplied as error:
        start = explainer.start
        settled = {fact.variable for fact in start.facts | start.targets}
        if position.problem.parse_fact(error.fact).variable not in settled:
            raise InvalidValue(
                f"the puzzle has several solutions, and not all of them have {error.fact}"
            ) from None
        raise InvalidValue(
            "there is a mistake in what you have filled in; "
            "`hintwise check` with the same puzzle and facts says where to look"
        ) from None


def _show(position: Position, step: Step | None, request: Request, as_json: bool) -> None:
    if step is None:
        hints: tuple[str, ...] = ()
    else:
        hints = hint_ladder(position.problem, step, request.language)[: request.level]
    if as_json:
        record: dict[str, Any] = {"level": request.level, "hints": hints}
        if step is not None and request.level == LEVELS:
            record["step"] = {**step.as_json(), "text": hints[-1]}
        echo(json.dumps(record, ensure_ascii=False))
    elif step is None:
        echo(find_language(request.language).say("solution.nothing_left"))
    else:
        echo("\n".join(f"{level}. {text}" for level, text in enumerate(hints, 1)))
