"""What a rehearsal must know to go on after an interruption, as lines of JSON in a file.

The first line says what was begun. The others say of a person that they have got a token, that
they have left for a while, or how they ended.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hintwise.errors import InvalidValue


class Ending(enum.Enum):
    """How far somebody came."""

    COMPLETED = "completed"
    LEFT = "left"
    WITHDREW = "withdrew"
    GAVE_UP = "gave up"


class Journal:
    """A file that is written line by line; who reads it again knows all whole lines."""

    def __init__(self, file: Path, about: Mapping[str, Any]) -> None:
        """Begin a file, or go on with one that is about the same; `InvalidValue` if it is not."""
        self._file = file
        self.tokens: dict[int, str] = {}
        self.paused: set[int] = set()
        self.endings: dict[int, Ending] = {}
        found = _read(file) if file.exists() else []
        self.is_new = not found
        if self.is_new:
            file.write_text(_line(about), encoding="utf-8")
            return
        _check_same(file, found[0], dict(about))
        for entry in found[1:]:
            self._take(entry)

    def _take(self, entry: Mapping[str, Any]) -> None:
        match entry:
            case {"person": int(person), "token": str(token)}:
                self.tokens[person] = token
            case {"person": int(person), "paused": True}:
                self.paused.add(person)
            case {"person": int(person), "ending": str(ending)}:
                self.endings[person] = Ending(ending)

    def note_token(self, person: int, token: str) -> None:
        self._note({"person": person, "token": token})

    def note_pause(self, person: int) -> None:
        self._note({"person": person, "paused": True})

    def note_ending(self, person: int, ending: Ending) -> None:
        if ending is Ending.GAVE_UP:  # tried again when the rehearsal is
            self.endings[person] = ending
        else:
            self._note({"person": person, "ending": ending.value})

    def _note(self, entry: Mapping[str, Any]) -> None:
        self._take(entry)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(_line(entry))


def _line(document: Mapping[str, Any]) -> str:
    return f"{json.dumps(document, ensure_ascii=False)}\n"


def _read(file: Path) -> list[dict[str, Any]]:
    """All whole lines; the last one may have been cut off."""
    whole, _, cut_off = file.read_text(encoding="utf-8").rpartition("\n")
    if cut_off:
        file.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    try:
        return [json.loads(line) for line in whole.splitlines()]
    except ValueError:
        raise InvalidValue(f"{file} is not the journal of a rehearsal") from None


def _check_same(file: Path, begun: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    for name in {**begun, **about}:
        was, now = begun.get(name), about.get(name)
        if was != now:
            raise InvalidValue(
                f"the rehearsal in {file.parent} was begun with {name} {was}, not {now}; go on as "
                "it was begun, or give another folder"
            )
