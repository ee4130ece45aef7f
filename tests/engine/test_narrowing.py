"""Bounds that follow: against enumeration, and what is said of those that are not explained."""

from __future__ import annotations

import pickle
from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue, NotImplied
from hintwise.problem import Fact, Problem, State
from hintwise.puzzles import from_cpmpy
from tests.engine import brute_force
from tests.engine.checks import common_facts
from tests.engine.drawn import draw_weights, small_model


def meetings() -> Problem:
    """Three meetings in minutes, one after the other, and all over in time."""
    start = cp.intvar(0, 600, shape=3, name=("kickoff", "review", "party"))
    kickoff, review, party = start
    rules = {
        "order": [kickoff + 30 <= review, review + 45 <= party],
        "day": [party + 60 <= 150],
        "start": [kickoff >= 10],
    }
    return from_cpmpy(rules, variables=start)


def cheap_facts(explainer: Explainer) -> dict[str, float]:
    """Weights with which a step uses facts rather than rules."""
    return {name: 0.1 if "facts" in name else 1.0 for name in explainer.features}


def texts(facts: object) -> list[str]:
    return sorted(map(str, facts))  # type: ignore[call-overload]


@pytest.mark.parametrize("seed", range(12))
def test_the_implied_facts_are_those_that_hold_in_every_solution(seed: int) -> None:
    problem = small_model(np.random.default_rng(seed))
    state = Explainer(problem).start
    assert state.facts | state.targets == frozenset(
        common_facts(problem, brute_force.solutions(problem))
    )


@pytest.mark.parametrize("seed", range(6))
def test_steps_to_and_from_bounds_are_optimal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    while True:
        explainer = Explainer(small_model(rng))
        state = explainer.start
        bounds = [f for f in sorted(state.targets) if f.is_bound]
        if len(bounds) > 1 and len(state.facts) + len(state.problem.constraints) < 14:
            break
    state = state.learn(bounds[:1]).only(bounds[1:3])
    weights = draw_weights(state.problem, rng)
    step = explainer.optimal_step(state, weights)
    assert step.cost == pytest.approx(brute_force.cheapest(state, weights), rel=1e-6)
    assert Verifier(state.problem).check(step, minimal=True).valid


def test_each_bound_is_derived_from_those_before_it() -> None:
    explainer = Explainer(meetings())
    sequence = explainer.sequence(weights=cheap_facts(explainer))
    steps = {str(s.derived): (texts(s.facts), s.constraints) for s in sequence}
    assert steps == {
        "kickoff≥10": ([], ("start 1",)),
        "review≥40": (["kickoff≥10"], ("order 1",)),
        "party≥85": (["review≥40"], ("order 2",)),
        "party≤90": ([], ("day 1",)),
        "review≤45": (["party≤90"], ("order 2",)),
        "kickoff≤15": (["review≤45"], ("order 1",)),
    }


def test_bounds_of_large_domains_are_explained_without_being_asked_for() -> None:
    minutes, hours = cp.intvar(0, 300, name="minutes"), cp.intvar(0, 5, name="hours")
    rules = [minutes >= 10, minutes <= 50, hours >= 1]
    explainer = Explainer(from_cpmpy(rules, exclusions=True))
    assert texts(explainer.start.targets) == ["hours≠0", "minutes≤50", "minutes≥10"]
    assert texts(Explainer(from_cpmpy(rules, bounds=False)).start.targets) == []


def test_bounds_name_values_of_the_domain() -> None:
    x, y = cp.intvar(1, 9, shape=2, name=("x", "y"))
    made = from_cpmpy([x >= 2, x <= 8, x < y], bounds=True)
    odd = replace(made, variables=tuple(replace(v, domain=(1, 3, 5, 9)) for v in made.variables))
    assert texts(Explainer(odd).start.targets) == ["x≤5", "x≥3", "y≥5"]


def test_bounds_of_numbers_as_large_as_they_come_are_found() -> None:
    x, y = cp.intvar(-(10**9), 10**9, shape=2, name=("x", "y"))
    state = Explainer(from_cpmpy([x >= 123_456_789, x < y])).start
    found = ["x≤999999999", "x≥123456789", "y≥123456790"]
    assert texts(state.targets) == found


def test_a_value_takes_the_place_of_its_bounds() -> None:
    x, y = cp.intvar(0, 20, shape=2, name=("x", "y"))
    problem = from_cpmpy([x + 10 <= y, y <= 10], givens=[y >= 5], bounds=True)
    state = Explainer(problem).start
    assert (texts(state.facts), texts(state.targets)) == (["y≥5"], ["x=0", "y=10"])


def test_a_bound_that_a_known_value_says_already_takes_one_fact() -> None:
    x, y = cp.intvar(0, 20, shape=2, name=("x", "y"))
    problem = from_cpmpy([x == 7, y != 2], givens=[x >= 3], bounds=True)
    seven, three = Fact("x", 7), Fact("x", 3, "≥")
    state = State(problem, frozenset({seven}), frozenset({three}))
    explainer = Explainer(problem)
    step = explainer.optimal_step(state, cheap_facts(explainer))
    assert (step.facts, step.constraints) == ((seven,), ())
    assert explainer.start.after(explainer.optimal_step()).targets == frozenset()


def test_facts_that_say_the_same_are_told_apart() -> None:
    x = cp.intvar(1, 2, name="x")
    problem = from_cpmpy([x != 1], exclusions=True, bounds=True)
    explainer = Explainer(problem)
    assert texts(explainer.start.targets) == ["x=2", "x≠1"]
    first, second = explainer.sequence(weights=cheap_facts(explainer))
    assert (second.facts, second.constraints) == ((first.derived,), ())


def test_a_variable_alone_means_its_only_bound() -> None:
    explainer = Explainer(meetings())
    with pytest.raises(
        InvalidValue, match=r"party is not determined.*follows is party≥85 and party≤90: name one"
    ):
        explainer.target("party")
    x, y = cp.intvar(0, 20, shape=2, name=("x", "y"))
    half = Explainer(from_cpmpy([x <= 10, y != 5], bounds=True))
    assert half.target("x") == Fact("x", 10, "≤")
    with pytest.raises(InvalidValue, match=r"y is not determined: solutions differ in it$"):
        half.target("y")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("party>=8", InvalidValue, "party≥8 follows, but what is explained says more: party≥85"),
        ("party>=0", InvalidValue, "party≥0 follows, but what is explained says more: party≥85"),
        ("party>=86", NotImplied, "party≥86 does not follow"),
        ("party=86", NotImplied, "party=86 does not follow"),
    ],
)
def test_a_bound_that_is_not_explained_is_refused_by_name(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Explainer(meetings()).target(text)


def test_a_bound_that_says_nothing_is_refused() -> None:
    x = cp.intvar(1, 9, name="x")
    with pytest.raises(InvalidValue, match="x≥1 follows, but from its domain alone"):
        Explainer(from_cpmpy([x != 5], bounds=True)).target("x>=1")
    with pytest.raises(InvalidValue, match=r"x≥1.*made with bounds=True"):
        Explainer(from_cpmpy([x != 5])).target("x>=1")


def test_an_explainer_of_bounds_survives_pickling() -> None:
    explainer = Explainer(meetings())
    twin = pickle.loads(pickle.dumps(explainer))
    assert twin.start.targets == explainer.start.targets
