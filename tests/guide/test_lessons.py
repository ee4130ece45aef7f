"""Lessons that somebody else keeps, visit by visit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hintwise.errors import HintwiseError, InvalidValue
from hintwise.guide import lessons
from hintwise.guide.lessons import Visit, visit
from hintwise.guide.reading import read_puzzle
from hintwise.guide.teaching import teach

FOUR = "1.....3..4.....2"
Record = dict[str, Any]


def new_lesson() -> Record:
    record: Record = json.loads(json.dumps(lessons.begun([read_puzzle(FOUR)], seed=4)))
    return record


def visited(record: Record, *deeds: Record | None) -> tuple[Visit, list[Record]]:
    """The last of several visits, each of which gets what those before it left."""
    entries: list[Record] = []
    cache = None
    for deed in deeds:
        found = visit(record, entries, deed, cache=cache)
        entries += json.loads(json.dumps(found.entries))
        cache = json.loads(json.dumps(found.cache))
    return found, entries


def test_visits_ask_what_a_lesson_in_one_go_asks() -> None:
    record = new_lesson()
    lesson = teach(
        [read_puzzle(FOUR).problem()],
        {
            "seed": 4,
            "deadline_s": lessons.STEP_S,
            "node_limit": lessons.NODES,
        },
    )
    found, entries = visited(record, None, {"tell": "a"}, {"tell": "none"})
    for answer in ("a", "none"):
        lesson.question()
        lesson.tell(answer)
    question = lesson.question()
    assert found.state["question"]["a"]["derived"] == question.as_json()["a"]["derived"]
    assert found.state["weights"] == lesson.session.weights
    assert [entry["event"] for entry in entries] == ["asked", "answered"] * 2 + ["asked"]


def test_a_visit_without_a_deed_changes_nothing() -> None:
    record = new_lesson()
    once, entries = visited(record, None, {"tell": "b"})
    again = visit(record, entries, cache=once.cache)
    assert again.entries == ()
    assert again.state["weights"] == once.state["weights"]
    slow = visit(record, entries)  # nobody kept the cache
    assert slow.state["weights"] == once.state["weights"]


@pytest.mark.parametrize(
    ("deeds", "number"),
    [
        ([], None),
        ([None], 1),
        ([None, {"tell": "a"}], 2),
        ([None, {"tell": "a"}, {"undo": True}], 1),
        ([None, {"tell": "a"}, {"undo": True}, {"tell": "b"}, {"tell": "b"}], 3),
    ],
)
def test_the_open_question_is_known_from_the_entries(
    deeds: list[Record | None], number: int | None
) -> None:
    found, entries = visited(new_lesson(), *deeds) if deeds else (None, [])
    assert lessons.open_question(entries) == number
    assert lessons.answers_given(entries) == (found.state["answers"] if found else 0)


def test_undoing_a_correction_leaves_the_question_open() -> None:
    asked = [{"event": "asked", "query": {"number": number}} for number in (1, 2)]
    answered, undone = {"event": "answered"}, {"event": "undone"}
    corrected = {"event": "observed", "source": "correction"}
    seen = {"event": "observed", "source": "play"}
    entries = [asked[0], answered, asked[1], seen, corrected, undone]
    assert (lessons.open_question(entries), lessons.answers_given(entries)) == (2, 1)
    entries.append(undone)
    assert (lessons.open_question(entries), lessons.answers_given(entries)) == (1, 0)


def test_what_was_learned_can_be_contradicted() -> None:
    lesson = teach([read_puzzle(name).problem() for name in ("easy-1", "easy-2")], {"seed": 5})
    for number in range(12):
        lesson.session.ask()
        lesson.tell("a" if number % 3 else "b")
    said = lesson.learned()
    assert said.insights
    lesson.correct(0)
    wrong = {said.insights[0].dearer, said.insights[0].cheaper}
    assert all({i.dearer, i.cheaper} != wrong for i in lesson.learned().insights)
    lesson.undo()
    assert lesson.learned().sentences == said.sentences
    with pytest.raises(InvalidValue, match="there is no insight 99 to correct"):
        lesson.correct(99)


def test_a_profile_brings_its_answers_along_or_at_least_its_weights() -> None:
    practice = lessons.practice("killer_sudoku")
    record = lessons.begun(practice, seed=1)
    first = visit(record, [])
    told = visit(record, first.entries, {"tell": "b"}, cache=first.cache)
    text = lessons.profile_text(record, [*first.entries, *told.entries], told.cache)
    again, entries = lessons.taken_in(text, "killer_sudoku", seed=9)
    assert visit(again, entries).state["weights"] == told.state["weights"]

    weights = dict.fromkeys(told.state["weights"], 1.0) | {"adjacent_row": 50.0}
    plain = json.dumps({"problem": "killer_sudoku", "weights": weights})
    again, entries = lessons.taken_in(plain, "killer_sudoku", seed=9)
    assert entries == []
    start = visit(again, []).state["weights"]
    assert max(start, key=lambda name: start[name]) == "adjacent_row"
    with pytest.raises(HintwiseError, match="holds weights for"):
        lessons.taken_in(plain, "sudoku", seed=9)


@pytest.mark.parametrize(
    ("record", "deed", "message"),
    [
        ({}, None, "not the record of a lesson"),
        (None, {"dance": True}, "cannot be done in a lesson"),
        (None, {"tell": "maybe"}, "maybe"),
    ],
)
def test_what_is_not_a_lesson_or_a_deed_is_refused(
    record: Record | None, deed: Record | None, message: str
) -> None:
    kept = new_lesson() if record is None else record
    entries = visited(kept, None)[1] if record is None else []
    with pytest.raises(HintwiseError, match=message):
        visit(kept, entries, deed)
