"""A first way through a puzzle, which all queries on it that are cut off start from.

Searches that end after so many nodes find what they find by what is known before. So that the same
query is asked whatever went before, that is a function of the puzzle alone: what was learned while
it was solved once, by steps not far from the easiest.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.limits import Cancel
from hintwise.problem import Fact, Problem

_NODES = 5
"""For each step on the way: a second for all steps of a 9x9 Sudoku."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What solving a puzzle once gave."""

    order: tuple[Fact, ...]
    """The facts that follow, each from those before it by a step that is not far from the easiest.

    Facts in no order make states in which nobody ever is: questions about these taught less.
    """
    explainer: Explainer
    """It knows what was learned on the way. Never asked itself, so that threads may share it."""


def practised(problem: Problem, cancel: Cancel | None = None) -> Practice:
    """The practice that a puzzle gives: computed once for each.

    Raises `OutOfTime` when it is cancelled.
    """
    return _practised(_Asked(problem, cancel))


@dataclass(frozen=True, slots=True)
class _Asked:
    problem: Problem
    cancel: Cancel | None = field(compare=False)


@functools.lru_cache(maxsize=64)
def _practised(asked: _Asked) -> Practice:
    limits = Limits(nodes=_NODES, cancel=asked.cancel)
    started = Explainer(asked.problem, verify=False, limits=Limits(cancel=asked.cancel))
    explainer = started.apart()
    order = tuple(step.derived for step in explainer.sequence(limits=limits))
    if asked.cancel is not None and asked.cancel.is_set():
        raise OutOfTime("cancelled while a way through the puzzle was looked for")
    return Practice(order, explainer)
