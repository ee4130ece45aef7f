"""The perceptron's update, by hand and as a property."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hintwise.elicit.learners.normalise import NORMALISATIONS, Fixed, Local
from hintwise.elicit.learners.perceptron import PerceptronBelief
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.engine import Cost
from tests.elicit.made import NAMES, counts

ONES = dict.fromkeys(NAMES, 1.0)
LARGEST = {"facts": 12, "rows": 3, "clues": 3}
FLOOR = 1e-3
weights = st.fixed_dictionaries({name: st.floats(FLOOR, 100) for name in NAMES})


def margin(learner: PerceptronBelief, better: dict[str, int], worse: dict[str, int]) -> float:
    """f_w(y-) - f_w(y+): by how much the weights prefer the step that was chosen."""
    cost = Cost(learner.plain)
    return cost.value(worse) - cost.value(better)


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
@given(weights=weights, better=counts, worse=counts, rate=st.sampled_from([0.1, 0.5, 5.0, 10.0]))
def test_the_update_moves_the_cost_in_favour_of_the_chosen_step(
    normalisation: str,
    weights: dict[str, float],
    better: dict[str, int],
    worse: dict[str, int],
    rate: float,
) -> None:
    """The margin grows, unless the steps are equal or only weights at the floor would have to fall.

    Feature by feature: a weight never moves against the choice, and moves with it unless the steps
    agree in the feature, or the chosen step has more of it and its weight is at the floor already.
    """
    before = PerceptronBelief(
        weights, NORMALISATIONS[normalisation](NAMES, lambda: LARGEST), rate, FLOOR
    )
    after = before.told(FeaturePair(better, worse), Answer.A)
    for name in NAMES:
        change = after.plain[name] - weights[name]
        more = worse[name] - better[name]
        assert change * more >= 0
        assert (change != 0) == (more > 0 or (more < 0 and weights[name] > FLOOR))
    gain = margin(after, better, worse) - margin(before, better, worse)
    assert gain >= -1e-9
    if any(worse[name] > better[name] for name in NAMES):
        assert gain > 0


@given(weights=weights, better=counts, worse=counts, rate=st.sampled_from([0.1, 1.0]))
def test_where_the_floor_does_not_bite_the_margin_grows_by_the_squared_differences(
    weights: dict[str, float], better: dict[str, int], worse: dict[str, int], rate: float
) -> None:
    before = PerceptronBelief(weights, Fixed(LARGEST), rate, FLOOR)
    after = before.told(FeaturePair(worse, better), Answer.B)
    assume(all(weight > FLOOR for weight in after.plain.values()))
    squares = sum(rate * (worse[n] - better[n]) ** 2 / LARGEST[n] for n in NAMES)
    gain = margin(after, better, worse) - margin(before, better, worse)
    assert gain == pytest.approx(squares, abs=1e-8)


def test_the_update_by_hand_with_local_norms() -> None:
    learner = PerceptronBelief(ONES, Local(ONES), rate=0.5, floor=1e-6)
    a = {"facts": 4, "rows": 0, "clues": 2}
    b = {"facts": 1, "rows": 3, "clues": 2}
    # Chosen b: facts 4 against 1, of at most 4; rows 0 against 3, of at most 3.
    learner = learner.told(FeaturePair(a, b), Answer.B)
    assert learner.plain == pytest.approx({"facts": 1.375, "rows": 0.5, "clues": 1.0})
    learner = learner.told(FeaturePair(a, b), Answer.B)
    assert learner.plain == pytest.approx({"facts": 1.75, "rows": 1e-6, "clues": 1.0})
    assert learner.weights == learner.plain


def test_with_a_normalised_objective_steps_are_optimised_with_weights_over_the_last_norms() -> None:
    learner = PerceptronBelief(ONES, Local(ONES), rate=0.5, floor=1e-3, normalised_objective=True)
    assert learner.weights == ONES
    a, b = {"facts": 4, "rows": 0, "clues": 2}, {"facts": 1, "rows": 3, "clues": 2}
    learner = learner.told(FeaturePair(a, b), Answer.B)
    assert learner.weights == pytest.approx({"facts": 1.375 / 4, "rows": 0.5 / 3, "clues": 0.5})
    learner = learner.told(FeaturePair(b, b), Answer.NONE)
    assert learner.plain == pytest.approx({"facts": 1.375, "rows": 0.5, "clues": 1.0})
    assert learner.weights == pytest.approx({"facts": 1.375, "rows": 0.5 / 3, "clues": 0.5})


def test_integer_weights_are_cut_off_and_at_least_one() -> None:
    plain = {"facts": 0.123456789, "rows": 1e-6, "clues": 2.0}
    learner = PerceptronBelief(plain, Fixed(LARGEST), 0.5, 1e-6, integers=True)
    assert learner.weights == {"facts": 12345.0, "rows": 1.0, "clues": 200000.0}
    normalised = PerceptronBelief(plain, Fixed(LARGEST), 0.5, 1e-6, True, True)
    assert normalised.weights == {"facts": 1028.0, "rows": 1.0, "clues": 66666.0}
