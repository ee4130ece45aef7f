"""Copies of the SQLite file, made before its tables are changed.

They lie beside it, named by date and revision: `hintwise.db.2026-01-31T093000Z.0001.backup`; the
newest few stay. Who erases their data is erased from them as well: whatever their revision, all of
a person hangs on one row.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

NEWEST = 3
"""How many copies stay."""

WAIT_S = 30.0
_SUFFIX = ".backup"
_UNFINISHED = ".unfinished"
"""What a copy is called that was never finished, because the process was killed."""


def copies(file: Path) -> list[Path]:
    """The copies of the file, oldest first."""
    return sorted(file.parent.glob(f"{_escaped(file.name)}.*Z.*{_SUFFIX}"))


def make(file: Path, revision: str) -> Path:
    """Copy the file, whoever uses it, and let go of the oldest copies."""
    day = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")
    copy = file.with_name(f"{file.name}.{day}.{revision}{_SUFFIX}")
    unfinished = copy.with_suffix(_UNFINISHED)
    os.close(os.open(unfinished, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
    with (
        closing(sqlite3.connect(file, timeout=WAIT_S)) as source,
        closing(sqlite3.connect(unfinished)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # a copy is one file
    unfinished.replace(copy)
    for old in copies(file)[:-NEWEST]:
        old.unlink(missing_ok=True)
    return copy


def forget(file: Path, table: str, row_id: str) -> None:
    """Delete a row and all that hangs on it from every copy. None may be in the making."""
    for unfinished in file.parent.glob(f"{_escaped(file.name)}.*Z.*{_UNFINISHED}"):
        unfinished.unlink(missing_ok=True)
    for copy in copies(file):
        with _opened(copy) as connection:
            connection.execute(f'DELETE FROM "{table}" WHERE id = ?', (row_id,))


def scrub(file: Path) -> None:
    """Write every copy anew, without what was deleted."""
    for copy in copies(file):
        with _opened(copy) as connection:
            connection.execute("VACUUM")


@contextmanager
def _opened(copy: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(copy, timeout=WAIT_S, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")
        yield connection


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
