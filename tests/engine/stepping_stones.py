"""Steps that lead past what a part of them shows already.

    python -m tests.engine.stepping_stones [SUDOKU]…

For each Sudoku, a line or a name of the library: how many of the cheapest steps on the way through
it hold a stepping stone, and how many of those that are told instead, in the natural order.
Without one, the Sudoku of 17 clues and the expert ones of the library.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer
from hintwise.engine.natural import Narrator
from hintwise.problem import State, Step
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES, collection

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def proper_parts(step: Step) -> list[Step]:
    """The step without one of its facts or rules, in every way."""
    facts = [
        replace(step, facts=(*step.facts[:i], *step.facts[i + 1 :])) for i in range(len(step.facts))
    ]
    rules = [
        replace(step, constraints=(*step.constraints[:i], *step.constraints[i + 1 :]))
        for i in range(len(step.constraints))
    ]
    return facts + rules


def has_stepping_stone(explainer: Explainer, step: Step, state: State) -> bool:
    """Whether a proper part of its elements implies another target."""
    others = state.only(state.targets - {step.derived})
    return any(explainer.also(part, others) for part in proper_parts(step))


def count(line: str) -> tuple[int, int, int]:
    """All steps in the natural order; of the cheapest in the same states, and of these, how many
    hold a stepping stone."""
    explainer = Explainer(sudoku(line), verify=False)
    weights = Profile.expected(explainer.problem).weights
    narrator = Narrator(explainer, weights)
    state, last, steps, passed, left = explainer.start, None, 0, 0, 0
    while state.targets:
        cheapest = explainer.optimal_step(state, weights)
        step = narrator.next_step(cheapest, state, last)
        passed += has_stepping_stone(explainer, cheapest, state)
        left += has_stepping_stone(explainer, step, state)
        state, last, steps = state.after(step), step, steps + 1
    return steps, passed, left


def main(given: Sequence[str]) -> None:
    experts = [
        each.name
        for each in collection().values()
        if each.kind == "sudoku" and each.grade == "expert"
    ]
    named = {"17 clues": SEVENTEEN, **PUZZLES}
    for name in given or ("17 clues", *experts):
        steps, passed, left = count(named.get(name, name))
        sys.stdout.write(
            f"{name}: {steps} steps, {passed} of the cheapest hold a stepping stone, {left} of "
            "those told\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
