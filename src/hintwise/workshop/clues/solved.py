"""The solution of a grid to be, and how its values are named in rules and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from hintwise.workshop.themes import WHOEVER, Topic, Verb

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Named:
    """A value and the ways to name it; as text it is spelt as in a rule."""

    topic: Topic
    value: str | int

    def __str__(self) -> str:
        """Amounts come with their category: other categories may have them, too."""
        return f"{self.topic.name} {self.shown}" if self.topic.has_amounts else self.shown

    @property
    def shown(self) -> str:
        return self.topic.shown(self.value)

    @property
    def verb(self) -> Verb:
        return self.topic.verb

    @property
    def amount(self) -> int:
        return self.topic.amounts[self.topic.values.index(self.value)]

    @property
    def did(self) -> str:
        return f"{self.verb.did} {self.verb.of(self.shown)}"

    @property
    def did_not(self) -> str:
        return f"{self.verb.did_not} {self.verb.of(self.shown)}"


Row = tuple[Named, ...]
"""The values that go together, one of each category."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a grid to be: its rows, and what the people in it are together.

    The first category is that of the people's names.
    """

    rows: tuple[Row, ...]
    many: str

    @property
    def topics(self) -> list[Topic]:
        return [named.topic for named in self.rows[0]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a kind draws: a rule, the sentence without its full stop, and who is named in it."""

    rule: str
    text: str
    named: Sequence[Named]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws from a solution, and chooses words."""

    solved: Solved
    rng: np.random.Generator

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Different ones, in random order."""
        return [items[i] for i in self.rng.choice(len(items), size=count, replace=False)]

    def one(self, items: Sequence[T]) -> T:
        return items[int(self.rng.integers(len(items)))]

    def rows(self, count: int) -> list[Row]:
        return self.some(self.solved.rows, count)

    def columns(self, count: int) -> list[int]:
        return self.some(range(len(self.solved.topics)), count)

    def who(self, named: Named) -> str:
        """Somebody, by name or by one of the phrases for what they did."""
        return self.one(named.topic.who).format(named.shown)

    def noun(self, named: Named) -> str:
        """As `who`, for where a clause would be too much: "one of Bruno and the seller of soap"."""
        plain = [phrase for phrase in named.topic.who if not phrase.startswith(WHOEVER)]
        return self.one(plain).format(named.shown)

    def is_name(self, named: Named) -> bool:
        return named.topic == self.solved.topics[0]

    def names_first(self, named: Sequence[Named]) -> list[Named]:
        """People come first: "Bruno opened at 6", not "whoever opened at 6 was Bruno"."""
        return sorted(named, key=lambda one: not self.is_name(one))

    def nouns(self, *named: Named) -> list[str]:
        """Several to be listed: names first, or "who ate figs and Emre" might be misread."""
        said = {one: self.noun(one) for one in named}
        return [said[one] for one in self.names_first(named)]


def joined(parts: Sequence[str], word: str = "and") -> str:
    *others, last = parts
    return f"{', '.join(others)} {word} {last}"
