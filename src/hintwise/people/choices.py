"""People's choices between two steps, as values and as a file.

    {"features": ["adjacent_row", …],
     "people": [{"person": 1,
                 "machop": [{"a": [0, …], "b": [1, …], "picked": "a"}, …],
                 "choice_perceptron": [ … ]}, …]}

Each person has, for each method that asked, the pairs in the order asked: the features of both
steps, in the order of `features`, and which one was picked (`none`: no preference).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.query import Answer, FeaturePair
from hintwise.errors import InvalidValue

LARGEST_COUNT = 10**6
"""What a feature may count at most; more is a mistake in the file."""

_PERSON = "person"


@dataclass(frozen=True, slots=True)
class Choice:
    """A pair that was shown, and what the person said."""

    pair: FeaturePair
    answer: Answer


@dataclass(frozen=True, slots=True)
class Person:
    """Someone's choices, by the method that asked, in the order asked."""

    name: int | str
    choices: Mapping[str, tuple[Choice, ...]]

    def asked_by(self, method: str) -> tuple[Choice, ...]:
        """The choices between a method's pairs; none if it did not ask this person."""
        return self.choices.get(method, ())

    @property
    def answered(self) -> list[tuple[FeaturePair, Answer]]:
        """All that the person was shown and said, whichever method asked."""
        return [(c.pair, c.answer) for asked in self.choices.values() for c in asked]


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of one person or more, all between steps with the same features."""

    features: tuple[str, ...]
    people: tuple[Person, ...]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that asked anyone, in the order they first appear."""
        return tuple(dict.fromkeys(method for person in self.people for method in person.choices))

    @classmethod
    def read(cls, text: str, source: str = "the file of choices") -> Choices:
        """Read what `write` wrote; anything else is refused, naming person and pair."""
        try:
            return _read_document(json.loads(text, object_pairs_hook=_without_duplicates))
        except InvalidValue as error:
            raise InvalidValue(f"{source}: {error}") from None
        except (ValueError, RecursionError) as error:  # also for a number of endless digits
            raise InvalidValue(f"{source} is not JSON: {error}") from None

    def write(self) -> str:
        """The text of a file of choices."""
        document = {
            "features": list(self.features),
            "people": [
                {
                    _PERSON: person.name,
                    **{
                        method: [self._pair(choice) for choice in choices]
                        for method, choices in person.choices.items()
                    },
                }
                for person in self.people
            ],
        }
        return json.dumps(document, ensure_ascii=False) + "\n"

    def _pair(self, choice: Choice) -> dict[str, Any]:
        a, b = choice.pair.a, choice.pair.b
        return {
            "a": [a[name] for name in self.features],
            "b": [b[name] for name in self.features],
            "picked": choice.answer.value,
        }


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which a second value for a key would silently replace the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise InvalidValue(f"{twice!r} is there twice in one object")
    return found


def _read_document(document: Any) -> Choices:
    fields = _fields(document, ("features", "people"), "the document")
    features = _read_features(fields["features"])
    records = fields["people"]
    if not isinstance(records, list) or not records:
        raise InvalidValue(f"people is {_shown(records)}; it must be a list of one person or more")
    people: dict[str, Person] = {}
    for number, record in enumerate(records, 1):
        person = _read_person(record, number, features)
        if str(person.name) in people:
            raise InvalidValue(f"person {person.name} is there twice")
        people[str(person.name)] = person
    return Choices(features, tuple(people.values()))


def _read_features(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not names:
        raise InvalidValue(f"features is {_shown(names)}; it must be a list of names")
    for name in names:
        if not isinstance(name, str) or not name:
            raise InvalidValue(f"{_shown(name)} is not the name of a feature")
    [(twice, times)] = Counter(names).most_common(1)
    if times > 1:
        raise InvalidValue(f"feature {twice!r} is there twice")
    return tuple(names)


def _read_person(record: Any, number: int, features: Sequence[str]) -> Person:
    if not isinstance(record, dict) or _PERSON not in record:
        raise InvalidValue(
            f"entry {number} of people is {_shown(record)}; it must be "
            f'{{"{_PERSON}": …, "METHOD": […]}}'
        )
    name = record[_PERSON]
    if isinstance(name, bool) or not isinstance(name, int | str) or name == "":
        raise InvalidValue(
            f"entry {number} of people is for person {_shown(name)}; "
            "it must be a whole number or a name"
        )
    choices = {
        method: _read_pairs(pairs, f"person {name}, {method}", features)
        for method, pairs in record.items()
        if method != _PERSON
    }
    return Person(name, choices)


def _read_pairs(pairs: Any, where: str, features: Sequence[str]) -> tuple[Choice, ...]:
    if not isinstance(pairs, list):
        raise InvalidValue(f"{where}: {_shown(pairs)} is not a list of pairs")
    return tuple(
        _read_pair(pair, f"{where}, pair {number}", features)
        for number, pair in enumerate(pairs, 1)
    )


def _read_pair(pair: Any, where: str, features: Sequence[str]) -> Choice:
    fields = _fields(pair, ("a", "b", "picked"), where)
    a, b = (_read_counts(fields[step], f"{where}: {step}", features) for step in ("a", "b"))
    accepted = [answer.value for answer in Answer]
    if fields["picked"] not in accepted:
        raise InvalidValue(
            f"{where}: picked is {_shown(fields['picked'])}; accepted are {', '.join(accepted)}"
        )
    return Choice(FeaturePair(a, b), Answer(fields["picked"]))


def _read_counts(counts: Any, where: str, features: Sequence[str]) -> dict[str, int]:
    if not isinstance(counts, list) or len(counts) != len(features):
        raise InvalidValue(
            f"{where} is {_shown(counts)}; it must be a list of {len(features)} whole numbers, "
            "one for each feature"
        )
    for name, count in zip(features, counts, strict=True):
        is_whole = isinstance(count, int) and not isinstance(count, bool)
        if not is_whole or not 0 <= count <= LARGEST_COUNT:
            raise InvalidValue(
                f"{where} has {name} = {_shown(count)}; "
                f"it must be a whole number from 0 to {LARGEST_COUNT}"
            )
    return dict(zip(features, counts, strict=True))


def _fields(record: Any, names: Iterable[str], where: str) -> dict[str, Any]:
    """A record that must have just these fields."""
    if not isinstance(record, dict) or set(record) != set(names):
        form = ", ".join(f'"{name}": …' for name in names)
        raise InvalidValue(f"{where} is {_shown(record)}; it must be {{{form}}}")
    return record


def _shown(value: Any) -> str:
    """A value as it stands in the file, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
