"""Hints: rung by rung, nothing sooner than asked for."""

from __future__ import annotations

import json

import pytest

from hintwise.errors import InvalidValue, NothingToExplain
from hintwise.guide.explaining import Extent, explain
from hintwise.guide.hinting import Hint, hint
from hintwise.guide.reading import read
from hintwise.guide.steps.workbench import Workbenches

FOUR = "1.....3..4.....2"
SOLVED = "1324423124133142"


def test_a_hint_goes_up_rung_by_rung_without_another_search() -> None:
    low = hint(read(FOUR), targets=["r1c2"])
    assert low.hints == ("Look at block 1.",)
    for level in (1, 2, 3, 4):
        assert len(low.at(level).hints) == level
        assert low.at(level).hints[:1] == low.hints


@pytest.mark.parametrize("level", [1, 2, 3])
def test_nothing_shows_more_than_the_level(level: int) -> None:
    found = hint(read(FOUR), level, targets=["r1c2"])
    assert found.step is None
    record = found.as_json()
    place = record["shown"].pop("variables")
    for shown in (json.dumps(record), repr(found), str(found)):
        assert "r1c2" not in shown
    assert place == (["r1c1", "r1c2", "r2c1", "r2c2"] if level < 3 else [])  # a whole block


def test_another_one_is_the_cheapest_step_to_anything_else() -> None:
    position = read("first-light")
    cheapest, *others = explain(position, Extent(top=8))
    second = hint(position, 4, other_than=[str(cheapest.step.derived)]).explained
    assert second is not None
    assert second.step.derived.variable != cheapest.step.derived.variable
    rest = [s.step.cost for s in others if s.step.derived != cheapest.step.derived]
    assert second.step.cost == rest[0]
    with pytest.raises(NothingToExplain, match="there is no other step from here"):
        hint(read("12343412214343.1"), other_than=["r4c3=2"])
    with pytest.raises(InvalidValue, match="a list of facts"):
        hint(position, other_than="r4c3=2")


def test_kept_benches_change_how_fast_a_hint_comes_and_nothing_else() -> None:
    benches = Workbenches(1)
    position = read("first-light")
    fresh = hint(position, 4)
    for _ in range(2):
        kept = hint(position, 4, benches=benches).as_json()
        for record in (kept, expected := fresh.as_json()):
            del record["step"]["seconds"]
        assert kept == expected
    first = benches.of(position)
    assert benches.of(read("first-light")) is first
    hint(read(FOUR), benches=benches)
    assert len(benches) == 1
    assert benches.of(position) is not first


def test_the_last_level_holds_the_step() -> None:
    record = hint(read(FOUR), 4, targets=["r1c2"]).as_json()
    assert record["step"]["derived"] == "r1c2=3"
    assert record["step"]["text"] == record["hints"][-1]


def test_a_solved_puzzle_has_no_hints() -> None:
    assert hint(read(SOLVED)) == Hint(1)
    assert Hint(1).as_json()["solved"]


def test_several_solutions_are_told_with_a_hint_and_without_one() -> None:
    assert hint(read("1.....3..4......")).several_solutions
    with pytest.raises(NothingToExplain, match="nothing more follows"):
        hint(read("." * 16))


@pytest.mark.parametrize("level", [0, 6])
def test_there_are_five_levels(level: int) -> None:
    with pytest.raises(InvalidValue, match="accepted are 1 to 5"):
        hint(read(FOUR), level)


def test_what_a_cell_is_not_may_be_known_if_it_is_right() -> None:
    for right in ("r1c2≠4", "r1c2>=2", "r1c2 < 4"):
        assert hint(read(FOUR, known=[right])).hints == hint(read(FOUR)).hints
    for wrong in ("r1c2≠3", "r1c2>=4", "r1c2<=2"):
        with pytest.raises(InvalidValue, match="there is a mistake"):
            hint(read(FOUR, known=[wrong]))


def test_of_several_solutions_all_must_have_what_is_known() -> None:
    several = "1.....3..4......"
    for known in ("r4c4≠1", "r4c4>=2"):
        assert hint(read(several, known=[known])).hints == hint(read(several)).hints
    for known in ("r4c4≠2", "r4c4>=3", "r4c4=2"):
        with pytest.raises(InvalidValue, match=f"not all of them have {known.replace('>=', '≥')}"):
            hint(read(several, known=[known]))


def test_a_cell_that_is_not_determined_is_refused_without_a_value() -> None:
    with pytest.raises(InvalidValue, match=r"^r2c1 is not determined"):
        hint(read("12............12"), targets=["r2c1"])
