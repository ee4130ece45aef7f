"""What is special about one kind of problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Rates = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class EasyStep:
    """A step that most people find easy: how many facts and rules it has, and its features."""

    size: int
    features: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Kind:
    """A record of all that differs between kinds of problem; each layer reads its own part of it.

    Two kinds of the same `name` are the same.

    >>> Kind("nurse_roster").noun
    'nurse roster'
    """

    name: str
    """What profiles, weights files and JSON call it."""
    noun: str = field(default="", compare=False)
    """What people call such a puzzle in an English message."""
    words: str = field(default="", compare=False)
    """Which family of sentences tells its steps; none: those that fit any problem."""
    groups: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The constraint groups that count as features even where a problem has none of them."""
    thresholds: tuple[float, float, float] | None = field(default=None, compare=False, repr=False)
    """The scores from which a puzzle is medium, hard and expert; None: it is not graded."""
    taught_on: str = field(default="", compare=False, repr=False)
    """The size of the puzzles in the library that weights are learned from."""
    learning_rates: Rates = field(default_factory=dict, compare=False, repr=False)
    """The perceptron's, by question rule and normalisation."""
    offline_rate: float | None = field(default=None, compare=False, repr=False)
    """MACHOP's, where the target of a question is set beforehand."""
    counted_queries: str = field(default="asked", compare=False, repr=False)
    """Which queries the published confidence rule counted: those `asked`, or those `answered`."""
    easy_steps: tuple[EasyStep, ...] = field(default=(), compare=False, repr=False)
    """What effort is measured by (see `hintwise.effort`); none: a step of one fact and one rule."""

    told_together: bool = field(default=False, compare=False, repr=False)
    """Whether people like to be told at once all that has the same reason."""

    def __post_init__(self) -> None:
        if not self.noun:
            object.__setattr__(self, "noun", self.name.replace("_", " "))

    def __str__(self) -> str:
        return self.name
