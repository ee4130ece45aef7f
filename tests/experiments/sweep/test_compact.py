"""Compact results: what is kept of a run, and that nobody computes it again."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from hintwise.errors import InvalidValue
from hintwise.experiments.sweep.compact import read_compact, take_up, write_compact
from hintwise.experiments.sweep.execution import carry_out
from hintwise.experiments.sweep.executors import Job, Outcome
from hintwise.experiments.sweep.query_times import QueryTimes, mean_and_std
from hintwise.experiments.sweep.results import IN_MEMORY, Results
from hintwise.experiments.sweep.task import Cell
from tests.experiments.report.made_runs import cell, result

CELLS = [
    cell("MACHOP", user, run, method="machop", normalisation=normalisation)
    for normalisation in ("local", "nadir")
    for user in ("10", "2")
    for run in (1, 2)
]


class Nobody:
    """Who must not be asked to compute anything."""

    def __enter__(self) -> Nobody:
        return self

    def __exit__(self, *error: object) -> None: ...

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        assert not list(jobs)
        return iter(())


def written(folder: Path, cells: Iterable[Cell], regret: float = 1 / 3) -> None:
    with Results(IN_MEMORY) as results:
        for number, one in enumerate(cells):
            results.add_run(one.task, result([2.0, regret + number], seconds=[0.1] * 9 + [2.0]))
        write_compact(cells, results, folder, "hintwise 0")


def test_a_file_for_each_method_has_its_runs_round_by_round(tmp_path: Path) -> None:
    written(tmp_path, CELLS)
    names = [file.name for file in sorted(tmp_path.iterdir())]
    assert [name.rpartition("-")[0] for name in names] == [
        "sudoku-machop-local-online",
        "sudoku-machop-nadir-online",
    ]
    for compact in read_compact(tmp_path):
        assert [(r.run, r.user) for r in compact.runs] == [(1, "2"), (1, "10"), (2, "2"), (2, "10")]


def test_what_is_there_is_taken_up_and_not_computed_again(tmp_path: Path) -> None:
    written(tmp_path, CELLS)
    with Results(IN_MEMORY) as results:
        assert take_up(CELLS, results, tmp_path) == len(CELLS)
        carry_out(CELLS, results, Nobody(), lambda progress: None)
        found = results.run(CELLS[1].task.key)
        assert found is not None
        assert [e.regret for e in found.evaluations] == [2.0, 1.33333]
        assert (found.times.count, found.times.mean_s, max(found.waits)) == (10, 0.29, 2.0)
        assert take_up(CELLS, results, tmp_path) == 0


def test_runs_of_several_machines_add_up(tmp_path: Path) -> None:
    written(tmp_path, CELLS[:2])
    written(tmp_path, CELLS[1:4], regret=9.0)
    (compact,) = read_compact(tmp_path)
    regrets = {(r.user, r.run): r.result.evaluations[-1].regret for r in compact.runs}
    # The second run of user 10 stays as it was.
    assert regrets == {("10", 1): 0.333333, ("10", 2): 1.33333, ("2", 1): 10.0, ("2", 2): 11.0}


def test_runs_of_another_version_are_left_alone_and_make_room(tmp_path: Path) -> None:
    written(tmp_path, CELLS[:2])
    (file,) = tmp_path.iterdir()
    old = json.loads(file.read_text())
    for run in old["runs"]:
        run["key"] = run["key"][::-1]
    file.write_text(json.dumps({**old, "results_version": 0}))
    with Results(IN_MEMORY) as results:
        assert take_up(CELLS, results, tmp_path) == 0
    written(tmp_path, CELLS[:1])
    (compact,) = read_compact(tmp_path)
    assert [run.run for run in compact.runs] == [1]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "sudoku.json").write_text('{"version": 1}')
    with pytest.raises(InvalidValue, match=r"sudoku\.json cannot be read as compact results"):
        read_compact(tmp_path)


def test_mean_and_deviation_of_runs_together_are_those_of_all_queries() -> None:
    runs = [[0.5, 1.5, 4.0], [2.0], [1.0, 3.0]]
    mean, std = mean_and_std(map(QueryTimes.of, runs))
    assert mean == pytest.approx(2.0)
    assert std == pytest.approx(math.sqrt((1.5**2 + 0.5**2 + 2**2 + 0 + 1 + 1) / 5), rel=1e-3)
    assert QueryTimes.of(runs[0], (0, 2, 3)).until_s == (0.0, 2.0, 6.0)
