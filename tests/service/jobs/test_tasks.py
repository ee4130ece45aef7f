"""What workers can be asked to compute."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hintwise.errors import InvalidValue, UnknownName
from hintwise.service.jobs import InlineJobs, Job
from hintwise.service.jobs.tasks import study
from tests.study.asking.made import PLAN, joined

SMALL = {"puzzle": "1.....3..4.....2"}


def result(task: str, deadline_s: float = 30, **arguments: Any) -> Any:
    found = asyncio.run(InlineJobs().run(Job(task, arguments, "ada", deadline_s=deadline_s)))
    assert json.loads(json.dumps(found)) == found
    return found


def parts(task: str, **arguments: Any) -> list[Any]:
    async def collected() -> list[Any]:
        return [part async for part in InlineJobs().stream(Job(task, arguments, "ada"))]

    return asyncio.run(collected())


def test_a_text_is_read_as_a_position() -> None:
    found = result("read", text="1.....3..4.....2")
    assert found["position"]["kind"] == "sudoku"
    assert found["count"] == 1


def test_what_was_read_can_be_asked_about() -> None:
    position = result("read", text="1.....3..4.....2")["position"]
    assert result("hint", position=position)["hints"] == ["Look at block 1."]


def test_a_hint_gives_away_no_more_than_its_level() -> None:
    assert "step" not in result("hint", position=SMALL, level=3)
    assert "derived" in result("hint", position=SMALL, level=4)["step"]


def test_entries_are_part_of_a_position() -> None:
    first = result("hint", position=SMALL, level=4)["step"]["derived"]
    position = {**SMALL, "entries": [first]}
    assert result("hint", position=position, level=4)["step"]["derived"] != first


def test_steps_come_one_by_one() -> None:
    steps = parts("explain", position=SMALL, steps=3)
    assert len({step["derived"] for step in steps}) == 3


def test_a_style_passes_through() -> None:
    found = result("why", position=SMALL, fact="r1c2=4", style={"language": "de"})
    assert found["follows"] is False
    assert "Ausschluss" in found["step"]["text"]


def test_an_unknown_part_of_a_style_is_named() -> None:
    with pytest.raises(UnknownName, match="colour"):
        result("hint", position=SMALL, style={"colour": "red"})


def test_a_check_says_where_only_if_asked() -> None:
    wrong = {**SMALL, "entries": ["r1c3=1"]}
    quiet = result("check", position=wrong)
    assert not quiet["sound"]
    assert "conflict" not in quiet
    assert "r1c3" not in quiet["text"]
    assert "r1c3" in result("check", position=wrong, where=True)["text"]


def test_a_puzzle_without_a_grade_says_why() -> None:
    found = result("grade", position={"puzzle": "." * 16})
    assert found["difficulty"] is None
    assert "several" in found["text"] or "solutions" in found["text"]


def test_a_puzzle_is_graded() -> None:
    assert result("grade", position=SMALL)["difficulty"]["grade"] == "easy"


def test_the_same_seed_draws_the_same_puzzle() -> None:
    one = result("generate", kind="sudoku", size=4, seed=5)
    assert one["position"]["puzzle"] == "3.....2..3.....1"


@pytest.mark.parametrize("position", [None, {}, {"puzzle": 7}, {"kind": "sudoku", "puzzle": 7}])
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(InvalidValue):
        result("hint", position=position)


def test_another_hint_is_about_something_else() -> None:
    first = result("hint", position=SMALL, level=4)
    told = [first["step"]["derived"]]
    found = [first, result("hint", position=SMALL, level=4, other_than=told)]
    assert [one["number"] for one in found] == [1, 2]
    assert len({one["step"]["derived"] for one in found}) == 2


def test_a_puzzle_can_be_prepared() -> None:
    assert result("prepare", position=SMALL) is None


def test_of_several_puzzles_one_is_read_and_all_are_counted() -> None:
    text = "1.....3..4.....2\n3.....2..3.....1"
    assert result("read", text=text)["count"] == 2
    assert result("read", text=text, number=2)["position"]["puzzle"] == "3.....2..3.....1"
    with pytest.raises(InvalidValue, match="holds 2 puzzles"):
        result("read", text=text, number=3)


def test_candidates_in_a_text_are_read_as_notes() -> None:
    text = "\n".join(["1 23 24 234", "24 234 3 14", "23 4 12 13", "3 13 14 2"])
    notes = result("read", text=text)["notes"]
    assert notes.get("r1c2") == [2, 3]


def test_a_walkthrough_is_a_page() -> None:
    found = result("walkthrough", position=SMALL)
    assert found["html"].startswith("<!doctype html>")
    assert found["kind"] == "sudoku"


def test_every_rung_is_about_the_same_step() -> None:
    style = {"named_after_s": 0.0001}  # whatever a longer search would find
    rungs = [
        result("hint", position={"puzzle": "hard-1"}, style=style, level=level)
        for level in (1, 4, 5, 2)
    ]
    told = [rung["hints"][0] for rung in rungs]
    assert len(set(told)) == 1
    assert rungs[1]["step"]["derived"] == rungs[2]["step"]["derived"]


def test_a_participant_of_a_study_is_visited() -> None:
    plan, events = PLAN.as_json(), [joined(PLAN)]
    found = result("visit_study", plan=plan, events=events, deed={"kind": "consented"})
    assert [event["id"] for event in found["events"]] == ["consented"]
    assert found["state"]["stage"] == "form"


def test_every_puzzle_of_a_study_can_be_got_ready_for() -> None:
    for arguments in study.warm_ups(PLAN.as_json()):
        assert result("warm_up_study", **arguments) is None
