"""Which costs steps can have at all: sums of weights, so often multiples of one number.

A person who gives weights such as 0.1, 1 and 10 gets costs that are multiples of 0.1, and the
smallest step has a whole number of elements. A lower bound may then be raised to the next multiple.

The search does not drop nodes for that reason, since those just below the best cost may hold a step
that is as cheap and comes before it. Where it did, some of the hardest states of a 9x9 Sudoku took
a quarter of the nodes (6 384 and 1 650; others 3 069 and 2 111).
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from hintwise.engine.objective import Contrast, Cost, Objective
from hintwise.problem import Step

_MOST_UNITS = 10**5
"""Beyond so many units, a bound's rounding errors (one part in 10⁹) would come too close to one."""

_MARGIN = 1e-3
"""By how much of a unit a bound must pass a multiple, to count as beyond it."""


def unit_of(objective: Objective) -> Fraction:
    """The largest number of which every cost is a multiple; zero where there is none.

    Weights are read as the decimals that they are written as.

    >>> unit_of(Cost({"facts": 0.15, "rules": 1.0}))
    Fraction(1, 20)
    """
    if isinstance(objective, Contrast):
        return Fraction(0)
    weights = objective.weights.values() if isinstance(objective, Cost) else (1.0,)
    exact = [Fraction(repr(float(weight))) for weight in weights]
    denominator = math.lcm(*(weight.denominator for weight in exact))
    return Fraction(math.gcd(*(int(weight * denominator) for weight in exact)), denominator)


def raise_bound(step: Step, objective: Objective) -> Step:
    """The same step, its lower bound raised to the next cost that a step can have.

    If that is its own cost, it is optimal: the search was stopped with nothing left but steps that
    are as cheap.
    """
    unit = float(unit_of(objective))
    if step.optimal or not unit or not 0 < step.cost < _MOST_UNITS * unit:
        return step
    raised = unit * math.ceil(max(step.lower_bound, 0.0) / unit - _MARGIN)
    if raised > step.cost - unit / 2:
        return replace(step, lower_bound=step.cost, optimal=True)
    return replace(step, lower_bound=max(raised, step.lower_bound))
