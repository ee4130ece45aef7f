"""Deadlines, gaps, cancelling, and memory that does not grow."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from hintwise.engine import Explainer, Limits
from hintwise.engine.linear.compiled import load
from hintwise.engine.step_search import StepSearch
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
from hintwise.features import feature_names
from hintwise.limits import Clock
from hintwise.problem import Problem, Step
from hintwise.puzzles import sudoku

HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Seventeen givens, made to defeat backtracking; its first steps are long."""


def cheap_constraints(problem: Problem) -> dict[str, float]:
    """Constraints almost free: steps of twenty and more elements, the hardest to prove."""
    return {name: 10.0 if "facts" in name else 0.01 for name in feature_names(problem)}


def test_a_deadline_gives_a_valid_step_with_an_honest_flag() -> None:
    explainer = Explainer(sudoku(HARD))
    weights = cheap_constraints(explainer.problem)
    step = explainer.optimal_step(weights=weights, limits=Limits(deadline_s=0.02))
    assert not step.optimal
    assert step.lower_bound < step.cost
    assert Verifier(explainer.problem).check(step).refutes


def test_more_time_raises_the_lower_bound_and_never_the_cost() -> None:
    explainer = Explainer(sudoku(HARD))
    weights = cheap_constraints(explainer.problem)
    short = explainer.optimal_step(weights=weights, limits=Limits(deadline_s=0.1))
    longer = explainer.optimal_step(weights=weights, limits=Limits(deadline_s=3))
    assert longer.cost <= short.cost
    assert longer.lower_bound >= short.lower_bound - 1e-9


def test_a_gap_stops_early_within_the_gap() -> None:
    problem = sudoku(HARD)
    exact = Explainer(problem).smallest_step()
    rough = Explainer(problem).smallest_step(limits=Limits(gap=0.5))
    assert exact.optimal
    assert rough.lower_bound <= exact.cost <= rough.cost
    assert rough.cost <= 1.5 * rough.lower_bound + 1e-9


def test_another_thread_can_cancel() -> None:
    explainer = Explainer(sudoku(HARD))
    cancel = threading.Event()
    threading.Timer(0.02, cancel.set).start()
    step = explainer.optimal_step(
        weights=cheap_constraints(explainer.problem), limits=Limits(cancel=cancel)
    )
    assert cancel.is_set()
    assert not step.optimal
    assert Verifier(explainer.problem).check(step).refutes


def test_the_best_steps_come_cheapest_first_even_if_not_proven() -> None:
    explainer = Explainer(sudoku(HARD))
    weights = cheap_constraints(explainer.problem)
    steps = explainer.best_steps(4, weights=weights, limits=Limits(deadline_s=0.02))
    assert [s.cost for s in steps] == sorted(s.cost for s in steps)
    assert steps


def test_all_that_a_call_does_shares_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    explainer, cancel = Explainer(sudoku(HARD), verify=False), threading.Event()
    best = StepSearch.__call__

    def cancelled_after_one(self: StepSearch, clock: Clock) -> Step:
        step = best(self, clock)
        cancel.set()
        return step

    monkeypatch.setattr(StepSearch, "__call__", cancelled_after_one)
    found = explainer.best_steps(5, limits=Limits(nodes=3, cancel=cancel))
    assert len(found) == 1


def test_a_part_of_a_call_has_what_is_left_of_its_time() -> None:
    part = Clock(Limits(deadline_s=60, nodes=7, gap=0.1)).left()
    assert part.deadline_s is not None
    assert part.deadline_s <= 60
    assert (part.nodes, part.gap) == (7, 0.1)
    assert Clock(Limits()).left() == Limits()


def test_when_its_time_is_over_a_part_may_only_say_what_is_known_or_use_the_grace() -> None:
    over = Clock(Limits(deadline_s=1e-6))
    time.sleep(1e-3)
    assert over.left().deadline_s == pytest.approx(1e-6)
    assert 29 < (over.left(grace_s=60).deadline_s or 0) < 60


def test_the_grace_of_a_cancelled_call_begins_when_that_is_noticed() -> None:
    cancel = threading.Event()
    clock = Clock(Limits(cancel=cancel))
    late, soon = clock.left(grace_s=1000).cancel, clock.left(grace_s=1e-6).cancel
    assert late is not None
    assert soon is not None
    assert not soon.is_set()
    cancel.set()
    assert clock.left().cancel is cancel
    assert not late.is_set()
    time.sleep(1e-3)
    soon.is_set()  # is noticed
    time.sleep(1e-3)
    assert soon.is_set()


def test_a_call_that_is_cancelled_before_it_starts_still_gives_a_valid_step() -> None:
    explainer = Explainer(sudoku(HARD))
    cancel = threading.Event()
    cancel.set()
    one_target = explainer.start.only([explainer.target("r1c1")])
    step = explainer.optimal_step(one_target, limits=Limits(cancel=cancel))
    assert Verifier(explainer.problem).check(step).refutes
    assert not step.optimal


@pytest.mark.parametrize("bad", [{"deadline_s": 0}, {"deadline_s": -1}, {"gap": -0.1}])
def test_limits_that_make_no_sense_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InvalidValue):
        Limits(**bad)  # type: ignore[arg-type]


def test_a_pool_limit_that_is_too_small_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least 16"):
        Explainer(sudoku(HARD), pool_limit=3)


@pytest.mark.slow
def test_memory_stays_below_the_cap_over_hundreds_of_queries() -> None:
    load()  # it takes more memory than all else, and would come whenever searches last
    explainer = Explainer(sudoku(HARD), pool_limit=300, verify=False)
    elements = 81 + 27
    packed = 2 * 300 * (elements // 8 + 1)
    seeds = 150 * elements
    # Of the last state: its sets both ways round and what they violate, with room for more.
    view = (2 * 300 + 150) * 3 * elements
    rng = np.random.default_rng(1)
    targets = sorted(explainer.start.targets)
    resident = []
    for _ in range(200):
        known = rng.permutation(len(targets))[: rng.integers(40, len(targets) - 1)]
        weights = {name: float(10 ** rng.uniform(-1, 1)) for name in explainer.features}
        state = explainer.state([targets[i] for i in known])
        explainer.optimal_step(state, weights, limits=Limits(deadline_s=0.03))
        assert explainer.pool_bytes <= packed + seeds + view
        resident.append(_resident_bytes())
    # Everything else that a process holds, the solver's learned clauses included, settles as well.
    assert max(resident[100:]) < max(resident[:100]) + 20_000_000


def _resident_bytes() -> int:
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("the resident size of a process is read from /proc, which is not here")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
