"""A session: the caller asks for a query, shows it, and tells the answer."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from hintwise.closable import Closable
from hintwise.elicit.cache import read_cache, written_cache
from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.instances import Selection
from hintwise.elicit.journal import (
    SOURCES,
    Answered,
    Asked,
    Entry,
    Event,
    Lesson,
    Observed,
    Undone,
    last_to_undo,
    outcome,
    read_entry,
)
from hintwise.elicit.learners.belief import Belief, Learner
from hintwise.elicit.look_ahead import LookAhead, QueryWorkers
from hintwise.elicit.progress import Inquiry, Lender, Progress, borrowed_explainer
from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.elicit.questions.rule import Questions
from hintwise.elicit.settings import FOR_PEOPLE, Settings, settings_for
from hintwise.elicit.stopping import AtStake, bound, is_enough, remaining
from hintwise.errors import HintwiseError, InvalidValue, OutOfTime
from hintwise.features import Weights
from hintwise.limits import Cancel
from hintwise.problem import Problem, as_html

VERSION = 4
"""Of the JSON form."""

_FOR_PEOPLE = settings_for("bayes", **FOR_PEOPLE)


class Session(Closable):
    """Learns from answers which steps a person finds easy.

    `ask` gives the same query until it is answered; the caller owns the loop and the storage.
    Questions, learner and settings (with their seed), and the answers determine everything: a
    session that is told the same answers anew asks the same queries, in any process.

    A session can be put away at any time: `as_json` is one document, `lines` are the same as lines
    of which later ones are only ever appended. What was asked is in there, so a session that is
    restored goes on with the very query that was shown, and computes nothing.

    With `workers`, the queries that may follow are computed while an answer is awaited. Many
    sessions can share them; such a session is closed after use, by `close` or a `with` block.

    >>> from hintwise.puzzles import sudoku
    >>> session = Session([sudoku("1..43.1221.3432.")])
    >>> query = session.ask()
    >>> session.tell(Answer.A)
    >>> len(session.events), session.ask().number
    (1, 2)
    """

    def __init__(
        self,
        problems: Iterable[Problem],
        questions: Questions = _FOR_PEOPLE.questions,
        learner: Learner = _FOR_PEOPLE.learner,
        *,
        selection: str | Selection = "active",
        puzzle_order: str = "random",
        seed: int = 0,
        deadline_s: float | None = None,
        node_limit: int | None = None,
        workers: QueryWorkers | None = None,
        lender: Lender = borrowed_explainer,
        compiled: bool = False,
    ) -> None:
        if isinstance(problems, Problem | str) or not isinstance(problems, Iterable):
            raise InvalidValue(f"a session takes a list of problems, like [problem]: {problems!r}")
        settings = Settings(
            questions=questions,
            learner=learner,
            selection=selection,
            puzzle_order=puzzle_order,
            seed=seed,
            deadline_s=deadline_s,
            node_limit=node_limit,
        )
        self._inquiry = Inquiry(tuple(problems), settings, lender, compiled)
        self._journal: list[Entry] = []
        self._lessons: list[Lesson] = []
        self._pending: Query | None = None
        # Before the first and after each lesson; None where it has not been computed again.
        self._stages: list[Progress | None] = [self._inquiry.start()]
        self._ahead = None if workers is None else LookAhead(self._inquiry, workers)

    @classmethod
    def of(
        cls,
        problems: Iterable[Problem],
        settings: Settings,
        *,
        workers: QueryWorkers | None = None,
        lender: Lender = borrowed_explainer,
        compiled: bool = False,
    ) -> Session:
        """The session with these settings; `compiled` is for simulations, see `Limits`."""
        parts = {field.name: getattr(settings, field.name) for field in fields(settings)}
        return cls(problems, **parts, workers=workers, lender=lender, compiled=compiled)

    def close(self) -> None:
        """Stop what is computed ahead; the session can still be read and saved."""
        if self._ahead is not None:
            self._ahead.drop()
            self._ahead = None

    def __repr__(self) -> str:
        kind, puzzles = self.problems[0].kind, len(self.problems)
        return f"<Session on {puzzles} x {kind}: {len(self.events)} answers>"

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def settings(self) -> Settings:
        """All that the session depends on besides problems and answers."""
        return self._inquiry.settings

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is asked about."""
        return self._inquiry.problems

    @property
    def events(self) -> tuple[Event, ...]:
        """The queries answered so far, in order; an answer that was taken back is not there."""
        return tuple(lesson for lesson in self._lessons if isinstance(lesson, Event))

    @property
    def observations(self) -> tuple[Observed, ...]:
        """What was learned from besides, in order."""
        return tuple(lesson for lesson in self._lessons if isinstance(lesson, Observed))

    @property
    def journal(self) -> tuple[Entry, ...]:
        """All that happened, what was taken back as well; it only ever grows at its end."""
        return tuple(self._journal)

    @property
    def weights(self) -> Weights:
        """What has been learned, as the weights that steps are optimised with."""
        return self.belief.weights

    @property
    def belief(self) -> Belief:
        """What is believed about the person now."""
        return self._progress.knowledge.belief

    @property
    def _progress(self) -> Progress:
        if self._stages[-1] is None:
            self._stages = [*self._inquiry.replayed(self._lessons)]
        progress = self._stages[-1]
        assert progress is not None  # it has just been computed
        return progress

    @property
    def remaining(self) -> float | None:
        """What better knowledge of the person would save, as a share of what steps cost them now.

        An estimate, from what was at stake in the last few queries answered. None if there were
        fewer, or if the method does not estimate it.
        """
        return remaining(self._at_stake)

    @property
    def bound(self) -> float | None:
        """The regret of the steps that the person would be shown is at most this, most likely.

        It is exceeded in one case of twenty (`hintwise.elicit.stopping.CERTAINTY`). None after few
        answers, or if the method does not tell.
        """
        return bound(self._at_stake)

    @property
    def has_enough(self) -> bool:
        """Whether the person can stop."""
        return is_enough(self._at_stake)

    @property
    def _at_stake(self) -> list[AtStake]:
        # Nothing is at stake in a check.
        asked = (event.query for event in self.events if event.query.check is None)
        return [AtStake(query.stake, query.risk) for query in asked]

    def ask(self, cancel: Cancel | None = None) -> Query:
        """The next query; the same one until it is answered.

        Raises `OutOfTime` when `cancel` is set before the query is there.
        """
        if self._pending is None:
            if self._ahead is not None:
                query = self._ahead.query(self._progress, cancel)
            else:
                query = self._inquiry.query(self._progress, cancel)
            if cancel is not None and cancel.is_set():
                raise OutOfTime("cancelled while a query was computed")
            self._pending = query
            self._journal.append(Asked(query))
        if self._ahead is not None:
            self._ahead.prepare(self._progress.after(self._pending, answer) for answer in Answer)
        return self._pending

    def tell(self, answer: Answer | str) -> None:
        """Learn from the answer to the query that was asked."""
        answer = Answer.of(answer)
        if self._pending is None:
            raise InvalidValue(f"the answer {answer.value!r} has no query: ask first")
        self._stages.append(self._progress.after(self._pending, answer))
        self._lessons.append(Event(self._pending, answer))
        self._journal.append(Answered(answer))
        self._pending = None

    def observe(
        self, pair: FeaturePair, answer: Answer | str, *, source: str = SOURCES[0], times: int = 1
    ) -> None:
        """Learn from what a person made of two steps that they were not asked about.

        The query that waits for its answer, if any, stays the same. A `correction` can be undone.
        """
        self._inquiry.check_features(pair, "what was observed")
        observed = Observed(pair, Answer.of(answer), source, times)
        self._stages.append(self._progress.having_learned(observed))
        self._lessons.append(observed)
        self._journal.append(observed)

    def undo(self) -> None:
        """Take the last answer back, whose query is asked again, or the last correction."""
        place = last_to_undo(self._lessons)
        if place is None:
            raise InvalidValue("no answer has been given yet, so none can be taken back")
        undone = self._lessons.pop(place)
        del self._stages[place + 1 :]
        for lesson in self._lessons[place:]:
            before = self._stages[-1]
            self._stages.append(None if before is None else before.having_learned(lesson))
        if isinstance(undone, Event):
            self._pending = undone.query
        self._journal.append(Undone())

    def head(self) -> dict[str, Any]:
        """What a session is about, besides what happened: it never changes."""
        return {
            "version": VERSION,
            "problem": self.problems[0].kind.name,
            "settings": self.settings.as_json(),
            "puzzles": [fingerprint(problem) for problem in self.problems],
        }

    def cache(self) -> dict[str, Any]:
        """What makes restoring fast. It can be dropped, and holds the puzzles' solutions."""
        return written_cache(self.head(), self._journal, self._progress)

    def as_json(self) -> dict[str, Any]:
        """Its head, all that happened, and a cache: enough to go on elsewhere."""
        events = [entry.as_json() for entry in self._journal]
        return {**self.head(), "events": events, "cache": self.cache()}

    def lines(self) -> Iterator[str]:
        """Its head and all that happened, each a JSON object on a line of its own.

        The lines of a session that has gone on are the same with more at the end: whoever keeps
        them appends those.
        """
        for record in (self.head(), *(entry.as_json() for entry in self._journal)):
            yield json.dumps(record, ensure_ascii=False)

    @classmethod
    def from_json(
        cls,
        document: Mapping[str, Any],
        problems: Iterable[Problem],
        *,
        workers: QueryWorkers | None = None,
        **own: Any,
    ) -> Session:
        """The session that `as_json` described, over the same puzzles. No query is computed.

        `questions`, `learner` and `selection` of one's own are passed in: they must be those that
        were recorded.
        """
        try:
            version, puzzles = document["version"], document["puzzles"]
            if version != VERSION:
                raise InvalidValue(f"the session is of version {version!r} (known: {VERSION})")
            settings = Settings.from_json(document["settings"], **own)
            session = cls.of(problems, settings, workers=workers)
            if puzzles != [fingerprint(problem) for problem in session.problems]:
                raise InvalidValue("the session is about other puzzles than these")
            session._resume(list(document["events"]), document.get("cache"))
        except HintwiseError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a session: {type(error).__name__} {error}") from None
        return session

    @classmethod
    def from_lines(
        cls,
        lines: Iterable[str],
        problems: Iterable[Problem],
        *,
        cache: Mapping[str, Any] | None = None,
        workers: QueryWorkers | None = None,
        **own: Any,
    ) -> Session:
        """The session of which `lines` were kept; a `cache` may have been kept beside them."""
        try:
            head, *events = map(json.loads, lines)
            document = {**head, "events": events, "cache": cache}
        except (TypeError, ValueError) as error:
            raise InvalidValue(f"not the lines of a session: {error}") from None
        return cls.from_json(document, problems, workers=workers, **own)

    def _resume(self, records: Sequence[Mapping[str, Any]], cache: object) -> None:
        """Take over a journal, and from a cache of it what need not be computed again."""
        inquiry = self._inquiry
        cached = read_cache(cache, inquiry, self.head(), records)
        implied = functools.cache(inquiry.implied if cached is None else cached.implied)
        self._journal = [read_entry(record, self.problems, implied) for record in records]
        for entry in self._journal:
            if isinstance(entry, Asked):
                inquiry.check_features(entry.query.pair, f"query {entry.query.number}")
            elif isinstance(entry, Observed):
                inquiry.check_features(entry.pair, "what was observed")
        self._lessons, self._pending = outcome(self._journal)
        if cached is None:
            self._stages = [*inquiry.replayed(self._lessons)]
        else:
            self._stages = [None] * len(self._lessons)
            self._stages.append(cached.progress(self._lessons))
