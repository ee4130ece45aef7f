"""The cheapest step against what somebody takes to be true."""

from __future__ import annotations

import itertools

import cpmpy as cp
import numpy as np
import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.errors import NothingToExplain
from hintwise.problem import Fact, Problem
from hintwise.puzzles import from_cpmpy, sudoku
from tests.engine.drawn import small_grid, small_model, small_sudoku

FOUR = "1.....3..4.....2"


def cheapest_by_brute_force(problem: Problem, wrong: Fact) -> int:
    """The fewest elements among givens and constraints that clash with a fact."""
    verifier = Verifier(problem)
    elements = [*problem.givens, *(c.name for c in problem.constraints)]
    for size in range(len(elements) + 1):
        for chosen in itertools.combinations(elements, size):
            facts = [e for e in chosen if isinstance(e, Fact)]
            names = [e for e in chosen if isinstance(e, str)]
            if verifier.implies(facts, names, wrong.negation):
                return size
    raise AssertionError(f"{wrong} is not wrong")


@pytest.mark.parametrize("draw", [small_sudoku, small_grid, small_model])
def test_wrong_facts_are_ruled_out_by_verified_steps(draw: object) -> None:
    rng = np.random.default_rng(3)
    assert callable(draw)
    explainer = Explainer(draw(rng))
    problem, verifier = explainer.problem, Verifier(explainer.problem)
    for target in sorted(explainer.start.targets)[:3]:
        if target.is_bound:
            continue
        step = explainer.why_not(target.negation)
        assert step is not None
        assert step.optimal
        assert step.derived == target
        assert verifier.check(step, explainer.start, minimal=True).valid
        assert explainer.why_not(target) is None
        assert problem.check(step.derived)


def test_a_refutation_is_as_cheap_as_brute_force_finds() -> None:
    problem = cp_problem()
    explainer = Explainer(problem)
    for text in ("x=3", "y=1", "z=1"):
        wrong = problem.parse_fact(text)
        step = explainer.why_not(wrong)
        assert step is not None
        assert len(step) == cheapest_by_brute_force(problem, wrong)


def cp_problem() -> Problem:
    x, y, z = (cp.intvar(1, 3, name=name) for name in "xyz")
    return from_cpmpy(cp.Model(x < y, y < z, cp.AllDifferent(x, y, z), x + z == 4))


def test_several_wrong_facts_are_ruled_out_by_the_cheapest_step_against_any() -> None:
    explainer = Explainer(sudoku(FOUR))
    both = explainer.why_not(["r1c3=4", "r1c2=4"])
    alone = [explainer.why_not(fact) for fact in ("r1c3=4", "r1c2=4")]
    assert both is not None
    assert both.cost == min(step.cost for step in alone if step is not None)


def test_facts_that_are_only_wrong_together_are_assumed_in_turn() -> None:
    explainer = Explainer(sudoku("1.....3..4......"))
    assert explainer.why_not("r4c4=2") is None
    assert explainer.why_not("r3c4=2") is None
    step = explainer.why_not(["r4c4=2", "r3c4=2"])
    assert step is not None
    assert (str(step.derived), [str(f) for f in step.facts]) == ("r3c4≠2", ["r4c4=2"])


def test_what_is_known_to_be_wrong_needs_no_step() -> None:
    explainer = Explainer(small_grid(np.random.default_rng(1)))
    known = min(explainer.start.targets)
    with pytest.raises(NothingToExplain, match="is known"):
        explainer.why_not(known.negation, explainer.start.learn([known]))


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    fresh, used = Explainer(sudoku(FOUR)), Explainer(sudoku(FOUR))
    list(used.sequence())
    used.why_not("r2c1=1")
    assert used.why_not("r4c1=4") == fresh.why_not("r4c1=4")
    assert fresh.optimal_step() == Explainer(sudoku(FOUR)).optimal_step()
