"""What every normalisation promises."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.learners.normalise import NORMALISATIONS, Normalisation
from hintwise.elicit.query import FeaturePair
from tests.elicit.made import NAMES, counts

LARGEST = {"facts": 12, "rows": 0, "clues": 3}

pytestmark = pytest.mark.parametrize("name", NORMALISATIONS)
pairs = st.lists(st.tuples(counts, counts), max_size=5)


def start(name: str) -> Normalisation:
    return NORMALISATIONS[name](NAMES, lambda: LARGEST)


@given(pairs=pairs)
def test_there_is_a_bound_above_zero_for_each_feature(
    name: str, pairs: list[tuple[dict[str, int], dict[str, int]]]
) -> None:
    normalisation = start(name)
    for a, b in pairs:
        normalisation = normalisation.after(FeaturePair(a, b))
    assert set(normalisation.bounds) == set(NAMES)
    assert all(bound > 0 for bound in normalisation.bounds.values())


@given(a=counts, b=counts)
def test_a_pair_changes_no_earlier_value(name: str, a: dict[str, int], b: dict[str, int]) -> None:
    normalisation = start(name)
    before = dict(normalisation.bounds)
    assert normalisation.after(FeaturePair(a, b)) == normalisation.after(FeaturePair(a, b))
    assert normalisation.bounds == before


@given(a=counts, b=counts)
def test_it_does_not_matter_which_step_is_which(
    name: str, a: dict[str, int], b: dict[str, int]
) -> None:
    assert start(name).after(FeaturePair(a, b)) == start(name).after(FeaturePair(b, a))


def test_it_can_be_sent_to_another_process(name: str) -> None:
    normalisation = start(name).after(FeaturePair(LARGEST, dict.fromkeys(NAMES, 2)))
    assert pickle.loads(pickle.dumps(normalisation)) == normalisation
