"""What is worth keeping between two questions about the same puzzle."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
from hintwise.guide.position import Position
from hintwise.limits import Limits
from hintwise.puzzles.puzzle import Puzzle

MOST = 24
"""Benches that are kept: about 3 MB each for a 9x9 Sudoku, and 0.3 s to set up anew."""

_Key = tuple[Puzzle, bool]


@dataclass(frozen=True, slots=True)
class Workbench:
    """The engine and the verifier of one puzzle, which have read its rules.

    What they were asked before changes how fast they answer, never what.
    """

    explainer: Explainer = field(repr=False)
    verifier: Verifier = field(repr=False)

    @classmethod
    def set_up(cls, position: Position, limits: Limits = Limits()) -> Workbench:
        """For the puzzle of a position; raises `OutOfTime` if reading its rules takes too long."""
        problem = position.problem
        # `explained` has each step verified, with what was asked about it besides.
        explainer = Explainer(problem, verify=False, limits=limits.for_start())
        return cls(explainer, Verifier(problem))


class Workbenches:
    """The benches of the puzzles that were asked about last; one thread at a time uses them."""

    def __init__(self, most: int = MOST) -> None:
        if most < 1:
            raise InvalidValue(f"{most!r} benches are to be kept; it must be one or more")
        self._most = most
        self._benches: OrderedDict[_Key, Workbench] = OrderedDict()

    def __len__(self) -> int:
        return len(self._benches)

    def of(self, position: Position, limits: Limits = Limits()) -> Workbench:
        """The bench of the puzzle of a position; a model that code has built is not kept."""
        puzzle = position.puzzle
        if not isinstance(puzzle, Puzzle):
            return Workbench.set_up(position, limits)
        key = (puzzle, position.candidates)
        bench = self._benches.pop(key, None) or Workbench.set_up(position, limits)
        self._benches[key] = bench
        while len(self._benches) > self._most:
            self._benches.popitem(last=False)
        return bench


def bench_for(benches: Workbenches | None, position: Position, limits: Limits) -> Workbench:
    """A bench that is kept, or without any a new one."""
    checked = Position.checked(position)
    return Workbench.set_up(checked, limits) if benches is None else benches.of(checked, limits)
