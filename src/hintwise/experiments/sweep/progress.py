"""How far the runs of a plan are, and how much is left."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hintwise.experiments.sweep.results import Results
from hintwise.experiments.sweep.task import Cell


@dataclass(frozen=True, slots=True)
class MethodProgress:
    """The runs of one method on one problem."""

    problem: str
    method: str
    done: int
    failed: int
    to_do: int
    seconds: float
    """What the finished runs took to compute."""
    remaining_s: float | None
    """What the others may take, failed ones included; None if nothing says so yet."""


def progress_by_method(cells: Iterable[Cell], results: Results) -> list[MethodProgress]:
    """For each problem and method, in the order of the cells.

    A run is expected to take as long as others of the same problem and method, or if there are
    none yet, of the same problem.
    """
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.problem, cell.method), []).append(cell)
    times = {place: _times(group, results) for place, group in groups.items()}
    found = []
    for (problem, method), group in groups.items():
        own = times[problem, method]
        alike = own or [t for (other, _), ts in times.items() if other == problem for t in ts]
        failed = sum(results.failure(cell.task.key) is not None for cell in group)
        left = len(group) - len(own)
        remaining_s = left * statistics.mean(alike) if alike else (0.0 if not left else None)
        found.append(
            MethodProgress(problem, method, len(own), failed, left - failed, sum(own), remaining_s)
        )
    return found


def missing_sequences(cells: Iterable[Cell], results: Results) -> int:
    """How many optimal sequences have to be computed before the runs that are not done."""
    needed = {
        cell.task.sequence.key: cell.task.sequence
        for cell in cells
        if not results.is_done(cell.task.key)
    }
    return sum(results.sequence(task) is None for task in needed.values())


def failures(cells: Iterable[Cell], results: Results) -> list[tuple[Cell, str]]:
    """The cells whose run failed when it was last tried, each with the reason."""
    found = ((cell, results.failure(cell.task.key)) for cell in cells)
    return [(cell, message) for cell, message in found if message is not None]


def _times(cells: Sequence[Cell], results: Results) -> list[float]:
    found = (results.seconds(cell.task.key) for cell in cells)
    return [seconds for seconds in found if seconds is not None]
