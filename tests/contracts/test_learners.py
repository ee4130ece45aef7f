"""What every learner promises."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit import Answer, Comparison, Learner, Perceptron, Probabilistic
from hintwise.elicit.learners.bayes import BayesianLearner
from hintwise.elicit.learners.normalise import Fixed, Local
from hintwise.elicit.learners.prior import wide_prior
from hintwise.elicit.learners.response import Logistic
from tests.elicit.made import NAMES, answers, counts

ONES = dict.fromkeys(NAMES, 1.0)
LEARNERS: dict[str, Learner] = {
    "perceptron": Perceptron(ONES, Fixed(ONES), rate=0.5, floor=1e-6),
    "with local norms": Perceptron(ONES, Local(ONES), rate=10.0, floor=1e-6),
    "as published": Perceptron(ONES, Local(ONES), 0.5, 1e-3, True, True),
    "bayesian": BayesianLearner.starting(wide_prior(NAMES), Logistic(0.05), 0),
}

pytestmark = pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
Pairs = list[tuple[dict[str, int], dict[str, int], Answer]]


@settings(max_examples=30)
@given(pairs=st.lists(st.tuples(counts, counts, answers), max_size=8))
def test_every_weight_stays_finite_and_above_zero(learner: Learner, pairs: Pairs) -> None:
    for a, b, answer in pairs:
        learner = learner.told(Comparison(a, b), answer)
    for weights in (learner.plain, learner.weights):
        assert tuple(weights) == NAMES
        assert all(math.isfinite(weight) and weight > 0 for weight in weights.values())


@settings(max_examples=30)
@given(a=counts, b=counts, answer=answers)
def test_an_answer_changes_no_earlier_value(
    learner: Learner, a: dict[str, int], b: dict[str, int], answer: Answer
) -> None:
    plain, weights = dict(learner.plain), dict(learner.weights)
    assert learner.told(Comparison(a, b), answer) == learner.told(Comparison(a, b), answer)
    assert (learner.plain, learner.weights) == (plain, weights)


@settings(max_examples=30)
@given(a=counts, b=counts)
def test_it_does_not_matter_which_step_is_which(
    learner: Learner, a: dict[str, int], b: dict[str, int]
) -> None:
    assert learner.told(Comparison(a, b), Answer.A) == learner.told(Comparison(b, a), Answer.B)


@settings(max_examples=30)
@given(a=counts, b=counts)
def test_no_preference_teaches_no_weights(
    learner: Learner, a: dict[str, int], b: dict[str, int]
) -> None:
    assert learner.told(Comparison(a, b), Answer.NONE).plain == learner.plain


@settings(max_examples=30)
@given(a=counts, b=counts, answer=answers)
def test_a_probability_is_never_certain(
    learner: Learner, a: dict[str, int], b: dict[str, int], answer: Answer
) -> None:
    for known in (learner, learner.told(Comparison(a, b), answer)):
        if isinstance(known, Probabilistic):
            assert 0 < known.preference(Comparison(a, b)) < 1


def test_the_weights_are_the_plain_ones_in_its_own_units(learner: Learner) -> None:
    learner = learner.told(Comparison(dict.fromkeys(NAMES, 4), ONE_FACT), Answer.B)
    assert learner.scaled(learner.plain) == learner.weights


def test_the_infinite_stays_infinite(learner: Learner) -> None:
    scaled = learner.scaled({**ONES, "rows": math.inf})
    assert math.isinf(scaled["rows"])
    assert math.isfinite(scaled["facts"])


def test_it_can_be_sent_to_another_process(learner: Learner) -> None:
    learner = learner.told(Comparison(dict.fromkeys(NAMES, 4), ONE_FACT), Answer.B)
    assert pickle.loads(pickle.dumps(learner)) == learner


ONE_FACT = {"facts": 1, "rows": 0, "clues": 0}
