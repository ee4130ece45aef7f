"""What samples say about a person: only what is sure, and nothing that depends on scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hintwise.elicit.insight import (
    AT_MOST,
    LEAST_TIMES,
    SURE,
    ElementKind,
    Insight,
    insights,
    shares,
)
from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import Prior, structural_prior, wide_prior
from hintwise.elicit.learners.response import Logistic
from hintwise.engine import Explainer
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Constraint, Fact, Kind, Problem, State
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, drawn_problem, seeds

PUZZLE = sudoku(COURSE[2])
START = Explainer(PUZZLE).start
NAMES = feature_names(PUZZLE)
FACTS, RULES = ElementKind("facts"), ElementKind("constraints")

COUNTED = CountScheme(
    {
        "facts": lambda derived, element: isinstance(element, Fact),
        "rules": lambda derived, element: isinstance(element, Constraint),
    }
)


def knowing(
    features: tuple[str, ...], weights: Mapping[str, float], spread: float = 0.0, seed: int = 0
) -> BayesBelief:
    """A learner whose samples lie around these weights; those of other features around 1."""
    learner = BayesBelief.starting(wide_prior(features), Logistic(), seed)
    means = np.log([weights.get(name, 1.0) for name in features])
    noise = spread * np.random.default_rng(seed).standard_normal(learner.samples.shape)
    return having(learner, means + noise)


def having(learner: BayesBelief, samples: NDArray[np.float64]) -> BayesBelief:
    return replace(learner, alike=samples, others=samples)


def about(found: list[Insight], *kinds: ElementKind) -> Insight | None:
    """The insight about these kinds, if there is one."""
    return next((i for i in found if {i.dearer, i.cheaper} == set(kinds)), None)


@given(seed=seeds)
def test_shares_are_sorted_and_sum_to_one(seed: int) -> None:
    learner = BayesBelief.starting(wide_prior(NAMES), Logistic(), seed)
    found = shares(learner)
    assert set(found) == set(NAMES)
    means = [share.mean for share in found.values()]
    assert sum(means) == pytest.approx(1)
    assert means == sorted(means, reverse=True)
    assert all(0 <= share.low <= share.high <= 1 for share in found.values())


def test_the_shares_are_the_weights_that_the_engine_gets() -> None:
    learner = knowing(NAMES, {"adjacent_row": 5.0}, spread=0.5)
    assert {name: share.mean for name, share in shares(learner).items()} == pytest.approx(
        learner.weights
    )


def test_features_of_any_scheme_tell_what_rules_cost_against_facts() -> None:
    problem = replace(PUZZLE, features=COUNTED)
    state = State(problem, START.facts, START.targets)
    (found,) = insights(knowing(("facts", "rules"), {"rules": 3.0}), state)
    assert (found.dearer, found.cheaper, found.certainty) == (RULES, FACTS, 1.0)
    assert found.times == pytest.approx(3)
    (found,) = insights(knowing(("facts", "rules"), {"facts": 7.0}), state)
    assert (found.dearer, found.cheaper) == (FACTS, RULES)
    assert found.times == pytest.approx(7)


def test_what_counts_nowhere_is_not_compared() -> None:
    only_facts = CountScheme({"facts": COUNTED.functions["facts"]})
    problem = replace(PUZZLE, features=only_facts)
    assert insights(knowing(("facts",), {}), State(problem, START.facts, START.targets)) == []


def test_kinds_of_rules_are_told_apart() -> None:
    weights = {"adjacent_col": 6.0, "other_col": 6.0, "adjacent_block": 2.0, "other_block": 2.0}
    found = about(
        insights(knowing(NAMES, weights), START),
        ElementKind("constraints", "col"),
        ElementKind("constraints", "row"),
    )
    assert found is not None
    assert found.dearer == ElementKind("constraints", "col")
    assert found.times == pytest.approx(6), "the strongest of three differences"


def test_rules_near_the_derived_fact_are_told_from_those_elsewhere() -> None:
    weights = {"other_row": 2.0, "other_col": 4.0, "other_block": 8.0}
    found = about(
        insights(knowing(NAMES, weights), START),
        ElementKind("near constraints"),
        ElementKind("far constraints"),
    )
    assert found is not None
    assert found.cheaper == ElementKind("near constraints")
    assert found.times == pytest.approx(4), "the mean of the logarithms of 2, 4 and 8"


def test_a_fact_costs_all_that_it_counts_in() -> None:
    learner = knowing(NAMES, {"other_facts_same_value": 9.0, "other_facts_other_value": 9.0})
    found = about(insights(learner, START), ElementKind("near facts"), ElementKind("far facts"))
    assert found is not None
    assert found.dearer == ElementKind("far facts")
    # A fact close by counts once as such, and once or twice for the units it shares.
    assert 9 / 3 < found.times < 9 / 2


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@given(seed=seeds, spread=st.floats(0, 3))
def test_only_what_is_sure_and_large_enough_is_told_the_strongest_first(
    kind: str, seed: int, spread: float
) -> None:
    problem = PROBLEMS[kind]
    features = feature_names(problem.problem)
    rng = np.random.default_rng(seed)
    weights = dict(zip(features, np.exp(rng.standard_normal(len(features))).tolist(), strict=True))
    found = insights(knowing(features, weights, spread, seed), problem)
    times = [insight.times for insight in found]
    assert len(times) <= AT_MOST
    assert times == sorted(times, reverse=True)
    assert all(insight.certainty >= SURE for insight in found)
    assert all(value >= LEAST_TIMES for value in times)


PROBLEMS = {kind: Explainer(drawn_problem(kind, 1)).start for kind in ("sudoku", "logic_grid")}


@given(seed=seeds)
def test_how_much_a_person_cares_at_all_makes_no_difference(seed: int) -> None:
    learner = knowing(NAMES, {"adjacent_row": 5.0, "other_col": 0.1}, spread=0.3)
    factors = np.random.default_rng(seed).normal(0, 5, (len(learner.samples), 1))
    scaled = having(learner, learner.samples + factors)
    for one, other in zip(insights(learner, START), insights(scaled, START), strict=True):
        assert (one.dearer, one.cheaper, one.certainty) == (
            other.dearer,
            other.cheaper,
            other.certainty,
        )
        assert one.times == pytest.approx(other.times)


def test_nothing_is_sure_about_somebody_of_whom_nothing_is_known() -> None:
    assert insights(BayesBelief.starting(wide_prior(NAMES), Logistic(), 0), START) == []


def test_what_the_prior_was_sure_of_is_marked_as_expected() -> None:
    narrow = structural_prior(NAMES)
    narrow = Prior(NAMES, narrow.mean, narrow.covariance / 100)
    before = about(insights(BayesBelief.starting(narrow, Logistic(), 0), START), RULES, FACTS)
    assert before is not None
    assert before.expected
    learned = about(
        insights(knowing(NAMES, dict(zip(NAMES, np.exp(narrow.mean), strict=True))), START),
        RULES,
        FACTS,
    )
    assert learned is not None
    assert not learned.expected


def test_a_problem_without_rules_has_no_insights() -> None:
    state = State(Problem(Kind("made up"), (), ()), frozenset(), frozenset())
    features = feature_names(state.problem)
    assert features == ()
    assert insights(knowing(NAMES, {}), state) == []
