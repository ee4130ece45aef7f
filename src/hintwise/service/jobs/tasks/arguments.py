"""Positions, styles and extents as tasks get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hintwise.errors import InvalidValue, UnknownName, expect, shown
from hintwise.guide.explaining import Extent
from hintwise.guide.position import Position
from hintwise.guide.reading import read
from hintwise.guide.steps.style import Style
from hintwise.render.words.language import DEFAULT
from hintwise.service.jobs.tasks.context import TaskContext

_STYLE = tuple(field.name for field in fields(Style))


def position_of(arguments: Mapping[str, Any]) -> Position:
    """The position among the arguments.

    It is in the form that is kept, which has a `kind`, or has any text as its `puzzle`: cells, a
    link, the name of a puzzle in the library. Both may have `entries` and `candidates`.
    """
    record = arguments.get("position")
    if not isinstance(record, Mapping) or "puzzle" not in record:
        raise InvalidValue(f'{shown(record)} is not a position; give {{"puzzle": text}}')
    if record.get("kind") is not None:
        return Position.from_json(record)
    entries = expect(record.get("entries") or [], list, "a list of facts as entries")
    for entry in entries:
        expect(entry, str, "a text for each entry, such as 'r1c1=5'")
    return read(record["puzzle"], known=entries, candidates=record.get("candidates") is True)


def extent_of(arguments: Mapping[str, Any]) -> Extent:
    """Which steps are wanted: `"targets"?, "steps"?, "top"?, "whole"?, "only_needed"?`."""
    names = ("steps", "top", "whole", "only_needed")
    asked = {name: arguments[name] for name in names if arguments.get(name) is not None}
    return Extent(tuple(arguments.get("targets") or ()), **asked)


def style_of(arguments: Mapping[str, Any], context: TaskContext) -> Style:
    """The style among the arguments, with no more time for a step than the job has."""
    record = expect(arguments.get("style") or {}, Mapping, "a style as names and values")
    for name in record:
        if name not in _STYLE:
            raise UnknownName("part of a style", str(name), _STYLE)
    style = Style(**{name: value for name, value in record.items() if value is not None})
    manner = {name: getattr(style, name) for name in _STYLE}
    return Style(**{**manner, "deadline_s": context.at_most(style.deadline_s)})


def deadline_of(arguments: Mapping[str, Any], context: TaskContext) -> float:
    """The deadline among the arguments, which is never later than that of the job."""
    deadline_s = arguments.get("deadline_s")
    if deadline_s is not None:
        expect(deadline_s, int | float, "a number of seconds as deadline_s")
    return context.at_most(deadline_s)


def language_of(arguments: Mapping[str, Any]) -> str:
    """The language among the arguments; whoever uses it says whether there is such a one."""
    return expect(arguments.get("language") or DEFAULT, str, "a language, such as 'en'")
