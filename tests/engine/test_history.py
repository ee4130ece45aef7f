"""Answers that do not depend on what was asked before."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from hintwise.engine import Contrast, Explainer, Limits, not_dominated_by
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError
from hintwise.problem import Problem, State, Step
from tests.engine.drawn import small_grid, small_model, small_sudoku

Rng = np.random.Generator
Call = Callable[[Explainer], list[Step]]


def optimal(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    return lambda e: [e.optimal_step(state, weights)]


def smallest(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    return lambda e: [e.smallest_step(state)]


def several(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    return lambda e: e.best_steps(3, state, weights)


def a_sequence(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    return lambda e: list(itertools.islice(e.sequence(state, weights), 3))


def cut_off(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    limits = Limits(nodes=nodes)

    def call(e: Explainer) -> list[Step]:
        step = e.optimal_step(state, weights, limits=limits)
        return [step, e.minimise(step, weights), e.smallest_step(state, limits=Limits(gap=0.5))]

    return call


def taken_up(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    def call(e: Explainer) -> list[Step]:
        search = e.pursuit(state, weights)
        return [search(Limits(nodes=nodes)), search(Limits(nodes=nodes)), search(Limits())]

    return call


def contrast(explainer: Explainer, state: State, weights: dict[str, float], nodes: int) -> Call:
    def call(e: Explainer) -> list[Step]:
        first = e.optimal_step(state, weights)
        condition = not_dominated_by(first.features)
        objective = Contrast(weights, first.features, dict.fromkeys(e.features, 1.0), 1 / nodes)
        second = e.contrasting_step(state, objective, where=[condition])
        return [first, second, e.minimise(second, weights, where=[condition])]

    return call


def drawn_calls(explainer: Explainer, rng: Rng, count: int) -> list[Call]:
    """Calls with weights that leave many steps tied."""
    kinds = (optimal, smallest, several, a_sequence, cut_off, taken_up, contrast)
    targets = sorted(explainer.start.targets)
    calls = []
    for _ in range(count):
        known = rng.permutation(len(targets))[: rng.integers(len(targets))]
        state = explainer.state([targets[i] for i in known])
        weights = {name: float(rng.integers(1, 4)) for name in explainer.features}
        kind = kinds[rng.integers(len(kinds))]
        calls.append(kind(explainer, state, weights, int(rng.integers(1, 6))))
    return calls


def answer(explainer: Explainer, call: Call) -> list[Step] | str:
    try:
        return call(explainer)
    except HintwiseError as error:
        return str(error)


@pytest.mark.parametrize("draw", [small_sudoku, small_grid, small_model])
def test_the_same_call_gives_the_same_steps_whatever_was_asked_before(
    draw: Callable[[Rng], Problem],
) -> None:
    rng = np.random.default_rng(5)
    for _ in range(3):
        problem = draw(rng)
        explainer = Explainer(problem, verify=False)
        if not explainer.start.targets:
            continue
        calls = drawn_calls(explainer, rng, 12)
        in_order = [answer(explainer, call) for call in calls]
        other = Explainer(problem, verify=False)
        backwards = [answer(other, call) for call in reversed(calls)]
        alone = [answer(Explainer(problem, verify=False), call) for call in calls[:3]]
        assert in_order == backwards[::-1]
        assert in_order[:3] == alone


def test_explainers_that_are_apart_answer_alike_when_asked_alike() -> None:
    problem = small_sudoku(np.random.default_rng(3))
    explainer = Explainer(problem, verify=False)
    limits = Limits(nodes=2)
    first = list(explainer.apart().sequence(limits=limits))
    list(explainer.smallest_sequence())
    assert list(explainer.apart().sequence(limits=limits)) == first
    assert list(explainer.sequence(limits=limits)) == first


def test_an_explainer_apart_may_begin_with_what_another_has_learned() -> None:
    explainer = Explainer(small_sudoku(np.random.default_rng(3)), verify=False)
    explainer.optimal_step()
    assert explainer.apart(knowing=True).pool_bytes > explainer.apart().pool_bytes


@pytest.mark.parametrize("draw", [small_sudoku, small_grid, small_model])
def test_what_searches_came_upon_is_recalled_wherever_it_is_a_step(
    draw: Callable[[Rng], Problem],
) -> None:
    rng = np.random.default_rng(7)
    problem = draw(rng)
    explainer, verifier = Explainer(problem, verify=False), Verifier(problem)
    assert explainer.recalled(explainer.start) == []
    sequence = list(explainer.sequence())
    asked = explainer.effort
    state = explainer.start
    for step in sequence:
        recalled = explainer.recalled(state)
        counts = [(*each.features.values(), len(each)) for each in recalled]
        assert (*step.features.values(), len(step)) in counts
        assert len(set(counts)) == len(counts)
        for each in recalled:
            assert each.derived in state.targets
            assert set(each.facts) <= state.facts
            assert verifier.check(each).valid
        state = state.after(step)
    assert explainer.effort == asked  # nothing was searched for


def test_facts_that_were_named_before_change_no_search_that_is_cut_off() -> None:
    rng = np.random.default_rng(1)
    for _ in range(3):
        problem = small_model(rng)
        explainer = Explainer(problem, verify=False)
        named = Explainer(problem, verify=False)
        for variable in problem.variables:
            for value in variable.domain:
                for text in (f"{variable.name}={value}", f"{variable.name}>={value}"):
                    answer(named, lambda e, text=text: [e.target(text)])
        for nodes in (1, 3):
            limits = Limits(nodes=nodes)
            step = explainer.optimal_step(limits=limits)
            assert named.optimal_step(limits=limits) == step
            assert Explainer(problem, verify=False).optimal_step(limits=limits) == step
        assert named.smallest_step(limits=Limits(gap=0.5)) == explainer.smallest_step(
            limits=Limits(gap=0.5)
        )
