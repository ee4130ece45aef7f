"""What commands are given: puzzles and weights, as text, files or names."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from hintwise.cli.models import ModelFile
from hintwise.errors import InvalidPuzzle, InvalidValue, InvalidWeights, UnknownPuzzle
from hintwise.features import Weights
from hintwise.guide import ModelPuzzle, Position, Profile, Puzzle, collection, reading
from hintwise.problem import Problem


def read_puzzle(
    puzzle: str, number: int | None = None, *, run_code: bool = False
) -> Puzzle | ModelPuzzle:
    """The one puzzle that PUZZLE means, in any form; of several, the one with this number.

    PUZZLE is `-` for stdin, a name from the library, a file, or the text itself. Every filled cell
    counts as given. Only with `run_code` may it be a model that is kept as code.
    """
    if (model := _model(puzzle, number, run_code)) is not None:
        return model.puzzle
    with _text_of(puzzle) as (text, source):
        return reading.read_puzzle(text, number=number, source=source)


def read_position(
    puzzle: str,
    number: int | None = None,
    *,
    original: str | None = None,
    known: Sequence[str] = (),
    candidates: bool = False,
    run_code: bool = False,
) -> Position:
    """The puzzle PUZZLE, in which a person may already have got somewhere (see `reading.read`)."""
    if (model := _model(puzzle, number, run_code, known)) is not None:
        if original is not None:
            raise InvalidValue("--original is for puzzles that are texts; say what you --known")
        return replace(model, candidates=candidates)  # refused, if asked for
    with _text_of(puzzle) as (text, source):
        given = None if original is None else _original(original)
        return reading.read(
            text,
            number=number,
            source=source,
            original=given,
            known=known,
            candidates=candidates,
        )


def read_all(
    puzzle: str, number: int | None = None, *, candidates: bool = False, run_code: bool = False
) -> list[Position]:
    """All that PUZZLE holds, at least one; with a number, only that one."""
    if (model := _model(puzzle, number, run_code)) is not None:
        return [model]
    with _text_of(puzzle) as (text, source):
        return reading.read_all(text, number=number, source=source, candidates=candidates)


def _original(puzzle: str) -> Puzzle:
    with _text_of(puzzle) as (text, source):
        return reading.read_puzzle(text, source=source)


def _model(
    puzzle: str, number: int | None, run_code: bool, known: Sequence[str] = ()
) -> Position | None:
    """The model that PUZZLE means, if it names one: of the library's names none does."""
    if (file := ModelFile.named(puzzle)) is None:
        return None
    if number not in (None, 1):
        raise InvalidPuzzle(f"{file} is one model, so there is none with number {number}")
    return reading.read_model(file.load(run_code=run_code), source=str(file), known=known)


@contextmanager
def _text_of(puzzle: str) -> Iterator[tuple[str, str]]:
    """What there is to read, and where it was found: nowhere if it is PUZZLE itself.

    If that turns out to be no puzzle, it is said that there is no such file either.
    """
    text, source = puzzle, ""
    if puzzle == "-":
        text, source = _decoded(sys.stdin.buffer.read(), "stdin"), "stdin"
    elif puzzle not in collection() and _is_file(puzzle):
        text, source = _decoded(_contents(Path(puzzle)), puzzle), puzzle
    try:
        yield text, source
    except UnknownPuzzle as error:
        raise InvalidPuzzle(
            f"{error} (nor is there such a file; `hintwise puzzle list` shows the library)"
        ) from None


def _is_file(name: str) -> bool:
    """Whether there is something to read under that name, be it a pipe such as `<(…)` makes."""
    return os.path.exists(name) and not os.path.isdir(name)


def read_profile(file: Path | None, problem: Problem) -> Profile:
    """The profile or weights file, which must be for this kind of problem.

    Without a file, what is expected of somebody who has not been asked.
    """
    if file is None:
        return Profile.expected(problem)
    if file.is_dir():
        raise InvalidWeights(f"{file} is a folder; give the name of a weights file or a profile")
    if not _is_file(str(file)):
        raise InvalidWeights(f"{file}: no such weights file")
    return Profile.read(_decoded(_contents(file), str(file)), problem, str(file))


def read_weights(file: Path, problem: Problem) -> Weights:
    """The weights of a weights file or a profile, which must be for this kind of problem."""
    return read_profile(file, problem).weights


def read_file(file: Path, what: str) -> str:
    """The text of a file that must be there; `what` says what should be in it."""
    if not _is_file(str(file)):
        raise InvalidValue(f"{file}: no such file of {what}")
    return _decoded(_contents(file), str(file))


def _contents(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidValue(f"{file} cannot be read: {error.strerror}") from None


def _decoded(contents: bytes, source: str) -> str:
    """The text, in UTF-8 or, where it begins with its mark, in UTF-16, as Windows saves it."""
    marked = contents.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    name, encoding = ("UTF-16", "utf-16") if marked else ("UTF-8", "utf-8-sig")
    try:
        return contents.decode(encoding)
    except UnicodeDecodeError:
        raise InvalidValue(f"{source} is not text in {name}") from None
