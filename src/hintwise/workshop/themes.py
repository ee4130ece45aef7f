"""Settings for generated logic grids: categories, their values, and how sentences name them.

They are in `themes.toml`. Each has six categories of eight values; the first names people, the
second is in order.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Order:
    """Sentences that compare by an ordered category.

    `{a}`, `{b}` and `{c}` stand for people, `{distance}` for an amount such as "two hours".
    `unit` is what a distance counts in, `units` several of it.
    """

    before: str
    after: str
    apart: str
    next_to: str
    between: str
    unit: str
    units: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A category: its values, and the phrases that sentences are built from.

    `{}` stands for the value: `who` "the baker of {}", `does` "bakes {}", `does_not` "does not bake
    {}"; people are called by their names. An ordered category lists its values in order, and
    numbers in it go up one by one.
    """

    name: str
    values: tuple[str | int, ...]
    who: str = "{}"
    does: str = "is {}"
    does_not: str = "is not {}"
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """A setting: title, story (`{count}` stands for how many people) and categories.

    `everyone` is what these people are together.
    """

    title: str
    story: str
    everyone: str
    topics: tuple[Topic, ...]


@functools.cache
def themes() -> tuple[Theme, ...]:
    """The settings to draw from; nothing is read before."""
    text = files("hintwise.workshop").joinpath("themes.toml").read_text(encoding="utf-8")
    return tuple(map(_theme, tomllib.loads(text)["themes"]))


def _theme(record: Mapping[str, Any]) -> Theme:
    topics = (_topic(name, **topic) for name, topic in record["topics"].items())
    return Theme(**{**record, "topics": tuple(topics)})


def _topic(
    name: str, *, values: list[str | int], order: Mapping[str, Any] | None = None, **phrases: str
) -> Topic:
    return Topic(name, tuple(values), **phrases, order=None if order is None else Order(**order))
