"""Why a fact holds, or that it does not follow."""

from __future__ import annotations

import pytest

from hintwise.errors import HintwiseError, NothingToExplain
from hintwise.guide.explaining import Extent, explain
from hintwise.guide.reading import read
from hintwise.guide.reasons import why

FOUR = "1.....3..4.....2"


def test_a_fact_that_follows_comes_with_the_cheapest_step_to_it() -> None:
    found = why(read(FOUR), "r4c1=3")
    (step,) = explain(read(FOUR), Extent(targets=("r4c1",)))
    assert found.explained is not None
    assert found.explained.step == step.step
    record = found.as_json()
    assert (record["fact"], record["follows"], set(record)) == (
        "r4c1=3",
        True,
        {"fact", "follows", "step"},
    )


def test_of_a_fact_that_does_not_follow_nothing_more_is_said() -> None:
    for text in (FOUR, "1.....3..4......"):
        assert why(read(text), "r4c4=1").as_json() == {
            "fact": "r4c4=1",
            "follows": False,
            "step": None,
        }


def test_links_of_a_grid_may_hold_or_not() -> None:
    answers = [why(read("kites"), f"{sign}Otto = fish").follows for sign in ("", "not ")]
    assert sorted(answers) == [False, True]


def test_bounds_of_a_cell_may_follow_but_are_not_explained() -> None:
    with pytest.raises(HintwiseError, match=r"r4c1≥2 follows, but.*bounds=True"):
        why(read(FOUR), "r4c1>=2")
    assert not why(read(FOUR), "r4c1<3").follows


def test_what_is_known_needs_no_reason() -> None:
    with pytest.raises(NothingToExplain, match="r1c1=1 is given"):
        why(read(FOUR), "r1c1=1")


@pytest.mark.parametrize("fact", ["r1c1", "r9c9=1", "r1c2=7", ""])
def test_what_is_no_fact_is_refused(fact: str) -> None:
    with pytest.raises(HintwiseError):
        why(read(FOUR), fact)
