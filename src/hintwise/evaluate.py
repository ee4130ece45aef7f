"""How good learned weights are for someone whose true weights are known: relative regret."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from hintwise.engine import Cost, Explainer
from hintwise.errors import InvalidValue
from hintwise.features import Weights
from hintwise.limits import Limits
from hintwise.problem import Brief, Problem, State, Step


@dataclass(frozen=True, slots=True, repr=False)
class Regret(Brief):
    """How much dearer than necessary steps are: the mean of `values`, one for each state.

    `proven` says that every step involved was proven optimal for its own weights. If not, a value
    may be off either way.
    """

    values: tuple[float, ...]
    proven: bool

    @property
    def mean(self) -> float:
        """The relative regret, on average over the steps."""
        return sum(self.values) / len(self.values)


@dataclass(frozen=True, repr=False)
class OptimalSequence(Brief):
    """The explanation sequence that is optimal for the true weights, with the state of each step.

    Computed once, it serves to evaluate any number of learned weights.
    """

    true_weights: Weights
    states: tuple[State, ...]
    steps: tuple[Step, ...]

    @classmethod
    def of(
        cls, problem: Problem, true_weights: Weights, *, limits: Limits = Limits()
    ) -> OptimalSequence:
        """The optimal sequence of a problem for somebody with these weights."""
        explainer = Explainer(problem, verify=False, limits=limits.for_start())
        steps = explainer.sequence(weights=true_weights, limits=limits)
        return cls.along(steps, problem, true_weights)

    @classmethod
    def along(
        cls, steps: Iterable[Step], problem: Problem, true_weights: Weights
    ) -> OptimalSequence:
        """The sequence of these steps, which together explain every target of the problem."""
        steps = tuple(steps)
        targets = frozenset(step.derived for step in steps)
        start = State(problem, problem.with_consequences(problem.givens), targets)
        return cls(true_weights, tuple(_states(start, steps)), steps)

    def regret(self, weights: Weights, *, limits: Limits = Limits()) -> Regret:
        """R_seq: the relative regret of the steps optimal for `weights`, state by state.

        The explainer is a new one each time, so that the same weights have the same regret
        whatever was evaluated before (among steps that cost the same, it decides which is shown).
        """
        if not self.steps:
            raise InvalidValue("the sequence has no step, so there is nothing to regret")
        problem = self.states[0].problem
        explainer = Explainer(problem, verify=False, limits=limits.for_start())
        pairs = [
            (explainer.optimal_step(state, weights, limits=limits), best)
            for state, best in zip(self.states, self.steps, strict=True)
        ]
        return Regret(
            tuple(step_regret(step, best, self.true_weights) for step, best in pairs),
            proven=all(step.optimal and best.optimal for step, best in pairs),
        )


def step_regret(step: Step, best: Step, true_weights: Weights) -> float:
    """R: how much more `step` costs than `best`, as a share of what `best` costs.

    Where hard constraints alone imply a fact, the best step costs nothing: then R is 0 if `step`
    costs nothing either, else infinite.
    """
    cost = Cost(true_weights)
    least = cost.value(best.features)
    more = cost.value(step.features) - least
    if least == 0:
        return math.inf if more else 0.0
    return more / least


def _states(start: State, steps: Iterable[Step]) -> Iterable[State]:
    state = start
    for step in steps:
        yield state
        state = state.after(step)
