"""How much a risk counts, by whom it is said to."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.elicit.stopping import ALIKE, UNLIKE, caution


def test_a_risk_counts_least_for_people_like_earlier_ones() -> None:
    assert caution(0.0) < caution(1.0)


@pytest.mark.parametrize("unlike", np.linspace(ALIKE, UNLIKE, 5).tolist())
def test_it_counts_most_where_it_is_open_who_somebody_is(unlike: float) -> None:
    assert caution(unlike) > max(caution(0.0), caution(1.0))
