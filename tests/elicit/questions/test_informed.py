"""Queries that tell most."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import wide_prior
from hintwise.elicit.learners.response import Logistic
from hintwise.elicit.methods import INFORMED_METHODS, QUESTIONS
from hintwise.elicit.query import Answer, Fallback
from hintwise.elicit.questions.confidence import Tally
from hintwise.elicit.questions.informed import BestOfTwo, MostInformative
from hintwise.elicit.questions.rule import Knowledge
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.puzzles import from_cpmpy, sudoku
from tests.elicit.made import COURSE, drawn_problem, seeds

PROBLEMS = tuple(map(sudoku, COURSE))
few = settings(max_examples=10, deadline=None, derandomize=True)
tables = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).uniform(0.1, 9.0, size=(20, 4))
)


@given(costs=tables)
def test_the_best_of_two_gains_what_choosing_for_each_saves_on_average(costs: np.ndarray) -> None:
    gains = BestOfTwo().gain(costs, costs, Logistic())
    for i, j in itertools.product(range(4), repeat=2):
        chosen_for_each = np.mean([min(row[i], row[j]) for row in costs])
        chosen_for_all = min(np.mean(costs[:, k]) for k in range(4))
        assert gains[i, j] == pytest.approx(chosen_for_all - chosen_for_each)


def test_two_steps_that_nobody_would_pick_are_not_worth_a_question() -> None:
    good, bad = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[5.0, 90.0], [90.0, 5.0]])
    costs = np.hstack([good, bad])
    gains = BestOfTwo().gain(costs, costs, Logistic())
    assert np.unravel_index(gains.argmax(), gains.shape) == (0, 1)
    assert gains[2, 3] < 0


@given(costs=tables)
def test_information_is_what_the_answer_and_the_weights_have_in_common(costs: np.ndarray) -> None:
    response = Logistic(0.1)
    gains = MostInformative().gain(costs, costs, response)
    best = [np.mean(costs.argmin(axis=1) == i) for i in range(4)]
    for i, j in itertools.product(range(4), repeat=2):
        p = response.preference(costs[:, j] - costs[:, i])
        both = np.array([p, 1 - p]) / len(p)  # of answer and weights, all weights equally likely
        alone = both.sum(axis=1, keepdims=True) / len(p)
        mutual = float((both * np.log(both / alone)).sum())
        assert gains[i, j] == pytest.approx(mutual * np.sqrt(best[i] * best[j]), abs=1e-12)


@pytest.mark.parametrize("method", INFORMED_METHODS)
@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds)
def test_a_pair_is_two_valid_steps_neither_of_which_dominates_the_other(
    method: str, kind: str, seed: int
) -> None:
    problem = drawn_problem(kind, seed)
    session = Session.of([problem], settings_for(method, seed=seed % 99))
    for answer in (Answer.A, Answer.B):
        query = session.ask()
        for step in (query.a, query.b):
            assert step.derived in query.state.targets
            assert set(step.facts) <= query.state.facts
            # The paper's second step may hold something only so as not to be dominated.
            assert Verifier(problem).check(step, minimal=step.optimal).valid
        assert query.a.optimal
        assert query.a.features != query.b.features
        assert query.pair.is_trade_off or query.fallback is Fallback.CONDITION
        session.tell(answer)


@pytest.mark.parametrize("method", INFORMED_METHODS)
def test_of_several_states_that_of_the_largest_gain_is_asked_about(method: str) -> None:
    explainer = Explainer(PROBLEMS[2])
    learner = BayesBelief.starting(wide_prior(explainer.features), Logistic(), 0)
    known = Knowledge(learner, Tally.empty(explainer.features))
    questions = QUESTIONS[INFORMED_METHODS[method].rule]()
    facts = sorted(explainer.start.targets)
    one_left = explainer.state(facts[:-1])
    pair = questions.pair(explainer, [one_left, explainer.start], known, Limits())
    alone = [questions.pair(explainer, [s], known, Limits()) for s in (one_left, explainer.start)]
    assert pair.place in (0, 1)
    assert pair.a.derived in (one_left, explainer.start)[pair.place].targets
    assert all(found.place == 0 for found in alone)


@pytest.mark.parametrize("method", INFORMED_METHODS)
@few
@given(seed=seeds)
def test_something_is_at_stake_as_long_as_weights_differ(method: str, seed: int) -> None:
    explainer = Explainer(PROBLEMS[0])
    learner = BayesBelief.starting(wide_prior(explainer.features), Logistic(), seed % 99)
    known = replace(learner, samples=np.tile(learner.samples[:1], (len(learner.samples), 1)))
    questions = QUESTIONS[INFORMED_METHODS[method].rule]()
    for who, is_at_stake in ((learner, True), (known, False)):
        knowledge = Knowledge(who, Tally.empty(explainer.features))
        stake = questions.pair(explainer, [explainer.start], knowledge, Limits()).stake
        assert stake is not None
        assert 0 <= stake < 1
        assert (stake > 1e-9) == is_at_stake


def test_what_hard_constraints_alone_imply_is_not_at_stake() -> None:
    x, y, z = cp.intvar(1, 3, shape=3, name=("x", "y", "z"))
    problem = from_cpmpy(cp.Model(cp.AllDifferent([x, y, z]), y < z), hard=[x == 2])
    query = Session([problem]).ask()
    assert query.stake is not None
    assert 0 <= query.stake < 1
