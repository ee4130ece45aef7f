"""What runs have shown, method by method: the figures behind tables and drawings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.settings import OPTIONS, Settings
from hintwise.experiments.report.published import Published, published_for
from hintwise.experiments.sweep.query_times import QueryTimes
from hintwise.experiments.sweep.task import Cell, RunResult
from hintwise.problem import Kind

Pairing = tuple[str, int]
"""A user and the number of a run: runs of two methods that share it can be compared."""


@dataclass(frozen=True, slots=True)
class MethodFindings:
    """The finished runs of one method on one problem, of which there is at least one."""

    label: str
    kind: Kind
    settings: Settings
    """Of one run; those of the others differ in the seed only."""
    results: Mapping[Pairing, RunResult]
    as_published: bool = False
    """Whether the runs were on the published puzzles, with the published users."""

    @property
    def users(self) -> int:
        return len({user for user, _ in self.results})

    @property
    def times(self) -> list[QueryTimes]:
        """What the queries of each run took."""
        return [result.times for result in self.results.values()]

    @property
    def waits(self) -> list[float]:
        """What each query took, in seconds."""
        return [wait for result in self.results.values() for wait in result.waits]

    @property
    def published(self) -> Published | None:
        """The published figures that these runs can be compared with."""
        return published_for(self.kind, self.settings) if self.as_published else None

    def regrets(self, queries: int) -> dict[Pairing, float]:
        """The regret of each run that was evaluated after so many queries."""
        return {
            pairing: evaluation.regret
            for pairing, result in self.results.items()
            for evaluation in result.evaluations
            if evaluation.queries == queries
        }

    def seconds_until(self, queries: int) -> list[float]:
        """What all queries up to an evaluation took together, for each run that has it."""
        return [
            until
            for result in self.results.values()
            for evaluation, until in zip(result.evaluations, result.times.until_s, strict=True)
            if evaluation.queries == queries
        ]

    def setting(self, name: str) -> Any:
        """One of the options, None if it does not apply; the learning rate is the one used."""
        if name == "learning_rate":
            return self.settings.rate_for(self.kind)
        return self.settings.flat.get(name)


@dataclass(frozen=True, slots=True)
class ProblemFindings:
    """The methods of a plan on one problem, in the plan's order."""

    label: str
    methods: tuple[MethodFindings, ...]

    @property
    def points(self) -> list[int]:
        """After how many queries there is a regret, in order."""
        results = (result for method in self.methods for result in method.results.values())
        return sorted({e.queries for result in results for e in result.evaluations})

    @property
    def users(self) -> int:
        return len({user for method in self.methods for user, _ in method.results})

    @property
    def runs_per_user(self) -> int:
        """The most runs that a method has for a user."""
        return max(
            sum(user == other for other, _ in method.results)
            for method in self.methods
            for user, _ in method.results
        )

    @property
    def varied(self) -> tuple[str, ...]:
        """The fewest settings that tell the methods apart, the more telling ones first.

        Empty if there is one method only, or if settings do not tell them all apart.
        """
        names = [name for name in SETTINGS if len({m.setting(name) for m in self.methods}) > 1]
        for name in reversed(names):
            rest = [other for other in names if other != name]
            if self._told_apart_by(rest):
                names = rest
        return tuple(names) if self._told_apart_by(names) else ()

    def _told_apart_by(self, names: Sequence[str]) -> bool:
        rows = {tuple(method.setting(name) for name in names) for method in self.methods}
        return len(rows) == len(self.methods)


SETTINGS = tuple(name for name in OPTIONS if name != "seed")


def findings(
    cells: Iterable[tuple[Cell, RunResult]], as_published: Collection[str] = ()
) -> tuple[ProblemFindings, ...]:
    """Sort finished runs by problem and method; both stay in the order they come in.

    `as_published` are the problems with the published puzzles and users.
    """
    problems: dict[str, dict[str, list[tuple[Cell, RunResult]]]] = {}
    for cell, result in cells:
        methods = problems.setdefault(cell.problem, {})
        methods.setdefault(cell.method, []).append((cell, result))
    return tuple(
        ProblemFindings(
            problem, tuple(_method(runs, problem in as_published) for runs in methods.values())
        )
        for problem, methods in problems.items()
    )


def _method(runs: Sequence[tuple[Cell, RunResult]], as_published: bool) -> MethodFindings:
    first, _ = runs[0]
    return MethodFindings(
        first.method,
        first.task.sequence.judged_on.kind,
        first.task.settings,
        {(cell.user, cell.run): result for cell, result in runs},
        as_published,
    )
