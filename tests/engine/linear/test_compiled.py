"""The compiled kernel takes the same pivots as the careful code, and is loaded when it pays."""

from __future__ import annotations

import functools
import importlib.util
import math
import os
import sys
import threading
from types import ModuleType

import numpy as np
import pytest

from hintwise.engine.linear import compiled as loading
from hintwise.engine.linear.basis import Rows
from hintwise.engine.linear.compiled import WORTHWHILE, Compiled
from hintwise.engine.linear.simplex import Relaxation
from hintwise.limits import Clock, Limits
from tests.engine.drawn import EVERYTHING, draw_state, draw_weights

if importlib.util.find_spec("numba") is None and os.environ.get("CI") != "true":
    pytest.skip("Numba is not installed (the extra hintwise[fast])", allow_module_level=True)


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    assert loading.load() is not None
    return compiled_for(Limits())


def compiled_for(limits: Limits) -> Compiled:
    compiled = Compiled()
    compiled.begin(Clock(limits))
    return compiled


def drawn_rows(rng: np.random.Generator, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Sets to be hit, and a limit or two on counts of up to a few hundred."""
    sets = rng.random((int(rng.integers(3, 60)), width)) < rng.uniform(0.05, 0.4)
    sets[~sets.any(axis=1), 0] = True
    counts = rng.integers(0, 300, (int(rng.integers(0, 3)), width))
    bounds = np.append(np.ones(len(sets)), -0.7 * counts.sum(axis=1))
    return np.vstack([sets, -counts]).astype(float), bounds


@pytest.mark.parametrize("seed", range(80))
def test_bounds_and_points_are_those_of_the_careful_code(compiled: Compiled, seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(4, 50))
    costs = 10 ** rng.uniform(-2, 2, width) * (rng.random(width) < 0.8)
    if seed % 4 == 0:
        costs *= rng.choice([-1, 1], width)
    rows = Rows(width)
    rows.add(*drawn_rows(rng, width))
    pair = Relaxation(rows, costs), Relaxation(rows, costs, compiled)
    for _ in range(6):
        careful, fast = bounds = [relaxation.solve(math.inf) for relaxation in pair]
        assert fast == pytest.approx(careful, rel=1e-9, abs=1e-9)
        assert pair[1].solved == pair[0].solved
        if math.inf in bounds:
            return
        assert pair[1].primal() == pytest.approx(pair[0].primal(), abs=1e-6)
        free = pair[0].free.nonzero()[0]
        if not len(free):
            return
        element, value = int(rng.choice(free)), int(rng.integers(0, 2))
        rows.add(*drawn_rows(rng, width))
        for relaxation in pair:
            relaxation.fix(element, value)


def test_it_stops_at_the_cutoff(compiled: Compiled) -> None:
    rows = Rows(40)
    rows.add(np.eye(40), np.ones(40))
    relaxation = Relaxation(rows, np.ones(40), compiled)
    assert 20 <= relaxation.solve(20) < 40
    assert relaxation.solve(math.inf) == 40


def test_more_pivots_than_its_space_allows_are_taken_in_several_runs(compiled: Compiled) -> None:
    rows = Rows(200)
    rows.add(np.eye(200), np.ones(200))
    relaxation = Relaxation(rows, np.ones(200), compiled)
    assert relaxation.solve(math.inf) == 200
    assert relaxation.pivots == 200


@pytest.mark.parametrize("kind", EVERYTHING)
@pytest.mark.usefixtures("compiled")
def test_steps_are_the_same_compiled_or_not(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(4):
        explainer, state = draw_state(kind, np.random.default_rng(seed))
        weights = draw_weights(explainer.problem, np.random.default_rng(seed))
        apart = explainer.apart()
        with monkeypatch.context() as patch:
            patch.setattr(loading, "load", functools.cache(lambda: None))
            expected = apart.best_steps(3, state, weights)
        assert explainer.best_steps(3, state, weights) == expected


@pytest.mark.parametrize("limits", [Limits(deadline_s=5), Limits(cancel=threading.Event())])
def test_it_is_loaded_where_it_pays_and_the_search_does_not_wait(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, kernel = threading.Event(), loading.load()

    @functools.cache
    def load() -> ModuleType | None:
        go_on.wait()
        return kernel

    monkeypatch.setattr(loading, "load", load)
    asked = compiled_for(limits)
    asked.consider(WORTHWHILE)
    assert not loaders()
    for _ in range(2):
        asked.consider(WORTHWHILE + 1)
        assert not asked.ready
        assert len(loaders()) == 1
    (loader,) = loaders()
    go_on.set()
    loader.join()
    asked.consider(WORTHWHILE + 1)
    assert asked.ready
    assert compiled_for(limits).ready


def loaders() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == loading.THREAD_NAME]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("limits", [Limits(nodes=5), Limits(gap=0.1)])
def test_searches_that_are_cut_off_do_without_it(limits: Limits) -> None:
    asked = compiled_for(limits)
    asked.consider(WORTHWHILE + 1)
    assert not asked.ready


@pytest.mark.parametrize("limits", [Limits(nodes=5, compiled=True), Limits(compiled=True)])
def test_searches_that_ask_for_it_have_it_from_the_first_pivot_on(limits: Limits) -> None:
    loading.load.cache_clear()
    assert compiled_for(limits).ready


def test_without_numba_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hintwise.engine.linear.kernel", None)
    loading.load.cache_clear()
    try:
        assert loading.load() is None
    finally:
        loading.load.cache_clear()
