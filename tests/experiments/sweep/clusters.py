"""A real Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""From where a worker can import functions of these tests."""

PATIENCE_S = 120
"""For what takes a second or two on a machine with nothing else to do."""


@dataclass(frozen=True)
class Cluster:
    url: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]


@contextmanager
def started_cluster(folder: Path, *, nanny: bool = False) -> Iterator[Cluster]:
    """A cluster on free ports, which writes into `folder` only and is gone after the block.

    With a nanny, a worker that has ended is started again.
    """
    about = folder / "scheduler.json"
    local = ("--host", "127.0.0.1", "--no-dashboard")
    watched = "--nanny" if nanny else "--no-nanny"
    single = (watched, "--nthreads", "1", "--local-directory", str(folder))
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _dask(folder, "scheduler", *local, "--port", "0", "--scheduler-file", str(about))
        )
        wait_until(lambda: about.exists() and about.read_text().endswith("}"))
        url = json.loads(about.read_text())["address"]
        workers = tuple(
            stack.enter_context(_dask(folder, "worker", url, *local, *single)) for _ in range(2)
        )
        yield Cluster(url, scheduler, workers)


@contextmanager
def _dask(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with (
        open(folder / "dask.log", "ab") as log,
        subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=log,
            stderr=log,
            cwd=folder,
            env={
                **os.environ,
                "DASK_TEMPORARY_DIRECTORY": str(folder),
                "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",  # there are two workers
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]),
            },
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail if it never does."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
