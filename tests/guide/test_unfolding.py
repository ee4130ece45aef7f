"""What is inside hard steps, as guide tells it: in explanations, hints and checks."""

from __future__ import annotations

from collections.abc import Iterator

import cpmpy as cp
import pytest

import hintwise as hw
from hintwise.guide.explaining import Explained
from hintwise.render.words.steps import wording_of

CHAIN = "..2..73......1........8.19.....5...7..4.....6.9...2...57.6....142.5..8....8.....4"
"""A Sudoku whose cheapest first step is a chain of singles."""

EASY = "1834...97.5......4...1.......8.96......5...82.4.7........2......1.....4..7.84326."
"""A Sudoku in which 6 is wrong in r1c5, but not by one rule."""


def steps_within(explained: Explained) -> Iterator[Explained]:
    yield explained
    for inner in explained.inside:
        yield from steps_within(inner)


@pytest.fixture(scope="module")
def chain() -> Explained:
    [first] = hw.explain(hw.read(CHAIN), hw.Extent(steps=1), hw.Style(inside=True))
    return first


def test_a_hard_step_unfolds_until_all_that_is_left_is_easy(chain: Explained) -> None:
    wording = wording_of(chain.state.problem)
    assert not wording.is_easy(chain.step)
    assert chain.inside
    for one in steps_within(chain):
        assert one.inside or wording.is_easy(one.step)


def test_json_has_words_for_the_inner_steps_too(chain: Explained) -> None:
    inside = chain.as_json()["inside"]
    assert [step["text"] for step in inside["steps"]] == [inner.text for inner in chain.inside]
    last = inside["steps"][-1]
    assert last["derived"] == (None if inside["assumed"] else str(chain.step.derived))


def test_an_easy_step_is_not_looked_into() -> None:
    [first] = hw.explain(hw.read("1.....3..4.....2"), hw.Extent(steps=1), hw.Style(inside=True))
    assert first.step.inside is None
    assert "inside" not in first.as_json()


def test_why_not_is_told_step_by_step_to_whoever_asks_for_it() -> None:
    position, fact = hw.read(EASY), "r1c5=6"
    plain = hw.why(position, fact)
    assert plain.explained is not None
    assert not plain.explained.inside
    assert plain.as_json()["easy"] is False
    told = hw.why(position, fact, hw.Style(inside=True)).explained
    assert told is not None
    assert told.step.derived == plain.explained.step.derived
    assert len(told.inside) > 1


def test_a_hint_says_whether_there_is_something_inside() -> None:
    assert hw.hint(hw.read(CHAIN), 4).as_json()["easy"] is False
    assert hw.hint(hw.read("1.....3..4.....2"), 4).as_json()["easy"] is True
    assert "easy" not in hw.hint(hw.read(CHAIN), 3).as_json()


def test_the_last_hint_is_what_is_inside_the_step(chain: Explained) -> None:
    hint = hw.hint(hw.read(CHAIN), 5)
    assert hint.step is not None
    assert len(hint.hints) == 5
    assert all(inner.text in hint.hints[-1] for inner in chain.inside)
    assert len(hw.hint(hw.read(CHAIN), 4).hints) == 4


def test_what_has_no_solution_is_shown_step_by_step() -> None:
    checked = hw.check(hw.read("1..1............"))
    assert [step.step.breaks_rule for step in checked.way] == [True]
    assert checked.as_json()["way"][-1]["derived"] is None


def test_a_mistake_is_shown_step_by_step_only_if_asked_for() -> None:
    wrong = hw.read("1.....3..4.....2", known=["r1c2=2"])
    assert "way" not in hw.check(wrong).as_json()
    way = hw.check(wrong, way=True).way
    assert way[-1].step.breaks_rule
    used = {str(fact) for one in way for fact in one.step.facts}
    assert "r1c2=2" in used


def test_a_model_without_a_solution_is_refuted_in_its_own_words() -> None:
    x, y, z = cp.intvar(1, 3, shape=3, name=("x", "y", "z"))
    checked = hw.check(hw.read_model(cp.Model([x < y, y < z, z <= 2])))
    assert len(checked.way) == 3
    assert checked.way[0].text == "Because of “(x) < (y)”, y cannot be 1."
    assert checked.way[-1].step.breaks_rule


def test_what_has_a_solution_is_not_refuted() -> None:
    assert hw.refutation(hw.sudoku("1.....3..4.....2")) is None
