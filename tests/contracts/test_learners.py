"""What every learner promises."""

from __future__ import annotations

import json
import math
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.belief import Belief, Circumstances, Learner, Probabilistic, Resumable
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.learners.prior import PRIORS, wide_prior
from hintwise.elicit.learners.response import RESPONSES, Logistic
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.questions.contrast import Machop
from hintwise.elicit.settings import Settings
from hintwise.problem import Kind
from tests.elicit.made import NAMES, answers, counts

ONES = dict.fromkeys(NAMES, 1.0)
CIRCUMSTANCES = Circumstances(Kind("made up"), NAMES, lambda: dict.fromkeys(NAMES, 9), "machop")
LEARNERS: dict[str, Learner] = {
    "perceptron": Perceptron(normalisation="none"),
    **{f"with {name} norms": Perceptron(rate=10.0, normalisation=name) for name in NORMALISATIONS},
    "as published": Perceptron(floor=1e-3, normalised_objective=True, integer_weights=True),
    "bayes": Bayes(),
    **{f"with the prior {name}": Bayes(prior=name) for name in PRIORS},
    **{f"with the response {name}": Bayes(response=name, lapse=0.1) for name in RESPONSES},
    "with a prior and a response of its own": Bayes(prior=wide_prior(NAMES), response=Logistic()),
}

pytestmark = pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
few = settings(max_examples=15, deadline=None)
Pairs = list[tuple[dict[str, int], dict[str, int], Answer]]


@few
@given(pairs=st.lists(st.tuples(counts, counts, answers), max_size=8))
def test_every_weight_stays_finite_and_above_zero(learner: Learner, pairs: Pairs) -> None:
    belief: Belief = learner.start(CIRCUMSTANCES)
    for a, b, answer in pairs:
        belief = belief.told(FeaturePair(a, b), answer)
    for weights in (belief.plain, belief.weights):
        assert tuple(weights) == NAMES
        assert all(math.isfinite(weight) and weight > 0 for weight in weights.values())


@few
@given(a=counts, b=counts, answer=answers)
def test_an_answer_changes_no_earlier_value(
    learner: Learner, a: dict[str, int], b: dict[str, int], answer: Answer
) -> None:
    belief = learner.start(CIRCUMSTANCES)
    plain, weights = dict(belief.plain), dict(belief.weights)
    assert belief.told(FeaturePair(a, b), answer) == belief.told(FeaturePair(a, b), answer)
    assert (belief.plain, belief.weights) == (plain, weights)


@few
@given(a=counts, b=counts)
def test_it_does_not_matter_which_step_is_which(
    learner: Learner, a: dict[str, int], b: dict[str, int]
) -> None:
    belief = learner.start(CIRCUMSTANCES)
    assert belief.told(FeaturePair(a, b), Answer.A) == belief.told(FeaturePair(b, a), Answer.B)


@few
@given(a=counts, b=counts)
def test_no_preference_teaches_no_weights_unless_that_is_how_people_are_taken_to_answer(
    learner: Learner, a: dict[str, int], b: dict[str, int]
) -> None:
    belief = learner.start(CIRCUMSTANCES)
    uses_ties = isinstance(learner, Bayes) and learner.response_model.uses_ties
    assert uses_ties or belief.told(FeaturePair(a, b), Answer.NONE).plain == belief.plain


@few
@given(a=counts, b=counts, answer=answers)
def test_a_probability_is_never_certain(
    learner: Learner, a: dict[str, int], b: dict[str, int], answer: Answer
) -> None:
    belief = learner.start(CIRCUMSTANCES)
    for known in (belief, belief.told(FeaturePair(a, b), answer)):
        if isinstance(known, Probabilistic):
            assert 0 < known.preference(FeaturePair(a, b)) < 1


def test_the_weights_are_the_plain_ones_in_its_own_units(learner: Learner) -> None:
    belief = learner.start(CIRCUMSTANCES).told(SEEN, Answer.B)
    assert belief.scaled(belief.plain) == belief.weights


def test_the_infinite_stays_infinite(learner: Learner) -> None:
    scaled = learner.start(CIRCUMSTANCES).scaled({**ONES, "rows": math.inf})
    assert math.isinf(scaled["rows"])
    assert math.isfinite(scaled["facts"])


def test_it_can_be_sent_to_another_process(learner: Learner) -> None:
    assert pickle.loads(pickle.dumps(learner)) == learner
    belief = learner.start(CIRCUMSTANCES).told(SEEN, Answer.B)
    assert pickle.loads(pickle.dumps(belief)) == belief


def test_a_belief_that_remembers_is_resumed_as_it_was(learner: Learner) -> None:
    start = learner.start(CIRCUMSTANCES)
    answered = [(SEEN, answer) for answer in (Answer.B, Answer.NONE, Answer.A)]
    belief = start
    for pair, answer in answered:
        belief = belief.told(pair, answer)
    if isinstance(start, Resumable) and isinstance(belief, Resumable):
        resumed = start.resumed(answered, json.loads(json.dumps(belief.remembered())))
        assert resumed == belief
        assert resumed.weights == belief.weights
        assert resumed.told(SEEN, Answer.A).weights == belief.told(SEEN, Answer.A).weights


def test_the_same_learner_starts_the_same_in_the_same_circumstances(learner: Learner) -> None:
    assert learner.start(CIRCUMSTANCES) == learner.start(CIRCUMSTANCES)


def test_it_survives_json(learner: Learner) -> None:
    document = json.loads(json.dumps(Settings(questions=Machop(), learner=learner).as_json()))
    read = Settings.from_json(document).learner
    assert read.as_json() == learner.as_json()
    assert read.start(CIRCUMSTANCES) == learner.start(CIRCUMSTANCES)


SEEN = FeaturePair(dict.fromkeys(NAMES, 4), {"facts": 1, "rows": 0, "clues": 0})
