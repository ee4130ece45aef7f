from __future__ import annotations

import itertools
import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.errors import InvalidValue
from hintwise.people.statistics import (
    Summary,
    UnpairedTest,
    cliffs_delta,
    quantile,
    rank_sum,
    wilcoxon,
)

NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))
SAMPLES = st.lists(NUMBERS, min_size=1, max_size=30)


@given(SAMPLES)
def test_a_summary_agrees_with_the_standard_library_and_numpy(values: list[float]) -> None:
    summary = Summary.of(values)
    assert summary.n == len(values)
    assert summary.mean == pytest.approx(statistics.fmean(values))
    assert summary.median == pytest.approx(statistics.median(values))
    assert (summary.least, summary.most) == (min(values), max(values))
    assert summary.lower_quartile == pytest.approx(np.quantile(values, 0.25))
    assert summary.upper_quartile == pytest.approx(np.quantile(values, 0.75))
    if len(values) > 1:
        std = statistics.stdev(values)
        assert summary.std == pytest.approx(std, abs=1e-6)
        assert summary.standard_error == pytest.approx(std / math.sqrt(len(values)), abs=1e-6)


@given(SAMPLES, st.floats(0, 1))
def test_a_quantile_is_the_one_of_numpy(values: list[float], share: float) -> None:
    assert quantile(values, share) == pytest.approx(np.quantile(values, share), abs=1e-6)


def test_one_value_has_no_spread() -> None:
    summary = Summary.of([2.5])
    assert (summary.std, summary.standard_error) == (None, None)
    assert summary.mean == summary.median == summary.lower_quartile == summary.most == 2.5


def test_infinite_values_leave_what_can_be_said() -> None:
    summary = Summary.of([1.0, 2.0, 3.0, math.inf, math.inf])
    assert (summary.mean, summary.std, summary.median) == (math.inf, None, 3.0)
    assert (summary.lower_quartile, summary.upper_quartile) == (2.0, math.inf)


@pytest.mark.parametrize("values", [[], [1.0, math.nan]])
def test_a_sample_without_numbers_is_refused(values: list[float]) -> None:
    with pytest.raises(InvalidValue, match="one or more"):
        Summary.of(values)
    with pytest.raises(InvalidValue, match="one or more"):
        cliffs_delta([1.0], values)


def exact_p(differences: list[float], alternative: str) -> float:
    """The p-value by its definition: over all ways to give the differences signs."""
    sizes = sorted(map(abs, differences))
    ranks = [sizes.index(abs(d)) + 1 for d in differences]
    seen = sum(rank for rank, d in zip(ranks, differences, strict=True) if d > 0)
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in itertools.product((0, 1), repeat=len(ranks))
    ]
    lower = sum(total <= seen for total in sums) / len(sums)
    upper = sum(total >= seen for total in sums) / len(sums)
    return {"less": lower, "greater": upper}.get(alternative, min(1.0, 2 * min(lower, upper)))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@given(st.lists(st.integers(1, 99), min_size=6, max_size=9, unique=True), st.data())
def test_wilcoxon_agrees_with_counting_all_signs(
    alternative: str, sizes: list[int], data: st.DataObject
) -> None:
    signs = data.draw(st.lists(st.sampled_from((-1, 1)), min_size=len(sizes), max_size=len(sizes)))
    differences = [float(sign * size) for sign, size in zip(signs, sizes, strict=True)]
    test = wilcoxon(differences, [0.0] * len(sizes), alternative)  # type: ignore[arg-type]
    assert test.p == pytest.approx(exact_p(differences, alternative))


def test_equal_pairs_tell_nothing() -> None:
    assert wilcoxon([1.0, 2.0], [1.0, 2.0]).reason == "no pair differs"
    assert wilcoxon([], []).reason == "there are no pairs"
    with_ties = wilcoxon([*range(1, 8), 5.0], [*[0.0] * 7, 5.0])
    assert (with_ties.pairs, with_ties.differing) == (8, 7)
    assert with_ties.p == wilcoxon([*range(1, 8)], [0.0] * 7).p


def test_too_few_pairs_have_no_p_value() -> None:
    five = wilcoxon([1.0, 2.0, 3.0, 4.0, 5.0], [0.0] * 5)
    assert (five.p, five.reason) == (None, "only 5 pairs differ")
    assert wilcoxon([1.0], [0.0]).reason == "only 1 pair differs"
    assert wilcoxon([1.0, 2.0, 3.0, 4.0, 5.0], [0.0] * 5, "greater").p == 1 / 32
    assert wilcoxon([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [0.0] * 6).p == 1 / 32


def test_pairs_of_infinite_values_are_equal_and_one_infinite_value_is_the_largest() -> None:
    first = [math.inf, math.inf, 1.0, 2.0, 3.0, 4.0, 5.0]
    second = [math.inf, 1.0, 0.5, 0.4, 0.3, 0.2, 0.1]
    test = wilcoxon(first, second)
    assert (test.differing, test.p) == (6, 1 / 32)


def test_samples_of_different_size_cannot_be_paired() -> None:
    with pytest.raises(InvalidValue, match="1 values cannot be paired with 2"):
        wilcoxon([1.0], [1.0, 2.0])


@given(SAMPLES, SAMPLES)
def test_cliffs_delta_is_what_its_definition_counts(a: list[float], b: list[float]) -> None:
    counted = sum((x > y) - (x < y) for x in a for y in b) / (len(a) * len(b))
    assert cliffs_delta(a, b) == pytest.approx(counted)
    assert cliffs_delta(b, a) == pytest.approx(-counted)


def test_cliffs_delta_reaches_its_bounds() -> None:
    assert cliffs_delta([2.0, math.inf], [1.0, 0.0]) == 1.0
    assert cliffs_delta([0.0], [1.0, 2.0]) == -1.0
    assert cliffs_delta([math.inf, 1.0], [math.inf, 1.0]) == 0.0


def test_the_rank_sum_test_agrees_with_counting_all_divisions() -> None:
    first, second = [0.9, 0.8, 0.75, 0.4], [0.5, 0.3, 0.2, 0.1]
    values = [*first, *second]
    ranks = [sorted(values).index(value) for value in values]
    own = sum(ranks[:4])
    sums = [sum(chosen) for chosen in itertools.combinations(ranks, 4)]
    exact = sum(total >= own for total in sums) / len(sums)
    assert rank_sum(first, second, "greater").p == pytest.approx(exact)


def test_samples_that_could_not_be_told_apart_have_no_p_value() -> None:
    assert rank_sum([1.0], [2.0]) == UnpairedTest(1, 1, None, "only 1 and 1 values")
    assert rank_sum([], [2.0]) == UnpairedTest(0, 1, None, "a sample is empty")
    assert rank_sum([1.0] * 9, [1.0] * 9).reason == "all values are the same"
