"""Clues of logic grids for those who write them in Python, and for the published puzzles.

A rule is anything that turns a grid into a CPMpy expression over its links. The kinds below speak
by way of the grid's base category B: "e is at h" is the link between the value e and the value h of
B, or a constant if e is itself in B, and "e is not f" reads "some h has e at it and f not".
Together with bijectivity and transitivity this says the same as a direct `~grid.link(e, f)`, but it
takes more of the grid's own rules to see it, as when a person reasons along the rows of B.
The published optima assume it. Constants are simplified away. Files have a language of their own,
which speaks of links directly (see `rules`); generated puzzles are written in that.

Values are written `month 1`, or `1` where no other category has such a value.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import cpmpy as cp

from hintwise.errors import InvalidPuzzle
from hintwise.problem import Reading

if TYPE_CHECKING:
    from hintwise.puzzles.logic_grid.model import Grid


class Value(NamedTuple):
    """A value of a category; written `month 1`."""

    category: str
    name: str

    def __str__(self) -> str:
        return f"{self.category} {self.name}"


class ClueRule(Protocol):
    """What a clue says: a CPMpy expression over the links of the grid it is called with."""

    def __call__(self, grid: Grid, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue as a person reads it and what it says.

    `rule` is one of the kinds below, any other function of a grid, or an expression that was made
    from the links of the very `Grid` whose problem it goes into. Without a `description` the rule
    is put into words. `about` replaces the links that decide adjacency, given as pairs of values;
    normally they are those that the expression contains. `reading` is how the rule of a file was
    understood.

    >>> str(Clue("", IsNot("month 3", "circle drive")))
    'month 3 is not circle drive'
    >>> clue = Clue("Ann has a pet or a car", lambda g: g.link("ann", "pet") | g.link("ann", "car"))
    """

    description: str
    rule: Any
    about: tuple[tuple[str, str], ...] | None = None
    reading: Reading | None = None

    def __str__(self) -> str:
        return self.description or str(self.rule)

    def expression(self, grid: Grid) -> Any:
        """What the rule says in a grid, as a CPMpy expression."""
        # A CPMpy expression is not callable, so the two cannot be mistaken for each other.
        return self.rule(grid) if callable(self.rule) else self.rule


@dataclass(frozen=True, slots=True)
class IsNot:
    """`a` and `b` do not go together."""

    a: str
    b: str

    def __call__(self, grid: Grid, /) -> Any:
        return cp.any(
            [cp.all([grid.link(self.a, h), ~grid.link(self.b, h)]) for h in grid.base_values]
        )

    def __str__(self) -> str:
        return f"{self.a} is not {self.b}"


@dataclass(frozen=True, slots=True)
class Either:
    """`who` goes with at least one of the options; with exactly one if `exclusive`."""

    who: str
    options: tuple[str, ...]
    exclusive: bool = False

    def __post_init__(self) -> None:
        _check_count("an either clue has two options or more", self.options, 2, None)

    def __call__(self, grid: Grid, /) -> Any:
        cases = []
        for h in grid.base_values:
            options = [grid.link(option, h) for option in self.options]
            parts = [grid.link(self.who, h), cp.any(options)]
            if self.exclusive:
                parts += [cp.any([~a, ~b]) for a, b in itertools.combinations(options, 2)]
            cases.append(cp.all(parts))
        return cp.any(cases)

    def __str__(self) -> str:
        options = " or ".join(self.options)
        return f"{self.who} is {'either ' if self.exclusive else ''}{options}" + (
            ", but only one of them" if self.exclusive else ""
        )


@dataclass(frozen=True, slots=True)
class OneEach:
    """Of the `pair`, two different ones, one goes with one of `are` and one with the other."""

    pair: tuple[str, str]
    are: tuple[str, str]

    def __post_init__(self) -> None:
        _check_count("a one_each clue is about a pair", self.pair, 2, 2)
        _check_count("a one_each clue names two values that the pair are", self.are, 2, 2)

    def __call__(self, grid: Grid, /) -> Any:
        (p, q), (a, b) = self.pair, self.are
        cases = []
        for h, g in itertools.permutations(grid.base_values, 2):
            straight = cp.all([grid.link(a, h), grid.link(b, g)])
            crossed = cp.all([grid.link(b, h), grid.link(a, g)])
            cases.append(cp.all([grid.link(p, h), grid.link(q, g), cp.any([straight, crossed])]))
        return cp.any(cases)

    def __str__(self) -> str:
        return (
            f"of {self.pair[0]} and {self.pair[1]}, "
            f"one is {self.are[0]} and the other is {self.are[1]}"
        )


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of `who` go together."""

    who: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_count("an all_different clue is about two values or more", self.who, 2, None)

    def __call__(self, grid: Grid, /) -> Any:
        return cp.any(
            [
                cp.all([grid.link(who, h) for who, h in zip(self.who, places, strict=True)])
                for places in itertools.permutations(grid.base_values, len(self.who))
            ]
        )

    def __str__(self) -> str:
        return f"{', '.join(self.who[:-1])} and {self.who[-1]} are all different"


@dataclass(frozen=True, slots=True)
class Before:
    """What goes with `first` in the category `within` is less than what goes with `second`.

    A category of numbers is compared by number, any other by the order its values are given in.
    """

    first: str
    second: str
    within: str

    def __call__(self, grid: Grid, /) -> Any:
        return _related(grid, self.first, self.second, self.within, lambda v, w: v < w)

    def __str__(self) -> str:
        return f"{self.first} comes before {self.second} by {self.within}"


@dataclass(frozen=True, slots=True)
class Offset:
    """What goes with `who` in the category `within` is `by` more than what goes with `after`.

    A category of numbers is measured in numbers, any other in positions.
    """

    who: str
    by: int | Fraction
    after: str
    within: str

    def __call__(self, grid: Grid, /) -> Any:
        return _related(grid, self.who, self.after, self.within, lambda v, w: v == w + self.by)

    def __str__(self) -> str:
        side = "after" if self.by >= 0 else "before"
        return f"{self.who} comes {abs(self.by)} {side} {self.after} by {self.within}"


def _check_count(rule: str, values: Sequence[str], least: int, most: int | None) -> None:
    # A bare string is a sequence too, but never the one that was meant.
    count = 1 if isinstance(values, str) else len(values)
    if count < least or (most is not None and count > most):
        raise InvalidPuzzle(f"{rule}, not {values!r}")


def _related(
    grid: Grid,
    first: str,
    second: str,
    within: str,
    relation: Callable[[Fraction, Fraction], bool],
) -> Any:
    """Some h and g (the same or not) hold first and second, and values in that relation."""

    def cases() -> Iterator[Any]:
        numbers = grid.numbers(within)
        pairs = itertools.product(numbers, repeat=2)
        related = [(v, w) for v, w in pairs if relation(numbers[v], numbers[w])]
        for h, g in itertools.product(grid.base_values, repeat=2):
            for v, w in related:
                yield cp.all(
                    [grid.link(first, h), grid.link(second, g), grid.link(v, h), grid.link(w, g)]
                )

    return cp.any(list(cases()))
