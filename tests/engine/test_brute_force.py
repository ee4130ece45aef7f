from __future__ import annotations

from collections.abc import Mapping

import cpmpy as cp
import numpy as np
import pytest

from hintwise.bench.referee import elements_of
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue, NoSuchStep
from hintwise.features import feature_names
from hintwise.problem import Constraint, Fact, Kind, Problem, State, Variable
from hintwise.puzzles import sudoku
from tests.engine import brute_force
from tests.engine.brute_force import (
    best_contrast,
    cheapest,
    masks_by_enumeration,
    masks_by_solver,
    minimal_steps,
    refuting_features,
    refuting_table,
)

SOLVED_4 = "1234341221434321"


def tiny(*rules: tuple[str, str, object], size: int = 3, top: int = 3) -> Problem:
    """Variables x0, x1, … in 1 … `top`; a rule is a name, its variables' digits, an expression."""
    xs = cp.intvar(1, top, shape=size, name="x")
    variables = tuple(
        Variable(f"x{i}", tuple(range(1, top + 1)), expression=xs[i]) for i in range(size)
    )
    constraints = tuple(
        Constraint(name, "rule", frozenset(f"x{i}" for i in about), expression(xs))  # type: ignore[operator]
        for name, about, expression in rules
    )
    return Problem(Kind("tiny"), variables, constraints)


def different(xs: object) -> object:
    return cp.AllDifferent(xs)


def all_different_state() -> State:
    problem = tiny(("different", "012", different))
    facts = frozenset({Fact("x0", 1), Fact("x1", 2)})
    return State(problem, facts, frozenset({Fact("x2", 3)}))


def random_state(seed: int) -> tuple[State, Fact]:
    """A few random linear rules that a random assignment meets, and a target that it holds."""
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 4, size=4).tolist()

    def rule(number: int) -> tuple[str, str, object]:
        a, b = rng.choice(4, size=2, replace=False).tolist()
        gap = values[a] - values[b]
        kind = int(rng.integers(3))
        made = [
            lambda xs: xs[a] - xs[b] == gap,
            lambda xs: xs[a] - xs[b] <= gap,
            lambda xs: (xs[a] != xs[b]) if gap else (xs[a] == xs[b]),
        ][kind]
        return f"rule {number}", f"{a}{b}", made

    problem = tiny(*(rule(n) for n in range(5)), size=4)
    facts = [Fact(f"x{i}", value) for i, value in enumerate(values)]
    return State(problem, frozenset(facts[:2]), frozenset(facts[2:])), facts[3]


def ones(problem: Problem) -> dict[str, float]:
    return dict.fromkeys(feature_names(problem), 1.0)


def size_of(features: Mapping[str, int]) -> float:
    return float(sum(features.values()))


def test_the_only_minimal_step_of_three_different_values() -> None:
    state = all_different_state()
    (found,) = minimal_steps(state, Fact("x2", 3))
    assert found == (state.facts, frozenset({"different"}))


@pytest.mark.parametrize("seed", range(12))
def test_enumeration_and_solver_give_the_same_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, target = random_state(seed)
    assert masks_by_solver(state, target) <= masks_by_enumeration(state, target)
    tables = []
    for way in (masks_by_enumeration, masks_by_solver):
        monkeypatch.setattr(brute_force, "correction_masks", way)
        tables.append(refuting_table(state, target))
    assert np.array_equal(*tables)


def test_the_table_says_what_an_independent_solver_says() -> None:
    for seed in range(4):
        state, target = random_state(seed)
        elements, verifier = elements_of(state), Verifier(state.problem)
        for mask, refutes in enumerate(refuting_table(state, target).tolist()):
            chosen = [e for i, e in enumerate(elements) if mask >> i & 1]
            facts = [e for e in chosen if isinstance(e, Fact)]
            names = [e.name for e in chosen if not isinstance(e, Fact)]
            assert verifier.implies(facts, names, target) == refutes


def test_minimal_steps_of_a_sudoku_refute_and_lose_that_with_any_element() -> None:
    problem = sudoku("1.....3..2.....4")
    target = Fact("r1c2", 3)
    state = State(problem, frozenset(problem.givens), frozenset({target}))
    steps, verifier = minimal_steps(state, target), Verifier(problem)
    assert len(steps) == len(set(steps)) > 1
    for facts, constraints in steps[::25]:
        assert verifier.implies(facts, constraints, target)
        for fact in facts:
            assert not verifier.implies(facts - {fact}, constraints, target)
        for name in constraints:
            assert not verifier.implies(facts, constraints - {name}, target)


def test_a_sudoku_with_twelve_known_cells_is_within_reach() -> None:
    problem = sudoku(SOLVED_4[:12] + "....")
    target = Fact("r4c4", int(SOLVED_4[15]))
    state = State(problem, frozenset(problem.givens), frozenset({target}))
    assert len(elements_of(state)) == 24
    # Three cells of its column and the column itself, among others.
    column = frozenset(f for f in problem.givens if f.variable.endswith("c4"))
    assert (column, frozenset({"col 4"})) in minimal_steps(state, target)


def test_the_cheapest_step_is_the_cheapest_of_the_minimal_ones() -> None:
    state = all_different_state()
    weights = ones(state.problem) | {"adjacent_rule": 2.5}
    # The constraint, and two facts that each count as a fact and as one that shares the rule.
    assert cheapest(state, weights) == 2.5 + 2 * 2
    assert cheapest(state, weights | {"adjacent_facts_from_rule": 0.1}) == 2.5 + 2 * 1.1


def test_a_contrast_may_be_padded_and_must_be_allowed() -> None:
    problem = tiny(
        ("different", "012", different), ("useless", "01", lambda xs: xs[0] + xs[1] >= 2)
    )
    example = all_different_state()
    state = State(problem, example.facts, example.targets)
    assert best_contrast(state, size_of, lambda _: True) == 5
    # The fewest negated is the most there is: the useless rule is in.
    assert best_contrast(state, lambda f: -size_of(f), lambda _: True) == -6
    assert best_contrast(state, size_of, lambda f: f["other_rule"] > 0) == 6
    with pytest.raises(NoSuchStep):
        best_contrast(state, size_of, lambda f: f["other_rule"] > 1)


def test_the_features_of_all_refuting_sets_are_counted_as_the_scheme_does() -> None:
    state = all_different_state()
    (features,) = refuting_features(state, Fact("x2", 3))
    assert features["adjacent_facts_other_value"] == 2
    assert (features["adjacent_rule"], features["adjacent_facts_from_rule"]) == (1, 2)


def test_a_target_that_does_not_follow_has_no_step() -> None:
    state = all_different_state().only([Fact("x2", 2)])
    assert minimal_steps(state, Fact("x2", 2)) == []
    with pytest.raises(NoSuchStep):
        cheapest(state, ones(state.problem))


def test_too_many_elements_are_refused() -> None:
    problem = sudoku(SOLVED_4)
    state = State(problem, frozenset(problem.givens[1:]), frozenset(problem.givens[:1]))
    with pytest.raises(InvalidValue, match="27 facts and constraints"):
        minimal_steps(state, problem.givens[0])
