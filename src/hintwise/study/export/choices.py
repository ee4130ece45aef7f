"""The answers that arms learned from, as `hintwise replay` and `hintwise prior fit` read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.people.choices import Choice, Choices, Person
from hintwise.study.export.participant import Participant, Posed


def training_choices(people: Iterable[Participant], features: Sequence[str]) -> Choices:
    """Everybody's answers to training questions, by arm and in the order asked.

    Who gave none is left out.
    """
    found = (Person(person.person, _by_arm(person)) for person in people)
    return Choices(tuple(features), tuple(person for person in found if person.choices))


def _by_arm(person: Participant) -> dict[str, tuple[Choice, ...]]:
    chosen: dict[str, list[Choice]] = {}
    for posed in person.given:
        if posed.purpose == "train":
            chosen.setdefault(posed.asked["part"], []).append(_choice(posed))
    return {arm: tuple(choices) for arm, choices in sorted(chosen.items())}


def _choice(posed: Posed) -> Choice:
    return Choice(FeaturePair(posed.features("a"), posed.features("b")), Answer(posed.answer))
