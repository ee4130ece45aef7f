"""What learners see of a query."""

from __future__ import annotations

from hypothesis import given

from hintwise.elicit.query import Answer, FeaturePair
from tests.elicit.made import counts, dominates, made_query

LESS, MORE = {"facts": 1, "rows": 0, "clues": 2}, {"facts": 4, "rows": 1, "clues": 2}


def test_the_chosen_step_comes_first_and_without_a_preference_there_is_none() -> None:
    comparison = FeaturePair(LESS, MORE)
    assert comparison.chosen(Answer.A) == (LESS, MORE)
    assert comparison.chosen(Answer.B) == (MORE, LESS)
    assert comparison.chosen(Answer.NONE) is None


def test_the_comparison_of_a_query_has_the_features_of_its_steps() -> None:
    assert made_query(LESS, MORE).pair == FeaturePair(LESS, MORE)


@given(a=counts, b=counts)
def test_a_trade_off_is_a_pair_in_which_neither_step_dominates(
    a: dict[str, int], b: dict[str, int]
) -> None:
    assert FeaturePair(a, b).is_trade_off == (not dominates(a, b) and not dominates(b, a))
