"""What a person has set: the last word on each key counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.errors import Outdated
from hintwise.store import NewEvent, Store

PERSON = "person"
"""Kind and label of the one stream that is about the person."""

SETTINGS = "settings"

HELPS = {
    "timer": True,
    "conflicts": True,
    "clean": True,
    "crosses": True,
    "same": True,
    "seen": True,
    "trust": False,
    "remember": True,
}
"""The helps of a game as somebody has them who never switched any: the setting `helps`."""


def settings_of(store: Store, person: str) -> dict[str, Any]:
    """The last word on each key counts, and of a table that on each of its keys."""
    stream = store.labelled(person, PERSON)
    if stream is None:
        return {}
    settings: dict[str, Any] = {}
    for event in store.read(stream.id, person):
        if event.kind == SETTINGS:
            settings = _merged(settings, event.body)
    return settings


def _merged(settings: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    tables = {
        key: {**settings[key], **value}
        for key, value in changed.items()
        if isinstance(value, Mapping) and isinstance(settings.get(key), Mapping)
    }
    return {**settings, **changed, **tables}


def change_settings(store: Store, person: str, changed: Mapping[str, Any]) -> dict[str, Any]:
    """All settings after the change. Two tabs that change at once both get what they want."""
    new = NewEvent(SETTINGS, changed)
    stream = store.begin(person, PERSON, [], label=PERSON)
    position = stream.position
    while True:
        try:
            store.append(stream.id, person, position, [new])
        except Outdated as outdated:
            position = outdated.position
        else:
            return settings_of(store, person)
