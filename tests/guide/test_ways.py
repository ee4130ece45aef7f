"""Steps that lead to something far away."""

from __future__ import annotations

import pytest

from hintwise.engine.verify import Verifier
from hintwise.guide.explaining import Explained, Extent, Style, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read

FOUR = "1.....3..4.....2"


@pytest.fixture
def more_is_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hintwise.guide.steps.ways._MOST_RULES", 2)


def steps_to(target: str, order: str = "cheapest") -> list[Explained]:
    return list(explain(read(FOUR), Extent(targets=(target,)), Style(order=order)))


def test_what_is_near_takes_one_step() -> None:
    (found,) = steps_to("r1c2")
    assert (str(found.step.derived), found.step.optimal) == ("r1c2=3", True)


@pytest.mark.usefixtures("more_is_far")
@pytest.mark.parametrize("order", ["cheapest", "natural"])
def test_what_is_far_is_reached_by_steps_that_are_all_easier_and_needed(order: str) -> None:
    extent = Extent(targets=("r2c2",), steps=1)
    (direct,) = explain(read(FOUR), extent, Style(order=order))
    found = steps_to("r2c2", order)
    assert len(found) > 1
    assert str(found[-1].step.derived) == "r2c2=2"
    assert all(each.step.cost < direct.step.cost for each in found)
    verifier, derived = Verifier(read(FOUR).problem), set()
    for each in found:
        assert verifier.check(each.step, each.state).valid
        assert each.state.facts == set(each.state.problem.givens) | derived
        derived.add(each.step.derived)
    used = {fact for each in found for fact in each.step.facts}
    assert derived - used == {found[-1].step.derived}


@pytest.mark.usefixtures("more_is_far")
def test_a_hint_towards_something_far_is_the_first_step_to_it() -> None:
    found = steps_to("r2c2")
    given = hint(read(FOUR), 4, targets=["r2c2"])
    assert given.explained is not None
    assert given.explained.step.derived == found[0].step.derived
    assert given.as_json()["steps_to_target"] == len(found)
    assert "steps_to_target" not in hint(read(FOUR), targets=["r1c2"]).as_json()


@pytest.mark.parametrize("target", ["r4c2=1", "r2c2"])
def test_with_pencil_marks_what_a_digit_rules_out_may_be_used_on_the_way(
    monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr("hintwise.guide.steps.ways._MOST_RULES", -1)
    position = read(FOUR, candidates=True)
    found = list(explain(position, Extent(targets=(target,))))
    assert str(found[-1].step.derived).startswith(target[:4])
    verifier = Verifier(position.problem)
    assert all(verifier.check(each.step, each.state).valid for each in found)


def test_a_number_of_steps_asks_for_the_steps_to_the_targets_themselves() -> None:
    targets = ("r2c2", "r1c2")
    found = list(explain(read(FOUR), Extent(targets=targets, steps=2)))
    assert [str(each.step.derived) for each in found] == ["r1c2=3", "r2c2=2"]
