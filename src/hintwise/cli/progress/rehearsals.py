"""How far a rehearsal is, on stderr: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from hintwise.cli.progress.bar import ProgressBar
from hintwise.render.table import counted, long_time

if TYPE_CHECKING:  # it needs extras
    from hintwise.study.rehearsal.running import Progress

LINES_EVERY_S = 30.0
_WHOLE = 1000
_ENOUGH = 0.02
"""What must be done before it is said how long the rest takes."""


@contextmanager
def shown_rehearsal() -> Iterator[Callable[[Progress], None]]:
    """What to tell the progress of a rehearsal to, for as long as it goes on."""
    with ProgressBar(remembered_s=float("inf")) as bar:
        yield RehearsalLines().show if bar.disable else _shown_by(bar)


def _shown_by(bar: ProgressBar) -> Callable[[Progress], None]:
    task = bar.add_task("people arrive", total=_WHOLE)

    def show(progress: Progress) -> None:
        bar.update(task, description=described(progress), completed=round(_WHOLE * progress.done))

    return show


class RehearsalLines:
    """A line when people begin to walk, and then one every half minute; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._begun = 0.0
        self._last = -LINES_EVERY_S

    def show(self, progress: Progress) -> None:
        now = self._clock()
        if now - self._last < LINES_EVERY_S:
            return
        if self._last < 0:
            self._begun, self._started = progress.done, now
        self._last = now
        click.echo(f"{described(progress)}{self._left(progress, now)}", err=True)

    def _left(self, progress: Progress, now: float) -> str:
        gained = progress.done - self._begun
        if gained < _ENOUGH or progress.done >= 1:
            return ""
        return f", about {long_time((now - self._started) / gained * (1 - progress.done))} left"


def described(progress: Progress) -> str:
    """How far it is, in words."""
    people = counted(progress.people, "person").replace("persons", "people")
    parts = [f"{progress.ended} of {people} done, {100 * progress.done:.0f} % of the questions"]
    if progress.kills:
        parts.append(counted(progress.kills, "kill"))
    if progress.errors:
        parts.append(counted(progress.errors, "error"))
    return ", ".join(parts)
