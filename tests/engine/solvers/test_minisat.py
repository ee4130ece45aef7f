"""The SAT solver itself."""

from __future__ import annotations

import pytest

from hintwise.engine import Explainer, Limits
from hintwise.engine.solvers import minisat
from hintwise.engine.solvers.minisat import Minisat
from hintwise.limits import Clock
from hintwise.puzzles import sudoku

ENDLESS = Clock(Limits())
LINE = "123.........4..1"

# Three pigeons in two holes, unless literal 7 is false: that takes conflicts to see.
PIGEONS = [[1, 2], [3, 4], [5, 6]] + [
    [-7, -a, -b] for hole in ((1, 3, 5), (2, 4, 6)) for a in hole for b in hole if a < b
]


def forget_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minisat, "_LEARNED", 0)
    monkeypatch.setattr(minisat, "_CLAUSES_PER_LEARNED", 10**9)


def test_a_solver_made_anew_holds_nothing_and_keeps_its_preferences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget_soon(monkeypatch)
    solver = Minisat()
    solver.load(PIGEONS, len(PIGEONS), ENDLESS)
    solver.prefer([1, -2, 3, -4, 5, -6, -7])
    assert solver.solve(0, 0, [7]) is False
    solver.renew(ENDLESS)
    assert solver.loaded == 0
    solver.load(PIGEONS, len(PIGEONS), ENDLESS)
    assert solver.solve(0, 0, [7]) is False
    assert solver.solve(0, 0, []) is True
    assert solver.model() == [1, -2, 3, -4, 5, -6, -7]


def test_a_solver_that_holds_clauses_of_its_own_is_not_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget_soon(monkeypatch)
    solver = Minisat()
    solver.load(PIGEONS, len(PIGEONS), ENDLESS)
    solver.add_clause([7])
    assert solver.solve(0, 0, []) is False
    solver.renew(ENDLESS)
    assert solver.loaded == len(PIGEONS)


def test_a_solver_is_not_made_anew_when_time_is_nearly_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget_soon(monkeypatch)
    solver = Minisat()
    solver.load(PIGEONS, len(PIGEONS), ENDLESS)
    assert solver.solve(0, 0, [7]) is False
    solver.renew(Clock(Limits(deadline_s=1e-9)))
    assert solver.loaded == len(PIGEONS)


def test_steps_do_not_depend_on_when_a_solver_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = list(Explainer(sudoku(LINE), verify=False).sequence())
    forget_soon(monkeypatch)
    renewed = list(Explainer(sudoku(LINE), verify=False).sequence())
    assert [(s.derived, s.facts, s.constraints) for s in renewed] == [
        (s.derived, s.facts, s.constraints) for s in usual
    ]
