"""Models that people keep as code: an attribute of a Python file, or a pickle of CPMpy's.

Both run whatever the file says, with all that the person who calls may do. So nothing here is
called unless that was asked for in so many words, with `--run-code`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import runpy
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hintwise.errors import InvalidModel, InvalidValue, UnknownName

_PYTHON = re.compile(r"(?P<file>.+\.py)(?::(?P<attribute>\w+))?", re.DOTALL)
_PICKLES = (".pickle", ".pkl")
_ATTRIBUTE = "model"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """Where a model is kept: a file, and in Python code the name of it."""

    file: Path
    attribute: str | None

    @classmethod
    def named(cls, text: str) -> ModelFile | None:
        """What `zebra.py:model`, `zebra.py` or `zebra.pickle` means, if there is such a file."""
        if (python := _PYTHON.fullmatch(text)) and os.path.isfile(python["file"]):
            return cls(Path(python["file"]), python["attribute"] or _ATTRIBUTE)
        if text.lower().endswith(_PICKLES) and os.path.isfile(text):
            return cls(Path(text), None)
        return None

    def __str__(self) -> str:
        return str(self.file) if self.attribute is None else f"{self.file}:{self.attribute}"

    def load(self, *, run_code: bool) -> Any:
        """What the file holds; refused unless its code may be run."""
        if not run_code:
            how = "a pickle" if self.attribute is None else "a Python file"
            raise click.UsageError(
                f"{self.file} is {how}: reading a model from it runs its code, which may do "
                "anything that you may do. If you trust it, add --run-code, "
                "which explain, hint, why, check and solve have"
            )
        return self._unpickled() if self.attribute is None else self._attribute_of_code()

    def _attribute_of_code(self) -> Any:
        with _said_in_a_line(self.file), _as_a_script(self.file):
            names = runpy.run_path(str(self.file), run_name="hintwise_model")
        if self.attribute not in names:
            known = [name for name in names if not name.startswith("_")]
            raise UnknownName(f"attribute of {self.file}", str(self.attribute), known)
        return names[self.attribute]

    def _unpickled(self) -> Any:
        with _said_in_a_line(self.file), _as_a_script(self.file):
            with self.file.open("rb") as opened:
                value = pickle.load(opened)
            # CPMpy's own way also sees to it that new variables get names of their own.
            if (read := getattr(type(value), "from_file", None)) is not None:
                value = read(str(self.file))
        return value


@contextlib.contextmanager
def _as_a_script(file: Path) -> Iterator[None]:
    """As when Python runs it: its neighbours can be imported. What it prints goes to stderr."""
    folder = str(file.resolve().parent)
    sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        with contextlib.suppress(ValueError):  # the code may have changed the path itself
            sys.path.remove(folder)


@contextlib.contextmanager
def _said_in_a_line(file: Path) -> Iterator[None]:
    """Whatever is wrong with foreign code, the person is told what and where."""
    try:
        yield
    except OSError as error:
        if error.filename != str(file):
            raise InvalidModel(f"{file} failed: {error}") from None
        raise InvalidValue(f"{file} cannot be read: {error.strerror}") from None
    except (Exception, SystemExit) as error:  # it is not our code: anything may be raised
        lines = [
            f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)
        ]
        place = f", line {lines[-1]}," if lines else ""
        raise InvalidModel(f"{file}{place} failed: {type(error).__name__}: {error}") from None
