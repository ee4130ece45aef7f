"""The normalisations by hand, and the nadir against all refuting sets."""

from __future__ import annotations

from collections.abc import Iterator

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings

from hintwise.bench.referee import elements_of
from hintwise.elicit.learners.normalise import NORMALISATIONS, Normalisation
from hintwise.elicit.query import FeaturePair
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.engine import Explainer
from hintwise.problem import State
from hintwise.puzzles import from_cpmpy, sudoku
from tests.elicit.made import COURSE, NAMES, seeds
from tests.engine import brute_force
from tests.engine.drawn import small_model

LARGEST = {"facts": 12, "rows": 0, "clues": 3}
FIRST = FeaturePair({"facts": 4, "rows": 0, "clues": 2}, {"facts": 7, "rows": 0, "clues": 0})
SECOND = FeaturePair({"facts": 5, "rows": 3, "clues": 0}, {"facts": 5, "rows": 1, "clues": 0})


def bounds_along(name: str) -> list[tuple[float, ...]]:
    normalisation: Normalisation = NORMALISATIONS[name](NAMES, lambda: LARGEST)
    along = [normalisation]
    for comparison in (FIRST, SECOND):
        along.append(along[-1].after(comparison))
    return [tuple(n.bounds[feature] for feature in NAMES) for n in along]


def test_without_normalisation_all_bounds_stay_one() -> None:
    assert bounds_along("none") == [(1, 1, 1)] * 3


def test_the_nadir_is_the_largest_value_and_one_where_that_is_zero() -> None:
    assert bounds_along("nadir") == [(12, 1, 3)] * 3


def test_the_cumulative_bound_is_the_largest_value_seen_and_never_below_one() -> None:
    assert bounds_along("cumulative") == [(1, 1, 1), (7, 1, 2), (7, 3, 2)]


def test_the_local_bound_is_the_larger_of_the_last_pair_and_one_where_both_are_zero() -> None:
    # The paper's formula chains two ≠; its text decides: equal values that are not 0 count as such.
    assert bounds_along("local") == [(1, 1, 1), (7, 1, 2), (5, 3, 1)]


def test_the_nadir_is_computed_only_where_it_is_needed() -> None:
    def refuse() -> dict[str, int]:
        raise AssertionError("not needed")

    for name in ("none", "cumulative", "local"):
        NORMALISATIONS[name](NAMES, refuse)


NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_nadir_of_a_9x9_sudoku_uses_all_other_cells_and_constraints() -> None:
    assert Explainer(sudoku(NINE)).largest_counts() == {
        "adjacent_facts_other_value": 20,
        "other_facts_same_value": 8,
        "other_facts_other_value": 52,
        "adjacent_row": 1,
        "adjacent_col": 1,
        "adjacent_block": 1,
        "other_row": 8,
        "other_col": 8,
        "other_block": 8,
        "adjacent_facts_from_row": 8,
        "adjacent_facts_from_col": 8,
        "adjacent_facts_from_block": 8,
    }


def test_a_session_takes_the_largest_nadir_of_its_puzzles() -> None:
    small, large = sudoku(COURSE[0]), sudoku(NINE)
    session = Session.of(
        [small, large], settings_for("machop", normalisation="nadir", normalised_objective=True)
    )
    largest = Explainer(large).largest_counts()
    assert session.weights == {name: 1 / n for name, n in largest.items()}


def test_a_given_that_nothing_else_implies_has_no_step_that_could_count() -> None:
    x, y, z = cp.intvar(1, 4, shape=3, name=("x", "y", "z"))
    problem = from_cpmpy(
        {"link": [x + 1 == y], "bound": [x <= 1]}, variables=[x, y, z], givens=[z == 3]
    )
    largest = Explainer(problem).largest_counts()
    # z has no step; for x both constraints are adjacent, for y only the link is.
    assert (largest["adjacent_link"], largest["adjacent_bound"]) == (1, 1)
    assert (largest["other_link"], largest["other_bound"]) == (0, 1)


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=seeds)
def test_the_largest_counts_are_those_of_all_refuting_sets_with_one_variable_left(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    while (explainer := Explainer(small_model(rng))) and not _is_small(explainer):
        pass
    largest = dict.fromkeys(explainer.features, 0)
    for state in _all_but_one(explainer):
        (target,) = state.targets
        for features in brute_force.refuting_features(state, target):
            largest = {name: max(n, features[name]) for name, n in largest.items()}
    assert explainer.largest_counts() == largest


def _all_but_one(explainer: Explainer) -> Iterator[State]:
    """For each implied fact the state in which those about all other variables are known."""
    facts = explainer.start.facts | explainer.start.targets
    for target in sorted(facts):
        others = frozenset(f for f in facts if f.variable != target.variable)
        yield State(explainer.problem, others, frozenset([target]))


def _is_small(explainer: Explainer) -> bool:
    return bool(explainer.start.targets) and all(
        len(elements_of(state)) <= 13 for state in _all_but_one(explainer)
    )
