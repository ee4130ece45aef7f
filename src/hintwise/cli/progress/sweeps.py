"""How far a sweep is, on stderr: bars on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from hintwise.cli.progress.bar import ProgressBar
from hintwise.experiments.sweep.execution import Progress, ReportProgress
from hintwise.render.table import counted, long_time

LINES_EVERY_S = 30.0

_NOUNS = {"sequences": "optimal sequence", "runs": "run"}


@contextmanager
def shown_progress() -> Iterator[ReportProgress]:
    """What to tell the progress of a sweep to, for as long as it goes on."""
    with ProgressBar(remembered_s=float("inf")) as bar:
        yield ProgressLines().show if bar.disable else _bars(bar)


def _bars(bar: ProgressBar) -> ReportProgress:
    tasks = {stage: bar.add_task(f"{noun}s", total=None) for stage, noun in _NOUNS.items()}

    def show(progress: Progress) -> None:
        failed = f", {progress.failed} failed" if progress.failed else ""
        bar.update(
            tasks[progress.stage],
            description=f"{_NOUNS[progress.stage]}s{failed}",
            total=progress.total,
            completed=progress.finished,
        )

    return show


class ProgressLines:
    """A line when a stage begins, and then one every half minute: signs of life for a log.

    `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = self._last = clock()

    def show(self, progress: Progress) -> None:
        if not progress.total:
            return
        now = self._clock()
        noun = _NOUNS[progress.stage]
        if not progress.finished:
            self._started = self._last = now
            click.echo(f"{counted(progress.total, noun)} to compute", err=True)
        elif (left := progress.total - progress.finished) and now - self._last >= LINES_EVERY_S:
            self._last = now
            left_s = (now - self._started) / progress.finished * left
            failed = f", {progress.failed} failed" if progress.failed else ""
            whole = counted(progress.total, noun)
            click.echo(
                f"{progress.finished} of {whole}{failed}, about {long_time(left_s)} left", err=True
            )
