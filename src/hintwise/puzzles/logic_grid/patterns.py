"""What every player of a logic grid looks for, proposed to the engine as steps.

Only what has the same reason costs the same, more or less: of the links that follow from one, the
first is proposed. Where something is taken, the only one left or the same thing, there is no need
to look for more.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hintwise.problem import Fact, Proposal
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rule_names import (
    bijectivity_name,
    link_name,
    transitivity_name,
)

Categories = tuple[tuple[str, tuple[str, ...]], ...]
"""The categories with their values, in the grid's order."""

End = tuple[int, int]
"""A value: the number of its category, and its own within it."""


def propose_patterns(categories: Categories, known: frozenset[Fact]) -> Iterator[Proposal]:
    """Steps that people have a name for, where these facts are known.

    On a 6x6 grid all together take one to three milliseconds.
    """
    links = Links.of(categories, known)
    for level in _LEVELS:
        proposals = [proposal for pattern in level for proposal in pattern(links)]
        if proposals:
            yield from proposals
            return


@dataclass(frozen=True, slots=True)
class Links:
    """What is known of the links between values, each as bits over the values of a category.

    `yes[value, category]` are those that the value goes with, `no[value, category]` those that it
    does not.
    """

    names: _Names
    yes: dict[tuple[End, int], int]
    no: dict[tuple[End, int], int]

    @classmethod
    def of(cls, categories: Categories, known: frozenset[Fact]) -> Links:
        names = _names_of(categories)
        yes = dict.fromkeys(itertools.product(names.ends, range(len(categories))), 0)
        no = yes.copy()
        for fact in known:
            one, other = names.ends_of[fact.variable]
            bits = yes if fact.value else no
            bits[one, other[0]] |= 1 << other[1]
            bits[other, one[0]] |= 1 << one[1]
        return cls(names, yes, no)

    def open(self, value: End, category: int) -> int:
        """The values that it may go with or not, as far as anybody has written down."""
        return self.names.full & ~self.yes[value, category] & ~self.no[value, category]


def _taken(links: Links) -> Iterator[Proposal]:
    """What goes with one value goes with no other."""
    names = links.names
    for (value, category), partner in links.yes.items():
        if partner and (left := links.open(value, category)):
            reason = names.fact(value, _end(category, partner), holds=True)
            derived = names.fact(value, _end(category, left), holds=False)
            yield Proposal(derived, (reason,), (names.one_for_each(value[0], category),))


def _only_one_left(links: Links) -> Iterator[Proposal]:
    """It goes with none of the others."""
    names = links.names
    for (value, category), excluded in links.no.items():
        left = links.open(value, category)
        if left and left | excluded == names.full and not left & (left - 1):
            reasons = [names.fact(value, end, holds=False) for end in _ends(category, excluded)]
            derived = names.fact(value, _end(category, left), holds=True)
            yield Proposal(derived, tuple(reasons), (names.one_for_each(value[0], category),))


def _same_thing(links: Links) -> Iterator[Proposal]:
    """What goes with a value goes with what that goes with, and not with what it does not."""
    names = links.names
    for (value, category), partner in links.yes.items():
        if not partner:
            continue
        same = _end(category, partner)
        reason = names.fact(value, same, holds=True)
        for third in names.others(value[0], category):
            left = links.open(value, third)
            for bits, holds in ((links.yes[same, third], True), (links.no[same, third], False)):
                if not left & bits:
                    continue
                end = _end(third, left & bits)
                about = (value[0], third) if holds else (category, third)
                yield Proposal(
                    names.fact(value, end, holds=holds),
                    (reason, names.fact(same, end, holds=holds)),
                    (names.implying(about, value[0], category, third),),
                )


