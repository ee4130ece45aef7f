"""What commands give back: what goes to stdout, files whole or not at all."""

from __future__ import annotations

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
    """Raise unless `write_whole` may be expected to succeed: better now than after long work."""
    folder = file.resolve().parent
    if file.exists() and not file.is_file():
        raise InvalidValue(f"{file} is not a file that can be written; give the name of one")
    if not folder.is_dir():
        raise InvalidValue(f"{file} cannot be written: there is no folder {folder}")
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise InvalidValue(f"{file} cannot be written: permission denied")


def make_folder(folder: Path) -> None:
    """Make the folder that `--out` names, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidValue(f"--out: {folder} cannot be made: {error.strerror}") from None


def write_whole(file: Path, text: str) -> None:
    """Write a file such that whoever reads it finds the old text or the new one, never a part."""
    target = file.resolve()  # a link stays a link
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidValue(f"{file} cannot be written: {error.strerror}") from None
