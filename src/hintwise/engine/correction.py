"""The pool's masks as one state sees them: correction sets, and the bounds they give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.basis import Indices, Vector
from hintwise.engine.oracle import Mask

_PACKING_ROUNDS = 120
"""Sets per target that the first bound looks at; the relaxation sees them all."""


@dataclass(frozen=True, eq=False)
class SearchSpace:
    """The elements (`columns`) and targets of one state, by their numbers.

    `counts` (targets, columns, features and size) says what each column adds to each feature.
    """

    columns: Indices
    targets: Indices
    counts: NDArray[np.int16]


class CorrectionSets:
    """Masks restricted to a state's columns, without repetition.

    A step for a target must contain an element of every set whose model violates that target.
    """

    def __init__(self, masks: NDArray[np.bool_], space: SearchSpace) -> None:
        self._columns = space.columns
        self._targets = space.targets
        sets = masks[:, space.columns]
        violates = masks[:, space.targets]
        # One column of padding, so that there is a byte to compare even without any element.
        packed = np.ascontiguousarray(np.packbits(np.pad(sets, ((0, 0), (0, 1))), axis=1))
        keys = packed.view(np.dtype((np.void, packed.shape[1])))[:, 0]
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        merged = np.zeros((len(first), len(space.targets)), dtype=bool)
        np.logical_or.at(merged, inverse.reshape(-1), violates)
        order = np.argsort(sets[first].sum(axis=1), kind="stable")
        order = order[merged[order].any(axis=1)]
        self.sets: NDArray[np.bool_] = sets[first[order]]
        self.violates: NDArray[np.bool_] = merged[order]
        self._masks = masks[first[order]]
        self._useful: set[int] = set()

    def add(self, mask: Mask) -> None:
        self.sets = np.vstack([self.sets, mask[None, self._columns]])
        self.violates = np.vstack([self.violates, mask[None, self._targets]])

    def mark_useful(self, sets: Iterable[int]) -> None:
        """Take note that these sets hold up a bound."""
        self._useful.update(sets)

    def useful_masks(self) -> list[Mask]:
        """The masks from the pool whose sets were marked."""
        return [self._masks[i] for i in sorted(self._useful) if i < len(self._masks)]

    def packing_bounds(self, costs: Vector) -> Vector:
        """A lower bound for every target (row of `costs`) at once, by dual ascent.

        Each set in turn is paid for by its cheapest element, and the payment is taken off what is
        left of its elements' costs; small sets go first. All targets advance together, each along
        its own list of sets.
        """
        lists = [self.violates[:, t].nonzero()[0][:_PACKING_ROUNDS] for t in range(len(costs))]
        rounds = max(map(len, lists), default=0)
        nothing = len(self.sets)
        schedule = np.full((rounds, len(costs)), nothing)
        for t, sets in enumerate(lists):
            schedule[: len(sets), t] = sets
        # A set without members stands for "no set left": it costs infinity, that is, nothing.
        padded = np.vstack([self.sets, np.zeros((1, self.sets.shape[1]), dtype=bool)])
        left = costs.copy()
        bounds = np.zeros(len(costs))
        for current in schedule:
            members = padded[current]
            payment = np.where(members, left, np.inf).min(axis=1)
            payment[current == nothing] = 0.0
            left -= members * payment[:, None]
            bounds += payment
        return bounds
