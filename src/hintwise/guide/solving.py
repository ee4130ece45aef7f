"""The solution of a puzzle, or what all of its solutions have in common."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from hintwise.engine import Explainer, Solutions
from hintwise.errors import OutOfTime
from hintwise.guide.checking.check import DEADLINE_S
from hintwise.guide.checking.report import report_lines
from hintwise.guide.position import Position
from hintwise.limits import Cancel, Clock, Limits
from hintwise.problem import Brief, Fact, Problem
from hintwise.puzzles import format_sudoku
from hintwise.puzzles.puzzle import SUDOKUS
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import wording_of
from hintwise.workshop import check_problem


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Brief):
    """What became of solving a position, in words, facts and JSON.

    `solutions` is 0, 1 or 2, where 2 stands for any number above one; unless `exhaustive`, time was
    up before there were proven to be no more. `facts` are the values that all solutions have in
    common: with one solution every value; None if that was not decided in time.
    """

    position: Position = field(repr=False)
    solutions: int
    exhaustive: bool
    facts: tuple[Fact, ...] | None = field(default=None, repr=False)
    lines: tuple[str, ...] = field(default=(), repr=False)

    @property
    def line(self) -> str | None:
        """The cells of a Sudoku in one line, `.` where solutions differ."""
        if self.facts is None or self.position.puzzle.kind not in SUDOKUS:
            return None
        return format_sudoku(self.position.problem, self.facts)

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        values = None
        if self.facts is not None:
            values = {fact.variable: fact.value for fact in self.facts}
        record: dict[str, Any] = {
            **self.position.as_json(),
            "solutions": self.solutions,
            "exhaustive": self.exhaustive,
            "solution": values if self.solutions == 1 else None,
        }
        if self.solutions > 1:
            record["common"] = values
        if self.line is not None:
            record["line"] = self.line
        return {**record, "text": " ".join(self.lines)}


def solve(
    position: Position,
    *,
    deadline_s: float = DEADLINE_S,
    language: str = DEFAULT,
    cancel: Cancel | None = None,
) -> Solved:
    """Solve a puzzle from where a person is; a mistake there is told as `check` tells it.

    >>> from hintwise.guide.reading import read
    >>> solve(read("1.....3..4.....2")).line
    '1324423124133142'
    """
    limits = Limits(deadline_s=deadline_s, cancel=cancel)
    clock = Clock(limits)
    problem = Position.checked(position).problem
    held = problem.with_givens(dict.fromkeys((*problem.givens, *position.entries)))
    found, exhaustive = _find_two(held, limits, clock)
    if not found and not exhaustive:
        undecided = find_language(language).say("check.undecided")
        return Solved(position, 0, exhaustive, lines=(undecided,))
    if not found:
        report = check_problem(problem, position.entries, limits=limits)
        return Solved(position, 0, exhaustive, lines=tuple(report_lines(report, language)))
    facts: tuple[Fact, ...] | None = found[0]
    if len(found) > 1:
        facts = _common(held, clock.left())
    solved = Solved(position, len(found), exhaustive, facts)
    return Solved(position, len(found), exhaustive, facts, (_text(solved, language),))


def _find_two(
    problem: Problem, limits: Limits, clock: Clock
) -> tuple[list[tuple[Fact, ...]], bool]:
    """At most two solutions, and whether there are no others."""
    found: list[tuple[Fact, ...]] = []
    try:
        solutions = Solutions(problem, limits=limits.for_start())
        for solution in itertools.islice(solutions.find(problem.givens, limits=clock.left()), 2):
            facts = (problem.fact(*item) for item in solution.items())
            found.append(tuple(facts))  # what came before a stop is kept
    except OutOfTime:
        return found, False
    return found, len(found) < 2


def _common(problem: Problem, limits: Limits) -> tuple[Fact, ...] | None:
    """The values that are the same in all solutions, in the order of the variables."""
    try:
        start = Explainer(problem, verify=False, limits=limits).start
    except OutOfTime:
        return None
    known = {fact.variable: fact for fact in start.facts | start.targets if fact.settles}
    return tuple(known[v.name] for v in problem.variables if v.name in known)


def _text(solved: Solved, language: str) -> str:
    """How many solutions there are, and how much they have in common."""
    problem, facts = solved.position.problem, solved.facts
    wording = wording_of(problem, language)
    say = wording.language.say
    if solved.solutions == 1:
        return say("check.unique" if solved.exhaustive else "check.at_least_one")
    if facts is None:
        return say("solve.several_undecided")
    known = {fact.variable for fact in (*problem.givens, *solved.position.entries) if fact.settles}
    found, total = len(facts) - len(known), len(problem.variables) - len(known)
    cells = wording.open_variables(total)
    key = "solve.several" if found else "solve.several_none"
    return say(key, **({"count": found} if found else {}), open=total, cells=cells)
