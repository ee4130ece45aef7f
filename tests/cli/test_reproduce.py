"""`hintwise reproduce`, at its smallest scale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hintwise.cli import main


@pytest.mark.slow
def test_it_runs_what_is_missing_and_writes_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["reproduce", "--scale", "smoke", "--out", str(tmp_path / "out"), "--json"]
    for only, runs in ((["headline"], 4), (["headline", "weighting"], 8)):  # they share four
        capsys.readouterr()
        assert main([*arguments, *(f"--only={name}" for name in only)]) == 0
        captured = capsys.readouterr()
        document = json.loads(captured.out)
        assert document["plans"] == only
        assert document["done"] == document["runs"] == runs
        assert document["failed"] == 0
        assert str(tmp_path / "out" / "report.html") in document["files"]
    page = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "MACHOP" in page
    (tmp_path / "out" / "results.sqlite").unlink()
    assert main([*arguments, "--only=headline", "--only=weighting"]) == 0
    captured = capsys.readouterr()
    assert "8 runs taken up from" in captured.err
    assert json.loads(captured.out)["done"] == 8


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--only", "everything"], 2, "'everything' is not one of 'headline'"),
        (["--only", "pyproject.toml"], 2, "'pyproject.toml' is not one of"),  # though a file
        (["--scale", "huge"], 1, "unknown scale 'huge'"),
        (["--scheduler", "there"], 1, "'there' is not the address"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    out = tmp_path / "out"
    assert main(["reproduce", "--scale", "smoke", "--out", str(out), *arguments]) == code
    assert said in capsys.readouterr().err
    assert not out.exists()
