"""What the paper's study found: 30 people, 50 questions with each of two methods."""

from __future__ import annotations

from collections.abc import Sequence

from hintwise.study.plan import Arm, Evaluation, StudyPlan

KIND, PRESET, PAIRS = "sudoku", "paper", 56
"""What people saw there, in which setting of the methods, and how many pairs after each number of
questions."""

Shares = tuple[str, str, str]
"""That preferred the smallest step, the learned one, or none, in %."""

SHARES: dict[tuple[str, int], Shares] = {
    ("machop", 10): ("52.2 ± 19.8", "25.2 ± 16.6", "22.6 ± 12.5"),
    ("machop", 30): ("10.8 ± 12.2", "70.7 ± 18.5", "18.5 ± 13.8"),
    ("machop", 50): ("13.2 ± 11.2", "72.6 ± 14.9", "14.3 ± 9.3"),
    ("choice_perceptron", 10): ("63.3 ± 18.2", "16.2 ± 14.8", "20.5 ± 12.0"),
    ("choice_perceptron", 30): ("33.2 ± 17.1", "44.8 ± 21.2", "22.1 ± 14.1"),
    ("choice_perceptron", 50): ("42.5 ± 25.2", "38.8 ± 25.7", "18.7 ± 13.0"),
}
SECONDS = {
    ("machop", 10): "1.4 ± 0.5",
    ("machop", 30): "2.6 ± 0.9",
    ("machop", 50): "3.0 ± 1.0",
    ("choice_perceptron", 10): "0.9 ± 0.3",
    ("choice_perceptron", 30): "1.4 ± 0.6",
    ("choice_perceptron", 50): "1.3 ± 0.5",
}
NOTE = (
    "As published: the paper's study of 30 people with other puzzles. There the learned step was "
    "preferred more often with machop than with choice_perceptron: p < 0.001 after 10 questions, "
    "p < 0.000001 after 30 and 50; Cliff's delta 0.37, 0.62 and 0.71."
)


def published_cells(
    plan: StudyPlan, arms: Sequence[Arm], after: int, against: str
) -> tuple[str, ...] | None:
    """The figures of the paper's table for these arms of a plan; None unless it asks the same.

    >>> from hintwise.study.plan import PAPER_PLAN, read_plan
    >>> plan = read_plan(PAPER_PLAN)
    >>> published_cells(plan, plan.arms, 30, "smallest")[1::3]
    ('70.7 ± 18.5', '44.8 ± 21.2', '1.4 ± 0.6')
    >>> published_cells(plan, plan.arms, 30, "prior") is None
    True
    """
    known = [(arm.method, after) for arm in arms]
    is_same = (
        plan.kind == KIND
        and against == "smallest"
        and Evaluation(after, against, PAIRS) in plan.evaluations
        and all(arm.preset == PRESET for arm in arms)
    )
    if not is_same or not all(key in SHARES for key in known):
        return None
    return (*(cell for key in known for cell in SHARES[key]), *(SECONDS[key] for key in known))
