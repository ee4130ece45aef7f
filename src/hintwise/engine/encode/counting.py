"""What counting says about permutations, which a SAT solver is slow to find out.

Where rows and columns cover the same cells and every one of them holds each value exactly once, all
columns and all rows but one imply that the last row holds each value too. Resolution needs a proof
of the pigeon-hole kind for that: on 9x9 Sudokus, steps that use every row but one took up to 15 s
to check. One clause per value says it outright.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Permutation:
    """A constraint, switched on by `selector`: each of `values` occurs just once in `cells`."""

    selector: int
    group: str
    cells: frozenset[str]
    values: tuple[int, ...]


Missing = tuple[list[int], Permutation]
"""Selectors that together imply a permutation which is not among them."""


def implied_permutations(permutations: Sequence[Permutation]) -> Iterator[Missing]:
    """All the cases in which one group covers the cells of another, which lacks one member."""
    groups: dict[tuple[str, tuple[int, ...]], list[Permutation]] = defaultdict(list)
    for permutation in permutations:
        groups[permutation.group, permutation.values].append(permutation)
    for (one, covering), (two, covered) in itertools.permutations(groups.items(), 2):
        if one[1] == two[1] and _disjoint(covering) and _disjoint(covered):
            for part, other_part in _parts_with_same_cells(covering, covered):
                for missing in other_part:
                    used = [*part, *(p for p in other_part if p is not missing)]
                    yield [p.selector for p in used], missing


def _disjoint(group: Sequence[Permutation]) -> bool:
    return len(frozenset().union(*(p.cells for p in group))) == sum(len(p.cells) for p in group)


def _parts_with_same_cells(
    one: Sequence[Permutation], two: Sequence[Permutation]
) -> Iterator[tuple[list[Permutation], list[Permutation]]]:
    """The smallest parts of two groups that cover the same cells: of rows and blocks, the bands."""
    left = list(one)
    while left:
        part = [left.pop()]
        cells = part[0].cells
        while True:
            other_part = [p for p in two if p.cells & cells]
            reached = frozenset(cells.union(*(p.cells for p in other_part)))
            joined = [p for p in left if p.cells & reached]
            if not joined:
                break
            part += joined
            left = [p for p in left if p not in joined]
            cells = reached.union(*(p.cells for p in joined))
        if len(other_part) > 1 and _cells(part) == _cells(other_part):
            yield part, other_part


def _cells(group: Sequence[Permutation]) -> frozenset[str]:
    return frozenset().union(*(p.cells for p in group))
