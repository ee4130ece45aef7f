"""Look-ahead: the same queries as without, and nothing left behind.

Processes take a second or two to start, so only two tests have some; the others look at what is
handed to a pool that does nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from hintwise.elicit import Answer, Session, Settings, look_ahead, settings_for
from hintwise.elicit.look_ahead import LookAhead
from hintwise.elicit.progress import Inquiry, Progress
from hintwise.errors import InvalidValue, OutOfTime
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, asked

PROBLEMS = tuple(map(sudoku, COURSE))
SETTINGS = settings_for("machop", puzzle_order="listed")


class IdlePool:
    """Stands in for a pool of processes: keeps what it is given, and runs it when told to."""

    def __init__(self, workers: int, initializer: Callable[..., None], *arguments: Any) -> None:
        self.start = lambda: initializer(*arguments)
        self.submitted: list[tuple[Future[Any], Callable[[Any], Any], Any]] = []
        self.is_shut_down = False

    def submit(self, function: Callable[[Any], Any], job: Any) -> Future[Any]:
        self.submitted.append((Future(), function, job))
        return self.submitted[-1][0]

    def run(self, number: int) -> None:
        future, function, job = self.submitted[number]
        if future.set_running_or_notify_cancel():
            future.set_result(function(job))

    def stops(self, number: int) -> bool:
        """Whether a worker that computes this now would give up at once."""
        _, function, job = self.submitted[number]
        try:
            return not function(job).pair.a.optimal
        except OutOfTime:
            return True

    def shutdown(self, cancel_futures: bool) -> None:
        self.is_shut_down = True


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> tuple[Inquiry, LookAhead, IdlePool]:
    return idle_ahead(monkeypatch, SETTINGS)


def idle_ahead(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> tuple[Inquiry, LookAhead, IdlePool]:
    monkeypatch.setattr(look_ahead, "pool_of", IdlePool)
    inquiry = Inquiry(PROBLEMS, settings)
    ahead = LookAhead(inquiry, workers=2)
    pool: Any = ahead._pool
    pool.start()  # in this process, where workers do as they would in theirs
    return inquiry, ahead, pool


def futures_of(inquiry: Inquiry) -> list[Progress]:
    start = inquiry.start()
    query = inquiry.query(start)
    return [start.after(query, answer) for answer in Answer]


def test_a_session_with_workers_asks_the_same_queries_and_ignores_interrupts() -> None:
    told = [Answer.B, Answer.NONE, Answer.A, Answer.A, Answer.B, Answer.A]
    expected = asked(PROBLEMS, SETTINGS, told)
    cancel = threading.Event()
    with Session.of(PROBLEMS, SETTINGS, workers=2) as session:
        for query, answer in zip(expected, told, strict=False):
            assert session.ask() == query
            session.tell(answer)
        cancel.set()
        with pytest.raises(OutOfTime):
            session.ask(cancel)
        assert session.ask() == expected[-1]
        session.undo()
        assert session.ask() == expected[-2]
        workers = multiprocessing.active_children()
        for worker in workers:  # as Ctrl-C at a terminal does
            os.kill(worker.pid or 0, signal.SIGINT)
        session.tell(Answer.NONE)
        session.ask()
        assert workers
        assert all(worker.is_alive() for worker in workers)
        session.undo()
    assert multiprocessing.active_children() == []
    assert session.ask() == expected[-2]  # a closed session computes for itself
    session.close()


def test_when_a_worker_is_killed_queries_are_computed_here() -> None:
    told = [Answer.A, Answer.B]
    with Session.of(PROBLEMS, SETTINGS, workers=1) as session:
        queries = [session.ask()]
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGKILL)
        for answer in told:
            session.tell(answer)
            queries.append(session.ask())
    assert queries == asked(PROBLEMS, SETTINGS, told)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("workers", [-1, 0])
def test_look_ahead_needs_a_worker(workers: int) -> None:
    with pytest.raises(InvalidValue, match=f"workers is {workers}; .* one process or more"):
        LookAhead(Inquiry(PROBLEMS, SETTINGS), workers)


def test_one_future_per_answer_is_prepared_and_not_twice(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    ahead.prepare(futures)
    assert [job.progress for _, _, job in pool.submitted] == futures


def test_what_is_ready_is_taken_and_the_others_are_dropped(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    pool.run(1)
    assert ahead.query(futures[1]) == inquiry.query(futures[1])
    assert [future.cancelled() for future, _, _ in pool.submitted] == [True, False, True]


def test_what_is_at_stake_comes_along_from_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    inquiry, ahead, pool = idle_ahead(monkeypatch, Settings())
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    pool.run(0)
    query = ahead.query(futures[0])
    assert query.stake is not None
    assert query == inquiry.query(futures[0])


def test_a_job_that_is_running_stops_when_another_is_chosen(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    pool.run(1)
    ahead.query(futures[1])
    assert pool.stops(0)
    assert not pool.stops(1)


def test_at_most_one_batch_is_held_and_older_jobs_stop(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    one, two, three = futures_of(inquiry)
    ahead.prepare([one, two])
    ahead.prepare([three])
    assert [future.cancelled() for future, _, _ in pool.submitted] == [True, True, False]
    assert [pool.stops(number) for number in range(3)] == [True, True, False]
    assert ahead.query(one) == inquiry.query(one)  # forgotten, so computed here
    pool.run(2)
    assert ahead.query(three) == inquiry.query(three)


def test_a_cancelled_wait_can_be_taken_up_again(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(OutOfTime, match="cancelled while a query was computed"):
        ahead.query(futures[0], cancel)
    pool.run(0)
    assert ahead.query(futures[0], cancel) == inquiry.query(futures[0])


def test_closing_stops_every_job(idle: tuple[Inquiry, LookAhead, IdlePool]) -> None:
    inquiry, ahead, pool = idle
    ahead.prepare(futures_of(inquiry))
    ahead.close()
    assert pool.is_shut_down
    assert all(future.cancelled() for future, _, _ in pool.submitted)
    assert all(pool.stops(number) for number in range(3))
