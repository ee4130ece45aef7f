"""What the engine remembers between queries.

Masks depend on neither weights, nor target, nor state, and refuting sets only on the facts they
use: both serve every later query on the same problem. Both are bounded in number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.oracle import Mask
from hintwise.errors import InvalidValue

POOL_LIMIT = 4000
"""Masks (and as many refuting sets) kept per problem: about a megabyte for a 9x9 Sudoku."""


class Pool:
    """Masks of models, and the refuting sets (cores) found, at most `limit` of each.

    When full, the half that has least recently been of use makes room. Dropping is always sound: a
    missing mask is found again when it matters.
    """

    def __init__(self, elements: int, limit: int = POOL_LIMIT) -> None:
        if limit < 16:
            raise InvalidValue(f"the pool limit is {limit}; it must be at least 16")
        self._limit = limit
        self._elements = elements
        self.seeds: NDArray[np.bool_] = np.zeros((0, elements), dtype=bool)
        """Masks that belong to the problem, whatever was asked about it."""
        self.masks: NDArray[np.bool_] = np.zeros((0, elements), dtype=bool)
        self.cores: NDArray[np.bool_] = np.zeros((0, elements), dtype=bool)
        self.core_targets: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._mask_keys: dict[bytes, None] = {}
        self._core_keys: dict[tuple[int, bytes], None] = {}

    def __len__(self) -> int:
        return len(self._mask_keys)

    def plant(self, masks: list[Mask]) -> None:
        """Add masks that depend on the problem alone."""
        if masks:
            self.seeds = np.vstack([self.seeds, *(mask[None] for mask in masks)])
            self.remember(masks, [])

    def learn(self, other: Pool) -> None:
        """Take over all that another pool of the problem holds."""
        self._mask_keys.update(other._mask_keys)
        self._core_keys.update(other._core_keys)
        self._unpack_all(masks=bool(self._mask_keys), cores=bool(self._core_keys))

    def remember(self, masks: list[Mask], cores: list[tuple[int, Mask]]) -> None:
        """Add what one query found; what it found again counts as newly useful."""
        for mask in masks:
            key = np.packbits(mask).tobytes()
            self._mask_keys.pop(key, None)
            self._mask_keys[key] = None
        for target, core in cores:
            core_key = target, np.packbits(core).tobytes()
            self._core_keys.pop(core_key, None)
            self._core_keys[core_key] = None
        self._unpack_all(masks=bool(masks), cores=bool(cores))

    def nbytes(self) -> int:
        packed = (self._elements + 7) // 8
        keys = packed * (len(self._mask_keys) + len(self._core_keys))
        return keys + self.masks.nbytes + self.cores.nbytes + self.core_targets.nbytes

    def _unpack_all(self, *, masks: bool, cores: bool) -> None:
        _forget(self._mask_keys, self._limit)
        _forget(self._core_keys, self._limit)
        if masks:
            self.masks = self._unpack(list(self._mask_keys))
        if cores:
            self.cores = self._unpack([key for _, key in self._core_keys])
            self.core_targets = np.array([t for t, _ in self._core_keys], dtype=np.intp)

    def _unpack(self, keys: list[bytes]) -> NDArray[np.bool_]:
        packed = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), -1)
        return np.unpackbits(packed, axis=1, count=self._elements).astype(bool)


def _forget(keys: dict[Any, None], limit: int) -> None:
    if len(keys) > limit:
        for key in list(keys)[: len(keys) - limit // 2]:
            del keys[key]
