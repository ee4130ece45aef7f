"""The journal of a session: what happened, in order, only ever appended.

Each entry is one JSON object: `{"event": "asked", "query": {…}}`, `{"event": "answered", "answer":
"a"}` or `{"event": "undone"}`. Whoever keeps sessions may add keys of their own to an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.query import Answer, Query
from hintwise.errors import InvalidValue, UnknownName
from hintwise.problem import Fact, Problem


@dataclass(frozen=True, slots=True)
class Event:
    """A query and how it was answered."""

    query: Query
    answer: Answer


@dataclass(frozen=True, slots=True)
class Asked:
    """A query was computed, and is shown from now on."""

    query: Query

    def as_json(self) -> dict[str, Any]:
        return {"event": "asked", "query": self.query.as_json()}


@dataclass(frozen=True, slots=True)
class Answered:
    """The query that was shown was answered."""

    answer: Answer

    def as_json(self) -> dict[str, Any]:
        return {"event": "answered", "answer": self.answer.value}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer that stood was taken back: its query is shown again."""

    def as_json(self) -> dict[str, Any]:
        return {"event": "undone"}


Entry = Asked | Answered | Undone
Implied = Callable[[int], frozenset[Fact]]
"""All facts that follow in the puzzle of a number, the givens among them."""


def read_entry(record: Mapping[str, Any], problems: Sequence[Problem], implied: Implied) -> Entry:
    """Read what `as_json` of an entry wrote."""
    match record["event"]:
        case "asked":
            query = record["query"]
            number = query["puzzle"]
            if not isinstance(number, int) or not 0 <= number < len(problems):
                raise InvalidValue(
                    f"query {query['number']} is about puzzle {number!r} of {len(problems)}"
                )
            return Asked(Query.from_json(query, problems[number], implied(number)))
        case "answered":
            return Answered(Answer.of(record["answer"]))
        case "undone":
            return Undone()
        case other:
            raise UnknownName("event", str(other), ("asked", "answered", "undone"))


def outcome(journal: Iterable[Entry]) -> tuple[list[Event], Query | None]:
    """The answers that stand, and the query that is shown."""
    answered: list[Event] = []
    pending: Query | None = None
    for entry in journal:
        match entry:
            case Asked(query) if pending is None and query.number == len(answered) + 1:
                pending = query
            case Answered(answer) if pending is not None:
                answered.append(Event(pending, answer))
                pending = None
            case Undone() if answered:
                pending = answered.pop().query
            case _:
                raise InvalidValue(
                    f"{entry.as_json()['event']!r} cannot follow after {len(answered)} answers "
                    f"{'without a query' if pending is None else f'and query {pending.number}'}"
                )
    return answered, pending
