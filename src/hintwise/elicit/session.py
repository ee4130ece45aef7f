"""A session: the caller asks for a query, shows it, and tells the answer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import TracebackType
from typing import Any

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.instances import Selection
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.belief import Belief, Learner
from hintwise.elicit.look_ahead import LookAhead
from hintwise.elicit.progress import Inquiry, Progress
from hintwise.elicit.query import Answer, Fallback, Query
from hintwise.elicit.questions.informed import BestOfTwo
from hintwise.elicit.questions.rule import Questions
from hintwise.elicit.settings import Settings
from hintwise.engine import Explainer
from hintwise.engine.limits import Cancel
from hintwise.errors import HintwiseError, InvalidValue, OutOfTime
from hintwise.features import Weights
from hintwise.problem import Problem, Step

VERSION = 3
"""Of the JSON form."""

LATELY = 8
"""Over how many queries the estimate of what remains is taken."""
ENOUGH = 0.01
"""What remains when further answers are hardly worth the trouble: simulated users had a regret of
0.003 to 0.073 below it, and of up to 0.5 up to 0.03."""

_ASKING, _LEARNING = BestOfTwo(), Bayes()


@dataclass(frozen=True, slots=True)
class Event:
    """A query and how it was answered."""

    query: Query
    answer: Answer


class Session:
    """Learns from answers which steps a person finds easy.

    `ask` gives the same query until it is answered; the caller owns the loop and the storage.
    Settings (with their seed) and answers determine everything: a session that is rebuilt from its
    JSON form, or told the same answers anew, asks the same queries, in any process.

    With `workers`, that many processes compute the queries that may follow while an answer is
    awaited; such a session is closed after use, by `close` or a `with` block. They import the
    script that started them, which must therefore ask under `if __name__ == "__main__":`.

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
        questions: Questions = _ASKING,
        learner: Learner = _LEARNING,
        *,
        selection: str | Selection = "active",
        puzzle_order: str = "random",
        seed: int = 0,
        deadline_s: float | None = None,
        node_limit: int | None = None,
        workers: int = 0,
    ) -> None:
        if isinstance(problems, Problem):
            raise InvalidValue(f"a session takes a list of problems, such as [problem]: {problems}")
        settings = Settings(
            questions=questions,
            learner=learner,
            selection=selection,
            puzzle_order=puzzle_order,
            seed=seed,
            deadline_s=deadline_s,
            node_limit=node_limit,
        )
        self._inquiry = Inquiry(tuple(problems), settings)
        self._progress = self._inquiry.start()
        self._past: list[tuple[Progress, Event]] = []
        self._pending: Query | None = None
        self._ahead = LookAhead(self._inquiry, workers) if workers else None

    @classmethod
    def of(cls, problems: Iterable[Problem], settings: Settings, *, workers: int = 0) -> Session:
        """The session with these settings."""
        parts = {field.name: getattr(settings, field.name) for field in fields(settings)}
        return cls(problems, **parts, workers=workers)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker processes; the session can still be read and saved."""
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None

    @property
    def settings(self) -> Settings:
        return self._inquiry.settings

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._inquiry.problems

    @property
    def events(self) -> tuple[Event, ...]:
        """The queries answered so far, in order."""
        return tuple(event for _, event in self._past)

    @property
    def weights(self) -> Weights:
        """What has been learned, as the weights that steps are optimised with."""
        return self.belief.weights

    @property
    def belief(self) -> Belief:
        """What is believed about the person now."""
        return self._progress.knowledge.belief

    @property
    def remaining(self) -> float | None:
        """What better knowledge of the person would save, as a share of what steps cost them now.

        An estimate, from what was at stake in the last few queries answered. None if there were
        fewer, or if the method does not estimate it.
        """
        stakes = [event.query.stake for event in self.events[-LATELY:]]
        known = [stake for stake in stakes if stake is not None]
        return sum(known) / LATELY if len(known) == LATELY else None

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
        if self._ahead is not None:
            self._ahead.prepare(self._progress.after(self._pending, answer) for answer in Answer)
        return self._pending

    def tell(self, answer: Answer | str) -> None:
        """Learn from the answer to the query that was asked."""
        answer = Answer.of(answer)
        if self._pending is None:
            raise InvalidValue(f"the answer {answer.value!r} has no query: ask first")
        self._record(Event(self._pending, answer))

    def undo(self) -> None:
        """Take the last answer back, without a trace: its query is asked again."""
        if not self._past:
            raise InvalidValue("no answer has been given yet, so none can be taken back")
        self._progress, event = self._past.pop()
        self._pending = event.query

    def as_json(self) -> dict[str, Any]:
        """Settings, the puzzles' fingerprints and all events: enough to go on elsewhere."""
        return {
            "version": VERSION,
            "problem": self.problems[0].kind.name,
            "settings": self.settings.as_json(),
            "puzzles": [fingerprint(problem) for problem in self.problems],
            "events": [
                {
                    "puzzle": event.query.puzzle,
                    "known": sorted(map(str, event.query.found)),
                    "a": event.query.a.as_json(),
                    "b": event.query.b.as_json(),
                    "fallback": event.query.fallback.value,
                    "proven": event.query.proven,
                    "stake": event.query.stake,
                    "answer": event.answer.value,
                }
                for event in self.events
            ],
        }

    @classmethod
    def from_json(
        cls,
        document: Mapping[str, Any],
        problems: Iterable[Problem],
        *,
        workers: int = 0,
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
            session = cls.of(
                problems, Settings.from_json(document["settings"], **own), workers=workers
            )
            if puzzles != [fingerprint(problem) for problem in session.problems]:
                raise InvalidValue("the session is about other puzzles than these")
            explainer_of = functools.cache(Explainer)
            for record in document["events"]:
                session._restore(record, explainer_of)
        except HintwiseError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a session: {type(error).__name__} {error}") from None
        return session

    def _restore(
        self, record: Mapping[str, Any], explainer_of: Callable[[Problem], Explainer]
    ) -> None:
        instances = self._progress.instances
        if record["puzzle"] != instances.puzzle:
            raise InvalidValue(
                f"query {len(self._past) + 1} is about puzzle {record['puzzle']!r}, but the "
                f"answers before it lead to puzzle {instances.puzzle}"
            )
        problem = self.problems[instances.puzzle]
        a, b = Step.from_json(record["a"], problem), Step.from_json(record["b"], problem)
        if not set(a.features) == set(b.features) == set(self._inquiry.features):
            raise InvalidValue(
                f"query {len(self._past) + 1} has other features than its puzzle: "
                f"{', '.join({*a.features, *b.features} ^ {*self._inquiry.features})}"
            )
        query = Query(
            number=self._progress.knowledge.number,
            puzzle=instances.puzzle,
            state=explainer_of(problem).state(map(problem.parse_fact, record["known"])),
            a=a,
            b=b,
            fallback=Fallback(record["fallback"]),
            proven=bool(record["proven"]),
            stake=record["stake"],
        )
        for step in (a, b):
            if step.derived not in query.state.targets:
                raise InvalidValue(
                    f"query {query.number} derives {step.derived}, which is known there or does "
                    "not follow"
                )
        self._pending = query
        self.tell(record["answer"])

    def _record(self, event: Event) -> None:
        after = self._progress.after(event.query, event.answer)
        self._past.append((self._progress, event))
        self._progress, self._pending = after, None
