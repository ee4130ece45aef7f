"""What everyone who predicts choices promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.people.predictors import (
    PREDICTORS,
    SHAPES,
    Assumptions,
    BeliefPredictor,
    Predictor,
)
from tests.elicit.made import NAMES, answers, counts
from tests.people.made_choices import Confident

ALL: dict[str, Predictor] = {
    **{name: make(NAMES, Assumptions())([]) for name, make in PREDICTORS.items()},
    **{
        f"bayes, {costs}": PREDICTORS["bayes"](NAMES, Assumptions(costs=costs))([])
        for costs in SHAPES
        if costs != "sums"
    },
    "bayes, powers": PREDICTORS["bayes"](NAMES, Assumptions(exponent=0.5))([]),
    "one that is sure": BeliefPredictor(Confident(dict.fromkeys(NAMES, 1.0), 0.7, 0.2)),
}

pytestmark = pytest.mark.parametrize("predictor", ALL.values(), ids=ALL)
Pairs = list[tuple[dict[str, int], dict[str, int], Answer]]


@settings(max_examples=30)
@given(pairs=st.lists(st.tuples(counts, counts, answers), max_size=6), a=counts, b=counts)
def test_whatever_it_was_told_it_guesses_and_a_probability_is_never_certain(
    predictor: Predictor, pairs: Pairs, a: dict[str, int], b: dict[str, int]
) -> None:
    for one, other, answer in pairs:
        predictor = predictor.told(FeaturePair(one, other), answer)
    guess = predictor.guess(FeaturePair(a, b))
    assert isinstance(guess.answer, Answer)
    assert guess.probability is None or 0 < guess.probability < 1


@settings(max_examples=30)
@given(a=counts, b=counts, answer=answers)
def test_an_answer_changes_no_earlier_value(
    predictor: Predictor, a: dict[str, int], b: dict[str, int], answer: Answer
) -> None:
    comparison = FeaturePair(a, b)
    before = predictor.guess(comparison)
    assert predictor.told(comparison, answer) == predictor.told(comparison, answer)
    assert predictor.guess(comparison) == before
