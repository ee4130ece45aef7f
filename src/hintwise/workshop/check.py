"""Is this a proper puzzle, and is what a person has filled in right so far?

A report says what is wrong without giving the solution away: it names only what was given or
entered, and the rules.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.engine import Conflict, Solutions, arguments, smallest_conflict
from hintwise.errors import InvalidValue, OutOfTime, is_whole_number, shown
from hintwise.limits import Clock, Limits
from hintwise.problem import Assignment, Brief, Fact, Problem, Staircase

CLUE = "clue"
"""The group of constraints that a setter chose, and that a puzzle may have too many of."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A variable that has these two values in two solutions."""

    variable: str
    values: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClueRemarks:
    """What a setter may want to change.

    `unused_values` (`bread oat`) are in no clue and no given. Each of the `redundant` clues follows
    from all the others; it is None where that was not decided, because the puzzle has not exactly
    one solution or the time was up. `droppable` are redundant clues that can be left out together,
    and no other one with them. `other_reading` are clues that could be meant in another way, where
    the puzzle has not one solution as it is, but would have if they were.
    """

    unused_values: tuple[str, ...] = ()
    redundant: tuple[str, ...] | None = None
    droppable: tuple[str, ...] = ()
    other_reading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Report(Brief):
    """What a check found.

    `solutions` is how many the puzzle has without the `entries`; unless `exhaustive`, there may be
    more. If it has none, `conflict` is the smallest one of givens and constraints, and else the
    smallest one of entries, givens and constraints, if the entries do not fit. `entries_fit` is
    None where it was not asked or not decided in time. `clues` are for a setter: there are none
    where the problem has no clues, or a person's entries.
    """

    problem: Problem = field(repr=False)
    entries: tuple[Fact, ...]
    solutions: int
    exhaustive: bool
    difference: Difference | None = None
    conflict: Conflict | None = None
    entries_fit: bool | None = None
    clues: ClueRemarks | None = None

    @property
    def proper(self) -> bool:
        """Whether the puzzle has exactly one solution, proven."""
        return self.solutions == 1 and self.exhaustive

    @property
    def sound(self) -> bool:
        """Whether the puzzle is proper and all entries are right, proven."""
        return self.proper and (self.entries_fit is True or not self.entries)

    @property
    def clashing_givens(self) -> tuple[Fact, ...]:
        """The givens that take part in the clash."""
        return tuple(f for f in self._clashing_facts if f not in self.entries)

    @property
    def clashing_entries(self) -> tuple[Fact, ...]:
        """The person's entries that take part in the clash."""
        return tuple(f for f in self._clashing_facts if f in self.entries)

    @property
    def crossed_out_in(self) -> str | None:
        """The rule to look at where one crossed-out candidate is all that is wrong.

        To name the candidate would be to name the value of its cell.
        """
        entries = self.clashing_entries
        if len(entries) != 1 or entries[0].relation != "≠":
            return None
        (entry,) = entries
        return next((c.name for c in self.problem.constraints if entry.variable in c.variables), "")

    @property
    def left(self) -> int:
        """How many variables have no value yet."""
        known = {fact.variable for fact in (*self.problem.givens, *self.entries) if fact.settles}
        return len(self.problem.variables) - len(known)

    @property
    def _clashing_facts(self) -> tuple[Fact, ...]:
        return () if self.conflict is None else self.conflict.facts

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        record: dict[str, Any] = {
            "solutions": self.solutions,
            "exhaustive": self.exhaustive,
            "sound": self.sound,
            "left": self.left,
        }
        if self.difference is not None:
            values = list(self.difference.values)
            record["difference"] = {"variable": self.difference.variable, "values": values}
        if (place := self.crossed_out_in) is not None:
            record["crossed_out_in"] = place
        elif self.conflict is not None:
            record["conflict"] = {
                "givens": [str(f) for f in self.clashing_givens],
                "entries": [str(f) for f in self.clashing_entries],
                "constraints": list(self.conflict.constraints),
                "smallest": self.conflict.smallest,
            }
        if self.entries:
            record["entries"] = {"count": len(self.entries), "fit": self.entries_fit}
        if (clues := self.clues) is not None:
            record["unused_values"] = list(clues.unused_values)
            record["redundant"] = None if clues.redundant is None else list(clues.redundant)
            record["droppable"] = list(clues.droppable)
            if clues.other_reading:
                record["other_reading"] = list(clues.other_reading)
        return record


