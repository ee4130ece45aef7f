"""Chains of candidates, and the wings among them.

A strong link leaves two candidates: the two places of a value in a unit, or the two values of a
cell. A weak link allows one at most: two places in a unit, two values of a cell. A chain begins and
ends with a strong link, and weak ones lie between them: one of its two ends holds.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from hintwise.render.words.sudoku.candidates import Candidates
from hintwise.render.words.sudoku.moves import Candidate, Link, Move, Reason

CHAINS = ("skyscraper", "two_string_kite", "turbot_fish", "xy_wing", "w_wing")
"""The chains of two or three strong links that have a name of their own."""

MOST_STRONG_LINKS = 3


@dataclass(frozen=True, slots=True)
class _Strong:
    """One of two candidates holds, by `unit`, or by the values of their cell."""

    one: Candidate
    other: Candidate
    unit: str | None


def chains(grid: Candidates, rules: tuple[str, ...]) -> Iterator[Move]:
    """What chains of these names strike out."""
    strong = defaultdict(list)
    for link in _strong_links(grid):
        strong[link.one].append(link)
        strong[link.other].append(_Strong(link.other, link.one, link.unit))
    weak = {candidate: list(_weak_links(grid, candidate)) for candidate in strong}
    for length in range(2, MOST_STRONG_LINKS + 1):
        for path in _paths(strong, weak, length):
            rule = _name(grid, path)
            if rule in rules:
                yield from _outcomes(grid, rule, path)


def _strong_links(grid: Candidates) -> Iterator[_Strong]:
    for unit in grid.units:
        for value in grid.open_values(unit):
            places = grid.places(unit, value)
            if len(places) == 2:
                yield _Strong((places[0], value), (places[1], value), unit)
    for cell, values in grid.left.items():
        if len(values) == 2:
            one, other = sorted(values)
            yield _Strong((cell, one), (cell, other), None)


def _weak_links(grid: Candidates, candidate: Candidate) -> Iterator[tuple[Candidate, str | None]]:
    cell, value = candidate
    seen = set()
    for unit in grid.units_of[cell]:
        for peer in grid.places(unit, value):
            if peer != cell and peer not in seen:
                seen.add(peer)
                yield (peer, value), unit
    for other in sorted(grid.left[cell] - {value}):
        yield (cell, other), None


_Path = tuple[Link, ...]
"""The links from the first candidate, which does not hold, to the last one, which does."""


def _paths(
    strong: dict[Candidate, list[_Strong]],
    weak: dict[Candidate, list[tuple[Candidate, str | None]]],
    length: int,
) -> Iterator[_Path]:
    """All chains with so many strong links, each in one direction.

    None comes back to where it began: of three strong links, the first two strike out what the
    third would need, or something easier does.
    """

    def extended(path: _Path, left: int) -> Iterator[_Path]:
        last = path[-1].candidate
        for link in strong[last]:
            on = (*path, Link(link.other, True, link.unit))
            if any(link.other == earlier.candidate for earlier in path):
                continue
            if left == 1:
                yield on
            else:
                for candidate, unit in weak[link.other]:
                    if candidate in strong and all(candidate != e.candidate for e in on):
                        yield from extended((*on, Link(candidate, False, unit)), left - 1)

    for first in list(strong):
        for path in extended((Link(first, False),), length):
            if path[0].candidate < path[-1].candidate:
                yield path


def _name(grid: Candidates, path: _Path) -> str:
    values = {link.candidate[1] for link in path}
    strong = [link.unit for link in path[1::2]]
    weak = [link.unit for link in path[2::2]]
    if len(values) == 1:
        return _name_of_one_value(grid, strong, weak)
    bivalue = [unit is None for unit in strong]
    ends_alike = path[0].candidate[1] == path[-1].candidate[1]
    if len(strong) == 3 and ends_alike and None not in weak:
        if all(bivalue) and len(values) == 3:
            return "xy_wing"
        if bivalue == [True, False, True] and len(values) == 2:
            return "w_wing"
    return "short_chain"


def _name_of_one_value(grid: Candidates, strong: list[str | None], weak: list[str | None]) -> str:
    if len(strong) > 2:
        return "simple_colouring"
    lines = sorted(grid.groups[unit] for unit in strong if unit is not None)
    across = grid.groups[weak[0]] if weak[0] is not None else ""
    if (lines, across) in ((["row", "row"], "col"), (["col", "col"], "row")):
        return "skyscraper"
    if (lines, across) == (["col", "row"], "block"):
        return "two_string_kite"
    return "turbot_fish"


def _outcomes(grid: Candidates, rule: str, path: _Path) -> Iterator[Move]:
    """What follows from a chain, by the units that it takes to see it."""
    reasons = _reasons(grid, path)
    cells = tuple(dict.fromkeys(link.candidate[0] for link in path))
    values = tuple(dict.fromkeys(link.candidate[1] for link in path))
    first, last = path[0].candidate, path[-1].candidate
    from_first = dict(_weak_links(grid, first))
    struck = defaultdict(list)
    for candidate, unit in _weak_links(grid, last):
        if candidate in from_first and candidate not in (first, last):
            through = (u for u in (from_first[candidate], unit) if u is not None)
            struck[tuple(dict.fromkeys(through))].append(candidate)
    for units, removes in struck.items():
        yield Move(rule, (), cells, values, reasons, tuple(removes), path, units)


def _reasons(grid: Candidates, path: _Path) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    for link in path[1::2]:
        cell, value = link.candidate
        if link.unit is None:
            reasons += grid.why_no_other_value(cell)
        else:
            reasons += grid.why_no_other_place(link.unit, value)
    return tuple(dict.fromkeys(reasons))


def xyz_wings(grid: Candidates) -> Iterator[Move]:
    """A cell of three values that sees two of two: one of them holds the value they share."""
    pairs = [cell for cell, values in grid.left.items() if len(values) == 2]
    for pivot, three in grid.left.items():
        wings = [w for w in pairs if grid.left[w] < three and grid.shared_unit(pivot, w)]
        for one, other in itertools.combinations(wings if len(three) == 3 else (), 2):
            shared = grid.left[one] & grid.left[other]
            if len(shared) != 1:
                continue
            (value,) = shared
            cells = (pivot, one, other)
            reasons = dict.fromkeys(r for c in cells for r in grid.why_no_other_value(c))
            units = (grid.shared_unit(pivot, one), grid.shared_unit(pivot, other))
            struck = defaultdict(list)
            for cell in grid.left:
                through = [grid.shared_unit(cell, end) for end in cells]
                if value in grid.left[cell] and None not in through:
                    used = dict.fromkeys((*units, *through))
                    struck[tuple(u for u in used if u is not None)].append((cell, value))
            for through_units, removes in struck.items():
                yield Move(
                    "xyz_wing",
                    through_units,
                    cells,
                    (value,),
                    tuple(reasons),
                    tuple(removes),
                )
