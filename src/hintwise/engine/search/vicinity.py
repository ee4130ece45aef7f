"""What lies near to a target: elements that speak of its variable, or of others in their reach."""

from __future__ import annotations

import itertools

import numpy as np

from hintwise.engine.linear.basis import Indices
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Task


def nearest_columns(space: SearchSpace, task: Task) -> Indices:
    """All columns: constraints on the target's variable, facts about their variables, and so on.

    Cheaper ones first where they are equally near.
    """
    far = np.full(len(space.columns), np.iinfo(np.int64).max)
    if space.scopes:
        scopes = [space.scopes[element] for element in space.columns.tolist()]
        reached = space.scopes[int(space.targets[task.target])]
        left = list(enumerate(scopes))
        for distance in itertools.count(0, 2):
            near = [(column, bits) for column, bits in left if bits & reached]
            if not near:
                break
            left = [(column, bits) for column, bits in left if not bits & reached]
            for column, bits in near:
                # What speaks of one variable leads nowhere else, and so comes first.
                far[column] = distance + (bits.bit_count() > 1)
            for _, bits in near:
                reached |= bits
    return np.lexsort((task.costs, far))
