"""What there is to choose from in a puzzle."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import Prior, wide_prior
from hintwise.elicit.learners.response import Logistic
from hintwise.elicit.questions import menus as searched
from hintwise.elicit.questions.menus import PLACES, menus
from hintwise.elicit.stopping import Menu
from hintwise.engine import Explainer, Limits
from hintwise.errors import OutOfTime
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE

PROBLEM = sudoku(COURSE[2])
NO_LIMITS = Limits()


def believing(problem: Problem) -> BayesBelief:
    return BayesBelief.starting(wide_prior(feature_names(problem)), Logistic(), 3)


def found(explainer: Explainer, belief: BayesBelief) -> tuple[Menu, ...]:
    return menus(explainer, belief, np.random.default_rng(1), NO_LIMITS)


def test_they_are_the_same_whatever_was_asked_before() -> None:
    belief, asked = believing(PROBLEM), Explainer(PROBLEM)
    asked.best_steps(20)
    fresh, later = found(Explainer(PROBLEM), belief), found(asked, belief)
    assert len(fresh) == len(later) == PLACES
    assert all(np.array_equal(one, other) for one, other in zip(fresh, later, strict=True))


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_the_best_for_whom_the_person_is_taken_for_is_among_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "DRAWS", 0)
    names = feature_names(PROBLEM)
    logarithms = 3 * np.random.default_rng(seed).standard_normal(len(names))
    surely = Prior(names, logarithms, 1e-6 * np.eye(len(names)))
    belief = BayesBelief.starting(surely, Logistic(), seed)
    best = Explainer(PROBLEM).optimal_step(weights=belief.weights)
    shown = [belief.weights[name] for name in names]
    # With these random numbers the first state is the start.
    first = menus(Explainer(PROBLEM), belief, np.random.default_rng(2), NO_LIMITS)[0]
    assert (first @ shown).min() == pytest.approx(best.cost)


def test_there_are_none_when_the_time_is_over() -> None:
    explainer, belief = Explainer(PROBLEM), believing(PROBLEM)
    found(explainer, belief)
    soon = Limits(deadline_s=1e-4)
    assert menus(explainer, belief, np.random.default_rng(1), soon) == ()


def test_whoever_is_called_away_hears_so() -> None:
    explainer, belief, cancel = Explainer(PROBLEM), believing(PROBLEM), threading.Event()
    found(explainer, belief)
    cancel.set()
    with pytest.raises(OutOfTime):
        menus(explainer, belief, np.random.default_rng(1), Limits(cancel=cancel))
