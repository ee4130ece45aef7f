"""What a puzzle asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidValue
from hintwise.problem.facts import Fact


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """A question in words, and the variables whose values answer it.

    >>> PuzzleQuestion("Who has the cat?", ("cat = ann", "cat = bob")).answers(
    ...     [Fact("cat = ann", False), Fact("cat = bob", True), Fact("dog = ann", True)]
    ... )
    (Fact(variable='cat = bob', value=True, relation='='),)
    """

    text: str
    variables: tuple[str, ...]

    def answers(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Those of the facts that answer it: what a variable is, and which links hold."""
        place = {name: number for number, name in enumerate(self.variables)}
        found = (fact for fact in facts if fact.variable in place and fact.leads)
        return tuple(sorted(found, key=lambda fact: place[fact.variable]))

    def as_json(self) -> dict[str, Any]:
        return {"text": self.text, "variables": list(self.variables)}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> PuzzleQuestion:
        """Read what `as_json` wrote."""
        try:
            text, variables = record["text"], record["variables"]
        except (KeyError, TypeError) as error:
            raise InvalidValue(f"not a question: {type(error).__name__} {error}") from None
        if not isinstance(text, str) or not isinstance(variables, list):
            raise InvalidValue(f"not a question: {record!r}")
        return cls(text, tuple(map(str, variables)))
