"""Back to before a mistake."""

from __future__ import annotations

import pytest

from hintwise.errors import InvalidValue
from hintwise.guide.checking.retracing import retrace
from hintwise.guide.reading import read

FOUR = "1.....3..4.....2"  # 1324423124133142


def test_a_mistake_that_was_taken_back_counts_no_more() -> None:
    history = [["r1c2=4"], ["r1c2=4", "r1c3=2"], ["r1c3=2"], []]
    assert retrace(read(FOUR), history).kept == 3


def test_what_breaks_no_rule_yet_is_a_mistake_all_the_same() -> None:
    assert retrace(read(FOUR), [["r1c2=3"], ["r1c2=3", "r2c1=2"]]).kept == 0


def test_with_several_solutions_any_of_them_will_do() -> None:
    assert retrace(read("1..............."), [[], ["r1c2=3"], ["r1c2=3", "r1c3=3"]]).kept == 1


def test_without_any_solution_there_is_no_way_back() -> None:
    assert retrace(read("11.............."), [[], ["r2c3=1"]]).as_json() == {"kept": None}
    assert retrace(read(FOUR), []).kept is None


def test_a_history_is_a_list_of_lists() -> None:
    with pytest.raises(InvalidValue, match="give a list of positions"):
        retrace(read(FOUR), ["r1c2=3"])
