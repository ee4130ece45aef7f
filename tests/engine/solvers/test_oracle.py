"""Growing models when the solver gives up on everything that is not asked in earnest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hintwise.engine import Explainer
from hintwise.engine.implied import find_implied
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.limits import Clock, Limits
from hintwise.puzzles import sudoku

LINE = "123.........4..1"
"""A 4x4 Sudoku with one solution."""


def be_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, every question that we can do without counts as too hard."""
    solve = Oracle.solve

    def solve_if_hard(
        self: Oracle, assumptions: list[int], *, hard: bool = True, **more: Any
    ) -> bool:
        if not hard:
            raise Undecided
        return solve(self, assumptions, hard=True, **more)

    monkeypatch.setattr(Oracle, "solve", solve_if_hard)


def test_a_model_is_grown_even_where_none_close_to_the_solution_is_easily_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    implied = find_implied(sudoku(LINE), Clock(Limits()))
    be_impatient(monkeypatch)
    everything = len(implied.facts) + len(implied.problem.constraints)
    target, base = 1, [0, everything - 1]
    mask = implied.oracle.grow(target, base, range(everything))
    assert mask is not None
    assert mask[target]
    assert not mask[base].any()


def test_whether_a_set_implies_the_target_is_decided_in_earnest_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    implied = find_implied(sudoku(LINE), Clock(Limits()))
    be_impatient(monkeypatch)
    others = [e for e in range(len(implied.facts) + len(implied.problem.constraints)) if e != 1]
    assert implied.oracle.grow(1, others, others) is None
    with pytest.raises(Undecided):
        implied.oracle.grow(1, others, others, hard=False)


def test_questions_that_are_given_up_change_no_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [step.cost for step in Explainer(sudoku(LINE), verify=False).smallest_sequence()]
    be_impatient(monkeypatch)
    hurried = [step.cost for step in Explainer(sudoku(LINE), verify=False).smallest_sequence()]
    assert hurried == sizes


def test_constraints_are_told_from_facts() -> None:
    implied = find_implied(sudoku(LINE), Clock(Limits()))
    elements = np.array([0, len(implied.facts) - 1, len(implied.facts)])
    assert implied.oracle.constraints_among(elements).tolist() == [False, False, True]
