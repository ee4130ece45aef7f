"""The choices of several studies as one, each person once.

A name that is a text means the same person wherever it stands. People who are only numbered are
told apart, since every study begins at 1, unless one file goes on where the other ends: then it is
a later export of the same study.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hintwise.errors import InvalidValue
from hintwise.people.choices import Choice, Choices, Person

Asked = Mapping[str, tuple[Choice, ...]]


def merged(studies: Sequence[tuple[str, Choices]]) -> Choices:
    """All people of these studies, each with what they chose in any of them.

    Each study comes with what it is called. All must be about the same features, in any order.
    """
    (first, choices), *others = studies
    people = {str(person.name): person for person in choices.people}
    for source, study in others:
        if set(study.features) != set(choices.features):
            odd = sorted(set(study.features) ^ set(choices.features))
            raise InvalidValue(
                f"{first} and {source} are about other features: only one of them has "
                f"{', '.join(odd)}"
            )
        for person in study.people:
            known = people.get(str(person.name))
            if known is None:
                people[str(person.name)] = person
            elif isinstance(person.name, str) or _overlap(known.choices, person.choices):
                people[str(person.name)] = Person(
                    known.name, _joined(known.choices, person.choices)
                )
            else:
                name = f"{person.name} of {source}"
                people[name] = Person(name, person.choices)
    return Choices(choices.features, tuple(people.values()))


def _overlap(first: Asked, second: Asked) -> bool:
    """Whether some method asked both the same, and was answered the same, as far as both went."""
    return any(
        min(len(asked), len(second.get(method, ()))) and _begins(asked, second[method])
        for method, asked in first.items()
    )


def _begins(first: Sequence[Choice], second: Sequence[Choice]) -> bool:
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]


def _joined(first: Asked, second: Asked) -> dict[str, tuple[Choice, ...]]:
    """What one person chose, by method; what is in both files counts once."""
    joined = dict(first)
    for method, asked in second.items():
        known = joined.get(method, ())
        longer = max(known, asked, key=len)
        joined[method] = longer if _begins(known, asked) else (*known, *asked)
    return joined
