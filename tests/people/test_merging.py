"""Studies that are merged: who is the same person, and what counts once."""

from __future__ import annotations

import pytest

from hintwise.errors import InvalidValue
from hintwise.people.choices import Choices, Person
from hintwise.people.merging import merged
from tests.people.made_choices import made_choices

FIRST, SECOND, THIRD = (3, 0, 0, 1, "a"), (0, 1, 3, 0, "b"), (1, 0, 2, 0, "none")


def people_of(choices: Choices) -> dict[str, dict[str, int]]:
    return {
        str(person.name): {method: len(asked) for method, asked in person.choices.items()}
        for person in choices.people
    }


def named(choices: Choices, *names: str) -> Choices:
    people = zip(names, choices.people, strict=True)
    return Choices(choices.features, tuple(Person(name, p.choices) for name, p in people))


def test_a_later_export_of_a_study_replaces_the_earlier_one() -> None:
    early, late = made_choices({"mine": [FIRST]}), made_choices({"mine": [FIRST, SECOND]})
    for studies in ([("a", early), ("b", late)], [("b", late), ("a", early)]):
        assert people_of(merged(studies)) == {"1": {"mine": 2}}


def test_people_with_the_same_number_in_two_studies_are_two() -> None:
    one, other = made_choices({"mine": [FIRST]}), made_choices({"mine": [SECOND]})
    assert people_of(merged([("a", one), ("b", other)])) == {
        "1": {"mine": 1},
        "1 of b": {"mine": 1},
    }


def test_a_person_with_a_name_has_all_their_choices_once() -> None:
    one = named(made_choices({"mine": [FIRST, THIRD]}), "Kim")
    other = named(made_choices({"mine": [SECOND], "yours": [THIRD]}), "Kim")
    assert people_of(merged([("a", one), ("b", other)])) == {"Kim": {"mine": 3, "yours": 1}}
    assert merged([("a", one), ("b", one)]) == one


def test_studies_of_other_features_are_refused() -> None:
    one = made_choices({"mine": [FIRST]})
    other = Choices(("facts", "columns"), one.people)
    with pytest.raises(InvalidValue, match=r"a and b .* columns, rows"):
        merged([("a", one), ("b", other)])
