"""A session answered by a user who is always there, query after query."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from hintwise.elicit.query import Answer, Query
from hintwise.elicit.session import Session
from hintwise.elicit.users import User
from hintwise.engine.limits import Cancel


@dataclass(frozen=True, slots=True)
class Exchange:
    """A query, its answer, and what the query took."""

    query: Query
    answer: Answer
    wait_s: float
    """How long the user had to wait for the query."""
    computing_s: float
    """How long this thread computed it, whatever else kept the machine busy."""


def exchanges(session: Session, user: User, cancel: Cancel | None = None) -> Iterator[Exchange]:
    """Ask, let `user` answer and tell, without end; each is yielded once the session has learned.

    Raises `OutOfTime` when `cancel` is set.
    """
    while True:
        started, computed = time.perf_counter(), time.thread_time()
        query = session.ask(cancel)
        wait_s, computing_s = time.perf_counter() - started, time.thread_time() - computed
        answer = user.answer(query)
        session.tell(answer)
        yield Exchange(query, answer, wait_s, computing_s)
