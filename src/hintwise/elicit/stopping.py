"""When a person can stop: what the last few queries say about what is still to be learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LATELY = 8
"""Over how many queries what remains is taken."""

CERTAINTY = 0.95
"""How sure it is that the regret does not exceed its bound: of 146 simulated users on whom it had
not been fitted it held for 142, and for all 114 of those that are like earlier people."""
BOUND_OVER = 12
"""Over how many queries the bound is taken."""
LEAST_ANSWERS = 25
"""Before, there is no bound: what was not asked about yet cannot be known to matter."""
MARGIN = 24.0
"""How many times what the samples say the bound is. They know only the steps that were found, and
take for sure that people answer as they are assumed to; fitted on simulated users."""
ALIKE = 0.1
"""Who is unlike known people with a probability below this is clearly like them."""
ENOUGH = 0.3
"""A person can stop when the regret is at most this, with that certainty."""

_ONCE_ENOUGH = 0.01
"""What `remaining` had to fall below when queries had no risk yet."""


class AtStake(NamedTuple):
    """The `stake` and the `risk` of a query that was answered."""

    stake: float | None
    risk: float | None = None


def caution(doubt: float) -> float:
    """How much of a risk counts, if somebody is unlike known people with this probability.

    Of somebody like them the prior tells what was not asked about.
    """
    return 1 / 8 if doubt < ALIKE else 1.0


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
    """Whether a person can stop who has answered these queries, all of them in order.

    Queries of before have no risk: for them it is what it was.
    """
    if all(each.risk is None for each in asked):
        left = remaining(asked)
        return left is not None and left < _ONCE_ENOUGH
    most = bound(asked)
    return most is not None and most <= ENOUGH


def _mean(values: Sequence[float | None], count: int) -> float | None:
    """None unless so many are known."""
    known = [value for value in values if value is not None]
    return sum(known) / count if len(known) == count else None
