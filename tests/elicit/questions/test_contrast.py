"""The paper's pairs: the second step against all refuting sets, and what is given up for one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.learners.normalise import Fixed
from hintwise.elicit.learners.perceptron import PerceptronBelief
from hintwise.elicit.methods import QUESTIONS
from hintwise.elicit.query import Answer, Fallback
from hintwise.elicit.questions.confidence import CONFIDENCES, Tally
from hintwise.elicit.questions.contrast import Machop
from hintwise.elicit.questions.rule import Knowledge
from hintwise.elicit.session import Session
from hintwise.elicit.settings import preset, settings_for
from hintwise.engine import AnyOf, Contrast, Explainer, Limits, differs_from, not_dominated_by
from hintwise.engine.verify import Verifier
from hintwise.errors import NoSuchStep
from hintwise.features import scheme_of
from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy, sudoku
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU
from tests.elicit.made import (
    COURSE,
    Features,
    answered,
    answers,
    distance,
    dominates,
    drawn_problem,
    made_tally,
    seeds,
)
from tests.engine import brute_force
from tests.engine.drawn import DRAWS, draw_state, draw_weights
from tests.reference import logic_grid_problem, sudokus

few = settings(max_examples=4, deadline=None, derandomize=True)
some = settings(max_examples=15, deadline=None, derandomize=True)

DistanceWeights = Callable[[Mapping[str, float], Tally], Mapping[str, float]]
SIDE: dict[str, tuple[Callable[[Features], AnyOf], DistanceWeights]] = {
    "choice_perceptron": (differs_from, lambda weights, tally: dict.fromkeys(weights, 1.0)),
    "non_dominated": (not_dominated_by, lambda weights, tally: dict.fromkeys(weights, 1.0)),
    "learned_weights": (not_dominated_by, lambda weights, tally: weights),
    "machop": (not_dominated_by, lambda weights, tally: CONFIDENCES["answered"](tally)),
}
"""What the paper says of each method: the condition on y2, and u."""


def knowledge(weights: Mapping[str, float], tally: Tally) -> Knowledge:
    belief = PerceptronBelief(weights, Fixed(dict.fromkeys(weights, 1.0)), rate=1.0, floor=1e-6)
    return Knowledge(belief, tally)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@pytest.mark.parametrize("method", SIDE)
@few
@given(seed=seeds, number=st.sampled_from([1, 2, 3, 10]))
def test_the_second_step_is_the_best_of_all_refuting_sets(
    kind: str, method: str, seed: int, number: int
) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    tally = made_tally(weights, rng, asked=number - 1)
    options = {"confidence": "answered"} if method == "machop" else {}
    questions = QUESTIONS[method](minimal=False, **options)
    condition, distance_weights = SIDE[method]
    try:
        a, b, fallback, proven, *_ = questions.pair(
            explainer, [state], knowledge(weights, tally), Limits()
        )
    except NoSuchStep:
        return
    objective = Contrast(weights, a.features, distance_weights(weights, tally), share=1 / number)
    allowed = condition(a.features)
    try:
        least = brute_force.best_contrast(state, objective.value, allowed.holds)
    except NoSuchStep:
        assert fallback is not Fallback.NOTHING
        return
    assert fallback is Fallback.NOTHING
    assert allowed.holds(b.features)
    assert objective.value(b.features) == pytest.approx(least, rel=1e-6, abs=1e-6)
    assert b.optimal
    assert proven
    assert b.cost == pytest.approx(least, rel=1e-6, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@few
@given(seed=seeds, number=st.sampled_from([1, 2, 5]))
def test_infinite_confidence_means_those_features_first_and_then_the_rest(
    kind: str, seed: int, number: int
) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    tally = made_tally(weights, rng, asked=number - 1)
    values = CONFIDENCES["paper"](tally)
    machop = Machop(minimal=False)
    try:
        a, b, fallback, *_ = machop.pair(explainer, [state], knowledge(weights, tally), Limits())
    except NoSuchStep:
        return
    if fallback is not Fallback.NOTHING:
        return
    infinite = [name for name, u in values.items() if math.isinf(u)]
    finite = {name: 0.0 if math.isinf(u) else u for name, u in values.items()}
    rest = Contrast(weights, a.features, finite, share=1 / number)

    def rank(features: Features) -> tuple[int, float]:
        return -sum(abs(features[n] - a.features[n]) for n in infinite), rest.value(features)

    first, second = min(
        rank(features)
        for target in state.targets
        for features in brute_force.refuting_features(state, target)
        if not dominates(a.features, features)
    )
    assert rank(b.features)[0] == first
    assert rank(b.features)[1] == pytest.approx(second, rel=1e-6, abs=1e-6)


def test_at_first_the_second_step_is_as_far_away_as_possible_whatever_it_costs() -> None:
    """γ = 1, every u alike: on 4x4 Sudoku nearly everything is used, and most of it uselessly."""
    faithful = Session.of([sudoku(COURSE[0])], preset("paper")).ask()
    shown = Session.of([sudoku(COURSE[0])], preset("paper", minimal_steps=True)).ask()
    assert shown.a == faithful.a
    assert distance(faithful) > distance(shown)
    assert len(faithful.b) > len(shown.b)
    assert set(shown.b.facts) <= set(faithful.b.facts)
    assert set(shown.b.constraints) <= set(faithful.b.constraints)


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@pytest.mark.parametrize("method", ["non_dominated", "learned_weights", "machop"])
@pytest.mark.parametrize("minimal", [True, False], ids=["minimal", "as_optimised"])
@few
@given(seed=seeds, told=st.lists(answers, min_size=1, max_size=4))
def test_neither_step_of_a_non_dominated_pair_dominates_the_other(
    kind: str, method: str, minimal: bool, seed: int, told: list[Answer]
) -> None:
    problem = drawn_problem(kind, seed)
    session = Session.of([problem], settings_for(method, minimal_steps=minimal))
    for query in answered(session, told):
        if query.fallback is Fallback.NOTHING:
            assert not dominates(query.a.features, query.b.features)
            assert not dominates(query.b.features, query.a.features)
        if minimal and query.fallback is Fallback.NOTHING:
            assert Verifier(problem).check(query.b, minimal=True).valid


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@pytest.mark.parametrize("minimal", [True, False], ids=["minimal", "as_optimised"])
@few
@given(seed=seeds, told=st.lists(answers, min_size=1, max_size=4))
def test_the_steps_of_the_choice_perceptron_always_differ(
    kind: str, minimal: bool, seed: int, told: list[Answer]
) -> None:
    problem = drawn_problem(kind, seed)
    session = Session.of([problem], settings_for("choice_perceptron", minimal_steps=minimal))
    for query in answered(session, told):
        assert query.a.features != query.b.features
        assert query.fallback is Fallback.NOTHING


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@some
@given(seed=seeds)
def test_what_is_minimised_under_a_condition_needs_each_element_for_it_or_for_the_fact(
    kind: str, seed: int
) -> None:
    explainer = Explainer(drawn_problem(kind, seed))
    ones = dict.fromkeys(explainer.features, 1.0)
    cheapest = explainer.optimal_step()
    different = differs_from(cheapest.features)
    padded = explainer.contrasting_step(
        explainer.start.only([cheapest.derived]),
        Contrast(ones, cheapest.features, ones, share=1.0),
        where=[different],
    )
    step = explainer.minimise(padded, where=[different])
    assert different.holds(step.features)
    verdict = Verifier(explainer.problem).check(step, minimal=True)
    assert verdict.refutes
    for element in step.elements(explainer.problem):
        if getattr(element, "name", str(element)) in verdict.superfluous:
            counts = scheme_of(explainer.problem).counts(
                explainer.problem, [step.derived], [element]
            )[0, 0]
            own = dict(zip(explainer.features, counts.tolist(), strict=True))
            without = {name: n - own[name] for name, n in step.features.items()}
            assert not different.holds(without), f"{element} is of no use"


def _two_ways() -> Problem:
    """x and y follow from one constraint each; the third constraint says nothing."""
    x, y = cp.intvar(1, 4, shape=2, name=("x", "y"))
    return from_cpmpy({"one": [x == 2], "two": [y == 3], "idle": [x + y <= 8]}, variables=[x, y])


@pytest.mark.parametrize("minimal", [True, False], ids=["minimal", "as_optimised"])
@pytest.mark.parametrize("method", ["non_dominated", "learned_weights", "machop"])
def test_where_the_set_target_has_no_such_step_the_second_derives_another_fact(
    method: str, minimal: bool
) -> None:
    offline = settings_for(method, selection="offline_random", minimal_steps=minimal)
    query = Session.of([_two_ways()], offline).ask()
    assert query.fallback is Fallback.TARGET
    assert query.b.derived != query.a.derived
    assert not dominates(query.a.features, query.b.features)


@pytest.mark.parametrize("minimal", [True, False], ids=["minimal", "as_optimised"])
@pytest.mark.parametrize("method", ["non_dominated", "learned_weights", "machop"])
def test_where_every_other_step_is_dominated_the_second_only_differs_and_the_query_says_so(
    method: str, minimal: bool
) -> None:
    session = Session.of([_two_ways()], settings_for(method, minimal_steps=minimal))
    answered(session, ["a"])
    query = session.ask()  # one fact is left, and one constraint implies it
    assert query.fallback is Fallback.CONDITION
    assert query.a.derived == query.b.derived
    assert dominates(query.a.features, query.b.features)
    assert query.a.features != query.b.features


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("machop", "no step of this state differs"),
        ("bayes", "no state offered has two different steps"),
    ],
)
def test_where_there_is_only_one_step_there_is_no_query(method: str, message: str) -> None:
    x = cp.intvar(1, 4, name="x")
    session = Session.of([from_cpmpy({"one": [x == 2]}, variables=[x])], settings_for(method))
    with pytest.raises(NoSuchStep, match=message):
        session.ask()


@pytest.mark.parametrize("selection", ["offline_random", "offline_ses"])
@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds, told=st.lists(answers, min_size=1, max_size=3))
def test_offline_both_steps_derive_the_set_fact_unless_the_query_says_otherwise(
    selection: str, kind: str, seed: int, told: list[Answer]
) -> None:
    problem = drawn_problem(kind, seed)
    session = Session.of([problem], settings_for("machop", selection=selection, seed=seed))
    for query in answered(session, told):
        if query.fallback is Fallback.NOTHING:
            assert query.a.derived == query.b.derived
        if selection == "offline_ses":
            assert len(Explainer(problem).smallest_step(query.state)) == len(
                Explainer(problem).smallest_step(query.state.only([query.a.derived]))
            )


def test_the_first_published_query_on_sudoku() -> None:
    query = Session.of([sudoku(sudokus()[0])], preset("published", SUDOKU)).ask()
    assert sum(query.a.features.values()) == 9
    assert distance(query) == 64
    assert (query.a.optimal, query.b.optimal) == (True, True)


def test_the_first_published_query_on_a_logic_grid() -> None:
    query = Session.of([logic_grid_problem(0)], preset("published", LOGIC_GRID)).ask()
    assert sum(query.a.features.values()) == 2
    assert 37 <= distance(query) <= 39  # several first steps are equally cheap
    assert (query.a.optimal, query.b.optimal) == (True, True)
