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

from hintwise.elicit.journal import Asked, Entry, Event
from hintwise.elicit.learners.belief import Resumable
from hintwise.elicit.progress import Inquiry, Progress
from hintwise.problem import Fact

_OF_AN_ENTRY = ("event", "query", "answer")
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

    def progress(self, answered: Sequence[Event]) -> Progress:
        """Where the session stands after these answers, which are all that stand."""
        start = self.inquiry.start()
        knowledge, first = start.knowledge, start.knowledge.belief
        pairs = [(event.query.pair, event.answer) for event in answered]
        for pair, answer in pairs:
            if isinstance(first, Resumable):  # it would take long to tell it everything again
                knowledge = knowledge.having_asked(pair, answer, first)
            else:
                knowledge = knowledge.after(pair, answer)
        if isinstance(first, Resumable):
            belief = first.resumed(pairs, self.content["belief"])
            knowledge = replace(knowledge, belief=belief)
        place = start.instances.at(self.content["place"], self.inquiry.problems)
        return Progress(knowledge, place)


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
    ours = [{key: record[key] for key in _OF_AN_ENTRY if key in record} for record in records]
    text = json.dumps([head, ours, content], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
