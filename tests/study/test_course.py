"""The course of a participant: whatever the plan and the answers, everything comes once."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.stopping import ENOUGH, LEAST_ANSWERS
from hintwise.errors import InvalidValue
from hintwise.study import events
from hintwise.study.course import Course
from hintwise.study.items import Consent, End, FormPage, Question, Text
from hintwise.study.plan import Arm, Checks, Evaluation, Questions, StudyPlan
from hintwise.study.plan.checks import check_plan
from hintwise.study.plan.tables import Mistakes
from hintwise.study.schedule import placed_checks
from tests.study.made_plans import changed, happened, joined, made_up, small_plan, walk

METHODS = ("machop", "choice_perceptron", "bayes", "non_dominated")


@st.composite
def plans(draw: st.DrawFn, *, stop: str = "fixed") -> StudyPlan:
    """Plans that pass all checks."""
    arms = draw(st.integers(1, 4))
    train = draw(st.integers(1, 20))
    least = draw(st.integers(1, train)) if stop == "enough" else None
    design = draw(st.sampled_from(["within", "between"]))
    points = st.sampled_from([*range(1, (least or train) + 1), train])
    against = st.sampled_from(["smallest", "prior"])
    asked = draw(st.lists(st.tuples(points, against), max_size=3, unique=True))
    evaluations = [Evaluation(after, other, draw(st.integers(1, 4))) for after, other in asked]
    if design == "within" and arms > 1 and draw(st.booleans()):
        evaluations.append(Evaluation(train, "arms", draw(st.integers(1, 3))))
    room = max(0, (least or train) - 5)
    repeats = draw(st.integers(0, room))
    puzzles = small_plan().puzzles
    practice = draw(st.integers(0, 3))
    plan = changed(
        small_plan(),
        design=design,
        seed=draw(st.integers(0, 1000)),
        arms=tuple(Arm(f"arm-{n}", "bayes" if least else METHODS[n]) for n in range(arms)),
        questions=Questions(train, practice, stop=stop, least=least),
        evaluations=tuple(evaluations),
        checks=Checks(draw(st.integers(0, room - repeats)), repeats),
        exclusion=type(small_plan().exclusion)(),
        puzzles=type(puzzles)(
            puzzles.train,
            puzzles.evaluate if evaluations else (),
            puzzles.practice if practice else (),
        ),
        demographics=small_plan().demographics if draw(st.booleans()) else (),
        closing=small_plan().closing if draw(st.booleans()) else (),
    )
    mistakes = Mistakes()
    check_plan(plan, mistakes)
    assert mistakes.found == []
    return plan


def keys(course: Course, purpose: str, part: str | None = None) -> list[str]:
    return [
        question.key
        for each in course.parts
        for question in each.questions
        if question.purpose == purpose and part in (None, question.part)
    ]


@given(plans(), st.integers(1, 50), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_every_item_comes_once_and_progress_counts_to_its_end(
    plan: StudyPlan, number: int, rng: random.Random
) -> None:
    found = [joined(plan, number)]
    seen, counts = [], []
    while not (course := Course(plan, found)).is_complete:
        seen.append(course.next)
        counts.append(course.progress)
        found += happened(course.next, rng)
    course = Course(plan, found)
    assert tuple(seen) == course.items
    assert len({item.done for item in seen}) == len(seen)
    assert len({event["id"] for event in found}) == len(found)
    questions = [item for item in seen if isinstance(item, Question)]
    done = sorted({progress.done for progress in counts})
    assert done == list(range(len(questions) + 1))
    assert {progress.of for progress in counts} == {len(questions)}
    last = course.progress
    assert (last.done, last.part, last.part_done) == (last.of, last.parts, last.part_of)
    assert isinstance(seen[0], Consent)
    assert isinstance(seen[-1], End)


@given(plans(), st.integers(1, 50), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_each_arm_has_all_its_questions_checks_and_evaluations(
    plan: StudyPlan, number: int, rng: random.Random
) -> None:
    course = Course(plan, walk(plan, number, rng))
    assert set(course.order) <= {arm.name for arm in plan.arms}
    assert len(keys(course, "practice")) == plan.questions.practice
    for arm in course.order:
        assert len(keys(course, "train", arm)) == plan.questions.train
        assert len(keys(course, "dominated", arm)) == plan.checks.dominated
        assert len(keys(course, "repeat", arm)) == plan.checks.repeats
        pairs = [each.pairs for each in plan.evaluations if each.against != "arms"]
        assert len(keys(course, "evaluate", arm)) == sum(pairs)
    arms = len(course.order)
    pairs = [each.pairs for each in plan.evaluations if each.against == "arms"]
    assert len(keys(course, "evaluate", "arms")) == sum(pairs) * arms * (arms - 1) // 2


@given(plans(), st.integers(1, 50))
@settings(max_examples=60, deadline=None)
def test_a_repeat_comes_late_enough_with_its_sides_swapped(plan: StudyPlan, number: int) -> None:
    course = Course(plan, [joined(plan, number)])
    for part in course.parts:
        by_key = {question.key: question for question in part.questions}
        repeated = [question.repeats for question in part.questions if question.repeats]
        assert len(set(repeated)) == len(repeated)
        for question in part.questions:
            assert (question.purpose == "repeat") == (question.repeats is not None)
            if question.repeats is not None:
                original = by_key[question.repeats]
                assert original.purpose == "train"
                between = part.questions[original.place - part.questions[0].place + 1 :]
                asked = [each.key for each in between].index(question.key)
                assert asked >= 5
                assert question.swapped != original.swapped


@given(plans(), st.integers(1, 50))
@settings(max_examples=60, deadline=None)
def test_checks_are_spread_over_the_questions_one_in_each_share(
    plan: StudyPlan, number: int
) -> None:
    course = Course(plan, [joined(plan, number)])
    count = plan.checks.repeats + plan.checks.dominated
    for arm in course.order:
        places = sorted(placed_checks(plan, arm, course.seed))
        assert len(places) == count
        room = plan.questions.train - 5
        for share, place in enumerate(places):
            assert share * room // count < place - 5 <= (share + 1) * room // count


@given(plans(), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_checks_and_evaluations_never_reach_a_session(plan: StudyPlan, rng: random.Random) -> None:
    found = walk(plan, 1, rng)
    course = Course(plan, found)
    answers = {
        each["body"]["key"]: each["body"]["answer"] for each in found if "answer" in each["id"]
    }
    for part, purpose in [("practice", "practice"), *((arm, "train") for arm in course.order)]:
        expected: list[dict[str, Any]] = []
        for key in keys(course, purpose, part):
            asked = course.asked(key)
            assert asked is not None
            expected.append({"event": "asked", "query": asked["query"]})
            expected.append({"event": "answered", "answer": answers[key]})
        assert course.entries(part) == expected
    assert course.entries("arms") == []


@given(plans(), st.integers(1, 50), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_same_events_give_the_same_course(
    plan: StudyPlan, number: int, rng: random.Random
) -> None:
    found = walk(plan, number, rng)
    cut = found[: rng.randint(1, len(found))]
    again = StudyPlan.from_json(plan.as_json())
    one, other = Course(plan, cut), Course(again, [dict(event) for event in cut])
    assert (one.next, one.items, one.progress) == (other.next, other.items, other.progress)


@given(plans(stop="enough"), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_an_arm_ends_when_its_learner_has_enough_but_not_before_the_least(
    plan: StudyPlan, rng: random.Random
) -> None:
    course = Course(plan, walk(plan, 1, rng, stake=0.5, risk=ENOUGH / 2))
    least, train = plan.questions.of_everybody, plan.questions.train
    expected = min(train, max(least, LEAST_ANSWERS))
    for arm in course.order:
        assert len(keys(course, "train", arm)) == expected
        assert len(keys(course, "dominated", arm)) == plan.checks.dominated
        assert len(keys(course, "repeat", arm)) == plan.checks.repeats
    late = Course(plan, walk(plan, 1, rng, stake=1.0))
    assert {len(keys(late, "train", arm)) for arm in late.order} == {train}
    ends = [evaluation.after for evaluation in plan.evaluations if evaluation.against != "arms"]
    evaluated = {
        question.evaluates.after
        for part in course.parts
        for question in part.questions
        if question.evaluates is not None and question.part != "arms"
    }
    assert evaluated == set(ends)


def test_the_order_is_that_of_the_contract() -> None:
    plan = small_plan()
    course = Course(plan, [joined(plan)])
    texts = [item.done for item in course.items if not isinstance(item, Question)]
    assert texts == [
        "consented",
        "form:demographics",
        "read:instructions",
        "read:part:2",
        "read:part:3",
        "read:part:4",
        "form:closing",
        "completed",
    ]
    assert [part.name for part in course.parts] == ["practice", "machop", "perceptron", "arms"]
    machop = [question.key for question in course.parts[1].questions]
    assert machop.index("machop:4:smallest:1") > machop.index("machop:train:4")
    assert machop.index("machop:4:smallest:2") < machop.index("machop:train:5")
    assert [question.key for question in course.parts[3].questions] == [
        "arms:8:1",
        "arms:8:2",
        "arms:8:3",
    ]


def test_a_part_is_announced_without_telling_which_arm_it_is() -> None:
    plan = small_plan()
    course = Course(plan, [joined(plan)])
    texts = [item for item in course.items if isinstance(item, Text)]
    assert texts[1] == Text("part:2", 2, 4, 12)
    assert course.items[1] == FormPage("demographics")


def test_a_question_is_open_from_when_it_was_asked_until_it_is_answered() -> None:
    plan, rng = small_plan(), random.Random(1)
    found = [joined(plan)]
    while not isinstance((question := Course(plan, found).next), Question):
        found += happened(question, rng)
    assert Course(plan, found).open is None
    found.append(made_up(question, {"stake": None}))
    assert Course(plan, found).open == found[-1]
    assert Course(plan, found).next == question
    found.append(events.answered(key=question.key, answer="a", side="left", seconds=1))
    assert Course(plan, found).open is None
    assert Course(plan, found).next != question


def test_a_question_is_found_by_what_pages_call_it() -> None:
    course = Course(small_plan(), [joined(small_plan())])
    questions = [item for item in course.items if isinstance(item, Question)]
    assert [course.called(question.code) for question in questions] == questions
    assert course.called("q999") is None
    assert course.called(questions[3].key) is None


def test_sides_differ_between_people_and_are_about_even() -> None:
    plan = small_plan()
    sides = Counter(
        (question.key, question.swapped)
        for number in range(1, 201)
        for part in Course(plan, [joined(plan, number)]).parts
        for question in part.questions
    )
    for key in {key for key, _ in sides}:
        assert 60 <= sides[key, True] <= 140, key


def test_nobody_has_a_course_who_has_not_joined() -> None:
    with pytest.raises(InvalidValue, match="joined"):
        Course(small_plan(), [events.consented()])
