"""Which step a person is told next."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace

from hintwise.elicit.profile import Profile
from hintwise.engine.natural import Narrator
from hintwise.engine.search.objective import Cost, Size
from hintwise.engine.together import Price, told_together
from hintwise.engine.verify import GRACE_S
from hintwise.errors import OutOfTime
from hintwise.features import Weights
from hintwise.guide.steps.grids import link_first, link_in_sight, widened
from hintwise.guide.steps.situation import Situation
from hintwise.guide.steps.style import Style
from hintwise.limits import Clock, Limits
from hintwise.problem import Problem, Staircase, State, Step
from hintwise.render.words.steps import wording_of


class Chooser:
    """Finds the steps that a style asks for."""

    def __init__(self, situation: Situation, style: Style) -> None:
        self._explainer = situation.explainer
        self._style = style
        self.weights = weights_of(style, situation.state.problem)
        self.price: Price = (Size() if style.smallest else Cost(self.weights)).price
        """What a step costs in this style."""
        self._narrator = Narrator(self._explainer, self.weights, smallest=style.smallest)

    def step(self, state: State, last: Step | None = None, *, limits: Limits = Limits()) -> Step:
        """What to tell in a state, after the step that was told `last`."""
        clock = Clock(limits)
        step = self._cheapest(state, limits)
        if self._style.order == "natural":
            step = self._narrator.next_step(step, state, last, limits=clock.left(GRACE_S))
        # On a board of pencil marks, all that has the same reason is crossed out at once.
        if self._style.tells_together(state.problem) or state.problem.consequences is not None:
            also = self._explainer.also(step, state, limits=clock.left(GRACE_S))
            step = told_together(step, also, state.problem, self.price)
            if isinstance(state.problem.layout, Staircase):
                step = link_first(step, state.problem, self.price)
                if self._style.order == "natural":
                    step = link_in_sight(step, state, self.price)
                step = widened(step, state)
        return step

    def best(self, count: int, state: State, *, limits: Limits = Limits()) -> list[Step]:
        """The cheapest different steps of a state, whatever their natural order."""
        return self._explainer.best_steps(count, state, self.weights, limits=limits)

    def _cheapest(self, state: State, limits: Limits) -> Step:
        """The cheapest step, or one that has a name where that is enough."""
        if self._style.smallest:
            return self._explainer.smallest_step(state, limits=limits)
        if (named_after_s := self._style.named_after_s) is None:
            return self._optimal(state, limits)
        clock = Clock(limits)
        soon = replace(limits, deadline_s=min(named_after_s, clock.left().deadline_s or math.inf))
        step = None
        with suppress(OutOfTime):
            step = self._optimal(state, soon)
        named = step and wording_of(state.problem, self._style.language).named(step)
        if step is not None and (step.optimal or named):
            return step
        try:
            later = self._optimal(state, clock.left())
        except OutOfTime:
            if step is None:
                raise
            return step
        return later if step is None or later.optimal or later.cost <= step.cost else step

    def _optimal(self, state: State, limits: Limits) -> Step:
        natural = self._style.order == "natural"  # which looks at what is as cheap as well
        return self._explainer.optimal_step(state, self.weights, keep_ties=natural, limits=limits)


def weights_of(style: Style, problem: Problem) -> Weights:
    """What steps cost: as the style says, or else what people are expected to find hard."""
    return Profile.expected(problem).weights if style.weights is None else style.weights
