"""Lessons: every question verified, and what was learned as a value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hintwise.elicit.learners.prior import wide_prior
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import FailedCheck, HintwiseError, InvalidValue
from hintwise.features import feature_names
from hintwise.guide.teaching import Answer, Lesson, library_puzzles, teach
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE

PROBLEMS = tuple(map(sudoku, COURSE))
PRIOR = wide_prior(feature_names(PROBLEMS[0]))


def taught(answers: str, **chosen: Any) -> Lesson:
    lesson = teach(PROBLEMS, chosen)
    for answer in answers:
        lesson.question()
        lesson.tell(answer)
    return lesson


def test_a_question_says_which_one_it_is_and_travels_as_json() -> None:
    question = taught("a").question()
    assert question.heading == f"Question 2, puzzle {question.query.puzzle + 1} of 3"
    record = json.loads(json.dumps(question.as_json()))
    query = question.query.as_json()
    assert {key: record[key] for key in query if key not in ("a", "b")} == {
        key: value for key, value in query.items() if key not in ("a", "b")
    }
    for side in ("a", "b"):
        assert {key: record[side][key] for key in query[side]} == query[side]
        assert {"text", "pattern"} <= record[side].keys()
    assert (record["heading"], record["remaining"]) == (question.heading, None)
    assert record["enough"] is False


def test_no_question_is_given_out_that_the_verifier_rejects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Verifier, "check", lambda self, *_, **settings: Verdict(refutes=False, superfluous=())
    )
    with pytest.raises(FailedCheck, match="does not follow from"):
        taught("").question()
    assert not issubclass(FailedCheck, HintwiseError)


def test_a_lesson_goes_on_from_its_profile_with_the_very_question() -> None:
    lesson = taught("ab", seed=4)
    question = lesson.question()
    again = teach(PROBLEMS, {"seed": 4}, profile=lesson.profile())
    assert again.question() == question
    assert again.as_json() == lesson.as_json()
    again.undo()
    assert again.answers == 1


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"seed": 5}, "mine.json has been learned with seed 4, not 5"),
        ({"method": "machop"}, "has been learned with method bayes, not machop"),
        ({"normalisation": "local"}, "has been learned with normalisation None, not local"),
        ({"prior": PRIOR}, "has been learned with prior shipped, not another"),
    ],
)
def test_other_options_than_those_of_the_profile_are_refused(
    chosen: dict[str, Any], message: str
) -> None:
    kept = taught("a", seed=4).profile()
    with pytest.raises(InvalidValue, match=message):
        teach(PROBLEMS, chosen, profile=kept, source="mine.json")


def test_an_own_prior_is_recognised_again() -> None:
    kept = taught("a", prior=PRIOR).profile()
    assert teach(PROBLEMS, {"prior": PRIOR}, profile=kept).answers == 1
    with pytest.raises(InvalidValue, match="learned with prior of its own, not wide"):
        teach(PROBLEMS, {"prior": "wide"}, profile=kept)


def test_what_was_learned_travels_as_json_with_its_sentences() -> None:
    learned = taught("abababab").learned()
    assert learned.title == "What counts, after 8 answers"
    record = json.loads(json.dumps(learned.as_json()))
    assert record["weights"] == dict(learned.weights)
    assert [told["text"] for told in record["learned"]] == (
        learned.sentences if learned.insights else []
    )
    assert learned.shares is not None
    assert sum(share.mean for share in learned.shares.values()) == pytest.approx(1)
    assert learned.title in learned.picture()


def test_before_the_first_answer_nothing_is_sure() -> None:
    learned = taught("").learned()
    assert learned.sentences == ["Nothing about what you like is sure yet."]
    assert learned.as_json()["learned"] == []


def test_a_learner_that_cannot_tell_how_sure_it_is_gives_no_picture() -> None:
    lesson = taught("a", method="machop")
    assert lesson.learner == "perceptron"
    assert lesson.learned().shares is None
    with pytest.raises(InvalidValue, match="this learner cannot tell"):
        lesson.learned().picture()


def test_the_library_has_puzzles_to_learn_from() -> None:
    assert len(library_puzzles("sudoku")) > 20
    assert library_puzzles("logic_grid")


def test_answers_are_told_by_name_or_value() -> None:
    lesson = taught("a")
    lesson.question()
    lesson.tell(Answer.NONE)
    assert lesson.answers == 2
