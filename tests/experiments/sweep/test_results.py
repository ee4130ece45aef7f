"""The file of results."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hintwise.errors import InvalidValue
from hintwise.experiments.sweep.results import FORMAT, IN_MEMORY, Results
from hintwise.experiments.sweep.task import RunResult
from tests.experiments.sweep.sweeps import tiny_cells, tiny_task

TASK = tiny_task()
SEQUENCE = TASK.sequence.compute()
RESULT = TASK.compute(SEQUENCE)


def test_a_run_is_read_as_it_was_added(tmp_path: Path) -> None:
    with Results(tmp_path / "results.sqlite") as results:
        assert results.run(TASK.key) is None
        results.add_run(TASK, RESULT)
    with Results(tmp_path / "results.sqlite") as results:
        assert results.run(TASK.key) == RESULT
        assert results.is_done(TASK.key)
        assert results.seconds(TASK.key) == RESULT.seconds
        assert results.failure(TASK.key) is None


def test_an_infinite_regret_is_kept() -> None:
    (first, *others) = RESULT.evaluations
    infinite = replace(RESULT, evaluations=(replace(first, regret=math.inf), *others))
    with Results(IN_MEMORY) as results:
        results.add_run(TASK, infinite)
        assert results.run(TASK.key) == infinite


def test_a_sequence_is_read_as_it_was_found() -> None:
    with Results(IN_MEMORY) as results:
        assert results.sequence(TASK.sequence) is None
        results.add_sequence(TASK.sequence, SEQUENCE)
        assert results.sequence(TASK.sequence) == SEQUENCE


def test_a_run_that_works_at_last_is_no_failure_any_more() -> None:
    with Results(IN_MEMORY) as results:
        results.add_failure(TASK, "the first time")
        results.add_failure(TASK, "the second time")
        assert results.failure(TASK.key) == "the second time"
        assert not results.is_done(TASK.key)
        assert results.run(TASK.key) is None
        results.add_run(TASK, RESULT)
        assert results.failure(TASK.key) is None
        assert results.run(TASK.key) == RESULT


def test_a_run_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    broken: RunResult = replace(RESULT, queries=(*RESULT.queries, replace(RESULT.queries[0], a={})))
    bad = replace(broken.evaluations[0], regret=math.nan)  # SQLite has none, so this is refused
    with Results(tmp_path / "results.sqlite") as results:
        with pytest.raises(InvalidValue, match=r"results\.sqlite cannot be written"):
            results.add_run(TASK, replace(broken, evaluations=(*broken.evaluations, bad)))
        assert results.run(TASK.key) is None
        results.add_run(TASK, RESULT)
        assert results.run(TASK.key) == RESULT


def test_the_tables_answer_a_researchers_question(tmp_path: Path) -> None:
    cells = tiny_cells(users=1, runs=1, methods=("machop",))
    with Results(tmp_path / "results.sqlite") as results:
        results.list_cells("tiny", cells)
        results.list_cells("tiny", cells)  # once more changes nothing
        results.add_run(cells[0].task, RESULT)
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as database:
        rows = database.execute(
            "select method, queries, regret from cells join evaluations using (run) "
            "where plan = 'tiny' order by queries"
        ).fetchall()
    assert rows == [("machop", e.queries, e.regret) for e in RESULT.evaluations]


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        ("pragma user_version = 1; create table notes (text)", "not one of results"),
        ("pragma application_id = 7", "not one of results"),
    ],
)
def test_a_database_of_others_is_refused_and_left_alone(
    tmp_path: Path, contents: str, said: str
) -> None:
    file = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(contents)
    before = file.read_bytes()
    with pytest.raises(InvalidValue, match=rf"other\.sqlite .*{said}"):
        Results(file)
    assert file.read_bytes() == before


def test_another_format_is_refused_with_both_numbers(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    Results(file).close()
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"pragma user_version = {FORMAT + 1}")
    with pytest.raises(InvalidValue, match=rf"format {FORMAT + 1}.*reads {FORMAT}"):
        Results(file)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database at all", encoding="utf-8")
    with pytest.raises(InvalidValue, match=r"notes\.txt cannot be opened .*not a database"):
        Results(file)
    with pytest.raises(InvalidValue, match=r"cannot be opened .*: it is a folder; name a file"):
        Results(tmp_path)
    with pytest.raises(InvalidValue, match=r"cannot be opened .*: there is no folder .*no; make"):
        Results(tmp_path / "no" / "such.sqlite")


def test_an_empty_file_becomes_one_of_results(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    file.touch()
    with Results(file) as results:
        results.add_run(TASK, RESULT)
        assert results.is_done(TASK.key)


def test_a_second_writer_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    with Results(file) as one, Results(file) as other:
        with one.sole_writer():
            with (
                pytest.raises(InvalidValue, match=r"another sweep .*results\.sqlite"),
                other.sole_writer(),
            ):
                pass
            one.add_run(TASK, RESULT)
            assert other.run(TASK.key) == RESULT  # reading is always allowed
            # Nothing but the lock would stay behind if this process were killed now.
            assert {path.name for path in tmp_path.iterdir()} == {file.name, f"{file.name}-lock"}
        with other.sole_writer():
            pass


def test_a_lock_that_cannot_be_made_is_not_taken_for_another_sweep(tmp_path: Path) -> None:
    (tmp_path / "results.sqlite-lock").mkdir()
    with (
        Results(tmp_path / "results.sqlite") as results,
        pytest.raises(InvalidValue, match=r"results\.sqlite cannot be locked"),
        results.sole_writer(),
    ):
        pass


def test_results_in_memory_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Results(IN_MEMORY) as results, results.sole_writer():
        results.add_run(TASK, RESULT)
    assert list(tmp_path.iterdir()) == []
