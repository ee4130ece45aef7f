"""Queries that tell most."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import wide_prior
from hintwise.elicit.learners.response import Logistic, Noticed, Response
from hintwise.elicit.methods import INFORMED_METHODS, QUESTIONS
from hintwise.elicit.practice import THOROUGH_GLANCES, practised
from hintwise.elicit.query import Answer, Fallback, FeaturePair, TradeOff
from hintwise.elicit.questions.candidates import MOST_RECALLED, Acquisition, Candidates
from hintwise.elicit.questions.confidence import Tally
from hintwise.elicit.questions.gains import (
    MOST_REGRET,
    by_pair,
    cost_of_mistakes,
    information,
    likelihoods,
)
from hintwise.elicit.questions.informed import (
    CURIOUS_QUESTIONS,
    MANY_STATES,
    BestOfTwo,
    LeastRegret,
    MostInformative,
)
from hintwise.elicit.questions.rule import LATELY, Knowledge
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
from hintwise.problem import Problem, Step
from hintwise.puzzles import from_cpmpy, sudoku
from tests.elicit.made import COURSE, drawn_problem, seeds

PROBLEMS = tuple(map(sudoku, COURSE))
FOUR, SIX = "1.....3..4.....2", "..6.5.1....4....2......5.15..36....."
few = settings(max_examples=10, deadline=None, derandomize=True)
tables = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).uniform(0.1, 9.0, size=(20, 4))
)


@given(costs=tables)
def test_the_best_of_two_gains_what_choosing_for_each_saves_on_average(costs: np.ndarray) -> None:
    gains = BestOfTwo().gain(costs, costs, Logistic(), [costs])
    for i, j in itertools.product(range(4), repeat=2):
        chosen_for_each = np.mean([min(row[i], row[j]) for row in costs])
        chosen_for_all = min(np.mean(costs[:, k]) for k in range(4))
        assert gains[i, j] == pytest.approx(chosen_for_all - chosen_for_each)


def test_two_steps_that_nobody_would_pick_are_not_worth_a_question() -> None:
    good, bad = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[5.0, 90.0], [90.0, 5.0]])
    costs = np.hstack([good, bad])
    gains = BestOfTwo().gain(costs, costs, Logistic(), [costs])
    assert np.unravel_index(gains.argmax(), gains.shape) == (0, 1)
    assert gains[2, 3] < 0


@given(costs=tables)
def test_information_is_what_the_answer_and_the_weights_have_in_common(costs: np.ndarray) -> None:
    response = Logistic(0.1)
    gains = MostInformative().gain(costs, costs, response, [costs])
    best = [np.mean(costs.argmin(axis=1) == i) for i in range(4)]
    for i, j in itertools.product(range(4), repeat=2):
        p = response.preference(costs[:, j] - costs[:, i])
        both = np.array([p, 1 - p]) / len(p)  # of answer and weights, all weights equally likely
        alone = both.sum(axis=1, keepdims=True) / len(p)
        mutual = float((both * np.log(both / alone)).sum())
        assert gains[i, j] == pytest.approx(mutual * np.sqrt(best[i] * best[j]), abs=1e-12)


@pytest.mark.parametrize("response", [Logistic(0.1), Noticed(0.2)])
@given(costs=tables, elsewhere=tables)
def test_regret_falls_by_what_mistaking_the_weights_costs_less_in_all_states_after_each_answer(
    response: Response, costs: np.ndarray, elsewhere: np.ndarray
) -> None:
    states = costs, elsewhere[:, :3]
    gains = LeastRegret().gain(costs, costs, response, states)
    answers = (1, -1, 0) if response.uses_ties else (1, -1)
    beforehand = mistakes_cost(states, [1.0] * len(costs))
    for i, j in itertools.combinations(range(4), 2):
        afterwards = 0.0
        for sign in answers:
            advantages = [np.array([row[j] - row[i]]) for row in costs]
            chances = [float(response.likelihood(x, np.array([sign]))[0]) for x in advantages]
            afterwards += np.mean(chances) * mistakes_cost(states, chances)
        assert gains[i, j] == pytest.approx(beforehand - afterwards)
        assert gains[j, i] == pytest.approx(gains[i, j])


def mistakes_cost(states: Sequence[np.ndarray], chances: Sequence[float]) -> float:
    """The expected regret of picking what is best for one row where another is true."""
    total = 0.0
    for state in states:
        for (true, chance), (taken, its_chance) in itertools.product(
            zip(state, chances, strict=True), repeat=2
        ):
            regret = min(true[list(taken).index(min(taken))] / min(true) - 1, MOST_REGRET)
            total += chance * its_chance * regret
    return total / sum(chances) ** 2


def test_what_one_answer_cannot_change_is_worth_asking_for() -> None:
    # Whoever names the second step has slipped more likely than not: one in ten does, but only one
    # in 16 weightings is for it.
    costs = np.array([[10.0, 20.0]] * 15 + [[20.0, 10.0]])
    gains = LeastRegret().gain(costs, costs, Noticed(), [costs])
    assert gains[0, 1] > 0


def test_an_answer_that_only_other_states_need_is_worth_asking_for() -> None:
    # Here the first step is always the best; what else the answer tells decides over there.
    here = np.array([[1.0, 90.0], [1.0, 2.0]])
    there = np.array([[1.0, 3.0], [3.0, 1.0]])
    alone = LeastRegret().gain(here, here, Noticed(), [here])
    both = LeastRegret().gain(here, here, Noticed(), [here, there])
    assert alone[0, 1] == pytest.approx(0)
    assert both[0, 1] > 0.1


@pytest.mark.parametrize("response", [Logistic(0.1), Noticed(0.2)])
@given(costs=tables)
def test_an_answer_tells_what_it_and_the_weights_have_in_common(
    response: Response, costs: np.ndarray
) -> None:
    found = by_pair(information(likelihoods(costs, response)), 4)
    answers = (1, -1, 0) if response.uses_ties else (1, -1)
    for i, j in itertools.combinations(range(4), 2):
        advantage = costs[:, j] - costs[:, i]
        chances = [response.likelihood(advantage, np.full(len(costs), s)) for s in answers]
        both = np.array(chances) / len(costs)  # of answer and weights, which are equally likely
        alone = both.sum(axis=1, keepdims=True) / len(costs)
        assert found[i, j] == pytest.approx(float((both * np.log(both / alone)).sum()))
        assert found[j, i] == found[i, j]


def offered_with_steps(number: int) -> tuple[list[Candidates], Acquisition]:
    """Two states with the steps for eight weightings each, and what the rule gains there."""
    explainer = Explainer(PROBLEMS[2])
    belief = BayesBelief.starting(wide_prior(explainer.features), Noticed(), 0)
    states = [explainer.start, explainer.state(sorted(explainer.start.targets)[:2])]
    offered = [Candidates(explainer, state, belief) for state in states]
    rng = np.random.default_rng(0)
    for candidates in offered:
        for _ in range(8):
            candidates.draw(rng, 20, Limits())
    return offered, LeastRegret()._acquisition(offered, number)


def test_what_an_answer_tells_counts_less_and_less_until_only_what_it_saves_does() -> None:
    gained = []
    for number in (1, CURIOUS_QUESTIONS // 2, CURIOUS_QUESTIONS, CURIOUS_QUESTIONS + 1):
        offered, acquisition = offered_with_steps(number)
        here = offered[0].costs
        gained.append(acquisition(here, here))
    everywhere = [each.costs for each in offered]
    saves = LeastRegret().gain(here, here, Noticed(), everywhere)
    tells = by_pair(information(likelihoods(here, Noticed())), here.shape[1])
    share = saves / cost_of_mistakes(everywhere).mean()
    assert gained[0] == pytest.approx(share + (1 - 1 / CURIOUS_QUESTIONS) * tells)
    assert gained[1] == pytest.approx(share + tells / 2)
    assert gained[2] == pytest.approx(share)
    assert gained[3] == pytest.approx(share)


def test_steps_that_practice_came_upon_are_asked_about_where_many_states_are_offered() -> None:
    explainer = Explainer(sudoku(FOUR))
    belief = BayesBelief.starting(wide_prior(explainer.features), Noticed(), 0)
    knowledge = Knowledge(belief, Tally.empty(explainer.features))
    practice = practised(explainer, glances=THOROUGH_GLANCES)
    states = [explainer.state(practice.order[:count]) for count in range(MANY_STATES)]
    pair = LeastRegret().pair(explainer, states, knowledge, Limits())
    state = states[pair.place]
    for step in (pair.a, pair.b):
        assert step.derived in state.targets
        assert set(step.facts) <= state.facts
        assert Verifier(explainer.problem).check(step, minimal=True).valid
    assert FeaturePair(pair.a.features, pair.b.features).is_trade_off
    known = practice.explainer.apart(knowing=True).recalled(state)
    assert all(any(_within(step, other) for other in known) for step in (pair.a, pair.b))
    drawn = LeastRegret().pair(explainer, states[: MANY_STATES - 1], knowledge, Limits())
    waiting = LeastRegret().pair(explainer, states, knowledge, Limits(deadline_s=60))
    for searched in (drawn, waiting):
        assert (searched.a, searched.b) != (pair.a, pair.b)
        assert searched.proven


def _within(step: Step, other: Step) -> bool:
    return (
        step.derived == other.derived
        and set(step.facts) <= set(other.facts)
        and set(step.constraints) <= set(other.constraints)
    )


@pytest.mark.parametrize("problem", [sudoku(SIX), drawn_problem("logic_grid", 3)])
def test_of_what_practice_came_upon_nothing_is_recalled_that_something_else_dominates(
    problem: Problem,
) -> None:
    explainer = Explainer(problem)
    belief = BayesBelief.starting(wide_prior(explainer.features), Noticed(), 0)
    practice = practised(explainer, glances=THOROUGH_GLANCES)
    known = practice.explainer.apart(knowing=True)
    sizes = []
    for count in range(0, len(practice.order) - 1, 3):
        candidates = Candidates(known, known.state(practice.order[:count]), belief)
        candidates.recall()
        steps = [draw.step for draw in candidates.found]
        sizes.append(len(steps))
        for one, other in itertools.combinations(steps, 2):
            assert FeaturePair(one.features, other.features).is_trade_off
    assert 3 < max(sizes) <= MOST_RECALLED


def test_steps_that_cost_nothing_are_no_regret() -> None:
    costs = np.array([[0.0, 1.0], [0.0, 0.0]])
    gains = LeastRegret().gain(costs, costs, Noticed(), [costs])
    assert gains == pytest.approx(np.zeros((2, 2)))


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


def best_of_eight(plainness: float) -> tuple[float, int]:
    """What the pair asked about gains, and how many features its steps differ in."""
    candidates = offered_with_steps(1)[0][0]
    candidates.plainness = plainness
    counts, shares = list(candidates.steps), candidates._shares
    acquisition = BestOfTwo()._acquisition([candidates], 1)
    _, a, b = candidates.best(acquisition)
    gain = acquisition(candidates.costs, shares)[counts.index(a), counts.index(b)]
    return float(gain), sum(x != y for x, y in zip(a, b, strict=True))


def test_the_plainer_pairs_shall_be_the_fewer_features_differ_and_the_less_is_gained() -> None:
    found = [best_of_eight(plainness) for plainness in (0.0, 0.3, 0.9)]
    gains, differing = zip(*found, strict=True)
    assert list(gains) == sorted(gains, reverse=True)
    assert list(differing) == sorted(differing, reverse=True)
    assert differing[0] > differing[-1]
    for (gain, features), plainness in zip(found[1:], (0.3, 0.9), strict=True):
        most, its = found[0]
        assert gain * (1 - plainness) ** features >= most * (1 - plainness) ** its


def test_every_state_offered_knows_how_plain_pairs_shall_be() -> None:
    explainer = Explainer(PROBLEMS[2])
    belief = BayesBelief.starting(wide_prior(explainer.features), Noticed(), 0)
    states = [explainer.start, explainer.state(sorted(explainer.start.targets)[:2])]
    arguments = explainer, states, belief, frozenset[TradeOff](), Limits(), False
    offered = BestOfTwo(plainness=0.4)._offered(*arguments)
    assert [candidates.plainness for candidates in offered] == [0.4, 0.4]
    # There is more to choose from: what practice came upon, besides what is going to be drawn.
    assert all(candidates.steps for candidates in offered)
    assert not any(candidates.steps for candidates in BestOfTwo()._offered(*arguments))


@pytest.mark.parametrize("plainness", [-0.1, 1, float("nan"), "much", True, None])
def test_a_plainness_that_is_no_share_is_refused(plainness: object) -> None:
    with pytest.raises(InvalidValue, match="plainness is"):
        BestOfTwo(plainness=plainness)  # type: ignore[arg-type]


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
def test_something_is_at_stake_as_long_as_weights_differ(method: str) -> None:
    explainer = Explainer(PROBLEMS[0])
    questions = QUESTIONS[INFORMED_METHODS[method].rule]()
    differing = []
    for seed in range(8):
        learner = BayesBelief.starting(wide_prior(explainer.features), Logistic(), seed)
        same = np.tile(learner.samples[:1], (len(learner.samples), 1))
        known = replace(learner, alike=same, others=same)
        for who in (learner, known):
            knowledge = Knowledge(who, Tally.empty(explainer.features))
            pair = questions.pair(explainer, [explainer.start], knowledge, Limits())
            assert pair.stake is not None
            assert 0 <= pair.stake < 1
            if who is known:
                assert pair.stake <= 1e-9
            else:
                differing.append(pair.stake > 1e-9)
    # The few steps that were looked for may happen to be in the same order under all weights.
    assert np.mean(differing) > 0.7


def test_what_hard_constraints_alone_imply_is_not_at_stake() -> None:
    x, y, z = cp.intvar(1, 3, shape=3, name=("x", "y", "z"))
    problem = from_cpmpy(cp.Model(cp.AllDifferent([x, y, z]), y < z), hard=[x == 2])
    query = Session([problem]).ask()
    assert query.stake is not None
    assert 0 <= query.stake < 1


def trade_offs_asked(problem: Problem, count: int) -> list[FeaturePair]:
    """What is asked about one state, all that was asked before being asked lately."""
    explainer = Explainer(problem)
    belief = BayesBelief.starting(wide_prior(explainer.features), Logistic(), 0)
    knowledge = Knowledge(belief, Tally.empty(explainer.features))
    asked: list[FeaturePair] = []
    for _ in range(count):
        pair = BestOfTwo().pair(explainer, [explainer.start], knowledge, Limits())
        asked.append(FeaturePair(pair.a.features, pair.b.features))
        knowledge = replace(knowledge, lately=tuple(one.trade_off for one in asked))
    return asked


def test_a_trade_off_asked_for_lately_is_not_asked_for_again() -> None:
    asked = trade_offs_asked(PROBLEMS[2], 3)
    assert all(pair.is_trade_off for pair in asked)
    assert len({pair.trade_off for pair in asked}) == len(asked)


def test_where_there_is_no_other_a_trade_off_is_asked_for_again() -> None:
    x = cp.boolvar(name="x")
    asked = trade_offs_asked(from_cpmpy({"one": [x], "other": [x | x]}), 3)
    assert all(pair.is_trade_off for pair in asked)
    assert len({pair.trade_off for pair in asked}) == 1


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=3, max_size=6))
def test_trade_offs_asked_for_lately_are_recognised(steps: list[list[int]]) -> None:
    names = ("rules", "facts", "far")
    belief = BayesBelief.starting(wide_prior(names), Noticed(), 0)
    pairs = {
        (i, j): FeaturePair(*(dict(zip(names, steps[k], strict=True)) for k in (i, j)))
        for i, j in itertools.product(range(len(steps)), repeat=2)
    }
    lately = frozenset(pairs[0, k].trade_off for k in (1, 2))
    explainer = Explainer(PROBLEMS[0])
    candidates = Candidates(explainer, explainer.start, belief, lately)
    asked = candidates._asked_lately(np.array(steps))
    assert all(asked[i, j] == (pair.trade_off in lately) for (i, j), pair in pairs.items())


def test_a_trade_off_is_the_same_whichever_step_is_called_a_and_however_much_differs() -> None:
    one = FeaturePair({"rules": 1, "facts": 5, "far": 0}, {"rules": 2, "facts": 3, "far": 0})
    other = FeaturePair({"rules": 4, "facts": 0, "far": 1}, {"rules": 2, "facts": 1, "far": 1})
    assert one.trade_off == other.trade_off
    assert one.trade_off != FeaturePair({"rules": 1, "far": 2}, {"rules": 2, "far": 1}).trade_off


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
def test_a_session_that_goes_on_remembers_what_was_asked_lately(kind: str) -> None:
    problem = drawn_problem(kind, 3)
    session = Session.of([problem], settings_for("bayes", seed=1))
    for _ in range(LATELY + 2):
        session.ask()
        session.tell("a")
    document = session.as_json()
    again = Session.from_json(document, [problem])
    replayed = Session.from_json({**document, "cache": None}, [problem])
    lately = tuple(event.query.pair.trade_off for event in session.events[-LATELY:])
    for one in (session, again, replayed):
        assert one._progress.knowledge.lately == lately
    queries = [one.ask() for one in (session, again, replayed)]
    shown = [[(s.derived, s.facts, s.constraints) for s in (q.a, q.b)] for q in queries]
    assert shown[0] == shown[1] == shown[2]
