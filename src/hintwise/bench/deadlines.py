"""How late calls come back that are stopped: by a deadline, from another thread, or by Ctrl-C.

Calls of all operations on all models, drawn at random. Those on one model share a process, and an
explainer, as a program does: whoever is stopped must leave it fit for the next call.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from hintwise.bench.child import Allowance, run_in_child
from hintwise.bench.models import MODELS
from hintwise.engine import (
    Contrast,
    Explainer,
    Limits,
    Solutions,
    not_dominated_by,
    smallest_conflict,
)
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError, OutOfTime
from hintwise.guide.checking import check
from hintwise.guide.explaining import Style, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read
from hintwise.problem import Problem, Step

DEADLINE_S = 0.2
"""When a call is stopped."""

WAYS = ("deadline", "cancel", "Ctrl-C")

READABLE = {"Sudoku 9x9": "first-light", "killer Sudoku 9x9": "killer-1"}
"""Models that `guide` knows as texts, by the name that the library has for such a puzzle."""

_PREPARING_S = 60.0
"""What a process may take for explainers that nothing stops, beyond its calls."""

_HOPELESS_S = 30.0
"""A call that is not back by then never comes."""


class Subject:
    """A model, with what the calls on it need made before, without limits."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problem: Problem = MODELS[name]()

    def fresh_problem(self) -> Problem:
        """The same model anew: nothing is remembered of it."""
        return MODELS[self.name]()

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.problem, limits=Limits(deadline_s=_PREPARING_S))

    @cached_property
    def solutions(self) -> Solutions:
        return Solutions(self.problem, limits=Limits(deadline_s=_PREPARING_S))

    @cached_property
    def padded(self) -> Step:
        """A step for some fact that uses all there is."""
        start = self.explainer.start
        return Step(
            derived=min(start.targets),
            facts=tuple(sorted(start.facts)),
            constraints=tuple(c.name for c in self.problem.constraints),
            features=dict.fromkeys(self.explainer.features, 0),
            cost=0.0,
            optimal=False,
            lower_bound=0.0,
        )

    def contrast(self) -> Contrast:
        features = self.explainer.features
        ones = dict.fromkeys(features, 1.0)
        return Contrast(ones, dict.fromkeys(features, 1), ones, 0.5)


Operation = Callable[[Subject, Limits], object]


def _conflict(subject: Subject, limits: Limits) -> object:
    problem = subject.problem
    variable = problem.variables[-1]
    wrong = problem.fact(variable.name, variable.domain[0])
    return smallest_conflict(problem, {*problem.givens, wrong}, limits=limits)


def _find(subject: Subject, limits: Limits) -> object:
    found = subject.solutions.find(subject.problem.givens, limits=limits)
    return list(itertools.islice(found, 10_000))


def _contrast(subject: Subject, limits: Limits) -> object:
    where = [not_dominated_by(dict.fromkeys(subject.explainer.features, 2))]
    return subject.explainer.contrasting_step(None, subject.contrast(), where=where, limits=limits)


def _first_steps(subject: Subject, limits: Limits) -> object:
    # Each step has the deadline of its own; one is what a person waits for.
    return next(iter(subject.explainer.sequence(limits=limits)))


def _verify(subject: Subject, limits: Limits) -> object:
    return Verifier(subject.problem).check(subject.padded, minimal=True, limits=limits)


OPERATIONS: Mapping[str, Operation] = {
    "Explainer": lambda s, limits: Explainer(s.fresh_problem(), limits=limits),
    "optimal_step": lambda s, limits: s.explainer.optimal_step(limits=limits),
    "smallest_step": lambda s, limits: s.explainer.smallest_step(limits=limits),
    "contrasting_step": _contrast,
    "best_steps": lambda s, limits: s.explainer.best_steps(5, limits=limits),
    "sequence": _first_steps,
    "minimise": lambda s, limits: s.explainer.minimise(s.padded, limits=limits),
    "also": lambda s, limits: s.explainer.also(s.padded, limits=limits),
    "largest_counts": lambda s, limits: s.explainer.largest_counts(limits=limits),
    "smallest_conflict": _conflict,
    "Solutions": lambda s, limits: Solutions(s.fresh_problem(), limits=limits),
    "Solutions.find": _find,
    "Verifier": _verify,
}
"""What can be asked about any model."""

GUIDED: Mapping[str, Operation] = {
    "hint": lambda s, limits: hint(
        read(READABLE[s.name]), style=Style(deadline_s=limits.deadline_s), cancel=limits.cancel
    ),
    "explain": lambda s, limits: next(
        iter(
            explain(
                read(READABLE[s.name]),
                style=Style(deadline_s=limits.deadline_s),
                cancel=limits.cancel,
            )
        )
    ),
    "check": lambda s, limits: check(
        read(READABLE[s.name]), deadline_s=limits.deadline_s or _HOPELESS_S, cancel=limits.cancel
    ),
}
"""What can be asked about puzzles that are texts."""

NEEDS_NO_EXPLAINER = {"Explainer", "smallest_conflict", "Solutions", *GUIDED}