def _pairs(links: Links) -> Iterator[Proposal]:
    """Two values have two others between them, so nothing else has one of those."""
    names = links.names
    for own, category in itertools.permutations(range(len(names.categories)), 2):
        rules = names.one_for_each(own, category), names.one_for_each(category, own)
        values = [(own, number) for number in range(names.size)]
        for pair in itertools.combinations(values, 2):
            both = links.open(pair[0], category)
            if both.bit_count() != 2 or both != links.open(pair[1], category):
                continue
            if any(links.yes[value, category] for value in pair):
                continue
            reasons = tuple(
                names.fact(value, end, holds=False)
                for value in pair
                for end in _ends(category, names.full & ~both)
            )
            for value in values:
                if value not in pair and (left := links.open(value, category) & both):
                    derived = names.fact(value, _end(category, left), holds=False)
                    yield Proposal(derived, reasons, rules)


def _no_common_partner(links: Links) -> Iterator[Proposal]:
    """Whatever one of two values may go with, the other does not: they do not go together."""
    names = links.names
    for one, category in itertools.product(names.ends, range(len(names.categories))):
        if category == one[0]:
            continue
        for other in _ends(category, links.open(one, category)):
            for third in names.others(one[0], category):
                left = names.full & ~links.no[one, third]
                if links.yes[one, third] or left & ~links.no[other, third]:
                    continue
                mine = _ends(third, names.full & ~left)
                reasons = [names.fact(one, end, holds=False) for end in mine]
                reasons += [names.fact(other, end, holds=False) for end in _ends(third, left)]
                rules = (
                    names.one_for_each(one[0], third),
                    names.implying((category, third), one[0], category, third),
                )
                yield Proposal(names.fact(one, other, holds=False), tuple(reasons), rules)


_LEVELS: tuple[tuple[Callable[[Links], Iterator[Proposal]], ...], ...] = (
    (_taken, _only_one_left, _same_thing),
    (_pairs, _no_common_partner),
)


@dataclass(frozen=True, slots=True)
class _Names:
    """Values by number, and what links and rules about them are called."""

    categories: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    ends_of: dict[str, tuple[End, End]]

    @property
    def size(self) -> int:
        return len(self.values[0])

    @property
    def full(self) -> int:
        return (1 << self.size) - 1

    @property
    def ends(self) -> list[End]:
        return list(itertools.product(range(len(self.categories)), range(self.size)))

    def others(self, one: int, other: int) -> list[int]:
        """The categories besides these two."""
        return [c for c in range(len(self.categories)) if c not in (one, other)]

    def fact(self, one: End, other: End, *, holds: bool) -> Fact:
        first, second = sorted((one, other))
        name = link_name(self.values[first[0]][first[1]], self.values[second[0]][second[1]])
        return Fact(name, holds)

    def one_for_each(self, each: int, other: int) -> str:
        x, y = sorted((each, other))
        return bijectivity_name(self.categories[x], self.categories[y], self.categories[each])

    def implying(self, pair: tuple[int, int], *three: int) -> str:
        """The transitivity of three categories by which two links imply that of a pair of them."""
        x, y, z = sorted(three)
        form = 1 + ((x, y), (y, z), (x, z)).index((min(pair), max(pair)))
        names = self.categories
        return transitivity_name(names[x], names[y], names[z], form)


@functools.lru_cache(maxsize=4)
def _names_of(categories: Categories) -> _Names:
    values = tuple(tuple(Value(name, v) for v in members) for name, members in categories)
    ends_of = {
        link_name(values[i][a], values[j][b]): ((i, a), (j, b))
        for i, j in itertools.combinations(range(len(values)), 2)
        for a, b in itertools.product(range(len(values[i])), range(len(values[j])))
    }
    return _Names(tuple(name for name, _ in categories), values, ends_of)


def _end(category: int, bits: int) -> End:
    """The first of the values."""
    return category, (bits & -bits).bit_length() - 1


def _ends(category: int, bits: int) -> list[End]:
    return [(category, number) for number in range(bits.bit_length()) if bits >> number & 1]
