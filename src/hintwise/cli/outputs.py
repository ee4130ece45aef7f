"""What commands give back: what goes to stdout, files whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from rich.console import Console

from hintwise.cli.errors import ReaderGone
from hintwise.errors import InvalidValue


class WatchedConsole(Console):
    """A console that raises `ReaderGone`; rich itself would end the process with exit code 1."""

    def on_broken_pipe(self) -> None:
        raise ReaderGone


def check_writable(file: Path) -> None:
    """Raise unless `write_whole` may be expected to succeed: better now than after long work.

    It is tried, for permissions do not tell all: a file system may be read-only, or full.
    """
    folder = file.resolve().parent
    if file.is_dir():
        raise InvalidValue(f"{file} is a folder; give the name of a file")
    if file.exists() and not file.is_file():
        raise InvalidValue(f"{file} is not a file that can be written; give the name of one")
    if not folder.is_dir():
        raise InvalidValue(f"{file} cannot be written: there is no folder {folder}")
    if file.exists() and not os.access(file, os.W_OK):
        raise InvalidValue(f"{file} cannot be written: permission denied")
    part = _part_of(file)
    try:
        part.write_text("?", encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"{file} cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make the folder that `--out` names, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidValue(f"--out: {folder} cannot be made: {error.strerror}") from None


def write_whole(file: Path, contents: str | bytes) -> None:
    """Write a file such that whoever reads it finds the old one or the new one, never a part."""
    part = _part_of(file)
    try:
        part.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        part.replace(file.resolve())
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise InvalidValue(f"{file} cannot be written: {error.strerror}") from None


def _part_of(file: Path) -> Path:
    """What a file is called while it is written, beside what a link leads to: that stays one."""
    target = file.resolve()
    return target.with_name(f".{target.name}.{os.getpid()}.part")
