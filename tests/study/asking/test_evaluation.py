"""Pairs on puzzles that nobody was asked about."""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np
import pytest

from hintwise.elicit.users import draw_weights
from hintwise.engine import Cost, Explainer
from hintwise.engine.verify import Verifier
from hintwise.errors import OutOfTime
from hintwise.features import Weights, feature_names
from hintwise.guide.lessons import problem_of
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.asking.documents import asked_query
from hintwise.study.asking.evaluation import (
    Place,
    are_same,
    learned_step,
    place,
    prior_weights,
    smallest_steps,
    spread,
)
from hintwise.study.asking.questions import taught
from hintwise.study.course import Course
from tests.study.asking.made import ANOTHER, PLAN, whole_walk

Record = dict[str, Any]
PUZZLE = Puzzle("sudoku", ANOTHER)


def test_the_states_are_those_along_the_smallest_steps() -> None:
    problem = problem_of(PUZZLE)
    explainer = Explainer(problem)
    steps = smallest_steps(problem)
    assert {step.derived for _, step in steps} == explainer.start.targets
    for state, step in steps:
        assert len(step) == len(explainer.smallest_step(state))
        assert step.optimal


def test_pairs_are_spread_over_all_puzzles() -> None:
    puzzles = [PUZZLE, Puzzle("sudoku", "12343412214.432.")]
    length = len(smallest_steps(problem_of(PUZZLE))) + 2
    every = [place(puzzles, number, length, None) for number in range(length)]
    assert [each.puzzle for each in every] == [0] * (length - 2) + [1, 1]
    assert len({(each.puzzle, each.number) for each in every}) == length
    few = [spread(number, 5, length) for number in range(5)]
    assert few == sorted(set(few))


@pytest.mark.parametrize("nodes", [1, 24])
def test_a_learned_step_costs_no_more_than_the_smallest_and_is_valid(nodes: int) -> None:
    problem = problem_of(PUZZLE)
    rng, verifier = np.random.default_rng(3), Verifier(problem)
    for state, smallest in smallest_steps(problem)[::3]:
        weights = draw_weights(feature_names(problem), rng)
        where = Place(0, len(state.found), state, smallest)
        step = learned_step(where, weights, nodes)
        cost = Cost(weights)
        assert cost.value(step.features) == pytest.approx(step.cost)
        assert step.cost <= cost.value(smallest.features) * (1 + 1e-9)
        assert verifier.check(step, state, minimal=True).valid
        if nodes > 1:
            best = Explainer(problem).optimal_step(state, weights)
            assert step.cost == pytest.approx(best.cost)


@functools.cache
def weights_after(course: Course, arm: str, answers: int) -> Weights:
    return taught(course, arm).up_to(answers).weights(None)


def test_the_learned_step_is_the_cheapest_under_what_was_learned_by_then() -> None:
    events, _ = whole_walk()
    course, explainer = Course(PLAN, events), Explainer(problem_of(PUZZLE))
    for body in (event["body"] for event in events if event["kind"] == "asked"):
        if (evaluates := body["evaluates"]) is None:
            continue
        query = asked_query(PLAN, body)
        learned = weights_after(course, evaluates["arm"], evaluates["after"])
        best = explainer.optimal_step(explainer.state(query.state.facts), learned)
        assert Cost(learned).value(query.a.features) == pytest.approx(best.cost)
        if evaluates["against"] == "prior":
            weights = prior_weights(query.state.problem)
            assert Cost(weights).value(query.b.features) <= Cost(weights).value(query.a.features)
            assert body["roles"] == {"a": "learned", "b": "prior"}
        elif evaluates["against"] == "smallest":
            assert len(query.b) <= len(query.a)
        else:
            assert body["roles"] == {"a": "machop", "b": "ours"}
            others = Cost(weights_after(course, "ours", 9))
            assert others.value(query.b.features) <= others.value(query.a.features) + 1e-9


def test_what_was_cancelled_leaves_no_trace() -> None:
    problem = problem_of(Puzzle("sudoku", "3.....1..4.....2"))
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(OutOfTime):
        smallest_steps(problem, stopped)
    assert len(smallest_steps(problem)) == 12


def test_steps_are_the_same_in_whatever_order_their_elements_are_named() -> None:
    _, step = smallest_steps(problem_of(PUZZLE))[0]
    assert are_same(step, step)
    assert not are_same(step, smallest_steps(problem_of(PUZZLE))[1][1])
