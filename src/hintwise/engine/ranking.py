"""Steps of one state, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hintwise.errors import NoSuchStep, OutOfTime
from hintwise.limits import Clock
from hintwise.problem import Step


def steps_one_by_one(
    find: Callable[[Sequence[Step]], Step], clock: Clock, without: Sequence[Step] = ()
) -> Iterator[Step]:
    """What `find` finds without the steps found before, while there are others and time is left.

    Raises `OutOfTime` if not even one is known, be it of those to leave out.
    """
    steps = list(without)
    while not (steps and clock.has_spent(1.0)):
        try:
            steps.append(find(steps))
        except NoSuchStep:
            return
        except OutOfTime:
            if not steps:
                raise
            return
        yield steps[-1]
