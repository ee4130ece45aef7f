"""What is inside a step: chains that hold link by link, need every step, and miss nothing."""

from __future__ import annotations

import functools
from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.engine.verify_inside import require_inside
from hintwise.errors import FailedCheck, NothingToExplain
from hintwise.problem import Fact, Inside, Problem, Step
from hintwise.puzzles import from_cpmpy, sudoku
from hintwise.render.words.steps import wording_of

from .brute_force import BruteForce

HARD = "600008940900006100070040000200610000000000200089002000000060005000000030800001600"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = ("1.....3..4.....2", "..3.1......2.4..")


def drawn_model(rng: np.random.Generator) -> Problem:
    """Three variables over 1 … 3, and rules between two of them or all."""
    x = cp.intvar(1, 3, shape=3, name=("x", "y", "z"))
    kinds = [
        lambda a, b, n: a != b,
        lambda a, b, n: a < b,
        lambda a, b, n: a + b != n,
        lambda a, b, n: (a == n % 3 + 1).implies(b != n % 2 + 1),
        lambda a, b, n: x[0] + x[1] + x[2] <= n + 3,
        lambda a, b, n: a != n % 3 + 1,
    ]
    rules = []
    for _ in range(rng.integers(3, 6)):
        a, b = rng.choice(3, size=2, replace=False)
        kind = kinds[rng.integers(len(kinds))]
        rules.append(kind(x[int(a)], x[int(b)], int(rng.integers(2, 6))))
    return from_cpmpy(cp.Model(rules))


def drawn_weights(problem: Problem, rng: np.random.Generator) -> dict[str, float]:
    explainer = Explainer(problem, verify=False)
    return {name: float(rng.choice([0.3, 1.0, 2.0, 5.0])) for name in explainer.features}


def satisfiable_steps(seed: int) -> list[tuple[Problem, Step, dict[str, float]]]:
    rng = np.random.default_rng(seed)
    found: list[tuple[Problem, Step, dict[str, float]]] = []
    while len(found) < 12:
        problem = drawn_model(rng)
        if not cp.Model([c.expression for c in problem.constraints]).solve():
            continue
        weights = drawn_weights(problem, rng)
        explainer = Explainer(problem, verify=False)
        try:
            step = explainer.optimal_step(None, weights)
        except NothingToExplain:
            continue
        if len(step.constraints) > 1:
            found.append((problem, step, weights))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_what_is_called_irreducible_has_no_easier_chain_inside_and_the_rest_has(seed: int) -> None:
    told = []
    for problem, step, weights in satisfiable_steps(seed):
        inside = Explainer(problem).inside(step, weights)
        easier = BruteForce(problem).has_easier_inside(step, weights)
        assert inside.irreducible != easier
        assert bool(inside.steps) == easier
        told.append(easier)
    assert any(told)


def test_some_steps_are_irreducible() -> None:
    x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    problem = from_cpmpy(cp.Model([x + y == 6]))
    explainer = Explainer(problem)
    step = explainer.optimal_step()
    assert explainer.inside(step).irreducible
    assert not BruteForce(problem).has_easier_inside(step, dict.fromkeys(explainer.features, 1.0))


@pytest.mark.parametrize("puzzle", SMALL)
def test_each_inner_step_is_easier_than_the_whole(puzzle: str) -> None:
    explainer = Explainer(sudoku(puzzle))
    for step in explainer.sequence():
        inside = explainer.inside(step)
        for inner in inside.steps:
            fewer = len(inner.constraints) < len(step.constraints)
            assert inner.cost < step.cost or fewer
            assert set(inner.constraints) <= set(step.constraints)


@functools.cache
def chain_of_hard_step() -> tuple[Problem, Step, Inside]:
    problem = sudoku(HARD)
    explainer = Explainer(problem)
    step = explainer.optimal_step()
    return problem, step, explainer.inside(step, is_easy=wording_of(problem).is_easy)


def test_no_step_of_a_chain_can_be_left_out() -> None:
    problem, step, inside = chain_of_hard_step()
    assert len(inside.steps) > 1
    verifier = Verifier(problem)
    require_inside(step, inside, verifier)
    for place in range(len(inside.steps)):
        rest = inside.steps[:place] + inside.steps[place + 1 :]
        with pytest.raises(FailedCheck):
            require_inside(step, replace(inside, steps=rest), verifier)


def test_a_needless_step_is_noticed() -> None:
    problem, step, inside = chain_of_hard_step()
    verifier = Verifier(problem)
    fact = step.facts[0]
    value = next(v for v in problem.variable(fact.variable).domain if v != fact.value)
    idle = Step(Fact(fact.variable, value, "≠"), (fact,), (), {}, 0.0, True, 0.0)
    with pytest.raises(FailedCheck, match="not needed"):
        require_inside(step, replace(inside, steps=(idle, *inside.steps)), verifier)


def test_a_chain_may_use_no_rule_that_the_step_does_not_have() -> None:
    problem, step, inside = chain_of_hard_step()
    rule = next(c.name for c in problem.constraints if c.name not in step.constraints)
    first = replace(inside.steps[0], constraints=(*inside.steps[0].constraints, rule))
    with pytest.raises(FailedCheck, match=f"{rule} is no rule of the step"):
        require_inside(step, replace(inside, steps=(first, *inside.steps[1:])), Verifier(problem))


def test_the_same_is_found_whatever_was_asked_before() -> None:
    problem, step, inside = chain_of_hard_step()
    explainer = Explainer(problem)
    explainer.smallest_step()
    explainer.inside(explainer.optimal_step(explainer.start.only([min(explainer.start.targets)])))
    again = explainer.inside(step, is_easy=wording_of(problem).is_easy)
    assert again == inside


def test_a_chain_survives_being_written_and_read() -> None:
    problem, step, inside = chain_of_hard_step()
    whole = replace(step, inside=inside)
    assert Step.from_json(whole.as_json(), problem).inside == inside


def test_a_chain_to_what_a_cell_is_not_ends_there_even_if_it_can_be_seen_by_then() -> None:
    problem = sudoku("1.....3..4.....2")
    explainer, verifier = Explainer(problem, verify=False), Verifier(problem)
    values = {fact.variable: fact.value for fact in explainer.start.targets}
    looked_into = 0
    for cell, right in sorted(values.items()):
        for value in {1, 2, 3, 4} - {right}:
            step = explainer.why_not(Fact(cell, value))
            assert step is not None
            if len(step.constraints) > 1:
                chain = explainer.inside(step, is_easy=lambda inner: len(inner.constraints) <= 1)
                require_inside(step, chain, verifier)
                looked_into += 1
    assert looked_into > 5


@pytest.mark.slow
def test_where_nothing_inside_is_cheaper_steps_may_rest_on_a_part_of_the_whole() -> None:
    problem = sudoku(HARDEST)
    wording, weights = wording_of(problem), Profile.expected(problem).weights
    rules = [f"row {n}" for n in (1, 2, 6, 7, 8)] + [f"col {n}" for n in (2, 5, 6, 7)]
    facts = tuple(fact for fact in problem.givens if fact.variable != "r8c4")
    whole = Step(Fact("r1c8", 3, "≠"), facts, tuple(rules), {}, 20.0, False, 0.0)
    inside = Explainer(problem).inside(whole, weights, is_easy=wording.is_easy)
    hard = [inner for inner in inside.steps if not wording.is_easy(inner)]
    parts = [inner for inner in hard if len(inner.constraints) == len(rules) and inner.cost >= 20]
    assert parts
    assert all(not set(facts) <= set(inner.facts) for inner in parts)
