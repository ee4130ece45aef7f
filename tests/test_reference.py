from __future__ import annotations

from pathlib import Path

import pytest

from tests import reference


def test_a_test_skips_with_the_reason_where_the_reference_is_absent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HINTWISE_REFERENCE", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="set HINTWISE_REFERENCE"):
        reference.sudokus()


def test_on_ci_an_absent_reference_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HINTWISE_REFERENCE", str(tmp_path))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="set HINTWISE_REFERENCE"):
        reference.sudokus()


def test_the_reference_is_complete() -> None:
    assert len(reference.sudokus()) == 50
    assert len(reference.oracle_weights("sudoku")) == len(reference.oracle_weights("logic_grid"))
    assert [len(s["steps"]) for s in reference.sudoku_sequences()] == [56] * 5
    assert [len(s["steps"]) for s in reference.logic_grid_sequences()] == [147] * 10
    assert [record["puzzle"] for record in reference.smallest()] == [0, 1, 2, 30]
