"""The results of runs, in one SQLite file: what is finished stays finished.

Each run is added in one transaction, so a process that is killed leaves whole runs only. Rollback
journals rather than a write-ahead log: they work on network drives too, and the results stay in one
file, which can be copied.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hintwise.closable import Closable
from hintwise.errors import InvalidValue
from hintwise.evaluate import OptimalSequence
from hintwise.experiments.sweep.query_times import QueryTimes
from hintwise.experiments.sweep.simulation import Evaluation
from hintwise.experiments.sweep.task import Cell, QueryRecord, RunResult, RunTask, SequenceTask
from hintwise.problem import Step

APPLICATION = 0x48494E54
"""Marks the file as ours, in the header of every SQLite file: `HINT`."""

FORMAT = 2
"""Of the tables."""

IN_MEMORY = Path(":memory:")
"""In the place of a file: results that nobody needs later."""

_PATIENCE_S = 60
"""How long a writer waits for someone who reads the file just now."""

_TABLES = """
create table if not exists runs (
    key text primary key,
    task text not null,  -- JSON: all that the result depends on
    outcome text not null check (outcome in ('done', 'failed')),
    message text,        -- why it failed
    seconds real,
    peak_memory_mb real,
    finished_at text not null
);
create table if not exists evaluations (
    run text not null references runs on delete cascade,
    queries integer not null,
    regret real not null,
    proven integer not null,
    weights text not null,  -- JSON
    primary key (run, queries)
);
create table if not exists queries (
    run text not null references runs on delete cascade,
    number integer not null,
    a text not null,  -- JSON: features of the first step
    b text not null,
    answer text not null,
    fallback text not null,
    proven integer not null,
    seconds real not null,
    primary key (run, number)
);
create table if not exists taken_up (
    run text primary key references runs on delete cascade,
    queries text not null  -- JSON: what they took
);
create table if not exists sequences (
    key text primary key,
    task text not null,
    steps text not null  -- JSON
);
create table if not exists cells (
    plan text not null,
    problem text not null,
    method text not null,
    user text not null,
    number integer not null,  -- of the run, for this problem, method and user
    run text not null,        -- its key; it may not be there yet
    primary key (plan, problem, method, user, number)
);
"""


class Results(Closable):
    """A file of results, made if it is not there; closed after use, by `close` or a `with` block.

    Anyone may read it at any time; only one process may write (see `sole_writer`).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._check_place()
        with self._named_errors("opened"):
            self._database = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
        try:
            with self._named_errors("opened"):
                self._check_or_make_tables()
        except InvalidValue:
            self._database.close()
            raise

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def sole_writer(self) -> Iterator[None]:
        """Refuse if another process is inside such a block for the same file.

        The system forgets the lock when its process ends, however it does.
        """
        if self.path == IN_MEMORY:  # which no other process can reach
            yield
            return
        beside = self.path.with_name(f"{self.path.name}-lock")
        # SQLite's own lock on an empty file: it works on every system.
        with self._named_errors("locked"):
            lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
        with closing(lock):
            with self._named_errors("locked"):
                try:
                    # Without a journal, which would stay behind if the process is killed.
                    lock.execute("pragma journal_mode = off")
                    lock.execute("begin exclusive")
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                        raise
                    raise InvalidValue(
                        f"another sweep is writing to {self.path}; "
                        "wait for it, or name another file"
                    ) from None
            yield

    def add_sequence(self, task: SequenceTask, sequence: OptimalSequence) -> None:
        steps = [step.as_json() for step in sequence.steps]
        with self._transaction():
            self._database.execute(
                "insert or replace into sequences values (?, ?, ?)",
                (task.key, _text(task.as_json()), _text(steps)),
            )

    def sequence(self, task: SequenceTask) -> OptimalSequence | None:
        """What the task has found, if it has been done."""
        row = self._row("select steps from sequences where key = ?", task.key)
        if row is None:
            return None
        steps = [Step.from_json(record, task.judged_on) for record in json.loads(row[0])]
        return OptimalSequence.along(steps, task.judged_on, task.true_weights)

    def add_run(self, task: RunTask, result: RunResult) -> None:
        key = task.key
        queries = [
            (key, number, _text(q.a), _text(q.b), q.answer, q.fallback, q.proven, q.seconds)
            for number, q in enumerate(result.queries, 1)
        ]
        with self._transaction():
            self._add_outcome(task, "done", (None, result.seconds, result.peak_memory_mb))
            self._add_evaluations(key, result.evaluations)
            self._database.executemany(
                "insert into queries values (?, ?, ?, ?, ?, ?, ?, ?)", queries
            )

    def take_up(self, task: RunTask, result: RunResult) -> None:
        """Add a run that was computed elsewhere, and of whose queries only the times are known."""
        with self._transaction():
            self._add_outcome(task, "done", (None, result.seconds, result.peak_memory_mb))
            self._add_evaluations(task.key, result.evaluations)
            self._database.execute(
                "insert into taken_up values (?, ?)", (task.key, _text(result.times.as_json()))
            )

    def add_failure(self, task: RunTask, message: str) -> None:
        with self._transaction():
            self._add_outcome(task, "failed", (message, None, None))

    def is_done(self, key: str) -> bool:
        return self._row("select 1 from runs where key = ? and outcome = 'done'", key) is not None

    def run(self, key: str) -> RunResult | None:
        """The result of a run, if it has been done."""
        row = self._row(
            "select seconds, peak_memory_mb from runs where key = ? and outcome = 'done'", key
        )
        if row is None:
            return None
        evaluations = self._rows(
            "select queries, regret, proven, weights from evaluations where run = ? "
            "order by queries",
            key,
        )
        queries = self._rows(
            "select a, b, answer, fallback, proven, seconds from queries where run = ? "
            "order by number",
            key,
        )
        taken_up = self._row("select queries from taken_up where run = ?", key)
        return RunResult(
            tuple(
                QueryRecord(json.loads(a), json.loads(b), answer, fallback, bool(proven), seconds)
                for a, b, answer, fallback, proven, seconds in queries
            ),
            tuple(
                Evaluation(number, regret, bool(proven), json.loads(weights))
                for number, regret, proven, weights in evaluations
            ),
            seconds=row[0],
            peak_memory_mb=row[1],
            summary=None if taken_up is None else QueryTimes.from_json(json.loads(taken_up[0])),
        )

    def seconds(self, key: str) -> float | None:
        """How long a run took, if it has been done."""
        row = self._row("select seconds from runs where key = ? and outcome = 'done'", key)
        return None if row is None else float(row[0])

    def failure(self, key: str) -> str | None:
        """Why a run failed when it was last tried, if it did."""
        row = self._row("select message from runs where key = ? and outcome = 'failed'", key)
        return None if row is None else str(row[0])

    def list_cells(self, plan: str, cells: Iterable[Cell]) -> None:
        """Note which runs fill the tables of a plan, in the place of what was noted before."""
        rows = [(plan, c.problem, c.method, c.user, c.run, c.task.key) for c in cells]
        with self._transaction():
            self._database.execute("delete from cells where plan = ?", (plan,))
            self._database.executemany("insert into cells values (?, ?, ?, ?, ?, ?)", rows)

    def _add_outcome(self, task: RunTask, outcome: str, columns: tuple[Any, ...]) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._database.execute("delete from runs where key = ?", (task.key,))
        self._database.execute(
            "insert into runs values (?, ?, ?, ?, ?, ?, ?)",
            (task.key, _text(task.as_json()), outcome, *columns, now),
        )

    def _add_evaluations(self, key: str, evaluations: Iterable[Evaluation]) -> None:
        self._database.executemany(
            "insert into evaluations values (?, ?, ?, ?, ?)",
            [(key, e.queries, e.regret, e.proven, _text(e.weights)) for e in evaluations],
        )

    def _row(self, query: str, key: str) -> tuple[Any, ...] | None:
        return next(iter(self._rows(query, key)), None)

    def _rows(self, query: str, key: str) -> list[tuple[Any, ...]]:
        with self._named_errors("read"):
            return self._database.execute(query, (key,)).fetchall()

    def _check_place(self) -> None:
        """Say what SQLite would only call a file that it is unable to open."""
        if self.path.is_dir():
            why = "it is a folder; name a file in it"
        elif not self.path.parent.is_dir():
            why = f"there is no folder {self.path.parent}; make it, or name another file"
        else:
            return
        raise InvalidValue(f"{self.path} cannot be opened as a results file: {why}")

    def _check_or_make_tables(self) -> None:
        self._database.execute("pragma foreign_keys = on")
        (application,) = self._database.execute("pragma application_id").fetchone()
        (version,) = self._database.execute("pragma user_version").fetchone()
        (tables,) = self._database.execute("select count(*) from sqlite_master").fetchone()
        if (application, tables) == (0, 0):
            self._database.executescript(
                f"begin immediate; pragma application_id = {APPLICATION}; "
                f"pragma user_version = {FORMAT}; {_TABLES} commit;"
            )
        elif application != APPLICATION:
            raise InvalidValue(f"{self.path} is a database, but not one of results; name another")
        elif version != FORMAT:
            raise InvalidValue(
                f"{self.path} holds results in format {version}, of another version of hintwise "
                f"(this one reads {FORMAT}); name another file"
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._named_errors("written"):
            self._database.execute("begin immediate")
            try:
                yield
                self._database.execute("commit")
            except BaseException:
                if self._database.in_transaction:  # a full disk, for one, has ended it already
                    self._database.execute("rollback")
                raise

    @contextmanager
    def _named_errors(self, verb: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise InvalidValue(f"{self.path} cannot be {verb} as a results file: {error}") from None


def _text(document: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(document, ensure_ascii=False)
