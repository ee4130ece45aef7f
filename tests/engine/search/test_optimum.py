"""Steps where weights are so far apart that surcharges vanish beside what steps cost."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.features import feature_names
from hintwise.problem import Problem, State
from tests.engine import checks
from tests.engine.drawn import draw_state

FAR_APART = (1e-300, 1e-9, 1.0, 1e9)


def drawn(seed: int) -> tuple[Explainer, State, dict[str, float]]:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(("sudoku", "logic_grid", "cpmpy")[seed % 3], rng)
    return explainer, state, {f: float(rng.choice(FAR_APART)) for f in explainer.features}


@pytest.mark.parametrize("seed", range(6))
def test_no_step_holds_what_it_does_not_need_however_little_that_costs(seed: int) -> None:
    explainer, state, weights = drawn(seed)
    verifier = Verifier(state.problem)
    for step in explainer.best_steps(4, state, weights):
        assert step.optimal
        assert verifier.check(step, minimal=True).valid


@pytest.mark.parametrize("seed", range(6))
def test_the_step_does_not_depend_on_what_was_asked_before(seed: int) -> None:
    explainer, state, weights = drawn(seed)
    first = explainer.optimal_step(state, weights)
    other = Explainer(state.problem)
    other.smallest_step(state)
    other.best_steps(4, state, weights)
    assert other.optimal_step(state, weights) == first


@pytest.mark.parametrize(("kind", "seed"), [("sudoku", 306), ("arithmetic", 1092)])
def test_the_cheapest_steps_are_different_ones(kind: str, seed: int) -> None:
    def far_apart(problem: Problem, rng: np.random.Generator) -> dict[str, float]:
        names = feature_names(problem)
        return {name: float(rng.choice([1.0, 1e150, 1e300])) for name in names}

    checks.best_steps_are_cheapest_in_order(kind, np.random.default_rng(seed), far_apart)
