"""Costs beyond sums, as the Bayesian learner learns them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.learners.bayes import LEAST_SHARE, BayesBelief
from hintwise.elicit.learners.curved import (
    EXPONENTS,
    SHAPES,
    TERM_SD,
    CurvedBelief,
    Powers,
    Shape,
    Terms,
)
from hintwise.elicit.learners.prior import powers_prior, shipped_prior, structural_prior
from hintwise.elicit.learners.response import LogisticWithTies
from hintwise.elicit.learners.structure import sort_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.engine import CurvedCost, Explainer
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
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


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Terms(("a",), (3, 1)), r"not at \(3, 1\)"),
        (lambda: Terms(("a",), (0,)), r"not at \(0,\)"),
        (lambda: Terms(("a",), together=(("a", "b"),)), r"two of the features a"),
        (lambda: Terms(("a", "b"), together=(("a", "a"),)), r"two of the features a, b"),
        (lambda: Terms(("a", "b"), together=(("a", "b", "a"),)), r"two of the features a, b"),  # type: ignore[arg-type]
        (lambda: Terms(("a", "b"), together=(("a", "b"), ("b", "a"))), "a_with_b, b_with_a is"),
        (lambda: Terms(("a", "a_beyond_1"), (1,)), "a_beyond_1 is there twice; each"),
        (lambda: Powers(("a",), 4), "exponent is 4; it must be from 0.1 to 3"),
    ],
)
def test_what_is_no_shape_is_refused(make: Callable[[], Shape], complaint: str) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        make()


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_the_engine_takes_all_exponents_with_weights_as_far_apart_as_learned_ones(
    exponent: float,
) -> None:
    weights = {"facts": LEAST_SHARE, "rows": 1.0, "clues": 1.0}
    assert Powers(NAMES, exponent).cost(weights).value(_step(rows=2)) == pytest.approx(2**exponent)


@pytest.mark.parametrize("name", SHAPES)
def test_a_prior_of_terms_says_of_features_what_it_was_made_from(name: str) -> None:
    sums = structural_prior(NAMES)
    prior = SHAPES[name](NAMES).prior(sums)
    features = [prior.features.index(feature) for feature in NAMES]
    assert np.array_equal(prior.mean[features], sums.mean)
    assert np.array_equal(prior.covariance[np.ix_(features, features)], sums.covariance)


def test_sums_leave_a_prior_as_it_is() -> None:
    prior = powers_prior(NAMES)
    assert prior.levels is not None
    assert Terms.sums(NAMES).prior(prior) == prior


@pytest.mark.parametrize("name", SHAPES)
def test_a_prior_of_terms_is_of_as_many_people(name: str) -> None:
    features = Explainer(sudoku(COURSE[0])).features
    sums = shipped_prior("sudoku", features)
    shape = SHAPES[name](features)
    known, terms = (
        BayesBelief.starting(prior, LogisticWithTies(), 0) for prior in (sums, shape.prior(sums))
    )
    assert terms.doubt == pytest.approx(known.doubt)
    assert known.doubt == pytest.approx(1 / 17)


def test_straight_lines_are_expected_and_a_slope_is_off_by_half() -> None:
    prior = Terms.curves(NAMES).prior(powers_prior(NAMES))
    assert prior.levels is None
    expected = prior.mean + np.diag(prior.covariance) / 2  # the logarithm of a weight's mean
    assert expected == pytest.approx(np.full(9, expected[0]))
    slope, beyond = prior.covariance[:2, :2]
    assert slope[0] + beyond[1] - 2 * slope[1] == pytest.approx(TERM_SD**2)


def test_together_a_quarter_more_is_expected() -> None:
    terms = Terms(NAMES, together=(("rows", "clues"),))
    prior = terms.prior(structural_prior(NAMES))
    mean = dict(zip(prior.features, prior.mean, strict=True))
    assert mean["rows_with_clues"] + TERM_SD**2 / 2 == (mean["rows"] + mean["clues"]) / 2
    (together,) = terms.cost(dict.fromkeys(terms.names, 8.0)).together
    assert together.cost == 2.0


def _learned(terms: Terms, *pairs: tuple[Counts, Counts], seed: int) -> tuple[CurvedCost, ...]:
    """What is expected before and after somebody took the first of each pair, six times."""
    prior = terms.prior(structural_prior(NAMES))
    start = belief = CurvedBelief.starting(terms, prior, LogisticWithTies(0.1), seed)
    for preferred, other in pairs * 6:
        belief = belief.told(FeaturePair(preferred, other), Answer.A)
    return start.cost, belief.cost


def _step(**features: int) -> Counts:
    return dict.fromkeys(NAMES, 0) | features


@pytest.mark.parametrize("seed", range(3))
def test_answers_bend_a_curve(seed: int) -> None:
    one, nine, clue = _step(facts=1), _step(facts=9), _step(clues=1)

    def bend(cost: CurvedCost) -> float:
        return cost.curves["facts"].value(9) / cost.curves["facts"].value(1)

    terms = Terms.curves(NAMES)
    before, concave = _learned(terms, (clue, one), (nine, _step(clues=3)), seed=seed)
    before_too, convex = _learned(terms, (one, clue), (_step(clues=3), nine), seed=seed)
    assert before.curves == before_too.curves
    assert bend(concave) < bend(before) < bend(convex)


@pytest.mark.parametrize("seed", range(3))
def test_answers_tell_what_costs_more_together(seed: int) -> None:
    terms = Terms(NAMES, together=(("rows", "clues"),))
    rows, clues, both = _step(rows=2), _step(clues=2), _step(rows=1, clues=1)

    def more(cost: CurvedCost) -> float:
        """Beside what the two cost, so that it is theirs together and not either's."""
        return cost.together[0].cost / (cost.weights["rows"] * cost.weights["clues"]) ** 0.5

    before, after = _learned(terms, (rows, both), (clues, both), seed=seed)
    assert more(after) > more(before)


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
