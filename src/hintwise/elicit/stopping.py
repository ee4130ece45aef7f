"""When a person can stop: how much dearer than need be the steps may be that they would be shown.

A query says what is at `risk`, given all answers before it; the last few of these make the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.questions.gains import excess

Menu = NDArray[np.float64]
"""What there is to choose from in a state: the features of some steps, one step in each row."""

LATELY = 8
"""Over how many queries what remains is taken."""

CERTAINTY = 0.95
"""How sure it is that the regret does not exceed its bound (`experiments.studies.stop`).

Who is unlike a prior's people and was asked about a single logic grid is told too early one
time in ten: something else decides in another grid."""
COVERED = CERTAINTY
"""So much of what is possible a risk covers."""
MARGIN, ALLOWANCE = 2.5, 0.03
"""How many times the risk the bound is, and how much more. In another puzzle there is something
else to choose from; where nothing is at risk here, steps may still be a little too dear there."""
BOUND_OVER = 12
"""Over how many queries the bound is taken: a risk hangs on the few samples for whom it is about as
high, and on four states. Who is asked until it is low for once was told too early more often."""
LEAST_ANSWERS = 25
"""Before, there is no bound."""
ENOUGH = 0.3
"""A person can stop when the regret is at most this, with that certainty."""

_MOST_EXCESS = 100.0
"""A step that costs more times what the best one does is simply a bad one."""


class AtStake(NamedTuple):
    """The `stake` and the `risk` of a query that was answered."""

    stake: float | None
    risk: float | None = None


def is_risk_due(number: int) -> bool:
    """Whether the bound may depend on the risk of the query of that number."""
    return number > LEAST_ANSWERS - BOUND_OVER


def risk(belief: BayesBelief, menus: Sequence[Menu]) -> float:
    """By what share the steps that would be shown cost more than the best, on average over menus.

    At most, that is, for all but the few possible people for whom it is more.
    """
    samples, chances = belief.possible
    possible = np.exp(samples)
    shown = np.array([belief.weights[name] for name in belief.prior.features])
    excesses = np.zeros(len(samples))
    for menu in menus:
        pick = int((menu @ shown).argmin())
        excesses += excess(possible @ menu.T, _MOST_EXCESS)[:, pick]
    order = np.argsort(excesses)
    covered = int(np.searchsorted(np.cumsum(chances[order]), COVERED))
    return float(excesses[order[min(covered, len(order) - 1)]] / len(menus))


def remaining(asked: Sequence[AtStake]) -> float | None:
    """The mean of what was at stake lately; None if there was less, or nobody can tell."""
    return _mean([each.stake for each in asked[-LATELY:]], LATELY)


def bound(asked: Sequence[AtStake]) -> float | None:
    """What the regret is at most, with `CERTAINTY`; None if that cannot be told yet."""
    if len(asked) < LEAST_ANSWERS:
        return None
    # Where there was no time for one, that of an earlier query does as well.
    known = [each.risk for each in asked[-2 * BOUND_OVER :] if each.risk is not None]
    mean = _mean(known[-BOUND_OVER:], BOUND_OVER)
    return None if mean is None else MARGIN * mean + ALLOWANCE


def is_enough(asked: Sequence[AtStake]) -> bool:
    """Whether a person can stop who has answered these queries, all of them in order."""
    most = bound(asked)
    return most is not None and most <= ENOUGH


def _mean(values: Sequence[float | None], count: int) -> float | None:
    """None unless so many are known."""
    known = [value for value in values if value is not None]
    return sum(known) / count if len(known) == count else None
