"""How many answers does the mean of the shipped prior foresee, by cost and in natural order?

    python -m experiments.studies.people_prior DIR/human_choices.json

The prior was fitted on these people. Natural order: a step goes first that could be part of the
other, by its rows, columns, blocks and facts; choices hold counts only, so no more can be told.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.query import Answer
from hintwise.people.choices import Choices

PARTS = (
    ("adjacent_row", "other_row"),
    ("adjacent_col", "other_col"),
    ("adjacent_block", "other_block"),
    ("adjacent_facts_other_value", "other_facts_same_value", "other_facts_other_value"),
)


def could_be_part(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    sizes = [[sum(step[name] for name in part) for part in PARTS] for step in (one, other)]
    return sizes[0] != sizes[1] and all(x <= y for x, y in zip(*sizes, strict=True))


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    weights = shipped_prior("sudoku", choices.features).expected
    by_cost, naturally, overruled, rightly = 0, 0, 0, 0
    answered = [
        (pair, answer)
        for person in choices.people
        for pair, answer in person.answered
        if answer is not Answer.NONE
    ]
    for pair, answer in answered:
        a, b = (sum(weights[n] * count for n, count in step.items()) for step in (pair.a, pair.b))
        cheaper = first = Answer.A if a < b else Answer.B
        if could_be_part(pair.a, pair.b):
            first = Answer.A
        elif could_be_part(pair.b, pair.a):
            first = Answer.B
        by_cost += answer is cheaper
        naturally += answer is first
        overruled += first is not cheaper
        rightly += first is not cheaper and answer is first
    count = len(answered)
    print(f"{count} answers with a preference: by cost {by_cost / count:.1%}")
    print(f"naturally {naturally / count:.1%}; overruled {overruled} times, {rightly} rightly")


if __name__ == "__main__":
    main(*sys.argv[1:])
