"""The same task with CPMpy's own tools: `cpmpy.tools.explain.optimal_mus` once per target.

What a modeller would write without this package, given every advantage we could find for it: over
the puzzle's integer variables, with the pair of solvers that was fastest of those pip can install
(see `DEFAULT`). It knows no upper bound, so each target is solved to the end; a benchmark measures
a sample of the targets and says so.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cpmpy.tools.explain import optimal_mus

from hintwise.bench.referee import background, element_costs, elements_of, expression_of
from hintwise.errors import NothingToExplain
from hintwise.problem import Fact, State


@dataclass(frozen=True, slots=True)
class Solvers:
    """The names, in CPMpy, of the solver that checks subsets and of the one that hits them."""

    solver: str
    hs_solver: str


DEFAULT = Solvers("pysat:minisat22", "rc2")


@dataclass(frozen=True, slots=True)
class TargetResult:
    """What `optimal_mus` found for one target, and how long it took with building the model."""

    target: Fact
    cost: float
    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class ToolsResult:
    """One result per target that was tried, in the order tried."""

    results: tuple[TargetResult, ...]
    targets_in_state: int

    @property
    def cheapest(self) -> TargetResult:
        """The cheapest of those tried: the optimum of the state only if all were."""
        return min(self.results, key=lambda result: result.cost)

    @property
    def complete(self) -> bool:
        return len(self.results) == self.targets_in_state

    @property
    def seconds(self) -> float:
        return sum(result.seconds for result in self.results)

    @property
    def seconds_per_target(self) -> float:
        return self.seconds / len(self.results)


def cheapest_by_tools(
    state: State,
    weights: Mapping[str, float],
    targets: Iterable[Fact] | None = None,
    *,
    solvers: Solvers = DEFAULT,
) -> ToolsResult:
    """Explain each of `targets` (those of the state if none are given) at least cost."""
    tried = sorted(state.targets if targets is None else targets)
    if not tried:
        raise NothingToExplain("the state has no target left")
    results = tuple(_explain(state, target, weights, solvers) for target in tried)
    return ToolsResult(results, len(state.targets))


def sample_of_targets(state: State, number: int) -> list[Fact]:
    """At most `number` targets, evenly spread over all of them in order."""
    targets = sorted(state.targets)
    number = min(number, len(targets))
    return [targets[i * len(targets) // number] for i in range(number)]


def _explain(
    state: State, target: Fact, weights: Mapping[str, float], solvers: Solvers
) -> TargetResult:
    elements = elements_of(state)
    costs = element_costs(state.problem, target, elements, weights)
    scale = math.lcm(*(cost.denominator for cost in costs.values()))
    started = time.perf_counter()
    expressions = [expression_of(state.problem, e) for e in elements]
    found = optimal_mus(
        soft=expressions,
        hard=[*background(state.problem), ~expression_of(state.problem, target)],
        weights=[int(costs[e] * scale) for e in elements],
        solver=solvers.solver,
        hs_solver=solvers.hs_solver,
    )
    seconds = time.perf_counter() - started
    # `optimal_mus` returns the very objects it was given; == on them would build expressions.
    chosen_ids = {id(expression) for expression in found}
    chosen = [
        e
        for e, expression in zip(elements, expressions, strict=True)
        if id(expression) in chosen_ids
    ]
    return TargetResult(
        target,
        float(sum(costs[e] for e in chosen)),
        tuple(e for e in chosen if isinstance(e, Fact)),
        tuple(e.name for e in chosen if not isinstance(e, Fact)),
        seconds,
    )
