"""Forms that participants fill in: about themselves at the beginning, and at the end."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidValue, is_finite_number, is_whole_number, shown

KINDS = ("choice", "number", "text", "scale")

MOST_CHARACTERS = 2_000
"""Of a text that somebody writes into a form."""

LEAST_POINT, MOST_POINT = 1, 7
"""The ends of a scale, unless it has others."""

MOST_POINTS = 11

Answer = str | float | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question of a form.

    A `choice` has options; a `number` may have a least and a most; a `scale` has both, and labels
    for its two ends.
    """

    name: str
    ask: str
    kind: str
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    labels: tuple[str, ...] = ()
    required: bool = True

    @property
    def accepted(self) -> str:
        """What may be answered, for messages."""
        match self.kind:
            case "choice":
                return f"one of {', '.join(self.options)}"
            case "text":
                return f"a text of at most {MOST_CHARACTERS} characters"
        what = "a whole number" if self.kind == "scale" else "a number"
        match self.least, self.most:
            case None, None:
                return what
            case least, None:
                return f"{what} from {least:g}"
            case None, most:
                return f"{what} up to {most:g}"
            case least, most:
                return f"{what} from {least:g} to {most:g}"

    def checked(self, answer: object) -> Answer:
        """The answer as it is stored; None if there is none, which must be allowed."""
        if isinstance(answer, str):
            answer = _cleaned(answer)
        if answer is None or answer == "":
            if self.required:
                raise InvalidValue(f"{self.name} is not answered; give {self.accepted}")
            return None
        if not self._accepts(answer):
            raise InvalidValue(f"{self.name} is {shown(answer)}; give {self.accepted}")
        assert isinstance(answer, str | int | float)  # all that is accepted
        return answer

    def _accepts(self, answer: object) -> bool:
        match self.kind:
            case "choice":
                return answer in self.options
            case "text":
                return isinstance(answer, str) and len(answer) <= MOST_CHARACTERS
            case "scale" if not is_whole_number(answer):
                return False
        if not is_finite_number(answer):
            return False
        above = self.least is None or answer >= self.least
        return above and (self.most is None or answer <= self.most)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ask": self.ask,
            "kind": self.kind,
            "options": list(self.options),
            "least": self.least,
            "most": self.most,
            "labels": list(self.labels),
            "required": self.required,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Field:
        """Read what `as_json` wrote."""
        lists = {key: tuple(record[key]) for key in ("options", "labels")}
        return cls(**{**record, **lists})


@dataclass(frozen=True, slots=True)
class Form:
    """Questions that are answered together; `name` is demographics or closing."""

    name: str
    fields: tuple[Field, ...]

    def checked(self, answers: object) -> dict[str, Answer]:
        """An answer for every field, in their order, None where there is none.

        Raises `InvalidValue` if one is missing that is required, wrong, or to no field.
        """
        if not isinstance(answers, Mapping):
            raise InvalidValue(f"{shown(answers)} is no form; give an answer for each field")
        known = [field.name for field in self.fields]
        for name in answers:
            if name not in known:
                raise InvalidValue(
                    f"{shown(name)} is not in the form {self.name}; it has {', '.join(known)}"
                )
        return {field.name: field.checked(answers.get(field.name)) for field in self.fields}


def _cleaned(text: str) -> str:
    """Without blanks around it, and without what files and tables cannot hold."""
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    return "".join(kept).strip()
