"""Candidates that soon lead to a contradiction, with the cheapest way there that is easily found.

A candidate is assumed. What it rules out, and what then is left alone in a cell or as a place in a
unit, is derived in the order of effort, until a cell has no value or a unit no place for one. An
XY-wing, a skyscraper, a finned fish and all kinds of chains are such contradictions.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hintwise.puzzles.sudoku.marks import Candidate, Marks, Pattern

_UNIT_EFFORT = 10.0
"""How many crossed-out candidates a unit is worth, by prior: from 5 to 20."""

_MOST = 12
"""So many of the easiest contradictions are proposed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """Candidates of which one holds: those of a cell, or those of a value in a unit."""

    candidates: tuple[Candidate, ...]
    gone: tuple[Candidate, ...]
    unit: str | None
    unit_effort: float
    effort: float
    """What it takes to see that no others are left."""

    @classmethod
    def of(
        cls, candidates: Iterable[Candidate], gone: Iterable[Candidate], unit: str | None = None
    ) -> _Choice:
        gone, unit_effort = tuple(gone), 0.0 if unit is None else _UNIT_EFFORT
        return cls(tuple(candidates), gone, unit, unit_effort, unit_effort + len(gone))


def contradictions(marks: Marks) -> Iterator[Pattern]:
    """The easiest contradictions, each for another candidate."""
    choices = _choices(marks)
    found: list[tuple[float, Candidate, Pattern]] = []
    most = math.inf
    for assumed in choices:
        pattern = _Consequences(assumed, choices, most).contradiction()
        if pattern is not None:
            effort = _UNIT_EFFORT * len(pattern.units) + len(pattern.gone)
            found = sorted([*found, (effort, assumed, pattern)], key=lambda one: one[:2])[:_MOST]
            if len(found) == _MOST:
                # The same unit or mark counts each time that it is used on the way.
                most = 1.5 * found[-1][0]
    return (pattern for _, _, pattern in found)


def _choices(marks: Marks) -> dict[Candidate, list[_Choice]]:
    """By candidate, where it is one of several to choose from."""
    choices: dict[Candidate, list[_Choice]] = {}
    for cell, values in marks.left.items():
        own = _Choice.of(((cell, value) for value in values), marks.others(cell, values))
        for candidate in own.candidates:
            choices[candidate] = [own]
    for unit, places in marks.places.items():
        for value, cells in places.items():
            gone = marks.elsewhere(unit, value, cells)
            of_unit = _Choice.of(((cell, value) for cell in cells), gone, unit)
            for candidate in of_unit.candidates:
                choices[candidate].append(of_unit)
    return choices


Literal = tuple[Candidate, bool]
"""That a candidate holds, or that it does not."""

Reason = tuple[_Choice | None, Candidate | None]
"""The choice by which something follows, and the candidate of it that holds if one does."""


class _Consequences:
    """What follows from an assumption, what takes least effort first.

    Efforts of premises add up, so they come in order as paths do in Dijkstra's algorithm (Knuth,
    "A generalization of Dijkstra's algorithm", 1977). Nothing that takes more than `most` is
    looked at.
    """

    def __init__(
        self, assumed: Candidate, choices: Mapping[Candidate, list[_Choice]], most: float
    ) -> None:
        self._assumed = assumed
        self._choices = choices
        self._most = most
        self._waiting: list[tuple[float, int, Literal, Reason]] = []
        self._serial = itertools.count()
        self._because: dict[Literal, Reason] = {}
        self._left: dict[_Choice, list[Candidate]] = {}
        self._effort: dict[_Choice, float] = {}
        self._broken: _Choice | None = None

    def contradiction(self) -> Pattern | None:
        """All that leads to a choice with nothing left to choose, if that is found."""
        self._wait(0.0, (self._assumed, True), (None, None))
        while self._waiting:
            effort, _, literal, reason = heapq.heappop(self._waiting)
            if effort >= self._most:
                break
            if literal in self._because:
                continue
            self._because[literal] = reason
            candidate, holds = literal
            if holds:
                self._rule_out_others(candidate, effort)
            else:
                self._cross_out(candidate, effort)
        return None if self._broken is None else self._pattern(self._broken)

    def _rule_out_others(self, candidate: Candidate, effort: float) -> None:
        for choice in self._choices[candidate]:
            for other in choice.candidates:
                if other != candidate:
                    self._wait(effort + choice.unit_effort, (other, False), (choice, candidate))

    def _cross_out(self, candidate: Candidate, effort: float) -> None:
        for choice in self._choices[candidate]:
            left = [one for one in self._left.get(choice, choice.candidates) if one != candidate]
            total = self._effort.get(choice, choice.effort) + effort
            self._left[choice], self._effort[choice] = left, total
            if len(left) == 1:
                self._wait(total, (left[0], True), (choice, None))
            elif not left and total < self._most:
                self._most, self._broken = total, choice

    def _wait(self, effort: float, literal: Literal, reason: Reason) -> None:
        if effort < self._most and literal not in self._because:
            heapq.heappush(self._waiting, (effort, next(self._serial), literal, reason))

    def _pattern(self, broken: _Choice) -> Pattern:
        """What the way to the broken choice rests on."""
        gone, units = dict.fromkeys(broken.gone), {broken.unit: None}
        waiting: list[Literal] = [(candidate, False) for candidate in broken.candidates]
        seen: set[Literal] = set()
        while waiting:
            literal = waiting.pop()
            choice, holding = self._because[literal]
            if literal in seen or choice is None:
                continue
            seen.add(literal)
            units[choice.unit] = None
            if holding is not None:
                waiting.append((holding, True))
            else:
                gone |= dict.fromkeys(choice.gone)
                waiting += [(other, False) for other in choice.candidates if other != literal[0]]
        named = tuple(unit for unit in units if unit is not None)
        return Pattern(named, tuple(gone), (self._assumed,))
