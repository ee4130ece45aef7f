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
    """A query, its answer, and how long the user had to wait for the query."""

    query: Query
    answer: Answer
    wait_s: float


def exchanges(session: Session, user: User, cancel: Cancel | None = None) -> Iterator[Exchange]:
    """Ask, let `user` answer and tell, without end; each is yielded once the session has learned.

    Raises `OutOfTime` when `cancel` is set.
    """
    while True:
        started = time.perf_counter()
        query = session.ask(cancel)
        wait_s = time.perf_counter() - started
        answer = user.answer(query)
        session.tell(answer)
        yield Exchange(query, answer, wait_s)
