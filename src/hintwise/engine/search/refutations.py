"""Refuting sets that a search comes across or looks for: made small, and shown to its incumbent.

A search that knows nothing has no step before it is nearly done. So on large problems it begins
with sets that are likely to be good: of each target the elements are assumed one after the other,
those near to it first, and unit propagation stops where they refute. What the solver then names as
the reason lies close together, as a person's steps do, and without what it does not need it is
often the best step, or next to it.

Measured on ten 16x16 Sudokus, all weights one: after 0.2 s of CPU seven steps were optimal, three
cost 1 to 3 more; before, the first step known had 130 elements, and came after 2 s. On a 25x25, 19
after 1.2 s. Asking again about the reason alone, in reverse, never made it smaller, and in which
order it is shrunk (dear, far or drawn ones first) made no difference. Nor did it help to prove
anything: nodes with a bound above the best step are never looked at anyway.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Vector
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.incumbent import Incumbent
from hintwise.engine.search.objective import Roots, Task
from hintwise.engine.search.shrinking import Witnesses
from hintwise.engine.search.tree import Unhittable
from hintwise.engine.search.vicinity import nearest_columns
from hintwise.engine.solvers.oracle import Mask, Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.limits import Clock, Limits, Stopped

_GRACE_S = 0.15
"""How long after the end of a search a step may be looked for if there is none."""

_MOST_TARGETS = 300
_MOST_SHRUNK = 10

_HARD_ONES = 3
"""So many targets may be hard to refute before the others are left alone."""

_WORTH_SHRINKING = 2.0
"""How many times as dear as the cheapest one a set may be, to be shrunk.

