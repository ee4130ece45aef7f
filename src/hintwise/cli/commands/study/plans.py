"""Plans that commands are given as files."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from hintwise.cli.inputs import read_file
from hintwise.errors import InvalidPuzzle, InvalidValue, UnknownPuzzle
from hintwise.guide import Puzzle, collection
from hintwise.guide.reading import read_puzzle
from hintwise.study.plan import StudyPlan, read_plan

plan_argument = click.argument("file", metavar="PLAN", type=click.Path(path_type=Path))


def read_plan_file(file: Path, *, may_be_over: bool = False) -> StudyPlan:
    """The plan in a file, checked whole; puzzles may be files, looked up from its folder.

    Raises `InvalidPlan` with all mistakes. That its last day is over in UTC is one, unless it may
    be.
    """
    if file.is_dir():
        raise InvalidValue(f"{file} is a folder; name the file of a plan")
    text = read_file(file, "a plan")

    def find_puzzle(puzzle: str) -> Puzzle:
        return _find_puzzle(puzzle, file.parent)

    today = None if may_be_over else datetime.now(UTC).date()  # as the server counts days
    return read_plan(text, str(file), today=today, find_puzzle=find_puzzle)


def _find_puzzle(puzzle: str, folder: Path) -> Puzzle:
    if puzzle == "-":
        raise InvalidPuzzle("'-' is stdin, which a plan cannot name; name a file")
    beside = os.path.join(folder, puzzle)
    if puzzle not in collection() and os.path.isfile(beside):
        return read_puzzle(read_file(Path(beside), "a puzzle"), source=beside)
    try:
        return read_puzzle(puzzle)
    except UnknownPuzzle as error:
        raise InvalidPuzzle(f"{error} (nor is there such a file)") from None
