"""Predicted against observed, in bins."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.people.reliability import BINS, reliability


@given(predictions=st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_every_prediction_is_in_the_bin_of_its_probability(
    predictions: list[tuple[float, bool]],
) -> None:
    bins = reliability("someone", predictions)
    assert len(bins) == BINS
    assert [part.low for part in bins[1:]] == [part.high for part in bins[:-1]]
    assert sum(part.pairs for part in bins) == len(predictions)
    for part in bins:
        assert (part.predicted is None) == (part.observed is None) == (part.pairs == 0)
        if part.predicted is not None:
            assert part.low - 1e-9 <= part.predicted <= part.high + 1e-9
    happened = math.fsum(part.pairs * (part.observed or 0.0) for part in bins)
    assert happened == pytest.approx(sum(happened for _, happened in predictions))


def test_the_ends_are_in_the_first_and_the_last_bin() -> None:
    bins = reliability("someone", [(0.0, False), (1.0, True), (0.95, False)])
    assert (bins[0].pairs, bins[0].observed) == (1, 0.0)
    assert (bins[-1].pairs, bins[-1].observed) == (2, 0.5)


def test_without_predictions_there_are_no_bins() -> None:
    assert reliability("someone", []) == ()
