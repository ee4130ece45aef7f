"""Files of people's choices: read strictly, written as they were read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import HintwiseError, InvalidValue
from hintwise.people.choices import Choice, Choices, Person
from tests.elicit.made import NAMES, answers, counts
from tests.reference import human_choices

made_choices = st.builds(
    lambda people: Choices(NAMES, tuple(Person(name, own) for name, own in people.items())),
    st.dictionaries(
        st.integers(0, 99) | st.text("äbc ", min_size=1),
        st.dictionaries(
            st.sampled_from(["machop", "choice_perceptron", "mine"]),
            st.lists(
                st.builds(Choice, st.builds(FeaturePair, counts, counts), answers), max_size=3
            ).map(tuple),
        ),
        min_size=1,
        max_size=4,
    ),
)


def document() -> dict[str, Any]:
    """Two people, the second of them asked by one method only."""
    pair = {"a": [1, 2], "b": [3, 0], "picked": "a"}
    return {
        "features": ["facts", "rows"],
        "people": [
            {"person": 1, "machop": [{**pair}, {**pair}], "mine": [{**pair, "picked": "none"}]},
            {"person": "two", "mine": [{**pair, "picked": "b"}]},
        ],
    }


def test_choices_are_read_by_person_and_method_in_the_order_asked() -> None:
    choices = Choices.read(json.dumps(document()))
    pair = FeaturePair({"facts": 1, "rows": 2}, {"facts": 3, "rows": 0})
    assert choices.features == ("facts", "rows")
    assert choices.methods == ("machop", "mine")
    first, second = choices.people
    assert (first.name, second.name) == (1, "two")
    assert first.asked_by("machop") == (Choice(pair, Answer.A),) * 2
    assert first.asked_by("mine") == (Choice(pair, Answer.NONE),)
    assert second.asked_by("machop") == ()
    assert second.asked_by("mine") == (Choice(pair, Answer.B),)


@given(choices=made_choices)
def test_what_is_written_can_be_read(choices: Choices) -> None:
    assert Choices.read(choices.write()) == choices


def test_the_published_choices_are_of_15_people_and_survive_a_round() -> None:
    choices = Choices.read(human_choices().read_text(encoding="utf-8"))
    assert len(choices.people) == 15
    assert choices.methods == ("machop", "choice_perceptron")
    asked = {m: [len(person.asked_by(m)) for person in choices.people] for m in choices.methods}
    assert asked == {"machop": [50] * 13 + [49, 50], "choice_perceptron": [50] * 15}
    assert Choices.read(choices.write()) == choices


def _changed(path: tuple[str | int, ...], value: Any) -> str:
    changed = document()
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(changed)


@pytest.mark.parametrize(
    ("path", "value", "complaints"),
    [
        (("features",), [], ["features is []", "list of names"]),
        (("features",), ["facts", 7], ["7 is not the name of a feature"]),
        (("features",), ["facts", "facts"], ["feature 'facts' is there twice"]),
        (("people",), [], ["people is []", "one person or more"]),
        (("people",), {"person": 1}, ['people is {"person": 1}']),
        (("extra",), 1, ['"features": …, "people": …']),
        (("people", 1), 7, ["entry 2 of people is 7"]),
        (("people", 1), {"machop": []}, ["entry 2 of people", '"person"']),
        (("people", 1, "person"), True, ["entry 2 of people is for person true"]),
        (("people", 1, "person"), "1", ["person 1 is there twice"]),
        (("people", 0, "mine"), {}, ["person 1, mine: {} is not a list of pairs"]),
        (("people", 0, "machop", 1), [], ["person 1, machop, pair 2 is []", '"picked": …']),
        (
            ("people", 0, "machop", 1, "picked"),
            "c",
            ['person 1, machop, pair 2: picked is "c"', "accepted are a, b, none"],
        ),
        (("people", 0, "machop", 1, "picked"), ["a"], ['picked is ["a"]']),
        (
            ("people", 1, "mine", 0, "a"),
            [1],
            ["person two, mine, pair 1: a is [1]", "a list of 2 whole numbers"],
        ),
        (
            ("people", 1, "mine", 0, "b"),
            [1, -1],
            ["pair 1: b has rows = -1", "a whole number from 0"],
        ),
        (("people", 1, "mine", 0, "b"), [1, 0.5], ["rows = 0.5"]),
        (("people", 1, "mine", 0, "b"), [True, 1], ["facts = true"]),
        (("people", 1, "mine", 0, "b"), [10**30, 1], ["facts = 1000"]),
        (("people", 1, "mine", 0, "why"), "", ['"a": …, "b": …, "picked": …']),
    ],
)
def test_a_mistake_is_named_with_person_and_pair(
    path: tuple[str | int, ...], value: Any, complaints: list[str]
) -> None:
    with pytest.raises(InvalidValue) as error:
        Choices.read(_changed(path, value), "mine.json")
    assert str(error.value).startswith("mine.json: ")
    for complaint in complaints:
        assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "mine.json is not JSON"),
        ("[", "mine.json is not JSON"),
        ("[" * 100_000, "mine.json is not JSON"),
        ("9" * 5000, "mine.json is not JSON"),
        ("null", "mine.json: the document is null"),
        ('{"features": ["x"], "features": ["y"], "people": []}', "'features' is there twice"),
    ],
)
def test_text_that_is_something_else_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        Choices.read(text, "mine.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
PATHS: list[tuple[str | int, ...]] = [
    ("features",),
    ("features", 0),
    ("people",),
    ("people", 0),
    ("people", 0, "person"),
    ("people", 0, "machop"),
    ("people", 0, "machop", 0),
    ("people", 0, "machop", 0, "a"),
    ("people", 0, "machop", 0, "b", 1),
    ("people", 0, "machop", 0, "picked"),
]


@given(path=st.sampled_from(PATHS), value=json_values)
def test_whatever_stands_in_a_file_it_is_read_or_refused_on_purpose(
    path: tuple[str | int, ...], value: Any
) -> None:
    try:
        choices = Choices.read(_changed(path, value))
    except HintwiseError:
        return
    assert Choices.read(choices.write()) == choices


@given(start=st.integers(0, 300), length=st.integers(0, 20), junk=st.text(max_size=4))
def test_a_damaged_file_is_read_or_refused_on_purpose(start: int, length: int, junk: str) -> None:
    text = json.dumps(document())
    try:
        choices = Choices.read(text[:start] + junk + text[start + length :])
    except HintwiseError:
        return
    assert Choices.read(choices.write()) == choices