@dataclass(frozen=True, slots=True)
class Call:
    """One call: how it was to be stopped, when it came back and with what.

    `outcome` is "answer", "out of time", "interrupted", or what should not have happened;
    `late_s` is how long after the deadline, the cancellation or the signal it came back, zero or
    less if it was done before.
    """

    model: str
    operation: str
    way: str
    outcome: str = ""
    late_s: float = _HOPELESS_S

    @property
    def as_it_should(self) -> bool:
        return self.outcome in ("answer", "out of time", "interrupted", "refused")


@dataclass(frozen=True, slots=True)
class DeadlineTimes:
    """What the section `deadlines` found."""

    calls: tuple[Call, ...]
    deadline_s: float

    def by_operation(self) -> dict[str, tuple[Call, ...]]:
        names = dict.fromkeys(call.operation for call in self.calls)
        return {name: tuple(c for c in self.calls if c.operation == name) for name in names}

    def as_json(self) -> dict[str, Any]:
        return {"deadline_s": self.deadline_s, "calls": [asdict(call) for call in self.calls]}


def measure_deadlines(
    models: Sequence[str], count: int, limits: Limits, rng: np.random.Generator
) -> Generator[str, None, DeadlineTimes]:
    """Make `count` drawn calls, those on one model in one process; yields progress."""
    planned: dict[str, list[tuple[str, str]]] = {}
    for _ in range(count):
        model = models[int(rng.integers(len(models)))]
        names = [*OPERATIONS, *(GUIDED if model in READABLE else ())]
        operation, way = names[rng.integers(len(names))], WAYS[rng.integers(len(WAYS))]
        planned.setdefault(model, []).append((operation, way))
    calls: list[Call] = []
    for model, wanted in planned.items():
        yield f"{model}: stopping calls, {len(calls)} of {count} done"
        calls += _calls_on(model, wanted, limits)
    return DeadlineTimes(tuple(calls), DEADLINE_S)


def _calls_on(model: str, wanted: Sequence[tuple[str, str]], limits: Limits) -> Iterator[Call]:
    """The calls in a process; if one ends the process, the rest go on in another."""
    while wanted:
        seconds = _PREPARING_S + _HOPELESS_S * len(wanted)
        allowance = Allowance(seconds, 4 * 2**30)
        ended = run_in_child(stop_calls, model, wanted, allowance=allowance, cancel=limits.cancel)
        yield from ended.found
        if ended.how in ("done", "cancelled"):
            return
        operation, way = wanted[len(ended.found)]
        yield Call(model, operation, way, ended.how)
        wanted = wanted[len(ended.found) + 1 :]


def stop_calls(model: str, wanted: Iterable[tuple[str, str]]) -> Iterator[Call]:
    """Make the calls one after the other, each stopped in its way."""
    # The parent keeps Ctrl-C from its children; here it is what is measured.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.default_int_handler)
    subject = Subject(model)
    for operation, way in wanted:
        if not _prepared(subject, operation):
            yield Call(model, operation, way, "refused", 0.0)
            continue
        ask = partial({**OPERATIONS, **GUIDED}[operation], subject)
        outcome, late_s = _stopped(ask, way)
        yield Call(model, operation, way, outcome, late_s)


def _prepared(subject: Subject, operation: str) -> bool:
    """Make what the call needs; false if there is nothing to ask about."""
    if operation in NEEDS_NO_EXPLAINER:
        return True
    try:
        if operation == "Solutions.find":
            return subject.solutions is not None
        return bool(subject.explainer.start.targets) and subject.padded is not None
    except HintwiseError:
        return False


def _stopped(ask: Callable[[Limits], object], way: str) -> tuple[str, float]:
    """Ask, and stop it after the deadline; how it ended, and how late."""
    stop = threading.Event()
    limits = {
        "deadline": Limits(deadline_s=DEADLINE_S),
        "cancel": Limits(cancel=stop),
        "Ctrl-C": Limits(),
    }[way]
    send = {"deadline": None, "cancel": stop.set, "Ctrl-C": _interrupt_this_process}[way]
    timer = None if send is None else threading.Timer(DEADLINE_S, send)
    outcome = "answer"
    started = time.perf_counter()
    try:
        if timer is not None:
            timer.start()
        ask(limits)
    except KeyboardInterrupt:
        outcome = "interrupted"
    except OutOfTime:
        outcome = "out of time"
    except HintwiseError:  # no solution, nothing to explain: an answer like any other
        outcome = "answer"
    except Exception as error:  # what should never happen is what this looks for
        outcome = f"{type(error).__name__}: {error}"
    late_s = time.perf_counter() - started - DEADLINE_S
    if timer is not None:
        # A signal that was sent but has not struck yet must not strike the next call.
        with contextlib.suppress(KeyboardInterrupt):
            timer.cancel()
            timer.join()
            time.sleep(0.01)
    return outcome, late_s


def _interrupt_this_process() -> None:
    os.kill(os.getpid(), signal.SIGINT)
