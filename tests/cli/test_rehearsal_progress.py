"""How far a rehearsal is, for a log."""

from __future__ import annotations

import pytest

from hintwise.cli.progress.rehearsals import RehearsalLines
from hintwise.study.rehearsal.running import Progress


def _progress(done: float, *, ended: int = 0, kills: int = 0, errors: int = 0) -> Progress:
    return Progress(people=4, arrived=4, ended=ended, done=done, kills=kills, errors=errors)


def test_a_line_comes_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    clock = [0.0]
    lines = RehearsalLines(lambda: clock[0])
    for clock[0], progress in (
        (0.0, _progress(0.0)),
        (10.0, _progress(0.2)),
        (40.0, _progress(0.25, ended=1)),
        (80.0, _progress(1.0, ended=4, kills=1, errors=2)),
    ):
        lines.show(progress)
    assert capsys.readouterr().err.splitlines() == [
        "0 of 4 people done, 0 % of the questions",
        "1 of 4 people done, 25 % of the questions, about 2 min left",
        "4 of 4 people done, 100 % of the questions, 1 kill, 2 errors",
    ]


def test_nothing_is_foretold_from_next_to_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    clock = [0.0]
    lines = RehearsalLines(lambda: clock[0])
    lines.show(_progress(0.5))
    clock[0] = 40.0
    lines.show(_progress(0.505))
    assert "left" not in capsys.readouterr().err
