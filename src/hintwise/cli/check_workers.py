"""Checks of one or many puzzles, and what is kept of their reports."""

from __future__ import annotations

import functools
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.cli.background import computed_in_background
from hintwise.cli.check_text import report_lines, verdict_text
from hintwise.cli.inputs import Position, position_of
from hintwise.cli.outputs import puzzle_text
from hintwise.engine import Limits
from hintwise.engine.limits import Cancel
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, pool_of
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.render.words.language import DEFAULT
from hintwise.workshop import check

_FEW = 50
"""Up to this many Sudokus are checked sooner than worker processes have started."""

_CHUNK = 4
"""Sudokus that a worker takes at a time: few, for one may take as long as a thousand others."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked about each puzzle."""

    limit: int
    deadline_s: float
    language: str = DEFAULT


@dataclass(frozen=True, slots=True)
class Checked:
    """A report as text and JSON; unlike the report it is small when sent between processes."""

    sound: bool
    verdict: str
    lines: tuple[str, ...]
    record: dict[str, Any]


def check_one(position: Position, request: Request) -> Checked:
    """Check a position; Ctrl-C stops it at once."""
    (checked,) = computed_in_background(
        lambda cancel: iter([_check_position(position, request, cancel)])
    )
    return checked


def check_each(sudokus: Sequence[SudokuText], request: Request) -> Generator[Checked, None, None]:
    """Check many Sudokus on all cores; the results come in their order, each as soon as it can.

    Closing the iterator ends the workers, whatever they are at.
    """
    if len(sudokus) <= _FEW:
        yield from computed_in_background(
            lambda cancel: (_check_position(position_of(s), request, cancel) for s in sudokus)
        )
        return
    cancel = workers_context.Event()
    with pool_of(None, _start_worker, cancel) as executor:
        try:
            work = functools.partial(_check_sudoku, request)
            with interrupts_left_to_parent():
                results = executor.map(work, sudokus, chunksize=_CHUNK)
            yield from results
        finally:
            cancel.set()
            executor.shutdown(cancel_futures=True)


_cancelled: Cancel | None = None
"""Set in a worker process: such an event can only be handed over when the process starts."""


def _start_worker(cancel: Cancel) -> None:
    global _cancelled
    _cancelled = cancel


def _check_sudoku(request: Request, sudoku: SudokuText) -> Checked:
    return _check_position(position_of(sudoku), request, _cancelled)


def _check_position(position: Position, request: Request, cancel: Cancel | None) -> Checked:
    limits = Limits(deadline_s=request.deadline_s, cancel=cancel)
    report = check(position.problem, position.entries, limit=request.limit, limits=limits)
    lines = tuple(report_lines(report, request.language))
    record = {"puzzle": puzzle_text(position.problem), **report.as_json(), "text": " ".join(lines)}
    return Checked(report.sound, verdict_text(report, request.language), lines, record)
