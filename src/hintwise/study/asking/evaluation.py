"""Pairs that show what was learned: a learned step against another one, on puzzles not seen before.

As in the paper's study, the states are those along the sequence of smallest steps of a puzzle that
nobody was asked about; in each, the step that the learned weights make the cheapest is compared.

Every search has a limit in nodes and begins with what is known of the puzzle alone (see
`elicit.practice`), so a step is the same whatever a process has computed before.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.practice import practised
from hintwise.elicit.progress import borrowed_explainer
from hintwise.engine import Cost, Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.features import Weights, feature_names
from hintwise.guide.lessons import problem_of
from hintwise.limits import Cancel
from hintwise.problem import Problem, State, Step
from hintwise.puzzles.puzzle import Puzzle

LEAST_NODES = 300
"""For each learned step, if a plan's searches are shorter.

What was learned is judged by these steps, so they should be those that the weights make the
cheapest. On a 9x9 Sudoku 165 of 168 were proven to be so, 3 were up to an eighth dearer, and one
took 0.05 s on average; with 24 nodes, as is enough for questions, 20 were up to 2.6 times as dear.
"""

SMALLEST_NODES = 500
"""For each step of the sequence, which is computed once in a process."""

_SAME_COST = 1e-9
"""How much cheaper a step must be, as a share of its cost, not to count as equally cheap."""

_REMEMBERED = 512
"""Learned steps that a process keeps: the same one is asked for after each possible answer."""

_LOOK_EVERY_S = 0.05


@dataclass(frozen=True, slots=True)
class Place:
    """A state to compare steps in, and its smallest step; `puzzle` counts those to evaluate on."""

    puzzle: int
    number: int
    state: State
    smallest: Step


def place(
    puzzles: Sequence[Puzzle], number: int, pairs: int, cancel: Cancel | None = None
) -> Place:
    """The place of pair `number`, counted from 0, if so many are spread over all puzzles."""
    lengths = [len(smallest_steps(problem_of(puzzle), cancel)) for puzzle in puzzles]
    at = spread(number, pairs, sum(lengths))
    for index, (puzzle, length) in enumerate(zip(puzzles, lengths, strict=True)):
        if at < length:
            state, step = smallest_steps(problem_of(puzzle), cancel)[at]
            return Place(index, at, state, step)
        at -= length
    raise AssertionError("one of the puzzles has the place")


def spread(number: int, pairs: int, length: int) -> int:
    """Which of so many places pair `number` is about, evenly spread over all of them.

    >>> [spread(number, 4, 56) for number in range(4)]
    [7, 21, 35, 49]
    >>> [spread(number, 3, 3) for number in range(3)]
    [0, 1, 2]
    """
    return (2 * number + 1) * length // (2 * pairs)


def smallest_steps(
    problem: Problem, cancel: Cancel | None = None
) -> tuple[tuple[State, Step], ...]:
    """The sequence of smallest steps with the state of each, computed once in a process.

    Raises `OutOfTime` when it is cancelled; whoever asks next goes on from there.
    """
    sequence = _sequence_of(problem)
    cancel = cancel or threading.Event()
    while not sequence.lock.acquire(timeout=_LOOK_EVERY_S):  # another thread is on it
        _check(cancel)
    try:
        return sequence.whole(problem, cancel)
    finally:
        sequence.lock.release()


def prior_weights(problem: Problem) -> Weights:
    """What is expected of anybody before the first answer."""
    return _expected(problem.kind.name, feature_names(problem))


def learned_step(where: Place, weights: Weights, nodes: int, cancel: Cancel | None = None) -> Step:
    """The cheapest step of the place, as far as a search of so many nodes can tell."""
    problem = where.state.problem
    key = (problem, where.number, tuple(weights.items()), nodes)
    if (known := _found.get(key)) is not None:
        return known
    limits = Limits(nodes=nodes, cancel=cancel)
    own = _knowing(problem, cancel)
    step = own.optimal_step(where.state, weights, limits=limits)
    if not step.optimal:
        step = own.minimise(step, weights, limits=Limits(cancel=cancel))
    _check(cancel)
    step = cheapest([step, where.smallest], weights)
    _found[key] = step
    while len(_found) > _REMEMBERED:
        _found.popitem(last=False)
    return step


def cheapest(steps: Sequence[Step], weights: Weights) -> Step:
    """The cheapest of these steps of one state; the first was searched for with these weights.

    A search that was cut off may have missed a step that another one found.
    """
    cost, best = Cost(weights), steps[0]
    for step in steps[1:]:
        if (less := cost.value(step.features)) < best.cost * (1 - _SAME_COST):
            best = replace(
                best,
                derived=step.derived,
                facts=step.facts,
                constraints=step.constraints,
                features=step.features,
                cost=less,
                optimal=False,
            )
    return best


def are_same(a: Step, b: Step) -> bool:
    """Whether two steps say the same."""
    return (a.derived, set(a.facts), set(a.constraints)) == (
        b.derived,
        set(b.facts),
        set(b.constraints),
    )


class _Sequence:
    """The sequence of smallest steps of a puzzle, as far as it was gone.

    A search that was cancelled leaves no trace.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._steps: list[tuple[State, Step]] = []
        self._state: State | None = None

    def whole(self, problem: Problem, cancel: Cancel) -> tuple[tuple[State, Step], ...]:
        if self._state is None:
            with borrowed_explainer(problem, Limits(cancel=cancel)) as explainer:
                self._state = explainer.start
        while self._state.targets:
            limits = Limits(nodes=SMALLEST_NODES, cancel=cancel)
            step = _knowing(problem, cancel).smallest_step(self._state, limits=limits)
            _check(cancel)
            self._steps.append((self._state, step))
            self._state = self._state.after(step)
        return tuple(self._steps)


@functools.lru_cache(maxsize=64)
def _sequence_of(problem: Problem) -> _Sequence:
    return _Sequence()


_found: OrderedDict[object, Step] = OrderedDict()


def _knowing(problem: Problem, cancel: Cancel | None) -> Explainer:
    """An explainer that knows what the practice of a puzzle gives, and nothing else."""
    with borrowed_explainer(problem, Limits(cancel=cancel)) as explainer:
        return practised(explainer, cancel).explainer.apart(knowing=True)


def _check(cancel: Cancel | None) -> None:
    if cancel is not None and cancel.is_set():
        raise OutOfTime("cancelled while a pair of steps was computed")


@functools.lru_cache(maxsize=16)
def _expected(kind: str, features: tuple[str, ...]) -> Weights:
    return shipped_prior(kind, features).expected
