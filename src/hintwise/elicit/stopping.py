"""When a person can stop: how much dearer than need be the steps may be that they would be shown.

A query says what is at `risk`, given all answers before it; the last few of these make the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.menus import Menu
from hintwise.elicit.questions.gains import excess

LATELY = 8
"""Over how many queries what remains is taken."""

CERTAINTY = 0.95
"""How sure it is that the regret does not exceed its bound (`experiments.studies.stop`).

On recorded steps it held for 103 of 105 users unlike the prior's on whom it had not been fitted,
and for all 122 of those like them. With the engine, it held for 18 of the 21 users unlike the
prior's who were told: it keeps less than it promises there (`stop_with_engine`)."""
COVERED = 0.98
"""So much of what is possible a risk covers: more than is promised, as people need not answer as
they are taken to."""
MARGIN = 1.5
"""How many times the risk the bound is, since in another puzzle there is more to choose from."""
BOUND_OVER = 8
"""Over how many queries the bound is taken: a risk hangs on the two or three least likely samples
that it covers."""
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
    mean = _mean([each.risk for each in asked[-BOUND_OVER:]], BOUND_OVER)
    return None if mean is None else MARGIN * mean


def is_enough(asked: Sequence[AtStake]) -> bool:
    """Whether a person can stop who has answered these queries, all of them in order."""
    most = bound(asked)
    return most is not None and most <= ENOUGH


def _mean(values: Sequence[float | None], count: int) -> float | None:
    """None unless so many are known."""
    known = [value for value in values if value is not None]
    return sum(known) / count if len(known) == count else None
