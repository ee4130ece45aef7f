"""A real server for tests: `hintwise serve` on a free port, with a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hintwise.bench.web.server import ServerProcess, running_server

__all__ = ["ServerProcess", "served"]


@contextmanager
def served(
    folder: Path,
    *,
    database: str | None = None,
    workers: int = 1,
    environment: dict[str, str] | None = None,
) -> Iterator[ServerProcess]:
    """A server that is well, with a SQLite file in the folder unless told otherwise.

    `server.url` is where it is; `kill()` ends it as a crash would, `restart()` starts it again on
    the same port and database, `kill_workers()` ends its workers, `stop()` ends it in good order.

        with served(tmp_path) as server:
            page.goto(server.url)
    """
    database = database or f"sqlite:///{folder / 'hintwise.db'}"
    with running_server(
        database, folder / "server.log", workers=workers, environment=environment
    ) as server:
        yield server
