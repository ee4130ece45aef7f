"""What is at risk, given what is believed and what there is to choose from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hintwise.elicit.learners.bayes import SAMPLES, BayesBelief
from hintwise.elicit.learners.prior import Prior, wide_prior
from hintwise.elicit.learners.response import Logistic
from hintwise.elicit.stopping import BOUND_OVER, COVERED, LEAST_ANSWERS, is_risk_due, risk

FEATURES = ("facts", "rows")
EITHER = np.array([[1.0, 0.0], [0.0, 1.0]])
"""One step for a fact, another for a row."""


def believing(rows: np.ndarray) -> BayesBelief:
    """That facts cost 1, and rows what stands in these samples."""
    start = BayesBelief.starting(wide_prior(FEATURES), Logistic(), 0)
    return replace(start, alike=np.column_stack([np.zeros(len(rows)), np.log(rows)]))


def test_the_risk_is_by_how_much_dearer_the_step_shown_is_for_nearly_everybody() -> None:
    rows = np.full(SAMPLES, 4.0)
    rows[: round(3 * (1 - COVERED) * SAMPLES)] = 0.8  # more people than may be left out
    assert risk(believing(rows), [EITHER]) == pytest.approx(1 / 0.8 - 1)
    few = np.full(SAMPLES, 4.0)
    few[: round((1 - COVERED) * SAMPLES / 2)] = 0.8
    assert risk(believing(few), [EITHER]) == 0


def test_the_risk_is_the_mean_over_what_there_is_to_choose_from() -> None:
    rows = np.full(SAMPLES, 4.0)
    rows[: SAMPLES // 4] = 0.8
    no_choice = EITHER[:1]
    assert risk(believing(rows), [EITHER, no_choice]) == pytest.approx((1 / 0.8 - 1) / 2)


@pytest.mark.parametrize(("log_odds", "at_risk"), [(-12.0, False), (-3.0, True), (0.0, True)])
def test_people_unlike_the_priors_count_as_much_as_they_are_likely(
    log_odds: float, at_risk: bool
) -> None:
    narrow = Prior(FEATURES, np.log([1.0, 4.0]), 1e-6 * np.eye(2))
    belief = replace(BayesBelief.starting(narrow, Logistic(), 0), log_odds=log_odds)
    assert (risk(belief, [EITHER]) > 0.1) == at_risk


def test_risks_are_due_as_soon_as_the_first_bound_depends_on_them() -> None:
    due = [number for number in range(1, LEAST_ANSWERS + 1) if is_risk_due(number)]
    assert len(due) == BOUND_OVER
