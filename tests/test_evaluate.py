"""Relative regret: by hand, and what must hold for any weights."""

from __future__ import annotations

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings

from hintwise.engine import Explainer, Limits
from hintwise.errors import InvalidValue, InvalidWeights
from hintwise.evaluate import OptimalSequence, Regret, step_regret
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy, sudoku
from tests.elicit.made import drawn_problem, made_step, seeds
from tests.engine.drawn import draw_weights

some = settings(max_examples=20, deadline=None, derandomize=True)


def by_hand() -> Problem:
    """x = 2 by one short rule or two long ones; then y = 3 by one short rule, or from x."""
    x, y = cp.intvar(0, 4, shape=2, name=("x", "y"))
    rules = {"short": [x == 2, y == 3], "long": [x >= 2, x <= 2], "link": [y == x + 1]}
    return from_cpmpy(rules, variables=[x, y])


def ones(problem: Problem) -> dict[str, float]:
    return dict.fromkeys(feature_names(problem), 1.0)


def test_the_regret_of_a_step_is_its_extra_cost_as_a_share_of_the_least() -> None:
    weights = {"facts": 2.0, "rows": 0.5}
    best, other = made_step({"facts": 1, "rows": 2}), made_step({"facts": 2, "rows": 1})
    assert step_regret(other, best, weights) == pytest.approx(0.5)
    assert step_regret(best, best, weights) == 0.0


def test_a_fact_that_costs_nothing_leaves_nothing_to_regret() -> None:
    free, dear = made_step({"facts": 0}), made_step({"facts": 1})
    assert step_regret(free, free, {"facts": 2.0}) == 0.0
    assert step_regret(dear, free, {"facts": 2.0}) == float("inf")


def test_facts_that_hard_constraints_imply_can_be_evaluated() -> None:
    x, y = cp.intvar(0, 4, shape=2, name=("x", "y"))
    problem = from_cpmpy([y == x + 1], variables=[x, y], hard=[x == 2])
    assert OptimalSequence.of(problem, ones(problem)).regret(ones(problem)).mean == 0.0


def test_regret_by_hand() -> None:
    problem = by_hand()
    true = {**ones(problem), "adjacent_short": 10.0, "other_short": 10.0}
    sequence = OptimalSequence.of(problem, true)
    # x by two long rules: 2. Then y by the link, the fact x=2, and that it comes from the link: 3.
    assert [str(step.derived) for step in sequence.steps] == ["x=2", "y=3"]
    assert [step.cost for step in sequence.steps] == [2.0, 3.0]
    # All ones take a short rule each time, which costs 10.
    regret = sequence.regret(ones(problem))
    assert regret.values == pytest.approx((8 / 2, 7 / 3))
    assert regret.mean == pytest.approx((8 / 2 + 7 / 3) / 2)
    assert regret.proven


def test_the_states_are_those_along_the_optimal_sequence_not_along_the_learned_one() -> None:
    problem = by_hand()
    sequence = OptimalSequence.of(
        problem, {**ones(problem), "adjacent_short": 10.0, "other_short": 10.0}
    )
    first, second = sequence.states
    assert first == Explainer(problem).start
    assert first.targets == set(map(problem.parse_fact, ["x=2", "y=3"]))
    assert second.facts == {problem.parse_fact("x=2")}
    assert second.targets == {problem.parse_fact("y=3")}


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@some
@given(seed=seeds)
def test_regret_is_zero_for_the_true_weights_and_never_below(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = drawn_problem(kind, seed)
    true, learned = draw_weights(problem, rng), draw_weights(problem, rng)
    sequence = OptimalSequence.of(problem, true)
    assert len(sequence.steps) == len(Explainer(problem).start.targets)
    exact = sequence.regret(true)
    assert exact.proven
    assert exact.values == pytest.approx([0.0] * len(sequence.steps), abs=1e-6)
    # The scale of weights does not matter.
    scaled = sequence.regret({name: 7 * weight for name, weight in true.items()})
    assert scaled.values == pytest.approx([0.0] * len(sequence.steps), abs=1e-6)
    other = sequence.regret(learned)
    assert other.proven
    assert min(other.values) >= -1e-6


def test_evaluating_does_not_depend_on_what_was_evaluated_before() -> None:
    rng = np.random.default_rng(2)
    problem = sudoku("1.3..4.221..4..1")
    sequence = OptimalSequence.of(problem, draw_weights(problem, rng))
    learned = [draw_weights(problem, rng) for _ in range(3)]
    forwards = [sequence.regret(weights) for weights in learned]
    backwards = [sequence.regret(weights) for weights in reversed(learned)]
    assert forwards == backwards[::-1]


def test_what_is_not_proven_says_so() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    problem = sudoku(line)
    explainer = Explainer(problem)
    states = (explainer.start,)
    sequence = OptimalSequence(ones(problem), states, (explainer.optimal_step(),))
    assert sequence.regret(ones(problem)).proven
    assert not sequence.regret(ones(problem), limits=Limits(gap=100.0)).proven


def test_a_solved_puzzle_has_nothing_to_regret_and_says_so() -> None:
    problem = sudoku("1243341221344321")
    with pytest.raises(InvalidValue, match="nothing to regret"):
        OptimalSequence.of(problem, ones(problem)).regret(ones(problem))


def test_weights_for_other_features_are_refused() -> None:
    problem = by_hand()
    sequence = OptimalSequence.of(problem, ones(problem))
    with pytest.raises(InvalidWeights):
        sequence.regret({"adjacent_short": 1.0})


def test_the_mean_is_over_states() -> None:
    assert Regret((0.0, 1.0, 5.0), proven=True).mean == 2.0


def test_who_has_judged_other_weights_before_judges_alike() -> None:
    problem = sudoku("1.....3..4.....2")
    rng = np.random.default_rng(0)
    first, second, true = (draw_weights(problem, rng) for _ in range(3))
    sequence = OptimalSequence.of(problem, true)
    limits = Limits(nodes=1000)
    judge = sequence.judge(limits=limits)
    judge.regret(first)
    assert judge.regret(second) == sequence.regret(second, limits=limits)
    assert judge.regret(second).proven
