"""What is said of how long jobs took."""

from __future__ import annotations

import pytest

from hintwise.service.jobs.figures import Histogram


def took(*seconds: float) -> Histogram:
    found = Histogram()
    for each in seconds:
        found = found.with_one(each)
    return found


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ((0.02,) * 100, 0.025),
        ((*(0.02,) * 99, 20.0), 0.025),
        ((*(0.02,) * 94, *(20.0,) * 6), 30.0),
        ((*(0.02,) * 94, *(60.0,) * 6), None),
        ((), None),
    ],
)
def test_a_share_took_at_most_the_smallest_bound_that_holds(
    seconds: tuple[float, ...], expected: float | None
) -> None:
    assert took(*seconds).bound_of(0.95) == expected
