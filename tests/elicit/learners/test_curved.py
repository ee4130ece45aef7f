"""Costs beyond sums, as the Bayesian learner learns them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.learners.curved import SHAPES, CurvedBelief, Powers, Shape, Terms
from hintwise.elicit.learners.prior import shipped_prior, structural_prior
from hintwise.elicit.learners.response import LogisticWithTies
from hintwise.elicit.learners.structure import sort_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.puzzles.sudoku.model import sudoku
from tests.elicit.made import COURSE, NAMES, counts

Counts = dict[str, int]

MADE: dict[str, Shape] = {
    **{name: make(NAMES) for name, make in SHAPES.items()},
    "powers": Powers(NAMES, 0.5),
    "everything": Terms(NAMES, (2,), (("facts", "rows"), ("rows", "clues"))),
}


@pytest.mark.parametrize("shape", MADE.values(), ids=MADE)
@given(step=counts, logarithms=st.lists(st.floats(-3, 3), min_size=12, max_size=12))
def test_a_cost_is_the_sum_of_its_terms(
    shape: Shape, step: Counts, logarithms: list[float]
) -> None:
    weights = dict(zip(shape.names, np.exp(logarithms).tolist(), strict=False))
    terms = shape.of(step)
    assert tuple(terms) == shape.names
    expected = sum(weights[name] * count for name, count in terms.items())
    assert shape.cost(weights).value(step) == pytest.approx(expected)


def test_terms_are_of_the_sort_of_their_features() -> None:
    terms = Terms.curves(("other_facts_same_value", "adjacent_row"))
    sorts = [sort_of(name) for name in terms.names]
    assert sorts == [sort_of("other_facts_same_value")] * 3 + [sort_of("adjacent_row")] * 3


def test_every_two_near_rules_may_cost_more_together() -> None:
    terms = Terms.interactions(("adjacent_row", "adjacent_col", "other_row", "adjacent_facts"))
    assert terms.names[4:] == ("adjacent_row_with_adjacent_col",)


@pytest.mark.parametrize("name", SHAPES)
def test_a_prior_of_sums_expects_straight_lines_and_says_the_same_of_the_features(
    name: str,
) -> None:
    sums = structural_prior(NAMES)
    terms = SHAPES[name](NAMES)
    prior = terms.prior(sums)
    features = [prior.features.index(name) for name in NAMES]
    assert np.array_equal(prior.mean[features], sums.mean)
    assert np.array_equal(prior.covariance[np.ix_(features, features)], sums.covariance)
    curves = terms.cost(dict(zip(prior.features, np.exp(prior.mean), strict=True))).curves
    assert all(curve.value(9) == pytest.approx(9) for curve in curves.values())


def _believed(terms: Terms, dearer: FeaturePair) -> CurvedBelief:
    """Of somebody who always picks the first of these two, and is asked twelve times."""
    belief = CurvedBelief.starting(
        terms, terms.prior(structural_prior(NAMES)), LogisticWithTies(0.1), seed=1
    )
    for _ in range(12):
        belief = belief.told(dearer, Answer.A)
    return belief


def _step(**features: int) -> Counts:
    return dict.fromkeys(NAMES, 0) | features


def test_answers_bend_a_curve() -> None:
    """Who takes nine facts rather than one and a clue pays little for the last eight."""
    terms = Terms.curves(NAMES)
    belief = _believed(terms, FeaturePair(_step(facts=9), _step(facts=1, clues=1)))
    concave = belief.cost.curves["facts"]
    assert concave.value(9) / concave.value(1) < 6
    belief = _believed(terms, FeaturePair(_step(facts=1, clues=1), _step(facts=9)))
    convex = belief.cost.curves["facts"]
    assert convex.value(9) / convex.value(1) > 9


def test_answers_tell_what_costs_more_together() -> None:
    terms = Terms(NAMES, together=(("rows", "clues"),))
    apart = _believed(terms, FeaturePair(_step(rows=3), _step(rows=1, clues=1)))
    combined = _believed(terms, FeaturePair(_step(rows=1, clues=1), _step(rows=3)))
    (dearer,), (cheaper,) = apart.cost.together, combined.cost.together
    assert dearer.cost / apart.cost.weights["rows"] > cheaper.cost / combined.cost.weights["rows"]


def test_the_engine_finds_the_cheapest_step_under_what_was_learned() -> None:
    problem = sudoku(COURSE[0])
    explainer = Explainer(problem)
    terms = Terms.curves(explainer.features)
    prior = terms.prior(shipped_prior("sudoku", explainer.features))
    belief = CurvedBelief.starting(terms, prior, LogisticWithTies(), seed=3)
    first, second = explainer.best_steps(2)
    belief = belief.told(FeaturePair(first.features, second.features), Answer.B)
    step = explainer.optimal_step(weights=belief.cost)
    assert step.optimal
    assert step.cost == pytest.approx(belief.cost.value(step.features))
    assert step.cost <= belief.cost.value(second.features) * (1 + 1e-9)
    assert Verifier(problem).check(step, explainer.start).valid