Where most sets hold nearly everything (killer Sudoku), shrinking one took 0.3 s, to no avail.
"""


class Refutations:
    """Asks what refutes; shrinks what does, for the incumbent, and learns from what does not."""

    def __init__(
        self, space: SearchSpace, oracle: Oracle, correction: CorrectionSets, best: Incumbent
    ) -> None:
        self._space = space
        self._oracle = oracle
        self._correction = correction
        self._best = best
        self._witnesses: dict[int, Witnesses] = {}
        self._waiting: list[tuple[float, int, Task, NDArray[np.bool_]]] = []
        self._shrunk: list[tuple[int, Indices]] = []

    def cores(self, elements: int) -> list[tuple[int, Mask]]:
        """The sets that were shrunk, each with its target, as masks over so many elements."""
        masks = np.zeros((len(self._shrunk), elements), dtype=bool)
        for mask, (_, members) in zip(masks, self._shrunk, strict=True):
            mask[members] = True
        return [(target, mask) for (target, _), mask in zip(self._shrunk, masks, strict=True)]

    def use(self, task: Task, elements: list[int]) -> None:
        """Take what costs out of a refuting set, if that may make it the best step known.

        If not, it is remembered as it is: on a 9x9 Sudoku that took 26 000 nodes, half of the sets
        that were asked about later held one of those.
        """
        held = np.isin(self._space.columns, elements)
        gains = float(np.minimum(task.costs, 0.0).sum())
        if task.constant + gains + _payable(task, held) < self._best.value:
            self._shrink(task, held)
        else:
            self._best.note_refuting(task.target, held)

    def refutes(self, task: Task, chosen: Vector) -> bool:
        """Whether the chosen columns imply the target; if not, correction sets were learned."""
        if self.learn_from(task, chosen, hard=True):
            return False
        self._best.consider(task.target, chosen)
        self._best.note_refuting(task.target, chosen > 0.5)
        return True

    def learn_from(self, task: Task, chosen: Vector, *, hard: bool) -> int:
        """Learn correction sets that the chosen columns do not hit; return how many.

        Each model found adds its correction set to what must hold next, so one candidate gives
        several disjoint sets, until everything that was added implies the target. Without `hard`
        questions, none may be found although there are some.
        """
        held, learned = chosen > 0.5, 0
        if self._best.is_known_to_refute(task.target, held):
            return learned
        target = int(self._space.targets[task.target])
        columns = self._space.columns
        preference = columns[np.argsort(task.costs, kind="stable")].tolist()
        try:
            while True:
                base = columns[held].tolist()
                mask = self._oracle.grow(target, base, preference, hard=hard and not learned)
                if mask is None:
                    self.use(task, self._oracle.core_elements())
                    return learned
                if not mask[columns].any():
                    raise Unhittable(task.target)
                learned += 1
                far = self._oracle.spread(mask, columns, self._space.targets)
                self._correction.add(mask, far)
                held = held | mask[columns]
        except Undecided:
            return learned

    def consider_proposed(self, roots: Roots) -> None:
        """Try what the problem proposes, cheapest first, where it may be the best step known.

        All costs must be zero or more. As a rule one question is asked, since the others are
        dearer: on a 16x16 Sudoku a single is known at once, and not after 0.2 s. Of those that are
        equally cheap, as there are many in a logic grid, the one whose target comes first.
        """
        first = roots.constants + self._best.handicaps
        cost = [
            float(first[target] + roots.costs[target, columns].sum())
            for target, columns in self._space.proposed
        ]
        for place in sorted(range(len(cost)), key=cost.__getitem__)[:_MOST_SHRUNK]:
            if cost[place] >= self._best.value:
                break
            target, columns = self._space.proposed[place]
            try:
                core = self._oracle.refuting_core(
                    int(self._space.targets[target]), self._space.columns[columns], hard=False
                )
            except Undecided:
                continue
            if core is not None:
                self.use(roots.task(target), core)

    def settle(self, tasks: Sequence[Task], roots: Roots, clock: Clock) -> None:
        """A search is over by `clock`: see that there is a step, if need be for one of the tasks.

        They are the most promising ones first. What is superfluous in it goes as well, as far as
        the grace period allows; sets that wait to be shrunk were of no use if there is a step.
        """
        try:
            if clock.has_spent(1.0):  # and not just all nodes: that must be repeatable
                grace = Clock(Limits(deadline_s=_GRACE_S))
                self._oracle.watch(grace)
                if self._best.known:
                    self._shrink(roots.task(self._best.target), self._best.chosen > 0.5, hard=True)
                else:
                    self.look_nearby(tasks, grace)
            for task in tasks:
                if self._best.known:
                    break
                self.find(task)
            self.shrink_found()
        except Stopped:
            return

    def look_nearby(self, tasks: Iterable[Task], clock: Clock) -> None:
        """Find sets for the first ones of the tasks, until two thirds of the time are over."""
        hard = 0
        for task in itertools.islice(tasks, _MOST_TARGETS):
            if hard == _HARD_ONES or clock.has_spent(2 / 3):
                break
            try:
                self.find(task, hard=False)
            except Undecided:
                hard += 1
        self.shrink_found()

    def find(self, task: Task, *, hard: bool = True) -> None:
        """Find a set for one task; see `Oracle.solve` about `hard` questions."""
        target = int(self._space.targets[task.target])
        nearest_first = self._space.columns[nearest_columns(self._space, task)].tolist()
        core = self._oracle.refuting_core(target, nearest_first, hard=hard)
        if core is not None:
            held = np.isin(self._space.columns, core)
            self._best.consider_padded(task, held.astype(float))
            self._wait(task, held)

    def shrink_found(self) -> None:
        """Shrink the cheapest of the sets found."""
        waiting = sorted(self._waiting, key=lambda found: found[:2])[:_MOST_SHRUNK]
        for cost, _, task, held in waiting:
            if cost <= _WORTH_SHRINKING * waiting[0][0]:
                self._shrink(task, held)
        self._waiting = []

    def _shrink(self, task: Task, held: NDArray[np.bool_], *, hard: bool = False) -> None:
        removable = np.flatnonzero(held & (task.costs > 0))
        dearest_first = removable[np.argsort(-task.costs[removable], kind="stable")]
        if task.target not in self._witnesses:
            self._witnesses[task.target] = Witnesses(self._oracle, self._space, task.target)
        witnesses = self._witnesses[task.target]
        witnesses.cover(self._correction)
        try:
            witnesses.shrink(held, dearest_first.tolist(), hard=hard)
        except Stopped:
            self._wait(task, witnesses.held)
            raise
        finally:  # half-way, it is smaller already
            held = witnesses.held
            self._shrunk.append((int(self._space.targets[task.target]), self._space.columns[held]))
            self._best.note_refuting(task.target, held)
            self._best.consider_padded(task, held.astype(float))

    def _wait(self, task: Task, held: NDArray[np.bool_]) -> None:
        self._waiting.append((_payable(task, held), task.target, task, held))


def _payable(task: Task, held: NDArray[np.bool_]) -> float:
    """What of a set costs."""
    return float(task.costs[held & (task.costs > 0)].sum())
