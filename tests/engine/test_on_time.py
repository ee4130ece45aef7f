"""Every call can be stopped: by a deadline, from another thread, by Ctrl-C.

How late they come back is measured by `hintwise bench`; here they must come back at all, with an
answer or with `OutOfTime`.
"""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cpmpy as cp
import pytest

import hintwise as hw
from hintwise.engine import Explainer, Limits, Solutions, smallest_conflict
from hintwise.engine.conflict import minimal_conflict
from hintwise.engine.solvers.oracle import Oracle
from hintwise.errors import InUse, OutOfTime, Unsatisfiable
from hintwise.limits import Clock, interruptibly
from hintwise.problem import Problem, Step
from hintwise.puzzles import from_cpmpy, sudoku
from tests.engine.rosters import pigeon_holes, roster

HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def send_more() -> list[Any]:
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8, name=list("sendmory"))
    total = 1000 * (s + m) + 100 * (e + o) + 10 * (n + r) + d + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    return [cp.AllDifferent(letters), total == money, s > 0, m > 0]


PROBLEMS: dict[str, Problem] = {
    "sudoku": sudoku(HARD),
    "letters": from_cpmpy(send_more()),
    "roster": roster(by_day=3, by_night=2, hours=36),
    "too few": roster(by_day=4, by_night=3, hours=40),
    "pigeons": pigeon_holes(9),
}
EXPLAINERS = {name: Explainer(PROBLEMS[name]) for name in ("sudoku", "letters")}
STEPS = {name: explainer.smallest_step() for name, explainer in EXPLAINERS.items()}


def padded(name: str) -> Step:
    problem, step = PROBLEMS[name], STEPS[name]
    return replace(
        step, facts=problem.givens, constraints=tuple(c.name for c in problem.constraints)
    )


def again(problem: Problem) -> Problem:
    """The same, not encoded yet."""
    return replace(problem, constraints=(*list(problem.constraints),))


def contrasting(name: str, limits: Limits) -> Step:
    explainer = EXPLAINERS[name]
    ones = dict.fromkeys(explainer.features, 1.0)
    objective = hw.Contrast(ones, STEPS[name].features, ones, share=0.5)
    return explainer.contrasting_step(
        None, objective, where=hw.differs_from(STEPS[name]), limits=limits
    )


ANY: dict[str, Callable[[str, Limits], object]] = {
    "from_cpmpy": lambda _, limits: from_cpmpy(send_more(), limits=limits),
    "Explainer": lambda name, limits: Explainer(again(PROBLEMS[name]), limits=limits),
    "Solutions": lambda name, limits: Solutions(again(PROBLEMS[name]), limits=limits),
    "find": lambda name, limits: next(
        Solutions(PROBLEMS[name]).find(PROBLEMS[name].givens, limits=limits), None
    ),
    "smallest_conflict": lambda name, limits: smallest_conflict(
        PROBLEMS[name], PROBLEMS[name].givens, limits=limits
    ),
    "minimal_conflict": lambda name, limits: minimal_conflict(
        PROBLEMS[name], PROBLEMS[name].givens, limits=limits
    ),
    "check_problem": lambda name, limits: hw.check_problem(PROBLEMS[name], limits=limits),
}
EXPLAINED: dict[str, Callable[[str, Limits], object]] = {
    "optimal_step": lambda name, limits: EXPLAINERS[name].optimal_step(limits=limits),
    "contrasting_step": contrasting,
    "best_steps": lambda name, limits: EXPLAINERS[name].best_steps(3, limits=limits),
    "sequence": lambda name, limits: next(
        EXPLAINERS[name].sequence(take_along=True, limits=limits)
    ),
    "also": lambda name, limits: EXPLAINERS[name].also(STEPS[name], limits=limits),
    "minimise": lambda name, limits: EXPLAINERS[name].minimise(padded(name), limits=limits),
    "largest_counts": lambda name, limits: EXPLAINERS[name].largest_counts(limits=limits),
    "check": lambda name, limits: hw.Verifier(PROBLEMS[name]).check(
        padded(name), minimal=True, limits=limits
    ),
}


@pytest.mark.parametrize("seed", range(30))
def test_calls_that_are_stopped_answer_or_say_so(seed: int) -> None:
    rng = random.Random(seed)
    operation, call = rng.choice(list((ANY | EXPLAINED).items()))
    name = rng.choice(list(PROBLEMS if operation in ANY else EXPLAINERS))
    seconds = rng.choice((1e-6, 0.001, 0.01, 0.05))
    cancel = threading.Event()
    by_clock = rng.random() < 0.5
    timer = threading.Timer(seconds, cancel.set)
    timer.start()
    limits = Limits(deadline_s=seconds) if by_clock else Limits(cancel=cancel)
    with contextlib.suppress(OutOfTime, Unsatisfiable):
        call(name, limits)
    timer.cancel()


def test_what_is_stopped_can_be_asked_again() -> None:
    explainer = Explainer(PROBLEMS["letters"])
    first = explainer.smallest_step()
    for seconds in (1e-6, 0.001, 0.005):
        with contextlib.suppress(OutOfTime):
            explainer.largest_counts(limits=Limits(deadline_s=seconds))
        with contextlib.suppress(OutOfTime):
            explainer.smallest_step(limits=Limits(deadline_s=seconds))
    assert explainer.smallest_step().cost == first.cost


def test_ctrl_c_ends_a_hard_question_and_leaves_the_solver_usable() -> None:
    command = [sys.executable, "-m", "tests.engine.interrupted"]
    root = Path(__file__).parents[2]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.returncode) == ("True True\n" * 3, 0), ended.stderr


def test_what_is_interrupted_has_ended_when_the_call_returns() -> None:
    stop, ended = threading.Event(), threading.Event()

    def work() -> None:
        stop.wait(30)
        ended.set()

    interruptibly(work, stop.set, Clock(Limits(deadline_s=0.01)))
    assert ended.is_set()


def test_what_goes_wrong_in_the_work_is_raised_to_the_caller() -> None:
    def work() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        interruptibly(work, lambda: None, Clock(Limits()))


def test_one_explainer_in_two_threads_at_once_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    explainer = Explainer(PROBLEMS["letters"])
    at_work, go_on = threading.Event(), threading.Event()
    solve = Oracle.solve

    def slow_solve(self: Oracle, *arguments: Any, **named: Any) -> bool:
        at_work.set()
        go_on.wait(30)
        return solve(self, *arguments, **named)

    monkeypatch.setattr(Oracle, "solve", slow_solve)
    found: list[Step] = []
    other = threading.Thread(target=lambda: found.append(explainer.smallest_step()))
    other.start()
    assert at_work.wait(30)
    with pytest.raises(InUse, match="one at a time"):
        explainer.smallest_step()
    assert explainer.start.targets  # needs no solver
    go_on.set()
    other.join()
    assert found == [explainer.smallest_step()]