def check_problem(
    problem: Problem,
    entries: Iterable[Fact] = (),
    *,
    limit: int = 2,
    limits: Limits = Limits(),
) -> Report:
    """Count the solutions of `problem`, up to `limit`, and look for what is wrong.

    `entries` are what a person has filled in beyond the givens. What the `limits` left open, the
    report says.

    >>> from hintwise.puzzles import sudoku
    >>> report = check_problem(sudoku("12............12"))
    >>> report.solutions, report.difference
    (2, Difference(variable='r2c1', values=(3, 4)))
    """
    if not (is_whole_number(limit) and 2 <= limit <= sys.maxsize):
        raise InvalidValue(f"limit is {shown(limit)}; 2 or more solutions must be looked for")
    clock = Clock(limits)
    read = arguments.read_facts(arguments.check_problem(problem), entries)
    own = tuple(dict.fromkeys(fact for fact in read if fact not in problem.givens))
    try:
        solutions = Solutions(problem, limits=limits.for_start())
    except OutOfTime:
        return Report(problem, own, 0, exhaustive=False, clues=_remarks(problem, None, clock))
    found, exhaustive = _count(solutions, problem, limit, clock.left())
    conflict, fit = None, None
    if not found and exhaustive:
        conflict, _ = _conflict(problem, problem.givens, clock.left())
    elif found and own:
        conflict, fit = _conflict(problem, (*problem.givens, *own), clock.left())
    proper = len(found) == 1 and exhaustive
    decided = exhaustive or len(found) > 1
    remarks = None if own else _remarks(problem, solutions if proper else None, clock)
    if remarks is not None and decided and not proper:
        remarks = replace(remarks, other_reading=_read_otherwise(problem, clock))
    return Report(
        problem=problem,
        entries=own,
        solutions=len(found),
        exhaustive=exhaustive,
        difference=_difference(problem, found),
        conflict=conflict,
        entries_fit=fit,
        clues=remarks,
    )


def _count(
    solutions: Solutions, problem: Problem, limit: int, limits: Limits
) -> tuple[list[Assignment], bool]:
    """At most `limit` solutions, and whether there are no others."""
    found: list[Assignment] = []
    try:
        for solution in itertools.islice(solutions.find(problem.givens, limits=limits), limit):
            found.append(solution)  # noqa: PERF402 - what came before a stop is kept
    except OutOfTime:
        return found, False
    return found, len(found) < limit


def _conflict(
    problem: Problem, facts: Iterable[Fact], limits: Limits
) -> tuple[Conflict | None, bool | None]:
    """The smallest conflict, and whether there is none; (None, None) if that was not decided."""
    try:
        conflict = smallest_conflict(problem, facts, limits=limits)
    except OutOfTime:
        return None, None
    return conflict, conflict is None


def _difference(problem: Problem, solutions: list[Assignment]) -> Difference | None:
    if len(solutions) < 2:
        return None
    one, other = solutions[:2]
    for variable in problem.variables:
        values = sorted((int(one[variable.name]), int(other[variable.name])))
        if values[0] != values[1]:
            return Difference(variable.name, (values[0], values[1]))
    raise AssertionError("two solutions of one search are never equal")


def _remarks(problem: Problem, solutions: Solutions | None, clock: Clock) -> ClueRemarks | None:
    """Remarks about the clues, if there are any; `solutions` only if there is exactly one."""
    clues = [c.name for c in problem.constraints if c.group == CLUE]
    if not clues:
        return None
    unused = _unused_values(problem)
    if solutions is None:
        return ClueRemarks(unused)

    def can_do_without(names: Collection[str]) -> bool:
        # With one solution in all, clues follow from the rest iff that still has only one.
        others = solutions.find(problem.givens, without=names, limits=clock.left())
        return len(list(itertools.islice(others, 2))) == 1

    try:
        redundant = [name for name in clues if can_do_without([name])]
        droppable: list[str] = []
        for name in redundant:
            if can_do_without([*droppable, name]):
                droppable.append(name)
    except OutOfTime:
        return ClueRemarks(unused)
    return ClueRemarks(unused, tuple(redundant), tuple(droppable))


def _read_otherwise(problem: Problem, clock: Clock) -> tuple[str, ...]:
    """The clues that can be read in another way, if that makes for exactly one solution."""
    readings = {c.name: c.reading.other for c in problem.constraints if c.reading is not None}
    others = {name: other for name, other in readings.items() if other is not None}
    if not others:
        return ()
    rules = (
        replace(c, expression=others[c.name]) if c.name in others else c
        for c in problem.constraints
    )
    meant = replace(problem, constraints=tuple(rules))
    try:
        solutions = Solutions(meant, limits=clock.left())
        found, exhaustive = _count(solutions, meant, 2, clock.left())
    except OutOfTime:
        return ()
    return tuple(others) if len(found) == 1 and exhaustive else ()


def _unused_values(problem: Problem) -> tuple[str, ...]:
    """The values of a logic grid that no clue and no given speaks about."""
    if not isinstance(layout := problem.layout, Staircase):
        return ()
    mentioned = {fact.variable for fact in problem.givens}
    for constraint in problem.constraints:
        if constraint.group == CLUE:
            mentioned |= constraint.variables
    used = {value for name in mentioned for value in layout.links[name]}
    return tuple(
        f"{category} {value}"
        for category, values in layout.categories.items()
        for value in values
        if (category, value) not in used
    )
