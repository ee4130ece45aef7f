"""Look-ahead: the same queries as without, and nothing left behind.

Processes take a second or two to start, so only a few tests have some; the others look at what is
handed to a pool that does nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import connection
from typing import Any

import pytest

from hintwise.elicit import look_ahead
from hintwise.elicit.look_ahead import MOST_JOBS, LookAhead, QueryWorkers
from hintwise.elicit.progress import Inquiry, Progress
from hintwise.elicit.query import Answer
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, settings_for
from hintwise.errors import InvalidValue, OutOfTime
from hintwise.processes import context as spawning
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
        self._broken = False
        self._processes: dict[int, Any] = {}

    def submit(self, function: Callable[[Any], Any], job: Any) -> Future[Any]:
        self.submitted.append((Future(), function, job))
        return self.submitted[-1][0]

    def run(self, number: int) -> None:
        future, function, job = self.submitted[number]
        job = pickle.loads(pickle.dumps(job))
        future.set_running_or_notify_cancel()
        try:
            future.set_result(function(job))
        except OutOfTime as error:
            future.set_exception(error)

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
    workers = QueryWorkers(2)
    pool: Any = workers._pool
    pool.start()  # in this process, where workers do as they would in theirs
    return inquiry, LookAhead(inquiry, workers), pool


def futures_of(inquiry: Inquiry) -> list[Progress]:
    start = inquiry.start()
    query = inquiry.query(start)
    return [start.after(query, answer) for answer in Answer]


def test_a_session_with_workers_asks_the_same_queries_and_ignores_interrupts() -> None:
    told = [Answer.B, Answer.NONE, Answer.A, Answer.A, Answer.B, Answer.A]
    expected = asked(PROBLEMS, SETTINGS, told)
    cancel = threading.Event()
    with QueryWorkers(2) as shared, Session.of(PROBLEMS, SETTINGS, workers=shared) as session:
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
    with QueryWorkers(1) as shared, Session.of(PROBLEMS, SETTINGS, workers=shared) as session:
        queries = [session.ask()]
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGKILL)
        for answer in told:
            session.tell(answer)
            queries.append(session.ask())
    assert queries == asked(PROBLEMS, SETTINGS, told)
    assert multiprocessing.active_children() == []


def test_when_a_worker_dies_while_another_is_started_queries_are_computed_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start_one: Any = ProcessPoolExecutor._spawn_process  # type: ignore[attr-defined]

    def start_after_a_death(pool: Any) -> None:
        for process in pool._processes.values():
            os.kill(process.pid, signal.SIGKILL)
            connection.wait([process.sentinel])
            time.sleep(0.2)  # for whoever watches it to notice
        start_one(pool)

    monkeypatch.setattr(ProcessPoolExecutor, "_spawn_process", start_after_a_death)
    told = [Answer.A, Answer.B]
    with QueryWorkers(2) as shared, Session.of(PROBLEMS, SETTINGS, workers=shared) as session:
        queries = [session.ask()]
        for answer in told:
            session.tell(answer)
            queries.append(session.ask())
    assert queries == asked(PROBLEMS, SETTINGS, told)
    assert multiprocessing.active_children() == []
    assert len(shared._places) == MOST_JOBS


def test_when_a_worker_dies_as_a_job_is_handed_over_nobody_waits_for_lost_jobs(
    idle: tuple[Inquiry, LookAhead, IdlePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures[:1])
    submit = pool.submit

    def submit_too_late(function: Callable[[Any], Any], job: Any) -> Future[Any]:
        pool._broken = True
        return submit(function, job)

    monkeypatch.setattr(pool, "submit", submit_too_late)
    other = LookAhead(inquiry, ahead._workers)
    other.prepare(futures[1:])
    assert ahead.query(futures[0]) == inquiry.query(futures[0])
    assert other.query(futures[1]) == inquiry.query(futures[1])


def test_closing_ends_a_process_that_the_pool_has_left_behind(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    _, ahead, pool = idle
    process = spawning.Process(target=time.sleep, args=(60,))
    process.start()
    pool._processes[process.pid or 0] = process
    ahead._workers.close()
    assert process.exitcode == -signal.SIGTERM


def test_no_job_is_handed_over_while_the_workers_are_closed(
    idle: tuple[Inquiry, LookAhead, IdlePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    inquiry, ahead, pool = idle
    late = threading.Thread(target=ahead.prepare, args=(futures_of(inquiry),))

    def shutdown(cancel_futures: bool) -> None:
        late.start()
        late.join(0.2)
        assert pool.submitted == []

    monkeypatch.setattr(pool, "shutdown", shutdown)
    ahead._workers.close()
    late.join()


@pytest.mark.parametrize("workers", [-1, 0])
def test_look_ahead_needs_a_worker(workers: int) -> None:
    with pytest.raises(InvalidValue, match=f"{workers} worker processes; .* one process or more"):
        QueryWorkers(workers)


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
    assert [pool.stops(number) for number in range(3)] == [True, False, True]


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


def test_dropping_stops_every_job(idle: tuple[Inquiry, LookAhead, IdlePool]) -> None:
    inquiry, ahead, pool = idle
    ahead.prepare(futures_of(inquiry))
    ahead.drop()
    assert all(pool.stops(number) for number in range(3))


def test_closing_the_workers_stops_every_job_and_queries_are_computed_here(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    ahead._workers.close()
    assert pool.is_shut_down
    assert all(pool.stops(number) for number in range(3))
    pool.run(0)
    assert ahead.query(futures[0]) == inquiry.query(futures[0])


def test_what_was_cut_short_when_the_workers_closed_is_not_taken(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    ahead.prepare(futures)
    future, function, job = pool.submitted[0]
    future.set_running_or_notify_cancel()
    found = function(job)
    ahead._workers.close()
    future.set_result(replace(found, facts=frozenset()))  # as a worker that was stopped may
    assert ahead.query(futures[0]) == inquiry.query(futures[0])


def test_sessions_that_share_workers_leave_each_others_jobs_alone(
    idle: tuple[Inquiry, LookAhead, IdlePool],
) -> None:
    inquiry, ahead, pool = idle
    other_inquiry = Inquiry(PROBLEMS[1:], settings_for("bayes", seed=5))
    other = LookAhead(other_inquiry, ahead._workers)
    futures, others = futures_of(inquiry), futures_of(other_inquiry)
    ahead.prepare(futures)
    other.prepare(others)
    pool.run(1)
    assert ahead.query(futures[1]) == inquiry.query(futures[1])
    ahead.drop()
    assert not any(pool.stops(number) for number in (3, 4, 5))
    pool.run(5)
    assert other.query(others[2]) == other_inquiry.query(others[2])


def test_a_place_is_given_again_only_once_its_job_has_ended(
    idle: tuple[Inquiry, LookAhead, IdlePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    inquiry, ahead, pool = idle
    futures = futures_of(inquiry)
    del ahead._workers._places[2:]  # as if there were room for two jobs
    ahead.prepare(futures)
    assert len(pool.submitted) == 2
    ahead.drop()
    pool.run(1)  # finds itself unwanted
    ahead.prepare(futures[1:])
    assert len(pool.submitted) == 3, "the one that has not ended still has its place"
    assert pool.stops(0)
    assert not pool.stops(2)
    assert ahead.query(futures[2]) == inquiry.query(futures[2])  # there was no room, so it is here


def test_two_sessions_share_one_set_of_workers() -> None:
    told = [Answer.B, Answer.A, Answer.NONE]
    chosen = [SETTINGS, settings_for("bayes", seed=5)]
    expected = [asked(PROBLEMS, settings, told) for settings in chosen]
    with QueryWorkers(2) as workers:
        sessions = [Session.of(PROBLEMS, settings, workers=workers) for settings in chosen]
        found = [[session.ask()] for session in sessions]
        for answer in told:
            for session, queries in zip(sessions, found, strict=True):
                session.tell(answer)
                queries.append(session.ask())
        sessions[0].close()
        assert sessions[1].ask() == expected[1][-1]
    assert found == expected
    assert multiprocessing.active_children() == []
