"""Orders of arms such that no arm gains from its place."""

from __future__ import annotations

from collections.abc import Sequence


def balanced_orders(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The rows of a latin square in which each name follows each other one equally often.

    Such a square has a row for each name if their number is even; else it needs a second square,
    with the rows of the first the other way round (Williams 1949).

    >>> balanced_orders("AB")
    (('A', 'B'), ('B', 'A'))
    >>> ["".join(order) for order in balanced_orders("ABCD")]
    ['ABDC', 'BCAD', 'CDBA', 'DACB']
    """
    count = len(names)
    # 0, 1, -1, 2, -2, …: the differences of neighbours are all different.
    zigzag = [(place + 1) // 2 * (1 if place % 2 else -1) for place in range(count)]
    rows = [tuple(names[(start + step) % count] for step in zigzag) for start in range(count)]
    if count % 2 and count > 1:
        rows += [row[::-1] for row in rows]
    return tuple(rows)
