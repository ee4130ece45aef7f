"""What every query generator of the paper promises."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings

from hintwise.elicit import Fallback, Perceptron, QueryGenerator
from hintwise.elicit.learners.normalise import Fixed
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.questions.contrast import PAPER_METHODS, Knowledge
from hintwise.engine import Cost, Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import NothingToExplain, OutOfTime
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, drawn_problem, made_tally, seeds
from tests.engine.drawn import draw_weights

pytestmark = [
    pytest.mark.parametrize("method", PAPER_METHODS),
    pytest.mark.parametrize("minimal", [True, False], ids=["minimal", "as_optimised"]),
]
few = settings(max_examples=10, deadline=None, derandomize=True)


def generator(method: str, minimal: bool) -> QueryGenerator:
    return PAPER_METHODS[method](CONFIDENCES["paper"], minimal)


def knowledge(explainer: Explainer, seed: int) -> Knowledge:
    rng = np.random.default_rng(seed)
    ones = dict.fromkeys(explainer.features, 1.0)
    learner = Perceptron(draw_weights(explainer.problem, rng), Fixed(ones), 1.0, 1e-6)
    return Knowledge(learner, made_tally(explainer.features, rng, int(rng.integers(0, 9))))


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds)
def test_a_pair_is_two_valid_steps_of_the_state_the_first_of_least_cost(
    kind: str, method: str, minimal: bool, seed: int
) -> None:
    problem = drawn_problem(kind, seed)
    explainer = Explainer(problem)
    known = knowledge(explainer, seed)
    a, b, fallback, proven, place, stake = generator(method, minimal).pair(
        explainer, [explainer.start], known, Limits()
    )
    assert (place, stake) == (0, None)
    weights = known.learner.weights
    assert a.optimal
    assert a.cost == pytest.approx(explainer.optimal_step(weights=weights).cost, rel=1e-6)
    assert a.cost == pytest.approx(Cost(weights).value(a.features))
    assert proven
    assert fallback is not Fallback.TARGET  # all targets were allowed anyway
    for step in (a, b):
        assert step.derived in explainer.start.targets
        assert set(step.facts) <= explainer.start.facts
        assert Verifier(problem).check(step).refutes
    assert a.features != b.features


def test_the_same_arguments_give_the_same_pair(method: str, minimal: bool) -> None:
    problem = sudoku(COURSE[2])
    once, again = (
        generator(method, minimal).pair(
            explainer := Explainer(problem), [explainer.start], knowledge(explainer, 3), Limits()
        )
        for _ in range(2)
    )
    assert once == again


def test_a_query_about_one_target_is_about_that_one(method: str, minimal: bool) -> None:
    explainer = Explainer(sudoku(COURSE[1]))
    for target in sorted(explainer.start.targets):
        a, b, fallback, *_ = generator(method, minimal).pair(
            explainer, [explainer.start.only([target])], knowledge(explainer, 1), Limits()
        )
        assert a.derived == target
        assert fallback is not Fallback.NOTHING or b.derived == target


def test_a_state_without_targets_is_refused(method: str, minimal: bool) -> None:
    explainer = Explainer(sudoku(COURSE[0]))
    with pytest.raises(NothingToExplain):
        generator(method, minimal).pair(
            explainer, [explainer.start.only([])], knowledge(explainer, 0), Limits()
        )


def test_what_is_cancelled_ends_out_of_time_or_with_steps_that_say_so(
    method: str, minimal: bool
) -> None:
    cancel = threading.Event()
    cancel.set()
    explainer = Explainer(sudoku(COURSE[0]))
    try:
        pair = generator(method, minimal).pair(
            explainer, [explainer.start], knowledge(explainer, 0), Limits(cancel=cancel)
        )
    except OutOfTime:
        return
    assert not pair.a.optimal
    assert not pair.b.optimal
