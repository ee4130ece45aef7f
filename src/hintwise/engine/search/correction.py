"""The pool's masks as one state sees them: correction sets, and the bounds they give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Vector
from hintwise.engine.solvers.oracle import Mask


@dataclass(frozen=True, eq=False)
class SearchSpace:
    """The elements (`columns`) and targets of one state, by their numbers.

    `counts` (targets, columns, features and size) says what each column adds to each feature;
    `scopes`, if known, which variables each element of the problem speaks of, as bits. `proposed`
    are sets that may imply a target: positions of targets and of columns.
    """

    columns: Indices
    targets: Indices
    counts: NDArray[np.int16]
    scopes: Sequence[int] = ()
    proposed: Sequence[tuple[int, Indices]] = ()


class CorrectionSets:
    """Masks restricted to a state's columns, without repetition.

    A step for a target must contain an element of every set whose model violates that target.
    """

    def __init__(self, masks: NDArray[np.bool_], space: SearchSpace) -> None:
        self._columns = space.columns
        self._targets = space.targets
        # Row by row in memory, as `masks[:, columns]` is not.
        sets = masks.take(space.columns, axis=1)
        violates = masks.take(space.targets, axis=1)
        keys = _as_keys(sets)
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        merged = violates[first]
        again = np.ones(len(keys), dtype=bool)
        again[first] = False  # merging only those that come again: all took half of the time
        np.logical_or.at(merged, inverse.reshape(-1)[again], violates[again])
        order = np.argsort(sets[first].sum(axis=1), kind="stable")
        order = order[merged[order].any(axis=1)]
        self._count = len(order)
        self._sets, self._violates = sets[first[order]], merged[order]
        self._hits = np.ascontiguousarray(self._sets.T)
        self._masks = masks[first[order]]
        self._useful: set[int] = set()
        self._added: list[Mask] = []

    def __len__(self) -> int:
        return self._count

    @property
    def sets(self) -> NDArray[np.bool_]:
        """Which columns (second index) each set holds."""
        return self._sets[: self._count]

    @property
    def violates(self) -> NDArray[np.bool_]:
        """Which targets (second index) the model of each set violates."""
        return self._violates[: self._count]

    @property
    def hits(self) -> NDArray[np.bool_]:
        """Which sets (second index) each column is in."""
        return self._hits[:, : self._count]

    def add(self, mask: Mask, far: Mask | None = None) -> None:
        """Add the set of one model, or of two that violate the same columns."""
        self._added.append(mask)
        if self._count == len(self._sets):
            self._make_room(2 * self._count + 64)
        self._sets[self._count] = self._hits[:, self._count] = mask[self._columns]
        self._violates[self._count] = mask[self._targets]
        if far is not None:
            self._added.append(far)
            self._violates[self._count] |= far[self._targets]
        self._count += 1

    def _make_room(self, size: int) -> None:
        more = ((0, size - self._count), (0, 0))
        self._sets, self._violates = np.pad(self._sets, more), np.pad(self._violates, more)
        self._hits = np.pad(self._hits, more[::-1])

    def nbytes(self) -> int:
        return 2 * self._sets.nbytes + self._violates.nbytes + self._masks.nbytes

    def mark_useful(self, sets: Iterable[int]) -> None:
        """Take note that these sets hold up a bound."""
        self._useful.update(sets)

    def take_news(self) -> list[Mask]:
        """The masks that were of use since this was asked last: those marked and those added."""
        known = [self._masks[i] for i in sorted(self._useful) if i < len(self._masks)]
        news = [*known, *self._added]
        self._useful, self._added = set(), []
        return news

    def packing_bounds(self, costs: Vector, enough: Vector | None = None) -> Vector:
        """A lower bound for every target (row of `costs`) at once, by dual ascent.

        A set that is not hit yet is paid for by its cheapest element, and the payment is taken off
        what is left of its elements' costs; small sets go first. All targets advance together, each
        along its own list of sets, ten or twenty times until every set is hit. A target whose bound
        has reached `enough` goes no further: late in a logic grid, where the next step costs next
        to nothing, that is nearly all of them after two sets.
        """
        bounds = np.zeros(len(costs))
        limits = np.full(len(costs), np.inf) if enough is None else enough
        going, left, unpaid = np.arange(len(costs)), costs.copy(), self.violates.T.copy()
        while len(self.sets) and len(going):
            first = unpaid.argmax(axis=1)
            on = unpaid[np.arange(len(going)), first] & (bounds[going] < limits[going])
            if not on.all():
                going, first, left, unpaid = going[on], first[on], left[on], unpaid[on]
            members = self.sets[first]
            priced = np.where(members, left, np.inf)
            element = priced.argmin(axis=1)
            payment = priced[np.arange(len(going)), element]
            left -= members * payment[:, None]
            bounds[going] += payment
            np.greater(unpaid, self.hits[element], out=unpaid)  # and not hit
        return bounds


def _as_keys(sets: NDArray[np.bool_]) -> NDArray[np.void]:
    """One value for each set (row), the same for the same sets only."""
    packed = np.packbits(sets, axis=1)
    if not packed.shape[1]:
        packed = np.zeros((len(sets), 1), dtype=np.uint8)  # there must be a byte to compare
    keys: NDArray[np.void] = packed.view(np.dtype((np.void, packed.shape[1])))[:, 0]
    return keys
