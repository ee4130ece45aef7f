"""How good learned weights are for someone whose true weights are known: relative regret."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from hintwise.elicit.progress import borrowed_explainer
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

    def on(self, problem: Problem) -> OptimalSequence:
        """The same sequence on an equal problem, whose explainers are used from now on."""
        return self.along(self.steps, problem, self.true_weights)

    def regret(self, weights: Weights, *, limits: Limits = Limits()) -> Regret:
        """R_seq: the relative regret of the steps optimal for `weights`, state by state.

        The same weights have the same regret whatever was evaluated before.
        """
        return self.judge(limits=limits).regret(weights)

    def judge(self, *, limits: Limits = Limits()) -> Judge:
        """Who evaluates several weights, one after the other, faster than `regret` would."""
        if not self.steps:
            raise InvalidValue("the sequence has no step, so there is nothing to regret")
        with borrowed_explainer(self.states[0].problem, limits) as known:
            return Judge(self, known.apart(limits=limits.for_start()), limits)


@dataclass(frozen=True, slots=True)
class Judge:
    """Evaluates weights along an optimal sequence, with an explainer of its own.

    What it learns in one state serves the next ones, and later weights. Where every step is proven,
    the same weights have the same regret whatever was evaluated before; where a limit ends a
    search, the same weights in the same order.
    """

    sequence: OptimalSequence
    explainer: Explainer
    limits: Limits

    def regret(self, weights: Weights) -> Regret:
        """R_seq: the relative regret of the steps optimal for `weights`, state by state."""
        best = self.sequence
        pairs = [
            (self.explainer.optimal_step(state, weights, limits=self.limits), step)
            for state, step in zip(best.states, best.steps, strict=True)
        ]
        return Regret(
            tuple(step_regret(step, least, best.true_weights) for step, least in pairs),
            proven=all(step.optimal and least.optimal for step, least in pairs),
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
