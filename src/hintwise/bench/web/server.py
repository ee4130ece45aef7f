"""A real server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil

from hintwise.bench.web.plan import Share

_START = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"
_LOOK_S = 0.05
_PATIENCE_S = 120.0


class NotServed(RuntimeError):
    """The server did not start, or did not end; the message has what it logged."""


class ServerProcess:
    """`hintwise serve` on a port of its own; what it says goes to `log`.

    The database is one that survives it, so that it goes on where it was when started again.
    """

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        workers: int = 1,
        port: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database = database
        self.log = log
        self.workers = workers
        self.port = port or free_port()
        self.environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._left: list[psutil.Process] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server was not started"
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        assert self._process is None, "the server runs already"
        clean = {k: v for k, v in os.environ.items() if not k.startswith("HINTWISE_")}
        # A URL may hold a password, so it is no argument.
        told = {"HINTWISE_DATABASE_URL": self.database, **self.environment}
        command = [sys.executable, "-c", _START, "serve", "--port", str(self.port)]
        if "HINTWISE_SCHEDULER" not in told:
            command += ["--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env={**clean, **told}, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        self._wait_for({200, 503})

    def wait_until_well(self) -> None:
        """Wait until /health says that store and workers are there."""
        self._wait_for({200})

    def _wait_for(self, accepted: set[int]) -> None:
        end = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                raise NotServed(f"the server ended:\n{self._logged()}")
            try:
                if httpx.get(f"{self.url}/health", timeout=10).status_code in accepted:
                    return
            except httpx.TransportError:
                pass
            time.sleep(_LOOK_S)
        raise NotServed(f"the server was not well after {_PATIENCE_S:.0f} s:\n{self._logged()}")

    def kill(self) -> None:
        """End it at once, as a crash would; its workers are left to notice."""
        assert self._process is not None, "the server was not started"
        self._left += self.worker_processes()
        self._process.kill()
        self._process.wait()
        self._process = None

    def kill_all(self) -> None:
        """End it and its workers at once, as a machine does that loses its power."""
        workers = _below(self.pid)
        self.kill()
        for process in workers:
            _end(process)

    def restart(self) -> None:
        """On the same port and database; its workers may not be there yet."""
        self.start()

    def kill_workers(self) -> int:
        """End all workers at once; gives how many there were."""
        found = self.worker_processes()
        for process in found:
            _end(process)
        return len(found)

    def worker_processes(self) -> list[psutil.Process]:
        """The processes that solve."""
        found = []
        for process in _below(self.pid):
            try:
                if any("spawn_main" in part for part in process.cmdline()):
                    found.append(process)
            except psutil.Error:  # ended meanwhile
                continue
        return found

    def memory(self) -> Share:
        """The bytes that it holds now."""
        return self._share(lambda process: float(process.memory_info().rss))

    def cpu_s(self) -> Share:
        """The seconds of the processor that it has taken, without workers that are gone."""
        return self._share(lambda process: sum(process.cpu_times()[:2]))

    def _share(self, measure: Callable[[psutil.Process], float]) -> Share:
        workers = [_measured(process, measure) for process in self.worker_processes()]
        return Share(_measured(psutil.Process(self.pid), measure), sum(workers))

    def stop(self, *, within_s: float = 30.0, how: signal.Signals = signal.SIGTERM) -> int:
        """End it as an operator does; gives the exit code, and leaves no process behind."""
        assert self._process is not None, "the server was not started"
        self._left += _below(self.pid)
        self._process.send_signal(how)
        try:
            code = self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self.kill()
            raise NotServed(f"it did not end within {within_s:.0f} s:\n{self._logged()}") from None
        self._process = None
        return code

    def left_behind(self, within_s: float = 10.0) -> list[int]:
        """The processes of earlier runs that are still there after so long."""
        _, alive = psutil.wait_procs(self._left, timeout=within_s)
        return [process.pid for process in alive]

    def close(self) -> None:
        """End whatever still runs."""
        if self._process is not None:
            self._left += _below(self.pid)
            self.kill()
        for process in self._left:
            _end(process)

    def _logged(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]


@contextmanager
def running_server(database: str, log: Path, **options: object) -> Iterator[ServerProcess]:
    """A server that is well, for the time of the block."""
    server = ServerProcess(database, log, **options)  # type: ignore[arg-type]
    try:
        server.start()
        server.wait_until_well()
        yield server
    finally:
        server.close()


def free_port() -> int:
    """One that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def _below(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.NoSuchProcess:
        return []


def _measured(process: psutil.Process, measure: Callable[[psutil.Process], float]) -> float:
    try:
        return measure(process)
    except psutil.Error:  # it has just ended
        return 0.0


def _end(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.kill()
