"""Small studies, and people who walk through them."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from hintwise.errors import OutOfTime
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study import events as happened
from hintwise.study.allocation import seed_of
from hintwise.study.asking import visit
from hintwise.study.plan import (
    Arm,
    Checks,
    Completion,
    Evaluation,
    Field,
    PlannedPuzzles,
    Questions,
    StudyPlan,
)

Record = dict[str, Any]
Choose = Callable[[Record], str]
"""From what a page shows of a question to the side that is chosen."""

FOUR, TRANSPOSED, ANOTHER = "1.....3..4.....2", "1.....4..3.....2", "2.....3..4.....1"

PLAN = StudyPlan(
    name="small",
    title="Small steps",
    puzzles=PlannedPuzzles(
        train=(Puzzle("sudoku", FOUR), Puzzle("sudoku", TRANSPOSED)),
        evaluate=(Puzzle("sudoku", ANOTHER),),
        practice=(Puzzle("sudoku", FOUR),),
    ),
    arms=(Arm("machop", "machop", "paper"), Arm("ours", "bayes")),
    questions=Questions(train=9, practice=1, node_limit=24),
    people=2,
    consent="You may leave at any time.",
    evaluations=(
        Evaluation(4, "smallest", 3),
        Evaluation(9, "prior", 2),
        Evaluation(9, "arms", 2),
    ),
    checks=Checks(dominated=1, repeats=1),
    demographics=(Field(name="age", ask="How old are you?", kind="number"),),
    closing=(Field(name="hard", ask="Was it hard?", kind="text", required=False),),
    completion=Completion("DONE", "https://example.org/{code}"),
)

BETWEEN = replace(PLAN, design="between", evaluations=PLAN.evaluations[:2])


def joined(plan: StudyPlan, number: int = 1, language: str = "en") -> Record:
    """The first event of a participant, who gets one cell after the other."""
    cell = plan.cells[(number - 1) % len(plan.cells)]
    return happened.joined(
        study=plan.name,
        plan=plan.hash,
        number=number,
        cell=cell.name,
        order=cell.order,
        seed=seed_of(plan, number),
        language=language,
        versions={},
    )


def fewest(question: Record) -> str:
    """Prefers whatever counts less in all."""
    left, right = (sum(question["features"][side].values()) for side in ("left", "right"))
    return "none" if left == right else "left" if left < right else "right"


def filled_in(field: Record) -> object:
    """The first of what may be answered."""
    match field["kind"]:
        case "choice":
            return field["options"][0]
        case "text":
            return "-"
    return field["least"] or 1


def deed_for(state: Record, choose: Choose = fewest) -> Record | None:
    """What somebody does who is shown that; None at the end."""
    match state["stage"]:
        case "consent":
            return {"kind": "consented"}
        case "form":
            fields = [field for field in state["form"]["fields"] if field["required"]]
            answers = {field["name"]: filled_in(field) for field in fields}
            return {"kind": "filled", "name": state["form"]["name"], "answers": answers}
        case "text":
            return {"kind": "read", "name": state["text"]["name"]}
        case "question":
            question = state["question"]
            return {"kind": "answered", "key": question["key"], "side": choose(question)}
    return None


class After:
    """Is set once it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        self._looks = looks

    def is_set(self) -> bool:
        self._looks -= 1
        return self._looks < 0


def walked(
    plan: StudyPlan,
    choose: Choose = fewest,
    *,
    number: int = 1,
    cached: bool = True,
    most: int = 10_000,
    language: str = "en",
    interrupted: bool = False,
) -> tuple[list[Record], list[Record]]:
    """The events and the states of a participant, up to the end or so many deeds.

    If `interrupted`, each visit is begun several times before it comes to its end.
    """
    record, events = plan.as_json(), [joined(plan, number, language)]
    states: list[Record] = []
    deed, cache = None, None
    while True:
        for looks in (1, 30, 300) if interrupted else ():
            with contextlib.suppress(OutOfTime):
                visit(record, events, deed, cache=cache, cancel=After(looks + len(states)))
        found = json.loads(
            json.dumps(visit(record, events, deed, cache=cache, rehearsal=True).as_json())
        )
        events += found["events"]
        states.append(found["state"])
        cache = found["cache"] if cached else None
        deed = deed_for(found["state"], choose)
        if deed is None or len(states) > most:
            return events, states


@functools.cache
def whole_walk() -> tuple[list[Record], list[Record]]:
    """The events and the states of somebody who goes through all of `PLAN`: not to be changed."""
    return walked(PLAN)


def timeless(events: Iterable[Mapping[str, Any]]) -> list[Record]:
    """Without how long questions took to compute."""
    return [{**e, "body": {k: v for k, v in e["body"].items() if k != "seconds"}} for e in events]
