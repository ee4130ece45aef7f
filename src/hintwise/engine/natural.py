"""The order in which people like to be told things.

What is near may cost more than what is far, so the cheapest step can lead past what a part of it
shows already: a chain of singles, before the single that it begins with. People want the stepping
stone first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hintwise.engine.explainer import Explainer
from hintwise.engine.search.ties import TOLERANCE
from hintwise.errors import OutOfTime
from hintwise.features import Weights
from hintwise.limits import Clock, Limits
from hintwise.problem import State, Step

_TIES_S = 0.5
"""How long steps are looked for that are as cheap as the cheapest: most take a tenth of that."""


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells the steps of one problem in an order that is natural to people.

    Told first is a step that is as cheap as any, but what a proper part of it shows goes before it.
    Of those that are equally cheap it is one that settles as much as possible, and stays with the
    rules of the last step.
    """

    explainer: Explainer
    weights: Weights | None = None
    smallest: bool = False
    """Whether a step costs as much as it has elements, whatever the weights."""

    def next_step(
        self, cheapest: Step, state: State, last: Step | None = None, *, limits: Limits = Limits()
    ) -> Step:
        """The step to tell, given the cheapest of the state and the one that was told last.

        No proper part of its elements implies another target; out of time, one may. Its `optimum`
        is what the cheapest step costs.
        """
        clock = Clock(limits)
        step = self._most_telling(cheapest, state, last, clock)
        while parts := list(self._parts(step, state, clock)):
            step = min(parts, key=lambda part: part.cost)
        return replace(
            step,
            optimal=cheapest.optimal and step.cost <= cheapest.cost * (1 + TOLERANCE),
            lower_bound=cheapest.lower_bound,
            optimum=min(cheapest.cost, step.cost),
            easy_cost=cheapest.easy_cost,
            seconds=cheapest.seconds + time.perf_counter() - clock.started,
        )

    def _most_telling(self, cheapest: Step, state: State, last: Step | None, clock: Clock) -> Step:
        """Of the steps that are as cheap, the one to tell first."""
        if self.smallest or not cheapest.optimal:
            return cheapest
        left = clock.left()
        soon = replace(left, deadline_s=min(_TIES_S, left.deadline_s or math.inf))
        ties = self.explainer.equally_cheap(cheapest, state, self.weights, limits=soon)
        if not ties:
            return cheapest
        rules = frozenset(() if last is None else last.constraints)

        def merits(step: Step) -> tuple[int, int]:
            settled = self.explainer.also(step, state, limits=clock.left())
            return len(settled), len(rules.intersection(step.constraints))

        return max([cheapest, *ties], key=merits)

    def _parts(self, step: Step, state: State, clock: Clock) -> Iterator[Step]:
        """Steps to other targets that need some of the step's elements only, each minimal."""
        for other in self.explainer.also(step, state, limits=clock.left()):
            whole = replace(step, derived=other, also=(), taken_along=())
            try:
                part = self.explainer.minimise(whole, self.weights, limits=clock.left())
            except OutOfTime:
                return
            if len(part) < len(step):
                yield replace(part, cost=float(len(part))) if self.smallest else part
