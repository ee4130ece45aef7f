"""Patterns on boards of pencil marks, proposed to the engine."""

from __future__ import annotations

import pickle

import pytest

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.problem import Fact, Problem, Proposal
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks

SMALL = with_pencil_marks(sudoku("." * 16))


def proposed(problem: Problem, known: frozenset[Fact]) -> list[Proposal]:
    assert problem.proposals is not None
    return list(problem.proposals(known))


def after_easy_steps(name: str) -> tuple[Problem, frozenset[Fact]]:
    """A board on which nothing that is proposed places a value or takes one or two rules only."""
    problem = with_pencil_marks(sudoku(PUZZLES[name]))
    known = problem.with_consequences(problem.givens)
    while easy := {p.derived for p in proposed(problem, known) if len(p.constraints) < 3}:
        known = problem.with_consequences(known | easy)
    return problem, known


def marks(*texts: str) -> frozenset[Fact]:
    return frozenset(map(SMALL.parse_fact, texts))


@pytest.mark.parametrize("name", ["tiny-1", "small-6", "hard-8"])
def test_what_is_proposed_follows_from_what_is_known(name: str) -> None:
    problem = with_pencil_marks(sudoku(PUZZLES[name]))
    verifier, known = Verifier(problem), problem.with_consequences(problem.givens)
    for _ in range(2):
        proposals = proposed(problem, known)
        assert proposals
        for derived, facts, constraints in proposals[:20]:
            assert known.issuperset(facts)
            assert derived not in known
            assert verifier.implies(facts, constraints, derived)
        known = problem.with_consequences(known | {p.derived for p in proposals})


def test_a_hard_board_has_contradictions_that_follow() -> None:
    problem, known = after_easy_steps("expert-4")
    verifier, proposals = Verifier(problem), proposed(problem, known)
    assert proposals
    for derived, facts, constraints in proposals:
        assert not derived.settles
        assert known.issuperset(facts)
        assert verifier.implies(facts, constraints, derived)


def test_the_last_value_of_a_cell_needs_no_unit() -> None:
    known = marks("r1c1≠1", "r1c1≠2", "r1c1≠3")
    assert Proposal(Fact("r1c1", 4), tuple(sorted(known)), ()) in proposed(SMALL, known)


def test_a_pair_of_cells_leaves_its_values_to_no_other_cell() -> None:
    known = marks("r1c1≠1", "r1c1≠2", "r1c3≠1", "r1c3≠2")
    row = [p for p in proposed(SMALL, known) if p.constraints == ("row 1",)]
    crossed = {str(p.derived) for p in row if set(p.facts) == known}
    assert crossed == {"r1c2≠3", "r1c2≠4", "r1c4≠3", "r1c4≠4"}


def test_a_filled_cell_is_told_by_its_digit_or_by_what_it_is_not() -> None:
    known = SMALL.with_consequences(marks("r1c1=1", "r1c2≠4", "r1c3≠4"))
    told = {frozenset(map(str, p.facts)) for p in proposed(SMALL, known) if p.derived.settles}
    assert told == {
        frozenset({"r1c1≠4", "r1c2≠4", "r1c3≠4"}),
        frozenset({"r1c1=1", "r1c2≠4", "r1c3≠4"}),
    }


def test_nothing_is_proposed_on_an_empty_board() -> None:
    assert proposed(SMALL, frozenset()) == []


def test_proposals_and_neighbours_survive_being_sent_to_another_process() -> None:
    problem = with_pencil_marks(sudoku(PUZZLES["small-1"]))
    there = pickle.loads(pickle.dumps(problem))
    known = problem.with_consequences(problem.givens)
    assert proposed(there, known) == proposed(problem, known)
    solution = Explainer(problem, verify=False).solution
    assert problem.neighbours is not None
    assert list(there.neighbours(solution)) == list(problem.neighbours(solution))


def test_a_search_that_is_stopped_at_once_has_a_pattern_that_needs_all_its_elements() -> None:
    problem, known = after_easy_steps("expert-4")
    explainer, weights = Explainer(problem), Profile.expected(problem).weights
    state = explainer.state(known)
    step = explainer.optimal_step(state, weights, limits=Limits(nodes=1))
    assert not step.optimal
    assert Verifier(problem).check(step, minimal=True).minimal
