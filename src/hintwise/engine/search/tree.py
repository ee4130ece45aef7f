"""What a search tree is made of, and what a search ends with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.simplex import Relaxation
from hintwise.engine.search.objective import Limit, Task


class Unhittable(Exception):
    """A target does not follow from what the state offers; never leaves the engine."""

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.target = target


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The best refuting set found: `chosen` are positions in the columns of the space."""

    target: int
    chosen: NDArray[np.intp]
    value: float
    lower_bound: float
    optimal: bool
    blurred: bool = False
    """Whether some surcharge is lost in the rounding of the value: see `optimum`."""


@dataclass(eq=False)
class Node:
    """A task, and the relaxation it starts from: its own, or its parent's before `decision`.

    Children share their parent's relaxation until one of them is looked at; most never are. An
    `open` node leaves it open which of the alternatives is met.
    """

    task: Task
    relaxation: Relaxation | None = None
    decision: tuple[int, int] | tuple[Limit, ...] = ()
    open: bool = False
