"""How much of famous hard Sudokus unfolds into steps that everybody sees?

    python -m experiments.studies.unfolding [--only NAME]…

All steps of each Sudoku, under the costs that hintwise starts from, each the cheapest that is found
in 10 s. Those without a name are unfolded until every innermost step is a single, a locked
candidate, a pair or a broken rule, or for 75 s. A line for each such step, one for each Sudoku, and
one for all: seconds of the processor, inner steps and levels of those that unfold, and how many
elements the others have.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hintwise.bench.clashes import SUDOKUS
from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.guide.steps.unfolding import left_hard, unfolded, within
from hintwise.problem import Step
from hintwise.puzzles import sudoku
from hintwise.render.words.steps import wording_of

FAMOUS: Mapping[str, str] = {
    "Inkala 2012": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ),
    "AI Escargot (Inkala 2006)": SUDOKUS["Sudoku AI Escargot"],
    "Inkala 2010": (
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    ),
    "Easter Monster": (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    ),
    "Tarek 071223170000": (
        "..1..4.......6.3.5...9.....8.....7.3.......285...7.6..3...8...6..92......4...1..."
    ),
    "Platinum Blonde": (
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
    ),
    "Fata Morgana": (
        "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
    ),
    "SudokuWiki's Unsolvable 28": (
        "6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16.."
    ),
    "one of Norvig's hardest": (
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    ),
    "the 17 clues of bench --only clashes": SUDOKUS["Sudoku of 17 clues"],
}

STEP, INSIDE = Limits(deadline_s=10.0), Limits(deadline_s=75.0)


class Unfolded(NamedTuple):
    """What became of a step without a name."""

    derived: str
    elements: int
    seconds: float
    """Of the processor."""
    inner: int
    levels: int
    left_hard: int
    """Innermost steps that are still hard."""

    def __str__(self) -> str:
        whether = f"{self.left_hard} left hard" if self.left_hard else "unfolded"
        return (
            f"  {self.derived} of {self.elements} facts and rules: {whether}, {self.inner} inner "
            f"steps on {self.levels} levels, {self.seconds:.1f} s"
        )


def unfolded_steps(line: str) -> Iterator[Unfolded]:
    """Of the steps of a Sudoku, those without a name."""
    problem = sudoku(line)
    weights, wording = Profile.expected(problem).weights, wording_of(problem)
    verifier = Verifier(problem)
    for step in Explainer(problem).sequence(weights=weights, limits=STEP):
        if wording.is_easy(step):
            continue
        began = time.process_time()
        whole = unfolded(step, wording, weights, verifier, INSIDE)
        seconds = time.process_time() - began
        inner, hard = sum(1 for _ in within(whole)), len(left_hard(whole, wording))
        yield Unfolded(str(step.derived), len(step), seconds, inner, levels(whole), hard)


def levels(step: Step) -> int:
    inner = () if step.inside is None else step.inside.steps
    return max((1 + levels(one) for one in inner), default=0)


def told(name: str, found: Sequence[Unfolded]) -> str:
    """How many unfold, how long that usually takes, and how large the others are."""
    done = [each for each in found if not each.left_hard]
    line = f"{name}: {len(found)} steps without a name, {len(done)} unfolded"
    if done:
        seconds, inner, deep = np.median([(e.seconds, e.inner, e.levels) for e in done], axis=0)
        most = max(done, key=lambda each: each.seconds)
        line += (
            f"; median {seconds:.1f} s, {inner:.0f} inner steps, {deep:.0f} levels; longest "
            f"{most.seconds:.0f} s, {most.inner} inner steps"
        )
    left = sorted(each.elements for each in found if each.left_hard)
    return f"{line}; the others have {left} facts and rules" if left else line


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=FAMOUS, help="may be repeated")
    everything: list[Unfolded] = []
    for name in parser.parse_args().only or FAMOUS:
        found: list[Unfolded] = []
        for each in unfolded_steps(FAMOUS[name]):
            found.append(each)
            print(each, flush=True)
        print(told(name, found), flush=True)
        everything += found
    print(told("all", everything))


if __name__ == "__main__":
    main()
