"""The tally of answers and the confidence rules, against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.questions.confidence import (
    Tally,
    answered_confidence,
    asked_confidence,
    paper_confidence,
)
from tests.elicit.made import NAMES

A = {"facts": 4, "rows": 0, "clues": 2}
B = {"facts": 1, "rows": 3, "clues": 2}
C = {"facts": 5, "rows": 3, "clues": 2}


def tally() -> Tally:
    """Four queries, one of them without a preference; no pair differs in clues."""
    tally = Tally.empty(NAMES)
    tally = tally.after(FeaturePair(A, B), Answer.A)  # more facts, fewer rows
    tally = tally.after(FeaturePair(A, B), Answer.B)  # fewer facts, more rows
    tally = tally.after(FeaturePair(A, B), Answer.NONE)
    return tally.after(FeaturePair(C, B), Answer.B)  # fewer facts


def test_the_tally_counts_pairs_that_differ_and_choices_that_have_less() -> None:
    assert tally() == Tally(
        asked=4,
        answered=3,
        differed={"facts": 3, "rows": 2, "clues": 0},
        improved={"facts": 2, "rows": 1, "clues": 0},
    )


def test_the_paper_rule_by_hand() -> None:
    # q + 2 sqrt(ln Q / N): 2/3 + 2 sqrt(1.386294/3) and 1/2 + 2 sqrt(1.386294/2).
    values = paper_confidence(tally())
    assert values == pytest.approx({"facts": 2.026223, "rows": 2.165109, "clues": math.inf})


def test_the_published_rule_for_sudoku_by_hand() -> None:
    # q + sqrt(2 ln(m+1) / N) with m = 3: 2/3 + sqrt(2.772589/3) and 1/2 + sqrt(2.772589/2).
    values = answered_confidence(tally())
    assert values == pytest.approx({"facts": 1.628018, "rows": 1.677410, "clues": 1000.0})


def test_the_published_rule_for_logic_grids_by_hand() -> None:
    # m = 5, the number of the query to come: 2/3 + sqrt(3.583519/3) and 1/2 + sqrt(3.583519/2).
    values = asked_confidence(tally())
    assert values == pytest.approx({"facts": 1.759601, "rows": 1.838566, "clues": 1000.0})


def test_before_the_first_answer_every_feature_is_unexplored() -> None:
    empty = Tally.empty(NAMES)
    assert paper_confidence(empty) == dict.fromkeys(NAMES, math.inf)
    assert answered_confidence(empty) == asked_confidence(empty) == dict.fromkeys(NAMES, 1000.0)


def test_after_one_query_the_logarithm_is_zero_and_does_no_harm() -> None:
    one = Tally.empty(NAMES).after(FeaturePair(A, B), Answer.A)
    assert paper_confidence(one) == {"facts": 0.0, "rows": 1.0, "clues": math.inf}
