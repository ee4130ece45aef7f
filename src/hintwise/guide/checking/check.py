"""Is this a proper puzzle, and where did I go wrong? One puzzle, or many on all cores."""

from __future__ import annotations

import functools
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hintwise.engine import Limits
from hintwise.guide.checking.clashes import way_to_clash
from hintwise.guide.checking.report import report_lines, verdict_text
from hintwise.guide.explaining import Explained
from hintwise.guide.position import Position
from hintwise.limits import Cancel
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, pool_of
from hintwise.render.words.language import DEFAULT
from hintwise.workshop import check_problem

FEW = 50
"""Up to this many Sudokus are checked one by one sooner than worker processes have started."""

DEADLINE_S = 10.0
"""For each position, unless told otherwise."""

_CHUNK = 4
"""Positions that a worker takes at a time: few, for one may take as long as a thousand others."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: in a word, in sentences, and as JSON.

    It is small when sent between processes, and gives nothing of the solution away. But `way`, the
    steps that lead to a broken rule, may: it is there if asked for, or if there is no solution.
    """

    sound: bool
    verdict: str
    lines: tuple[str, ...] = field(repr=False)
    record: dict[str, Any] = field(repr=False)
    way: tuple[Explained, ...] = field(default=(), repr=False)

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        way = {"way": [step.as_json() for step in self.way]} if self.way else {}
        return {**self.record, **way, "text": " ".join(self.lines)}


def check(
    position: Position,
    *,
    limit: int = 2,
    deadline_s: float = DEADLINE_S,
    language: str = DEFAULT,
    way: bool | None = None,
    cancel: Cancel | None = None,
) -> Checked:
    """Count the solutions of a puzzle, up to `limit`, and judge the person's entries.

    What the deadline left open, the sentences say. With `way`, what is wrong is shown step by step,
    for which there is as much time again; unless told, that is done if there is no solution at all,
    and nothing can be given away.

    >>> from hintwise.guide.reading import read
    >>> check(read("1.....3..4.....2", known=["r1c3=1"])).lines[1]
    'There is a mistake: your r1c3=1 and the given r1c1=1 clash with row 1.'
    """
    limits = Limits(deadline_s=deadline_s, cancel=cancel)
    problem = Position.checked(position).problem
    report = check_problem(problem, position.entries, limit=limit, limits=limits)
    record = {**position.puzzle.as_json(), **report.as_json()}
    verdict, lines = verdict_text(report, language), tuple(report_lines(report, language))
    steps: tuple[Explained, ...] = ()
    if report.conflict is not None and (not report.solutions if way is None else way):
        facts = (*problem.givens, *(position.entries if report.solutions else ()))
        steps = way_to_clash(problem, facts, report.conflict, language=language, limits=limits)
    return Checked(report.sound, verdict, lines, record, steps)


def check_many(
    positions: Sequence[Position],
    *,
    limit: int = 2,
    deadline_s: float = DEADLINE_S,
    language: str = DEFAULT,
    way: bool | None = False,
) -> Generator[Checked, None, None]:
    """Check many positions on all cores; the results come in their order, each as soon as it can.

    Closing the iterator ends the workers, whatever they are at.
    """
    cancel = workers_context.Event()
    with pool_of(None, _start_worker, cancel) as executor:
        try:
            options = {"limit": limit, "deadline_s": deadline_s, "language": language, "way": way}
            work = functools.partial(_check_in_worker, options)
            with interrupts_left_to_parent():
                results = executor.map(work, positions, chunksize=_CHUNK)
            yield from results
        finally:
            cancel.set()
            executor.shutdown(cancel_futures=True)


_cancelled: Cancel | None = None
"""Set in a worker process: such an event can only be handed over when the process starts."""


def _start_worker(cancel: Cancel) -> None:
    global _cancelled
    _cancelled = cancel


def _check_in_worker(options: Mapping[str, Any], position: Position) -> Checked:
    return check(position, **options, cancel=_cancelled)
