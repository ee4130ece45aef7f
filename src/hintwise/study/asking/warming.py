"""Getting a process ready for a study, so that its first participants need not wait for that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.elicit.session import Session
from hintwise.guide.lessons import problem_of
from hintwise.limits import Cancel
from hintwise.puzzles.puzzle import Puzzle
from hintwise.study.asking.evaluation import smallest_steps
from hintwise.study.plan import StudyPlan
from hintwise.study.plan.values import PRACTICE

Record = Mapping[str, Any]


def warm_ups(plan: Record) -> int:
    """How many there are for a plan: one for each puzzle and use of it."""
    return len(_uses(StudyPlan.from_json(plan)))


def warm_up(plan: Record, number: int, cancel: Cancel | None = None) -> None:
    """Get ready for one of them, counted from 0, as the first question about it would."""
    study = StudyPlan.from_json(plan)
    parts, puzzle = _uses(study)[number]
    problem = problem_of(puzzle)
    for part in parts:
        Session.of([problem], study.settings(part, 0)).ask(cancel)
    if not parts:
        smallest_steps(problem, cancel)


def _uses(plan: StudyPlan) -> list[tuple[tuple[str, ...], Puzzle]]:
    """The puzzles in the order in which they are needed, each with the parts that ask about it.

    Those to evaluate on have none.
    """
    arms = tuple(arm.name for arm in plan.arms)
    practice = plan.puzzles.practice if plan.questions.practice else ()
    return [
        *(((PRACTICE,), puzzle) for puzzle in practice),
        *((arms, puzzle) for puzzle in plan.puzzles.train),
        *(((), puzzle) for puzzle in plan.puzzles.evaluate),
    ]
