"""A study about logic grids, from consent to the code at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hintwise.guide import collection
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.plan import Arm, Checks, Evaluation, PlannedPuzzles, Questions
from tests.study.asking.made import PLAN, walked

KITES = Puzzle.of_grid_file(collection()["kites"].text)
SHELVES = Puzzle.of_grid_file(
    """
    version = 2
    [categories]
    reader = ["Ann", "Bob", "Cem"]
    shelf = [1, 2, 3]
    book = ["atlas", "novel", "poems"]
    [[clues]]
    text = "Ann's shelf is lower than that of the novel."
    rule = "Ann is less than novel in shelf"
    [[clues]]
    text = "Bob, who has shelf 2 or 3, reads the atlas."
    rule = "Bob is atlas and Bob is more than 1 in shelf"
    [[clues]]
    text = "The poems stand right below the atlas."
    rule = "poems is 1 less than atlas in shelf"
    """
)
GRIDS = replace(
    PLAN,
    puzzles=PlannedPuzzles(train=(KITES,), evaluate=(SHELVES,), practice=(SHELVES,)),
    design="between",
    arms=(Arm("machop", "machop", "paper"),),
    questions=Questions(train=3, practice=1, node_limit=24),
    evaluations=(Evaluation(3, "smallest", 1),),
    checks=Checks(),
)


def test_somebody_is_asked_about_grids_in_words_and_by_features_of_grids() -> None:
    events, states = walked(GRIDS, language="de")
    assert events[-1]["kind"] == "completed"
    asked = [event["body"] for event in events if event["kind"] == "asked"]
    purposes = Counter(body["purpose"] for body in asked)
    assert purposes == {"practice": 1, "train": 3, "evaluate": 1}
    questions = [state["question"] for state in states if state["stage"] == "question"]
    for question in questions:
        for side in ("left", "right"):
            assert "adjacent_transitivity" in question["features"][side]
            assert "gehör" in question[side]["text"]
    assert len(questions) > 2
