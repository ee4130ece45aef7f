"""Deliberate checks: earlier questions asked again with their sides swapped."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Iterable

import pytest

from hintwise.elicit.learners.bayes import Bayes, BayesBelief
from hintwise.elicit.learners.belief import Circumstances
from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.elicit.questions.informed import CHECKS, BestOfTwo
from hintwise.elicit.questions.rule import LATELY
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, settings_for
from hintwise.errors import InvalidValue
from hintwise.puzzles import sudoku

PROBLEMS = [sudoku("1..43.1221.3432."), sudoku("1.3..4.221..4..1")]
COUNT = 2 * CHECKS + 1


def answered(session: Session, count: int) -> list[Query]:
    queries = []
    for number in range(count):
        queries.append(session.ask())
        session.tell(("a", "b", "none")[number % 3])
    return queries


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session(PROBLEMS, seed=3)
    answered(session, COUNT)
    return session


def test_every_tenth_question_repeats_an_old_one_with_its_sides_swapped(session: Session) -> None:
    queries = {event.query.number: event.query for event in session.events}
    checks = [query for query in queries.values() if query.check is not None]
    assert [query.number for query in checks] == [2 * CHECKS]
    for query in checks:
        assert query.check is not None
        first = queries[query.check]
        assert query.number - first.number >= LATELY
        assert (query.a, query.b, query.puzzle) == (first.b, first.a, first.puzzle)
        assert query.state == first.state
        assert query.a_is_left == first.a_is_left  # so that each step changes sides
        assert (query.stake, query.risk) == (None, None)


def test_a_session_with_checks_goes_on_the_same_from_json_and_by_replay(session: Session) -> None:
    document = json.loads(json.dumps(session.as_json()))
    pending = session.ask()
    assert Session.from_json(document, PROBLEMS).ask() == pending
    assert Session.from_json({**document, "cache": None}, PROBLEMS).ask() == pending


def test_a_check_can_be_taken_back_and_leaves_what_remains_as_it_was() -> None:
    session = Session(PROBLEMS, seed=3)
    answered(session, 2 * CHECKS - 1)
    before = session.remaining
    check = session.ask()
    assert check.check is not None
    session.tell("a")
    assert session.remaining == before
    session.undo()
    assert session.ask() == check


def test_options_that_are_not_asked_for_are_not_written() -> None:
    assert settings_for("bayes").as_json()["questions"] == {"rule": "best_of_two"}
    assert BestOfTwo(checks=5).as_json() == {"rule": "best_of_two", "checks": 5}
    assert BestOfTwo(plainness=0.5).as_json() == {"rule": "best_of_two", "plainness": 0.5}
    for settings in (settings_for("bayes"), settings_for("bayes", checks=5), Settings()):
        assert Settings.from_json(settings.as_json()) == settings
    assert settings_for("bayes", checks=5).flat["checks"] == 5
    with pytest.raises(InvalidValue, match="checks does not apply"):
        settings_for("machop", checks=5)


def test_sides_are_drawn_and_kept(session: Session) -> None:
    sides = [event.query.a_is_left for event in session.events]
    assert {*sides} == {True, False}
    other = [query.a_is_left for query in answered(Session(PROBLEMS, seed=4), 9)]
    assert other != sides[:9]
    query = session.events[0].query
    record = query.as_json()
    assert record["left"] == ("a" if query.a_is_left else "b")
    implied = query.state.facts | query.state.targets
    assert Query.from_json(record, query.state.problem, implied) == query
    before = {key: value for key, value in record.items() if key != "left"}
    assert Query.from_json(before, query.state.problem, implied).a_is_left is None
    with pytest.raises(InvalidValue, match="not a query"):
        Query.from_json({**record, "left": "c"}, query.state.problem, implied)


def test_sessions_without_checks_repeat_nothing() -> None:
    session = Session(PROBLEMS, BestOfTwo(), seed=3)
    assert {query.check for query in answered(session, COUNT)} == {None}


@pytest.mark.parametrize("checks", [1, -1, 2.5, True, None])
def test_a_number_of_checks_that_is_none_is_refused(checks: object) -> None:
    with pytest.raises(InvalidValue, match="checks is"):
        BestOfTwo(checks=checks)  # type: ignore[arg-type]


def test_a_query_repeats_only_one_before_it(session: Session) -> None:
    query = session.events[0].query
    for number in (0, 1, "1"):
        with pytest.raises(InvalidValue, match="repeats query"):
            dataclasses.replace(query, check=number)


NAMES = ("facts", "rules")
PAIR = FeaturePair({"facts": 1, "rules": 9}, {"facts": 9, "rules": 1})


def told(answers: Iterable[str], learner: Bayes, sides: str = "") -> BayesBelief:
    """What is believed of somebody to whom step a was shown on these sides, if on any."""
    circumstances = Circumstances(PROBLEMS[0].kind, NAMES, dict, seed=1)
    belief = learner.start(circumstances)
    for answer, side in itertools.zip_longest(answers, sides):
        a_is_left = None if side is None else side == "l"
        belief = belief.told(dataclasses.replace(PAIR, a_is_left=a_is_left), Answer(answer))
    return belief


def test_who_contradicts_themselves_is_taken_to_answer_at_random_more_often() -> None:
    own = Bayes(prior="wide", own_lapse=True)
    steady, fickle = told("a" * 30, own), told("ab" * 15, own)
    assert steady.lapse < fickle.lapse
    assert own.lapse < fickle.lapse
    assert told("ab" * 15, Bayes(prior="wide")).lapse == own.lapse


def test_who_names_one_side_whatever_stands_there_is_found_out() -> None:
    own = Bayes(prior="wide", own_lapse=True)
    left, right = told("ab" * 15, own, "lr" * 15), told("ab" * 15, own, "rl" * 15)
    assert right.leaning < -0.3 < 0.3 < left.leaning
    balanced, unknown = told("ab" * 14, own, "llrr" * 7), told("ab" * 15, own)
    assert abs(balanced.leaning) < 0.2
    assert abs(unknown.leaning) < 0.2
    assert told("ab" * 15, Bayes(prior="wide"), "lr" * 15).leaning == 0


def test_an_answer_to_the_usual_side_tells_less() -> None:
    own = Bayes(prior="wide", own_lapse=True)
    leaning = told("ab" * 15, own, "lr" * 15)
    chances = [
        leaning.told(dataclasses.replace(PAIR, a_is_left=left), Answer.A).preference(PAIR)
        for left in (True, False)
    ]
    assert chances[0] < chances[1]


def test_who_never_names_one_of_two_steps_is_taken_not_to_notice_what_is_small() -> None:
    own = Bayes(own_lapse=True)
    never, always = told(["none"] * 15, own), told("a" * 15, own)
    for sort in range(2):  # like the prior's people, or unlike them
        assert always.habits[sort].way.mean() < never.habits[sort].way.mean()
    assert never.habits[1].way.mean() > 0.9
    sure = Bayes(own_lapse=True, response="noticed")
    assert not told(["none"] * 15, sure).habits[1].way.any()


def test_an_own_lapse_is_remembered_and_written() -> None:
    own = Bayes(prior="wide", own_lapse=True)
    belief = told("abab", own, "lrll")
    pairs = [dataclasses.replace(PAIR, a_is_left=side == "l") for side in "lrll"]
    answers = list(zip(pairs, map(Answer, "abab"), strict=True))
    again = told("", own).resumed(answers, json.loads(json.dumps(belief.remembered())))
    assert again == belief
    assert (again.lapse, again.leaning) == (belief.lapse, belief.leaning)
    on = [each.told(PAIR, Answer.A) for each in (belief, again)]
    assert on[0].weights == on[1].weights
    assert "own_lapse" not in Bayes().as_json()
    settings = settings_for("bayes", own_lapse=True)
    assert Settings.from_json(settings.as_json()) == settings
