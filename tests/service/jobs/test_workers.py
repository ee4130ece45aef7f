"""Worker processes and the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60

SERVER = """
import asyncio, sys
from hintwise.service.jobs import Job, open_jobs

async def main():
    jobs = open_jobs(2, tasks_module="tests.service.jobs.probing")
    await jobs.start()
    stuck = Job("be_stuck", {"file": sys.argv[1]}, "ada")
    while jobs.figures().workers < 2:
        await asyncio.sleep(0.01)
    await jobs.run(stuck)

if __name__ == "__main__":
    asyncio.run(main())
"""


def has_ended(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_workers_end_with_the_web_process_even_if_that_is_killed(tmp_path: Path) -> None:
    script, log = tmp_path / "server.py", tmp_path / "log"
    script.write_text(SERVER)
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONPATH": paths}
    end = time.monotonic() + PATIENCE_S
    with subprocess.Popen([sys.executable, str(script), str(log)], env=environment) as server:
        try:
            while not log.exists():  # one worker computes, the other one is idle
                assert time.monotonic() < end
                assert server.poll() is None
                time.sleep(0.02)
            workers = psutil.Process(server.pid).children(recursive=True)
            assert len(workers) >= 2
        finally:
            server.send_signal(signal.SIGKILL)
    while not all(map(has_ended, workers)):
        assert time.monotonic() < end, "a worker has outlived the process that started it"
        time.sleep(0.02)
