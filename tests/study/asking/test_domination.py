"""Pairs of which one step is clearly worse."""

from __future__ import annotations

import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.guide.lessons import problem_of
from hintwise.guide.reading import read_puzzle
from hintwise.problem import Step
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.asking import domination
from hintwise.study.asking.domination import dominated_pair, is_clearly_better
from tests.study.asking.made import FOUR, PLAN, walked

NODES = 24


def expect_domination(better: Step, worse: Step) -> None:
    """By the definition, feature by feature."""
    assert better.features.keys() == worse.features.keys()
    differences = [worse.features[name] - better.features[name] for name in better.features]
    assert min(differences) >= 0
    assert sum(difference > 0 for difference in differences) >= 3
    assert len(worse) >= len(better) + 4


def test_in_every_state_of_a_small_puzzle_there_is_a_pair() -> None:
    problem = problem_of(Puzzle("sudoku", FOUR))
    verifier = Verifier(problem)
    order = [step.derived for step in Explainer(problem).smallest_sequence()]
    for known in range(len(order)):
        state, better, worse = dominated_pair(problem, order[:known], known, NODES)
        expect_domination(better, worse)
        for step in (better, worse):
            assert verifier.check(step, state).valid


@pytest.mark.parametrize("name", ["kites"])
def test_in_a_grid_the_better_step_is_the_smaller_one(name: str) -> None:
    problem = problem_of(read_puzzle(name))
    state, better, worse = dominated_pair(problem, (), 5, NODES)
    expect_domination(better, worse)
    assert Verifier(problem).check(worse, state).valid


def test_the_pair_is_the_same_again_and_another_for_another_seed() -> None:
    problem = problem_of(Puzzle("sudoku", FOUR))
    pairs = [dominated_pair(problem, (), seed, NODES)[1:] for seed in (1, 1, 2, 3, 4)]
    assert pairs[0] == pairs[1]
    assert any(pair != pairs[0] for pair in pairs)


def test_what_was_added_to_a_step_does_not_stand_out() -> None:
    problem = problem_of(Puzzle("sudoku", FOUR))
    for seed in range(5):
        _, _, worse = dominated_pair(problem, (), seed, NODES)
        assert list(worse.facts) == sorted(worse.facts)
        rules = [rule.name for rule in problem.constraints]
        assert [*map(rules.index, worse.constraints)] == sorted(map(rules.index, worse.constraints))


def test_a_trade_off_and_a_small_difference_are_not_clear() -> None:
    problem = problem_of(Puzzle("sudoku", FOUR))
    _, better, worse = dominated_pair(problem, (), 1, NODES)
    assert is_clearly_better(better, worse)
    assert not is_clearly_better(worse, better)
    assert not is_clearly_better(better, better)


def test_where_nothing_can_be_clearly_worse_the_check_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(domination, "LEAST_ELEMENTS", 1000)
    problem = problem_of(Puzzle("sudoku", FOUR))
    _, better, worse = dominated_pair(problem, (), 1, NODES)
    assert worse == better

    events, states = walked(PLAN)
    left_out = [event["body"] for event in events if ":dominated:" in event["id"]]
    assert [body.get("answer") for body in left_out] == [None, "same"] * 2
    assert states[-1]["stage"] == "end"
