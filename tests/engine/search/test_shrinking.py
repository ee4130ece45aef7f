"""Refuting sets without what they do not need."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from hintwise.engine import Explainer, Limits
from hintwise.engine.solvers.oracle import Oracle
from hintwise.problem import Step
from hintwise.puzzles import sudoku

PUZZLE = "12343412214.432."


def padded_step(explainer: Explainer) -> Step:
    """All facts and all constraints."""
    return replace(
        explainer.smallest_step(),
        facts=tuple(sorted(explainer.start.facts)),
        constraints=tuple(c.name for c in explainer.problem.constraints),
    )


def test_minimising_gives_the_same_with_and_without_what_is_known() -> None:
    explainer, other = (Explainer(sudoku(PUZZLE), verify=False) for _ in range(2))
    step = padded_step(explainer)
    list(other.sequence())
    assert explainer.minimise(step) == other.minimise(step)


def test_what_is_known_saves_questions() -> None:
    explainer = Explainer(sudoku(PUZZLE), verify=False)
    step = padded_step(explainer)
    before = explainer.effort.sat_calls
    minimal = explainer.minimise(step)
    assert explainer.effort.sat_calls - before < len(step)
    assert len(minimal) < len(step)


def test_minimising_obeys_a_limit_from_its_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    explainer = Explainer(sudoku(PUZZLE), verify=False)
    step = padded_step(explainer)
    called_off = threading.Event()
    called_off.set()

    def asked(oracle: Oracle) -> list[int]:
        raise AssertionError("no question may be answered")

    monkeypatch.setattr(Oracle, "core_elements", asked)
    assert len(explainer.minimise(step, limits=Limits(cancel=called_off))) == len(step)
