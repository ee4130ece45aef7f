"""Why a fact holds, or why not."""

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
        {"fact", "follows", "step", "easy"},
    )


def test_a_wrong_fact_comes_with_the_cheapest_step_against_it() -> None:
    found = why(read(FOUR), "r1c2=4")
    assert not found.follows
    assert found.explained is not None
    step = found.explained.step
    assert (str(step.derived), step.optimal) == ("r1c2≠4", True)
    assert (len(step), len(step.constraints)) == (2, 1)  # r3c2 is 4, in the same column
    assert found.explained.text.endswith("4 can be crossed out in r1c2.")


def test_where_solutions_differ_there_is_no_step() -> None:
    answer = why(read("1.....3..4......"), "r4c4=2")
    assert answer.as_json() == {"fact": "r4c4=2", "follows": False, "step": None}


def test_links_of_a_grid_may_hold_or_not() -> None:
    answers = [why(read("kites"), f"{sign}Otto = fish").follows for sign in ("", "not ")]
    assert sorted(answers) == [False, True]


@pytest.mark.parametrize(
    ("fact", "follows", "derived"),
    [("r4c1>=2", True, "r4c1≠1"), ("r4c1!=2", True, "r4c1≠2"), ("r4c1<3", False, "r4c1≥3")],
)
def test_what_a_cell_is_not_is_explained_when_asked_for(
    fact: str, follows: bool, derived: str
) -> None:
    found = why(read(FOUR), fact)
    assert found.follows is follows
    assert found.explained is not None
    assert str(found.explained.step.derived) == derived


def test_what_is_known_needs_no_reason() -> None:
    with pytest.raises(NothingToExplain, match="r1c1=1 is given"):
        why(read(FOUR), "r1c1=1")


@pytest.mark.parametrize("fact", ["r1c1", "r9c9=1", "r1c2=7", ""])
def test_what_is_no_fact_is_refused(fact: str) -> None:
    with pytest.raises(HintwiseError):
        why(read(FOUR), fact)
