"""How much a risk counts, by whom it is said to."""

from __future__ import annotations

import pytest

from hintwise.elicit.stopping import ALIKE, caution


def test_a_risk_counts_less_for_people_who_are_clearly_like_earlier_ones() -> None:
    assert 0 < caution(0.0) < caution(ALIKE) == 1


@pytest.mark.parametrize("doubt", [ALIKE, 0.5, 1.0])
def test_it_counts_in_full_for_everybody_else(doubt: float) -> None:
    assert caution(doubt) == 1
