"""A real PostgreSQL server for tests, thrown away afterwards; one for each session of tests.

It skips where none is installed, except on CI, where that is a failure.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

_PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"))
_SETTINGS = {
    "listen_addresses": "",  # a socket in our folder only
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
}


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps servers off the path."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, _PLACES)))


@contextmanager
def started_server() -> Iterator[str]:
    """Start a server; gives its folder, which `database_url` takes."""
    initdb, postgres = program("initdb"), program("postgres")
    assert initdb is not None
    assert postgres is not None
    folder = Path(tempfile.mkdtemp(prefix="hintwise-pg-", dir="/tmp"))
    as_user: list[str] = []
    if os.getuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data = folder / "data"
    subprocess.run(
        [*as_user, initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        capture_output=True,
        cwd=folder,
    )
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    # Dies with the tests, also if they are killed.
    dying = ["--pdeathsig=QUIT"] if as_user else []
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [*as_user, *dying, postgres, "-D", data, "-k", folder, *settings],
            stdout=log,
            stderr=log,
            cwd=folder,
        )
    try:
        _wait_for(server, folder)
        yield str(folder)
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nobody needs the data
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(10)
        # Hundreds of databases are a hundred thousand files: nobody waits until they are gone.
        subprocess.run(["sh", "-c", 'rm -rf "$0" &', folder], check=False)


def database_url(folder: str, name: str = "postgres") -> str:
    return f"postgresql://postgres@/{name}?host={folder}"


def fresh_database(folder: str) -> str:
    """The URL of a new, empty database of the server."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(database_url(folder), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return database_url(folder, name)


def require_server() -> None:
    """Skip the test if there is no server to start, and say why; on CI let it fail."""
    if program("initdb") is None or program("postgres") is None:
        missing = "no PostgreSQL server is installed (initdb and postgres are not found)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A running server, as `fresh_database` takes it."""
    require_server()
    with started_server() as folder:
        yield folder


def _wait_for(server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(database_url(str(folder))).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                log = (folder / "log").read_text(errors="replace")
                raise RuntimeError(f"PostgreSQL did not start:\n{log}") from error
        time.sleep(0.05)
