"""The events of a game: which there are, and what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from hintwise.errors import InvalidValue, is_finite_number, is_whole_number, shown

LAYERS = ("digit", "corner", "centre", "colour")
"""What can be written into a cell. On grids the digit 1 is ✓ and 0 is ✗."""

BY = ("me", "auto", "hint", "rewind")
"""Who changes something: the person, a help that is switched on, a hint, or going back."""

MOST_CHANGES = 20_000
"""In one event: all cells of a large puzzle in every layer."""


class Happened(Protocol):
    """What is read of an event, stored or not."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> Mapping[str, Any]: ...


def check_game(events: Sequence[Happened]) -> None:
    """Refuse, by `InvalidValue`, events that are no game: it starts with a puzzle."""
    first, *others = events
    check_event(first)
    puzzle = first.body["puzzle"] if first.kind == "started" else {}
    if not all(isinstance(puzzle.get(name), str) for name in ("kind", "puzzle")):
        raise InvalidValue(f"a game starts with a puzzle, not with {shown(first.body)}")
    for event in others:
        if event.kind == "started":
            raise InvalidValue("a game starts once only")
        check_event(event)


def check_event(event: Happened) -> None:
    """Refuse, by `InvalidValue`, an event that no game can have.

    Kinds that are not in the table are let through: a later version knows them.
    """
    for name, accepts in GAME_EVENTS.get(event.kind, {}).items():
        if name not in event.body:
            if accepts == "event":
                continue  # older events name none
            raise InvalidValue(f"a {event.kind!r} event has no {name!r}")
        value = event.body[name]
        if not holds(accepts, value):
            raise InvalidValue(f"{name!r} of a {event.kind!r} event cannot be {shown(value)}")


def holds(what: str, value: object) -> bool:
    """Whether a value is of a sort of the table `SORTS`."""
    return SORTS[what](value)


def _is_change(value: object) -> bool:
    """`[variable, layer, value]`; the value is a number or nothing, or a list of marks."""
    if not isinstance(value, list | tuple) or len(value) != 3:
        return False
    variable, layer, written = value
    if not isinstance(variable, str) or layer not in LAYERS:
        return False
    if layer in ("corner", "centre"):
        return isinstance(written, list | tuple) and all(map(is_whole_number, written))
    return written is None or is_whole_number(written)


def _are_changes(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_CHANGES and all(map(_is_change, value))


def _is_seconds(value: object) -> bool:
    return is_finite_number(value) and value >= 0


SORTS: Mapping[str, Callable[[object], bool]] = {
    "change": _is_change,
    "changes": _are_changes,
    "seconds": _is_seconds,
    "by": lambda value: value in BY,
    "yes or no": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, Mapping),
    "whole number": lambda value: is_whole_number(value),
    "event": lambda value: value is None or isinstance(value, str),
}

GAME_EVENTS: Mapping[str, Mapping[str, str]] = {
    "started": {"puzzle": "object"},
    "changed": {"changes": "changes", "by": "by"},
    "undone": {"event": "event"},
    "redone": {"event": "event"},
    "hinted": {"level": "whole number"},
    "checked": {"sound": "yes or no"},
    "ticked": {"seconds": "seconds"},
    "solved": {"seconds": "seconds"},
    "set": {"helps": "object"},
}
"""Kind of event -> what must be in its body, and of which sort. More may be in it."""
