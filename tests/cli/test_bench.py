"""`hintwise bench`, called as a user calls it, on a tiny puzzle."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hintwise.bench import requirements
from hintwise.bench.cases import Material, own_puzzle
from hintwise.bench.run import BenchResults
from hintwise.cli import main
from hintwise.cli.commands import bench as bench_module
from hintwise.experiments import reference
from hintwise.puzzles import sudoku

Bench = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Bench:
    """Runs `hintwise bench` in this process; gives exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["bench", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sections run on one 4x4 Sudoku."""
    puzzle = own_puzzle("tiny", sudoku("1.....3..4.....2"), np.random.default_rng(0))
    start = puzzle.start(puzzle.all_ones)
    material = Material("tiny puzzles", {"Sudoku 4x4": (puzzle,)}, (start,), start)
    monkeypatch.setattr(bench_module, "find_material", lambda rng: material)


FAST = ("--only", "steps", "--only", "sequence", "--only", "compare", "--states", "2")


@pytest.mark.usefixtures("tiny")
def test_tables_go_to_stdout_and_progress_to_stderr(bench: Bench) -> None:
    code, out, err = bench(*FAST)
    assert code == 0
    assert "against others" in out
    assert "Along a sequence" in out
    assert "Load average" in out
    assert "Sudoku 4x4 …" in err
    assert "…" not in out


@pytest.mark.usefixtures("tiny")
def test_json_is_one_document_on_stdout(bench: Bench) -> None:
    code, out, _ = bench(*FAST, "--json", "--seed", "3", "--full")
    document = json.loads(out)
    assert code == 0
    assert {"steps", "sequence", "compare"} <= set(document)
    assert "growth" not in document
    assert document["settings"]["seed"] == 3
    (comparison,) = document["compare"]
    assert comparison["tools"]["tried"] == comparison["targets"]
    assert not comparison["tools"]["estimated"]


@pytest.mark.usefixtures("tiny")
def test_out_writes_tables_document_and_figures(bench: Bench, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "new" / "folder"
    code, _, err = bench(*FAST, "--out", str(folder))
    assert code == 0
    assert str(folder) in err
    names = {path.name for path in folder.iterdir()}
    figures = {f"benchmarks-{s}.{f}" for s in ("sequence", "compare") for f in ("png", "svg")}
    assert names == {"benchmarks.json", "benchmarks.md", *figures}
    assert "| median |" in (folder / "benchmarks.md").read_text(encoding="utf-8")
    json.loads((folder / "benchmarks.json").read_text(encoding="utf-8"))


@pytest.mark.usefixtures("tiny")
def test_ctrl_c_keeps_what_was_measured(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_run = bench_module.run

    def interrupted(*arguments: Any) -> Iterator[str | BenchResults]:
        for event in whole_run(*arguments):
            yield event
            if isinstance(event, BenchResults):
                raise KeyboardInterrupt

    monkeypatch.setattr(bench_module, "run", interrupted)
    code, out, _ = bench(*FAST, "--json")
    assert code == 130
    assert "steps" in json.loads(out)
    assert "compare" not in json.loads(out)


def test_figures_without_matplotlib_name_the_extra(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, out, err = bench("--only", "steps", "--out", str(tmp_path / "new"))
    assert code == 2
    assert out == ""
    assert "pip install 'hintwise[bench]'" in err
    assert not (tmp_path / "new").exists()


def test_a_comparison_without_its_solver_names_the_extra(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing:
        @staticmethod
        def supported() -> bool:
            return False

    monkeypatch.setattr(requirements.cp.SolverLookup, "lookup", lambda name: Missing)
    code, _, err = bench()
    assert code == 2
    assert "pip install 'hintwise[bench]'" in err
    assert "--only steps" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--only", "everything"),
        ("--states", "0"),
        ("--deadline", "0"),
        ("--seed", "-1"),
        ("--model", "zebras"),
    ],
)
def test_wrong_usage_exits_with_2(bench: Bench, arguments: tuple[str, ...]) -> None:
    code, out, err = bench(*arguments)
    assert code == 2
    assert out == ""
    assert err


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_measured(bench: Bench) -> None:
    code, out, err = bench("--only", "steps", "--out", "/dev/null/x")
    assert (code, out) == (1, "")
    assert "--out: /dev/null/x cannot be made" in err


def test_it_runs_without_the_reference_folder(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(reference.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    code, out, _ = bench("--only", "steps", "--states", "1", "--deadline", "0.2", "--json")
    assert code == 0
    document = json.loads(out)
    assert document["puzzles"].startswith("bundled")
    assert len(document["steps"]["families"]) == 2
