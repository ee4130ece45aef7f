from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import cpmpy as cp
import numpy as np
import pytest

from hintwise.bench.cpmpy_tools import cheapest_by_tools, sample_of_targets
from hintwise.bench.referee import (
    cheapest_hitting_set,
    cheapest_step,
    count_features,
    element_costs,
    elements_of,
)
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import InvalidWeights, NothingToExplain, NotImplied, OutOfTime
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Constraint, Fact, State
from hintwise.puzzles import from_cpmpy, sudoku
from tests import reference
from tests.engine import brute_force

# Puzzle and its one solution.
PUZZLES = [
    ("1.....3..2.....4", "1342243142133124"),
    (".2.4.......1.3..", "3214412324311342"),
]


def start(index: int = 0, targets: int = 3) -> State:
    puzzle, solution = PUZZLES[index]
    problem, facts = sudoku(puzzle), frozenset(sudoku(puzzle).givens)
    missing = [fact for fact in sudoku(solution).givens if fact not in facts]
    return State(problem, facts, frozenset(missing[:targets]))


def random_weights(state: State, seed: int) -> dict[str, float]:
    powers = np.random.default_rng(seed).integers(-2, 3, size=len(feature_names(state.problem)))
    return dict(zip(feature_names(state.problem), (10.0**powers).tolist(), strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_the_step_costs_what_brute_force_says_and_is_minimal(seed: int) -> None:
    state = start(seed % 2)
    weights = random_weights(state, seed)
    step = cheapest_step(state, weights)
    assert step.cost == pytest.approx(brute_force.cheapest(state, weights), rel=1e-12)
    assert step.optimal
    assert step.lower_bound == step.cost
    assert step.derived in state.targets
    assert set(step.facts) <= state.facts
    assert sum(weights[n] * c for n, c in step.features.items()) == pytest.approx(step.cost)
    assert Verifier(state.problem).check(step, minimal=True) == Verdict(True, minimal=True)


def test_only_the_targets_asked_for_are_explained() -> None:
    state = start()
    weights = random_weights(state, 1)
    (target, *_) = sorted(state.targets)
    step = cheapest_step(state.only([target]), weights)
    assert step.derived == target
    assert step.cost == pytest.approx(brute_force.cheapest(state.only([target]), weights))


def test_cpmpy_tools_find_the_same_cost() -> None:
    state = start()
    weights = random_weights(state, 2)
    results = {target: cheapest_by_tools(state, weights, target) for target in state.targets}
    least = min(result.cost for result in results.values())
    assert least == pytest.approx(cheapest_step(state, weights).cost)
    for target, result in results.items():
        assert result.seconds > 0
        chosen = [*result.facts, *(state.problem.constraint(n) for n in result.constraints)]
        features = count_features(state.problem, target, chosen)
        assert sum(weights[n] * c for n, c in features.items()) == pytest.approx(result.cost)


def test_cpmpy_tools_take_problems_that_are_not_latin_squares() -> None:
    x, y, z = (cp.intvar(1, 3, name=name) for name in "xyz")
    problem = from_cpmpy(cp.Model(x < y, y < z, x + y + z <= 7))
    state = State(problem, frozenset(), frozenset({Fact("x", 1), Fact("z", 3)}))
    weights = dict.fromkeys(feature_names(problem), 1.0)
    least = min(cheapest_by_tools(state, weights, target).cost for target in state.targets)
    assert least == cheapest_step(state, weights).cost
    assert least == brute_force.cheapest(state, weights)


def test_a_sample_of_targets_is_spread() -> None:
    state = start(targets=9)
    sample = sample_of_targets(state, 2)
    assert sample == [sorted(state.targets)[0], sorted(state.targets)[4]]
    assert sample_of_targets(state, 50) == sorted(state.targets)
    assert sample_of_targets(state, 0) == []


def test_elements_that_cost_nothing_are_used_only_if_needed() -> None:
    only_facts = CountScheme({"facts": lambda derived, element: isinstance(element, Fact)})
    known = start()
    state = replace(known, problem=replace(known.problem, features=only_facts))
    step = cheapest_step(state, {"facts": 1.0})
    assert step.cost == brute_force.cheapest(state, {"facts": 1.0})
    assert Verifier(state.problem).check(step, minimal=True).minimal


def test_a_hitting_set_is_cheapest_in_exact_arithmetic() -> None:
    a, b, c = (Constraint(name, "g", frozenset(), None) for name in "abc")
    costs = {a: Fraction(3, 10), b: Fraction(1, 10), c: Fraction(2, 10)}
    assert cheapest_hitting_set([], costs) == set()
    assert cheapest_hitting_set([{a, b}, {b, c}], costs) == {b}
    assert cheapest_hitting_set([{a, b}, {a, c}], costs | {a: Fraction(29, 100)}) == {a}
    assert cheapest_hitting_set([{a, b}, {a, c}], costs | {a: Fraction(31, 100)}) == {b, c}


def test_weights_count_as_the_decimal_numbers_they_are_written_as() -> None:
    state = start()
    weights = dict.fromkeys(feature_names(state.problem), 0.1)
    (target, *_) = sorted(state.targets)
    costs = element_costs(state.problem, target, elements_of(state), weights)
    assert {cost.denominator for cost in costs.values()} <= {10, 5}


def test_bad_weights_are_refused() -> None:
    state = start()
    good = random_weights(state, 0)
    for bad in ({}, good | {"nonsense": 1.0}, good | {"other_row": 0.0}):
        with pytest.raises(InvalidWeights):
            cheapest_step(state, bad)


def test_a_target_that_does_not_follow_comes_with_a_counter_example() -> None:
    state = start()
    (right, *_) = sorted(state.targets)
    wrong = Fact(right.variable, right.value % 4 + 1)
    with pytest.raises(NotImplied) as caught:
        cheapest_step(replace(state, targets=frozenset({wrong})), random_weights(state, 0))
    assert all(fact.holds_in(caught.value.counter_example) for fact in state.facts)
    assert not wrong.holds_in(caught.value.counter_example)


def test_no_target_and_no_time_are_said_so() -> None:
    state = start()
    with pytest.raises(NothingToExplain):
        cheapest_step(state.only([]), random_weights(state, 0))
    with pytest.raises(OutOfTime):
        cheapest_step(state, random_weights(state, 0), deadline_s=0.0)


def test_a_published_optimum_is_met() -> None:
    weights = reference.oracle_weights("sudoku")[0]
    published = reference.sudoku_sequences()[0]["steps"][0]
    problem = sudoku(published["grid"])
    target = problem.parse_fact(published["derived"])
    state = State(problem, frozenset(problem.givens), frozenset({target}))
    assert cheapest_step(state, weights).cost == pytest.approx(published["cost"])
