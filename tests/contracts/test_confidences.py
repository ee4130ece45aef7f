"""What every confidence rule promises."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.questions.confidence import CONFIDENCES, Confidence, Tally
from tests.elicit.made import NAMES, answers, counts

pytestmark = pytest.mark.parametrize("confidence", CONFIDENCES.values(), ids=CONFIDENCES)
Pairs = list[tuple[dict[str, int], dict[str, int], Answer]]


@given(pairs=st.lists(st.tuples(counts, counts, answers), max_size=12))
def test_there_is_a_value_for_each_feature_and_the_unexplored_come_first(
    confidence: Confidence, pairs: Pairs
) -> None:
    tally = Tally.empty(NAMES)
    for a, b, answer in pairs:
        tally = tally.after(FeaturePair(a, b), answer)
    values = confidence(tally)
    assert tuple(values) == NAMES
    assert all(value >= 0 and not math.isnan(value) for value in values.values())
    unexplored = [values[name] for name in NAMES if tally.differed[name] == 0]
    explored = [values[name] for name in NAMES if tally.differed[name] > 0]
    assert all(math.isfinite(value) for value in explored)
    assert not unexplored or not explored or min(unexplored) > max(explored)


def test_of_two_features_explored_alike_the_one_that_improved_more_counts_more(
    confidence: Confidence,
) -> None:
    tally = Tally(9, 8, {"facts": 4, "rows": 4}, {"facts": 3, "rows": 1})
    values = confidence(tally)
    assert values["facts"] - values["rows"] == pytest.approx(0.5)


def test_of_two_features_that_improved_alike_the_one_explored_less_counts_more(
    confidence: Confidence,
) -> None:
    values = confidence(Tally(9, 8, {"facts": 2, "rows": 6}, {"facts": 1, "rows": 3}))
    assert values["facts"] > values["rows"]
