"""A program that is interrupted by Ctrl-C again and again, and goes on.

A process of its own: who takes the signal, Python or a solver, is what is tested, and where it goes
wrong the process dies of it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from hintwise.engine import Explainer, Solutions
from hintwise.puzzles import sudoku
from tests.engine.rosters import pigeon_holes


def interrupted(work: Callable[[], Any]) -> bool:
    """Whether Ctrl-C, shortly after it begins, ends the work.

    It comes from another process: no thread of ours could send it while a solver keeps Python.
    """
    try:
        with subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"]):
            work()
    except KeyboardInterrupt:
        return True
    return False


def main() -> None:
    """Say what was interrupted, and that the solver still answers."""
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # even if whoever started us ignores it
    assert Explainer(sudoku("12343412214.432.")).smallest_step().optimal  # OR-Tools has checked it
    oracle = Solutions(pigeon_holes(12))._oracle
    oracle.second = None  # who would answer at once
    asked = list(oracle.encoding.selectors)

    def propagate() -> None:
        while True:
            oracle.propagate(asked)

    for work in (lambda: oracle.solve(asked), propagate, propagate):
        sys.stdout.write(f"{interrupted(work)} {oracle.solve(asked[1:])}\n")


if __name__ == "__main__":
    main()
