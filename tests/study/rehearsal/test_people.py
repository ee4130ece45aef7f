"""Simulated people: who comes, and what they answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hintwise.errors import HintwiseError
from hintwise.study.rehearsal.forms import filled
from hintwise.study.rehearsal.mix import DEFAULT_MIX, crowd, read_mix, write_mix
from hintwise.study.rehearsal.people import Manner, Return, SimulatedPerson, Tastes

EASY = {"adjacent_facts_other_value": 1, "adjacent_row": 0}
HARD = {"adjacent_facts_other_value": 9, "adjacent_row": 9}


def _sides(person: SimulatedPerson, count: int = 60) -> Counter[str]:
    tastes = Tastes("sudoku")
    return Counter(tastes.choice(person, f"q{n}", EASY, HARD).side for n in range(count))


def test_a_crowd_is_mixed_as_said_and_always_the_same() -> None:
    people = crowd(30, DEFAULT_MIX, seed=1)
    counts = Counter(person.manner for person in people)
    assert counts == {
        Manner.ORACLE: 12,
        Manner.PRIOR: 12,
        Manner.CARELESS: 3,
        Manner.QUITTER: 3,
    }
    assert [person.number for person in people] == list(range(1, 31))
    assert people == crowd(30, DEFAULT_MIX, seed=1)
    assert people != crowd(30, DEFAULT_MIX, seed=2)


def test_quitters_leave_in_every_way() -> None:
    leaving = [person.leaving for person in crowd(3, {Manner.QUITTER: 1}, seed=1)]
    assert {found.then for found in leaving if found is not None} == set(Return)
    assert all(found is not None and 0 < found.at < 1 for found in leaving)


def test_who_is_short_of_a_whole_person_is_rounded_to_the_nearest() -> None:
    people = crowd(4, {Manner.PRIOR: 2, Manner.CARELESS: 1}, seed=1)
    assert Counter(person.manner for person in people) == {Manner.PRIOR: 3, Manner.CARELESS: 1}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hurried=3", "hurried"),
        ("prior", "write prior=3"),
        ("prior=many", "write prior=3"),
        ("prior=-1", "write prior=3"),
        ("prior=1,prior=2", "twice"),
        ("prior=0", "nobody"),
        ("", "kind of people"),
    ],
)
def test_a_mix_that_cannot_be_read_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(HintwiseError, match=complaint):
        read_mix(text)


def test_a_mix_is_read_as_it_is_written() -> None:
    assert read_mix(write_mix(DEFAULT_MIX)) == DEFAULT_MIX


@pytest.mark.parametrize("manner", list(Manner))
def test_an_answer_depends_on_seed_person_and_question_only(manner: Manner) -> None:
    person = SimulatedPerson(3, manner, seed=1)
    alone = Tastes("sudoku").choice(person, "q7", EASY, HARD)
    tastes = Tastes("sudoku")
    for other in range(5):
        tastes.choice(SimulatedPerson(other, manner, seed=1), "q7", HARD, EASY)
        tastes.choice(person, f"q{other}", HARD, EASY)
    in_another_order = dict(reversed(EASY.items()))
    assert tastes.choice(person, "q7", in_another_order, HARD) == alone
    seconds = {Tastes("sudoku").choice(person, f"q{n}", EASY, HARD).seconds for n in range(5)}
    assert len(seconds) == 5


@pytest.mark.parametrize("manner", [Manner.ORACLE, Manner.PRIOR, Manner.QUITTER])
def test_careful_people_prefer_the_step_that_is_easier_in_every_respect(manner: Manner) -> None:
    sides = _sides(SimulatedPerson(1, manner, seed=1))
    assert sides["left"] > 40


def test_careless_people_answer_whatever_they_are_shown_and_at_once() -> None:
    person = SimulatedPerson(1, Manner.CARELESS, seed=1)
    sides = _sides(person)
    assert all(sides[side] > 10 for side in ("left", "right", "none"))
    assert Tastes("sudoku").choice(person, "q1", EASY, HARD).seconds < 2


def test_published_weights_are_taken_where_they_are_about_the_same_features() -> None:
    published = {"adjacent_facts_other_value": 1.0, "adjacent_row": 100.0}
    tastes = Tastes("sudoku", [published, {"another": 1.0}])
    for number in (1, 2):
        person = SimulatedPerson(number, Manner.ORACLE, seed=1)
        assert tastes.weights(person, EASY) == published
        assert set(tastes.weights(person, {"a": 1, "b": 2})) == {"a", "b"}


def test_a_form_gets_an_answer_for_each_field() -> None:
    fields: list[dict[str, Any]] = [
        {"name": "often", "kind": "choice", "options": ["never", "daily"]},
        {"name": "age", "kind": "number", "least": 30, "most": 31},
        {"name": "ease", "kind": "scale"},
        {"name": "remarks", "kind": "text"},
    ]
    person = SimulatedPerson(1, Manner.PRIOR, seed=1)
    answers = filled(fields, person.generator("form"))
    assert answers["often"] in ("never", "daily")
    assert answers["age"] in (30, 31)
    assert 1 <= answers["ease"] <= 5
    assert answers["remarks"]
    assert answers == filled(fields, person.generator("form"))
