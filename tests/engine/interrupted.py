"""A program that is interrupted by Ctrl-C again and again, and goes on.

A process of its own: who takes the signal, Python or a solver, is what is tested, and where it goes
wrong the process dies of it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from hintwise.engine import Explainer, Solutions
from hintwise.puzzles import sudoku
from tests.engine.rosters import pigeon_holes


def interrupted(work: Callable[[], Any]) -> bool:
    """Whether Ctrl-C, shortly after it begins, ends the work."""
    timer = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
    try:
        timer.start()
        work()
        timer.join()
    except KeyboardInterrupt:
        return True
    return False


def main() -> None:
    """Say what was interrupted, and that the solver still answers."""
    assert Explainer(sudoku("12343412214.432.")).smallest_step().optimal  # OR-Tools has checked it
    oracle = Solutions(pigeon_holes(12))._oracle
    oracle.second = None  # who would answer at once
    asked = list(oracle.encoding.selectors)

    def propagate() -> None:
        while True:
            oracle.propagate(asked)

    for work in (lambda: oracle.solve(asked), propagate):
        sys.stdout.write(f"{interrupted(work)} {oracle.solve(asked[1:])}\n")


if __name__ == "__main__":
    main()
