"""Where the puzzles and users of a plan come from: the library, files, and the published data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hintwise.errors import InvalidPuzzle, InvalidValue, UnknownPuzzle
from hintwise.experiments import reference
from hintwise.guide.reading import read_puzzle
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called

_PUBLISHED = re.compile(r"published (\d+)")


class PuzzleSources:
    """Any PUZZLE that commands accept (but stdin), and `published 30` where that data is present.

    Files are looked up from `folder`, the plan's. Each puzzle is read once, so that the cells of a
    plan share it.
    """

    def __init__(self, folder: Path = Path(), published: Path | None = None) -> None:
        self._folder = folder
        self._published = published
        self._puzzles: dict[tuple[str, str], Problem] = {}

    @classmethod
    def found(cls, folder: Path = Path()) -> PuzzleSources:
        """With the published data, if it is where commands look for it."""
        return cls(folder, reference.reference_folder())

    @property
    def has_published(self) -> bool:
        return self._published is not None

    def puzzle(self, name: str, kind: str) -> Problem:
        """The puzzle; `InvalidPuzzle` if there is none, or one of another kind."""
        if (name, kind) not in self._puzzles:
            self._puzzles[name, kind] = self._read(name, kind)
        return self._puzzles[name, kind]

    def published_user(self, number: int, kind: str) -> Mapping[str, float]:
        """The true weights of a published user; `InvalidValue` if there is none."""
        users = reference.oracle_weights(self._published_data("published users"), kind)
        if number >= len(users):
            raise InvalidValue(
                f"there is no published user {number}; they are 0 to {len(users) - 1}"
            )
        return users[number]

    def _read(self, name: str, kind: str) -> Problem:
        if published := _PUBLISHED.fullmatch(name):
            return self._read_published(int(published[1]), kind)
        if name == "-":
            raise InvalidPuzzle("'-' is stdin, which a plan cannot name; name a file")
        problem = self._read_file_or_text(name)
        if problem.kind.name != kind:
            wanted = kind_called(kind).noun
            raise InvalidPuzzle(f"{name!r} is a {problem.kind.noun}, not a {wanted}")
        return problem

    def _read_file_or_text(self, name: str) -> Problem:
        file = self._folder / name
        try:
            if file.is_file():
                contents = file.read_text(encoding="utf-8-sig")
                return read_puzzle(contents, source=str(file)).problem()
            return read_puzzle(name).problem()
        except UnknownPuzzle as error:
            raise InvalidPuzzle(f"{error} (nor is there such a file)") from None
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidPuzzle(f"{name!r} cannot be read as text in UTF-8: {error}") from None

    def _read_published(self, number: int, kind: str) -> Problem:
        folder = self._published_data("published puzzles")
        problems = reference.problems(folder, kind)
        if number >= len(problems):
            what = f"there is no published {kind_called(kind).noun} {number}"
            raise InvalidPuzzle(f"{what}; they are 0 to {len(problems) - 1}")
        return problems[number]

    def _published_data(self, what: str) -> Path:
        if self._published is None:
            raise InvalidValue(
                f"{what} need the reference folder, which is not here; {reference.VARIABLE} names "
                "it. Without it: puzzles of the library and drawn users"
            )
        return self._published
