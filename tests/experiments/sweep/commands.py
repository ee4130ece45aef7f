"""`hintwise experiment` as processes of their own, which can be killed."""

from __future__ import annotations

import functools
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.experiments.sweep.sweeps import table

PLAN = """
name = "tiny"
queries = {queries}
runs = {runs}
users = 2
node_limit = 1000

[[problems]]
name = "4x4"
kind = "sudoku"
training = ["1.....3..4.....2", "1..43.1221.3432."]
evaluation = ".2.....14.....3."

[[methods]]
name = "MACHOP"
method = "machop"

[[methods]]
name = "Choice perceptron"
method = "choice_perceptron"
"""


def write_plan(folder: Path, *, runs: int = 2, queries: int = 3) -> Path:
    """A plan of four times so many runs, a fraction of a second each."""
    file = folder / "tiny.toml"
    file.write_text(PLAN.format(runs=runs, queries=queries), encoding="utf-8")
    return file


def start_run(plan: Path, results: Path, *options: str) -> subprocess.Popen[str]:
    """`hintwise experiment run`, in a process group of its own, as a shell would start it."""
    return subprocess.Popen(
        [
            *(sys.executable, "-c", "import sys; from hintwise.cli import main; sys.exit(main())"),
            *("experiment", "run", str(plan), "--results", str(results), *options),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(plan: Path, results: Path, *options: str) -> str:
    """Run a plan to its end, and return what was printed."""
    with start_run(plan, results, *options) as process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out


@functools.cache
def undisturbed(runs: int) -> dict[str, list[Any]]:
    """What a plan of so many runs leads to if nothing happens to it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(write_plan(folder, runs=runs), folder / "whole.sqlite", "--workers", "2")
        return table(folder / "whole.sqlite")
