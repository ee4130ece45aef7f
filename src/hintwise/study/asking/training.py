"""The lessons of a participant: one for the practice, and one for each arm.

A lesson is a session of `elicit` as its events tell it. A cache makes going on with one fast; what
comes of it is the same without.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.features import Weights
from hintwise.guide.lessons import problem_of
from hintwise.limits import Cancel
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.allocation import seed_for
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]


def lesson_record(plan: StudyPlan, part: str, seed: int) -> dict[str, Any]:
    """What a part's lesson begins with, in the form of `guide.lessons.begun`.

    `seed` is the participant's; each part has another one that follows from it.
    """
    puzzles = plan.puzzles_of(part)
    problems = [problem_of(puzzle) for puzzle in puzzles]
    session = Session.of(problems, plan.settings(part, seed_for(seed, part)))
    return {**session.head(), "sources": [puzzle.as_json() for puzzle in puzzles]}


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson as far as it has come: its record, and the entries of its journal."""

    record: Record
    entries: Sequence[Record]

    def ask(self, cache: Record | None, cancel: Cancel | None) -> tuple[Query, dict[str, Any]]:
        """The next question, and a cache for whoever goes on from it."""
        session = self._session(cache)
        query = session.ask(cancel)
        return query, session.cache()

    def weights(self, cache: Record | None) -> Weights:
        """What was learned."""
        return self._session(cache).weights

    def up_to(self, answers: int) -> Taught:
        """The same after the first so many answers, or all if there were fewer."""
        ends = [at for at, entry in enumerate(self.entries, 1) if entry["event"] == "answered"]
        end = ends[:answers][-1] if ends[:answers] else 0
        return Taught(self.record, self.entries[:end])

    def digest(self) -> str:
        """What tells lessons apart: the record and the answers determine all the rest."""
        answers = [entry["answer"] for entry in self.entries if entry["event"] == "answered"]
        text = json.dumps([self.record, answers], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def _session(self, cache: Record | None) -> Session:
        # A cache is of the moment when a question was asked: the answer to it comes after.
        entries, last = list(self.entries), None
        if entries and entries[-1]["event"] == "answered":
            last = entries.pop()["answer"]
        problems = [problem_of(Puzzle.from_json(source)) for source in self.record["sources"]]
        document = {**self.record, "events": entries, "cache": cache}
        session = Session.from_json(document, problems)
        if last is not None:
            session.tell(last)
        return session
