"""When a person can stop: what the last few queries say about what is still to be learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LATELY = 8
"""Over how many queries what remains is taken."""

CERTAINTY = 0.9
"""How sure it is that the regret does not exceed its bound: of 50 simulated users on whom it had
not been fitted, it held for 47, and for all 37 of those that are like earlier people."""
LEAST_ANSWERS = 20
"""Before, there is no bound: what was not asked about yet cannot be known to matter."""
MARGIN = 30.0
"""How many times what the samples say the bound is. They know only the steps that were found, and
take for sure that people answer as they are assumed to; fitted on simulated users."""
ALIKE, UNLIKE = 0.2, 0.9
"""Below and above which share of samples of somebody unlike known people it is clear that a person
is like these, or is not."""
ENOUGH = 0.3
"""A person can stop when the regret is at most this, with that certainty."""

_ONCE_ENOUGH = 0.01
"""What `remaining` had to fall below when queries had no risk yet."""


class AtStake(NamedTuple):
    """The `stake` and the `risk` of a query that was answered."""

    stake: float | None
    risk: float | None = None


def caution(unlike: float) -> float:
    """How many times a risk counts, if this share of the samples is of somebody unlike others.

    Of somebody like earlier people the prior tells what was not asked about. Where it is open who
    somebody is, samples of one sort may agree on something that is wrong for the other.
    """
    if unlike < ALIKE:
        return 1 / 3
    return 1.0 if unlike > UNLIKE else 4.0


def remaining(asked: Sequence[AtStake]) -> float | None:
    """The mean of what was at stake lately; None if there was less, or nobody can tell."""
    return _mean([each.stake for each in asked])


def bound(asked: Sequence[AtStake]) -> float | None:
    """What the regret is at most, with `CERTAINTY`; None if that cannot be told yet."""
    if len(asked) < LEAST_ANSWERS:
        return None
    mean = _mean([each.risk for each in asked])
    return None if mean is None else MARGIN * mean


def is_enough(asked: Sequence[AtStake]) -> bool:
    """Whether a person can stop who has answered these queries, all of them in order.

    Queries of before have no risk: for them it is what it was.
    """
    if all(each.risk is None for each in asked):
        left = remaining(asked)
        return left is not None and left < _ONCE_ENOUGH
    most = bound(asked)
    return most is not None and most <= ENOUGH


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values[-LATELY:] if value is not None]
    return sum(known) / LATELY if len(known) == LATELY else None
