"""The journal of a session: what happened, in order, only ever appended.

Each entry is one JSON object: `{"event": "asked", "query": {…}}`, `{"event": "answered", "answer":
"a"}`, `{"event": "observed", "a": {…}, "b": {…}, "answer": "b", …}` or `{"event": "undone"}`.
Whoever keeps sessions may add keys of their own to an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.errors import InvalidValue, UnknownName, is_whole_number, known_name
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


SOURCES = ("play", "correction")
"""Where an observation is from: a person passed over a step, or contradicted what was learned."""

MOST_TIMES = 20
"""How often one observation may count."""

MOST_ELEMENTS = 10_000
"""How many elements of a kind a step may have that was observed."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What a person made of two steps that no query was about; it counts so many `times`."""

    pair: FeaturePair
    answer: Answer
    source: str = SOURCES[0]
    times: int = 1

    def __post_init__(self) -> None:
        known_name("source of an observation", self.source, SOURCES)
        if not (is_whole_number(self.times) and 1 <= self.times <= MOST_TIMES):
            raise InvalidValue(
                f"an observation counts {self.times!r} times; accepted are 1 to {MOST_TIMES}"
            )
        for name, count in (*self.pair.a.items(), *self.pair.b.items()):
            if not (is_whole_number(count) and 0 <= count <= MOST_ELEMENTS):
                raise InvalidValue(
                    f"an observed step has {count!r} of {name}; accepted are whole numbers from 0 "
                    f"to {MOST_ELEMENTS}"
                )

    def as_json(self) -> dict[str, Any]:
        return {
            "event": "observed",
            "a": dict(self.pair.a),
            "b": dict(self.pair.b),
            "answer": self.answer.value,
            "source": self.source,
            "times": self.times,
        }


Lesson = Event | Observed
"""What was learned from."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer or correction that stood was taken back: its query is shown again."""

    def as_json(self) -> dict[str, Any]:
        return {"event": "undone"}


Entry = Asked | Answered | Observed | Undone
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
        case "observed":
            pair = FeaturePair(dict(record["a"]), dict(record["b"]))
            answer = Answer.of(record["answer"])
            return Observed(pair, answer, record["source"], record["times"])
        case "undone":
            return Undone()
        case other:
            raise UnknownName("event", str(other), ("asked", "answered", "observed", "undone"))


def last_to_undo(lessons: Sequence[Lesson]) -> int | None:
    """The place of the last answer or correction; what was seen in play stays."""
    for place in reversed(range(len(lessons))):
        lesson = lessons[place]
        if isinstance(lesson, Event) or lesson.source == "correction":
            return place
    return None


def outcome(journal: Iterable[Entry]) -> tuple[list[Lesson], Query | None]:
    """What stands of what was learned from, and the query that is shown."""
    lessons: list[Lesson] = []
    answered = 0
    pending: Query | None = None
    for entry in journal:
        match entry:
            case Asked(query) if pending is None and query.number == answered + 1:
                pending = query
            case Answered(answer) if pending is not None:
                lessons.append(Event(pending, answer))
                pending, answered = None, answered + 1
            case Observed():
                lessons.append(entry)
            case Undone() if (place := last_to_undo(lessons)) is not None:
                undone = lessons.pop(place)
                if isinstance(undone, Event):
                    pending, answered = undone.query, answered - 1
            case _:
                raise InvalidValue(
                    f"{entry.as_json()['event']!r} cannot follow after {answered} answers "
                    f"{'without a query' if pending is None else f'and query {pending.number}'}"
                )
    return lessons, pending
