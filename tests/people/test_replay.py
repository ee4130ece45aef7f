"""Replays: by hand on made-up choices, by a second implementation on the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from hintwise.elicit.learners.belief import Belief
from hintwise.elicit.learners.normalise import Fixed
from hintwise.elicit.learners.perceptron import Perceptron, PerceptronBelief
from hintwise.elicit.learners.prior import Prior, structural_prior
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue
from hintwise.people.choices import Choice, Choices, Person
from hintwise.people.predictors import (
    PREDICTORS,
    Assumptions,
    BeliefPredictor,
    Predictor,
    fewest_constraints,
    first_step,
    least_sum,
)
from hintwise.people.replay import ANSWERS, Row, Score, replay
from hintwise.people.replay_report import replay_tables
from tests.people.made_choices import Confident, log_loss, made_choices
from tests.reference import human_choices

ONES = {"facts": 1.0, "rows": 1.0}


def published_choices() -> Choices:
    return Choices.read(human_choices().read_text(encoding="utf-8"))


def accuracy(score: Score | None) -> tuple[int, float]:
    assert score is not None
    return score.pairs, score.accuracy.mean


def find(rows: Sequence[Row], predictor: str, tested_on: str, answers: int) -> Row:
    """The first such row: in the order asked, a block and not the whole."""
    return next(
        row
        for row in rows
        if (row.predictor, row.tested_on, row.answers) == (predictor, tested_on, answers)
    )


def test_pairs_are_predicted_before_they_are_learned() -> None:
    # With rate 1 and no norms, one answer turns the weights to rows = 3, facts at the floor.
    pair = (0, 2, 2, 0, "b")
    choices = made_choices({"mine": [(0, 1, 2, 0, "b"), pair, pair]})
    start = BeliefPredictor(PerceptronBelief(ONES, Fixed(ONES), rate=1.0, floor=1e-6))
    found = replay(choices, {"p": lambda others: start}, [0, 1, 2])
    first, second, third, whole = found.in_order
    assert accuracy(first.all_pairs) == (1, 0.0)  # 1 against 2: a is expected, b chosen
    assert accuracy(second.all_pairs) == accuracy(third.all_pairs) == (1, 1.0)
    assert (whole.answers, whole.until) == (0, 3)
    assert accuracy(whole.all_pairs) == (3, 2 / 3)
    assert found.across == ()


def test_a_tie_is_half_right_and_no_preference_is_not_predicted() -> None:
    choices = made_choices({"mine": [(1, 1, 2, 0, "a"), (1, 0, 2, 0, "a"), (0, 0, 9, 9, "none")]})
    start = PREDICTORS["ones"](choices.features, Assumptions())
    (row,) = replay(choices, {"ones": start}, [0]).in_order
    assert accuracy(row.all_pairs) == (2, 0.75)
    assert accuracy(row.trade_offs) == (1, 0.5)


def test_every_person_counts_alike_and_the_error_is_over_people() -> None:
    right, wrong = (1, 0, 2, 0, "a"), (1, 0, 2, 0, "b")
    choices = made_choices({"mine": [right]}, {"mine": [right, wrong, wrong, wrong]}, {"mine": []})
    start = PREDICTORS["ones"](choices.features, Assumptions())
    *_, whole = replay(choices, {"ones": start}, [0]).in_order
    assert whole.all_pairs is not None
    assert accuracy(whole.all_pairs) == (5, (1 + 0.25) / 2)
    assert whole.all_pairs.accuracy.n == 2
    assert whole.all_pairs.accuracy.standard_error == pytest.approx(0.375)
    assert whole.trade_offs is None


def test_across_methods_the_first_answers_to_one_are_tested_on_all_of_the_other() -> None:
    turns = (0, 2, 2, 1, "b")
    choices = made_choices({"x": [(9, 9, 9, 9, "none"), turns], "y": [(0, 2, 3, 0, "b")]})
    start = BeliefPredictor(PerceptronBelief(ONES, Fixed(ONES), rate=1.0, floor=1e-6))
    found = replay(choices, {"p": lambda others: start}, [0, 1, 2, 50]).across
    learned_on_x = [accuracy(row.all_pairs)[1] for row in found if row.learned_on == "x"]
    assert learned_on_x == [0.0, 0.0, 1.0, 1.0]
    assert {row.tested_on for row in found if row.learned_on == "x"} == {"y"}
    assert all(row.all_pairs and row.all_pairs.pairs == 1 for row in found)


def test_log_loss_and_the_likelier_step_come_from_the_probability() -> None:
    choices = made_choices({"mine": [(1, 0, 0, 2, "a"), (1, 0, 0, 2, "b"), (1, 0, 2, 0, "a")]})
    start = BeliefPredictor(Confident(ONES, 0.5, 0.8))
    (row,) = replay(choices, {"sure": lambda others: start}, [0]).in_order
    assert row.all_pairs is not None
    assert row.all_pairs.log_loss is not None
    assert row.all_pairs.accuracy.mean == pytest.approx((0.5 + 0 + 1) / 3)
    assert row.all_pairs.log_loss.mean == pytest.approx(log_loss(0.5, 0.2, 0.8))
    assert row.trade_offs is not None
    assert row.trade_offs.log_loss is not None
    assert row.trade_offs.log_loss.mean == pytest.approx(log_loss(0.5, 0.2))
    titles = [table.title for table in replay_tables(replay(choices, {"s": lambda _: start}, [0]))]
    assert [title.split()[0] for title in titles] == [
        *["Accuracy"] * 2,
        *["Log-loss"] * 2,
        "Reliability",
    ]


def test_reliability_is_over_the_trade_offs_of_all_methods_before_their_answers() -> None:
    dominated = (1, 0, 2, 0, "a")
    choices = made_choices(
        {"x": [(1, 0, 0, 2, "a"), dominated], "y": [(1, 0, 0, 2, "b"), (0, 3, 1, 0, "a")]},
        {"x": [(1, 0, 0, 2, "none"), (1, 0, 0, 2, "b")]},
    )
    start = BeliefPredictor(Confident(ONES, 0.55, 0.82))
    found = replay(choices, {"s": lambda others: start}, [0]).reliability
    assert len(found) == 10
    (first, second) = (part for part in found if part.pairs)
    assert (first.low, first.high, first.pairs, first.observed) == (0.5, 0.6, 2, 0.5)
    assert (second.low, second.pairs, second.observed) == (0.8, 2, 0.5)
    assert second.predicted == pytest.approx(0.82)
    ones = PREDICTORS["ones"](choices.features, Assumptions())
    assert replay(choices, {"ones": ones}, [0]).reliability == ()


def test_bayes_starts_from_what_the_others_chose_or_from_the_prior_it_is_given() -> None:
    dear_rows = {"x": [(3, 0, 0, 1, "a"), (0, 1, 3, 0, "b")] * 5}
    choices = made_choices(dear_rows, dear_rows, {})
    asked = FeaturePair({"facts": 3, "rows": 0}, {"facts": 0, "rows": 1})

    def expected(assumptions: Assumptions, others: Sequence[Person]) -> float:
        start = PREDICTORS["bayes"](choices.features, assumptions)(others)
        probability = start.guess(asked).probability
        assert probability is not None
        return probability

    fitted = expected(Assumptions(), choices.people[:2])
    assert fitted > 0.8
    assert expected(Assumptions(), choices.people[2:]) == expected(
        Assumptions(prior=structural_prior(choices.features)), choices.people[:2]
    )
    dear_facts = Prior(("rows", "facts"), np.array([-2.0, 2.0]), np.eye(2) / 4)
    assert expected(Assumptions(prior=dear_facts), choices.people[:2]) < 0.2


def test_a_start_is_given_the_other_people_only() -> None:
    choices = made_choices(*({"x": [(1, 0, 2, 0, "a")], "y": []} for _ in range(4)))
    seen: list[tuple[int | str, ...]] = []

    def start(others: Sequence[Person]) -> Predictor:
        seen.append(tuple(person.name for person in others))
        return BeliefPredictor(Confident(ONES, 0.5, 0.5))

    replay(choices, {"p": start}, [0])
    assert seen == [(2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3)]


def test_each_person_who_is_through_a_predictor_is_reported() -> None:
    choices = made_choices({"x": [(1, 0, 2, 0, "a")], "y": []}, {"x": [], "y": []})
    starts = {name: PREDICTORS[name](choices.features, Assumptions()) for name in ("ones", "first")}
    reported: list[str] = []
    replay(choices, starts, [0], reported.append)
    assert reported == ["ones", "ones", "first", "first"]


def test_the_rules_by_hand() -> None:
    one_row = {"adjacent_row": 1, "other_facts": 5, "adjacent_facts_from_row": 5}
    two_rows = {"adjacent_row": 2, "other_facts": 1, "adjacent_facts_from_row": 0}
    as_many = {"adjacent_row": 1, "other_facts": 5, "adjacent_facts_from_row": 0}
    fewer = {"adjacent_row": 1, "other_facts": 4, "adjacent_facts_from_row": 9}
    assert fewest_constraints(FeaturePair(one_row, two_rows)) is Answer.A
    assert fewest_constraints(FeaturePair(one_row, as_many)) is Answer.NONE
    assert fewest_constraints(FeaturePair(one_row, fewer)) is Answer.B
    assert least_sum(FeaturePair(one_row, two_rows)) is Answer.B
    assert least_sum(FeaturePair(two_rows, two_rows)) is Answer.NONE
    assert first_step(FeaturePair(two_rows, one_row)) is Answer.A


def test_costs_that_only_rounding_tells_apart_are_a_tie() -> None:
    learner: Belief = PerceptronBelief({"facts": 0.1, "rows": 0.3}, Fixed(ONES), 1.0, 1e-6)
    guess = BeliefPredictor(learner).guess(
        FeaturePair({"facts": 3, "rows": 0}, {"facts": 0, "rows": 1})
    )
    assert guess.answer is Answer.NONE
    assert guess.probability is None


def test_the_nadir_is_refused_for_it_needs_puzzles() -> None:
    with pytest.raises(InvalidValue, match=r"nadir.*needs the puzzles"):
        PREDICTORS["perceptron"](["facts"], Assumptions(Perceptron(normalisation="nadir")))


def test_the_published_choices_give_the_figures_of_the_docs() -> None:
    choices = published_choices()
    names = ("perceptron", "ones", "fewest", "first")
    starts = {name: PREDICTORS[name](choices.features, Assumptions()) for name in names}
    found = replay(choices, starts, ANSWERS)
    assert found == replay(choices, starts, ANSWERS)
    shown = [
        [round(accuracy(find(found.across, name, "machop", n).trade_offs)[1], 3) for n in ANSWERS]
        for name in names
    ]
    assert shown == [
        [0.570, 0.592, 0.612, 0.640, 0.703],
        [0.570] * 5,
        [0.842] * 5,
        [0.779] * 5,
    ]
    row = find(found.across, "perceptron", "choice_perceptron", 50)
    assert accuracy(row.trade_offs)[0] == 191
    assert accuracy(row.trade_offs)[1] == pytest.approx(0.805, abs=5e-4)
    assert accuracy(row.all_pairs)[0] == 639
    assert accuracy(row.all_pairs)[1] == pytest.approx(0.891, abs=5e-4)


@pytest.mark.slow
def test_bayes_knows_people_before_the_first_answer_and_not_less_after_fifty() -> None:
    choices = published_choices()
    choices = replace(choices, people=choices.people[::3])  # for time; docs have all of them
    start = PREDICTORS["bayes"](choices.features, Assumptions())
    found = replay(choices, {"bayes": start}, [0, 10, 50])
    scores = [find(found.across, "bayes", "machop", n).trade_offs for n in (0, 10, 50)]
    accuracies = [accuracy(score)[1] for score in scores]
    losses = [score.log_loss.mean for score in scores if score and score.log_loss]
    assert accuracies[0] >= 0.85
    assert min(accuracies[1:]) > accuracies[0] - 0.03  # a standard error of so few people
    assert losses[0] <= 0.37
    assert max(losses) < losses[0] + 0.01
    sure = [part for part in found.reliability if part.pairs >= 40]
    assert all(abs((part.observed or 0) - (part.predicted or 0)) < 0.15 for part in sure)


@pytest.mark.parametrize("answers", [10, 50])
def test_another_perceptron_foresees_the_same_published_choices(answers: int) -> None:
    choices = published_choices()
    start = PREDICTORS["perceptron"](choices.features, Assumptions())
    (row,) = (
        row for row in replay(choices, {"p": start}, [answers]).across if row.tested_on == "machop"
    )
    by_person = [_accuracy_in_numpy(person, answers) for person in choices.people]
    assert accuracy(row.all_pairs)[1] == pytest.approx(np.mean(by_person))
    assert row.all_pairs is not None
    error = np.std(by_person, ddof=1) / np.sqrt(len(by_person))
    assert row.all_pairs.accuracy.standard_error == pytest.approx(error)


def _accuracy_in_numpy(person: Person, answers: int) -> float:
    """Learned on the choice perceptron's pairs with local norms at rate 0.5, tested on MACHOP's."""
    signs = {Answer.A: 1, Answer.B: -1, Answer.NONE: 0}
    weights = np.ones(12)
    for choice in person.asked_by("choice_perceptron")[:answers]:
        a, b = _counts(choice)
        norm = np.where(np.maximum(a, b) == 0, 1, np.maximum(a, b))
        weights = np.maximum(1e-6, weights + 0.5 * signs[choice.answer] * (b - a) / norm)
    right = []
    for choice in person.asked_by("machop"):
        if choice.answer is not Answer.NONE:
            a, b = _counts(choice)
            gain = signs[choice.answer] * float(weights @ (b - a))
            right.append(0.5 if abs(gain) < 1e-9 else float(gain > 0))
    return float(np.mean(right))


def _counts(choice: Choice) -> NDArray[np.int_]:
    return np.array([[*choice.pair.a.values()], [*choice.pair.b.values()]])
