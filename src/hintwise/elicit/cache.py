"""What saves computing when a session is restored: all of it follows from the journal.

A cache is JSON. It may be dropped at any time; one that is broken, or of another session or moment,
is not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hintwise.elicit.checks import past_after
from hintwise.elicit.journal import Asked, Entry, Event, Lesson
from hintwise.elicit.learners.belief import Resumable
from hintwise.elicit.progress import Inquiry, Progress
from hintwise.problem import Fact

_OF_AN_ENTRY = ("event", "query", "answer", "a", "b", "source", "times")
"""The keys that are ours."""


@dataclass(frozen=True, slots=True)
class Cache:
    """What a cache holds, once it is known to be of this session at this moment."""

    inquiry: Inquiry
    content: Mapping[str, Any]

    def implied(self, puzzle: int) -> frozenset[Fact]:
        """All facts that follow in a puzzle that some query is about."""
        problem = self.inquiry.problems[puzzle]
        return frozenset(map(problem.parse_fact, self.content["implied"][str(puzzle)]))

    def progress(self, lessons: Sequence[Lesson]) -> Progress:
        """Where the session stands after these lessons, which are all that stand."""
        start = self.inquiry.start()
        place = start.instances.at(self.content["place"], self.inquiry.problems)
        first = start.knowledge.belief
        if not isinstance(first, Resumable):
            return replace(self.inquiry.replayed(lessons)[-1], instances=place)
        # It would take long to tell it everything again.
        knowledge, past, learned_from = start.knowledge, start.past, []
        for lesson in lessons:
            if isinstance(lesson, Event):
                pair = lesson.query.pair
                knowledge = knowledge.having_asked(pair, lesson.answer, first)
                past = past_after(past, lesson.query)
                learned_from.append((pair, lesson.answer))
            else:
                learned_from += [(lesson.pair, lesson.answer)] * lesson.times
        belief = first.resumed(learned_from, self.content["belief"])
        return Progress(replace(knowledge, belief=belief), place, past)


def written_cache(
    head: Mapping[str, Any], journal: Iterable[Entry], progress: Progress
) -> dict[str, Any]:
    """The cache of a session with this journal, which has come so far."""
    implied: dict[str, list[str]] = {}
    records = []
    for entry in journal:
        records.append(entry.as_json())
        if isinstance(entry, Asked) and str(entry.query.puzzle) not in implied:
            state = entry.query.state
            implied[str(entry.query.puzzle)] = sorted(map(str, state.facts | state.targets))
    content: dict[str, Any] = {"place": progress.instances.as_json(), "implied": implied}
    belief = progress.knowledge.belief
    if isinstance(belief, Resumable):
        content["belief"] = belief.remembered()
    return {"digest": _digest(head, records, content), **content}


def read_cache(
    cache: object, inquiry: Inquiry, head: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> Cache | None:
    """The cache if it is whole and of the session with this head and this journal."""
    if not isinstance(cache, Mapping):
        return None
    content = {name: value for name, value in cache.items() if name != "digest"}
    if cache.get("digest") != _digest(head, records, content):
        return None
    return Cache(inquiry, content)


def _digest(
    head: Mapping[str, Any], records: Sequence[Mapping[str, Any]], content: Mapping[str, Any]
) -> str:
    ours = [
        {key: _timeless(record[key]) for key in _OF_AN_ENTRY if key in record} for record in records
    ]
    text = json.dumps([head, ours, content], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _timeless(value: Any) -> Any:
    """A part of an entry without how long a step took to find, which nothing follows from."""
    match value:
        case {"known": _, "a": a, "b": b}:
            return {**value, "a": _timeless_step(a), "b": _timeless_step(b)}
    return value


def _timeless_step(step: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key != "seconds"}
