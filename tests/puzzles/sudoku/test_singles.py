"""Singles, proposed to the engine."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.problem import Fact, Problem, Proposal
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES


def proposed(problem: Problem, known: frozenset[Fact]) -> list[Proposal]:
    assert problem.proposals is not None
    return list(problem.proposals(known))


@pytest.mark.parametrize("name", ["tiny-1", "small-1", "easy-1"])
def test_what_is_proposed_follows_from_what_is_known(name: str) -> None:
    problem = sudoku(PUZZLES[name])
    explainer, verifier = Explainer(problem, verify=False), Verifier(problem)
    targets, rng = sorted(explainer.start.targets), np.random.default_rng(1)
    for count in (0, len(targets) // 2, len(targets) - 1):
        known = explainer.state([targets[i] for i in rng.permutation(len(targets))[:count]]).facts
        proposals = proposed(problem, known)
        assert proposals
        for derived, facts, constraints in proposals[:10]:
            assert known.issuperset(facts)
            assert derived not in known
            assert verifier.implies(facts, constraints, derived)


def test_the_last_cell_of_a_unit_takes_the_others_and_the_unit() -> None:
    problem = sudoku("123.............")
    derived, facts, constraints = proposed(problem, frozenset(problem.givens))[0]
    assert (str(derived), sorted(map(str, facts))) == ("r1c4=4", ["r1c1=1", "r1c2=2", "r1c3=3"])
    assert constraints == ("row 1",)


def test_an_empty_grid_has_no_single() -> None:
    assert proposed(sudoku("." * 81), frozenset()) == []
