"""What the engine remembers between queries.

Masks depend on neither weights, nor target, nor state, and refuting sets only on the facts they
use: both serve every later query on the same problem. Both are bounded in number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Vector
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.solvers.oracle import Mask
from hintwise.errors import InvalidValue
from hintwise.limits import Clock

POOL_LIMIT = 4000
"""Masks (and as many refuting sets) kept per problem: about a megabyte for a 9x9 Sudoku."""

Masks = NDArray[np.bool_]


class Pool:
    """Masks of models, and the refuting sets (cores) found, at most `limit` of each.

    When full, the half that has least recently been of use makes room. Dropping is always sound: a
    missing mask is found again when it matters.
    """

    def __init__(self, elements: int, limit: int = POOL_LIMIT) -> None:
        if limit < 16:
            raise InvalidValue(f"the pool limit is {limit}; it must be at least 16")
        self._limit = limit
        self.elements = elements
        self.seeds: Masks = np.zeros((0, elements), dtype=bool)
        """Masks that belong to the problem, whatever was asked about it."""
        self._masks: dict[bytes, None] = {}
        self._cores: dict[tuple[int, bytes], None] = {}
        self._views: dict[tuple[bytes, bytes], tuple[CorrectionSets, CorrectionSets]] = {}

    def __len__(self) -> int:
        return len(self._masks)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_views": {}}

    @property
    def masks(self) -> Masks:
        return self._unpack(list(self._masks))

    def plant(self, masks: Sequence[Mask] | Masks) -> None:
        """Add masks that depend on the problem alone."""
        if len(masks):
            self.seeds = np.vstack([self.seeds, *masks])
            self.remember(masks, [])
            self._views = {}

    def plant_in_time(self, masks: Iterator[Mask], clock: Clock) -> None:
        """Plant masks until there are no more, or a third of the time is over."""
        taken: list[Mask] = []
        try:
            while not clock.has_spent(1 / 3):
                taken.append(next(masks))
        except StopIteration:
            pass
        finally:  # an interrupt, too, must lose none: they belong to the problem, not to the query
            self.plant(taken)

    def seedling(self, *, knowing: bool) -> Pool:
        """A pool of its own with the problem's masks, and, if it is `knowing`, all others."""
        other = Pool(self.elements, self._limit)
        other.plant(self.seeds)
        if knowing:
            other._masks, other._cores = self._masks.copy(), self._cores.copy()
        return other

    def remember(self, masks: Sequence[Mask] | Masks, cores: Sequence[tuple[int, Mask]]) -> None:
        """Add what one query found; what it found again counts as newly useful."""
        for mask in masks:
            key = np.packbits(mask).tobytes()
            self._masks.pop(key, None)
            self._masks[key] = None
        for target, core in cores:
            core_key = target, np.packbits(core).tobytes()
            self._cores.pop(core_key, None)
            self._cores[core_key] = None
        _forget(self._masks, self._limit)
        _forget(self._cores, self._limit)

    def correction_sets(self, space: SearchSpace) -> CorrectionSets:
        """The masks as the state with these elements and targets sees them."""
        return self._view(space)[0]

    def least_costs(self, space: SearchSpace, costs: Vector) -> Vector:
        """What steps cost at least, by target, as far as the problem's own masks say.

        It does not depend on what else is known.
        """
        return self._view(space)[1].packing_bounds(costs)

    def refuting_sets(self, space: SearchSpace) -> tuple[Indices, Masks]:
        """The refuting sets that the state offers, and for which of its targets each is."""
        cores = self._unpack([key for _, key in self._cores])
        targets = np.fromiter((t for t, _ in self._cores), dtype=np.intp, count=len(self._cores))
        outside = np.ones(self.elements, dtype=bool)
        outside[space.columns] = False
        place = np.searchsorted(space.targets, targets).clip(max=len(space.targets) - 1)
        mine = (space.targets[place] == targets) & ~(cores & outside).any(axis=1)
        return place[mine], cores[np.ix_(mine, space.columns)]

    def nbytes(self) -> int:
        packed = (self.elements + 7) // 8
        views = sum(view.nbytes() for pair in self._views.values() for view in pair)
        return packed * (len(self._masks) + len(self._cores)) + self.seeds.nbytes + views

    def _view(self, space: SearchSpace) -> tuple[CorrectionSets, CorrectionSets]:
        """All masks and the problem's own ones, for the state that was asked about last."""
        key = space.columns.tobytes(), space.targets.tobytes()
        if key not in self._views or len(self._views[key][0]) > self._limit:
            self._views = {
                key: (CorrectionSets(self.masks, space), CorrectionSets(self.seeds, space))
            }
        return self._views[key]

    def _unpack(self, keys: list[bytes]) -> Masks:
        packed = np.frombuffer(b"".join(keys), dtype=np.uint8)
        packed = packed.reshape(len(keys), (self.elements + 7) // 8)
        return np.unpackbits(packed, axis=1, count=self.elements).astype(bool)


def _forget(keys: dict[Any, None], limit: int) -> None:
    if len(keys) > limit:
        for key in list(keys)[: len(keys) - limit // 2]:
            del keys[key]
