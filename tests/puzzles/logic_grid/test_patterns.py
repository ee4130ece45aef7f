"""Named patterns of logic grids, proposed to the engine."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace

import numpy as np
import pytest

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.problem import Fact, Problem, Proposal
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.logic_grid.model import logic_grid
from hintwise.workshop import GridShape, generate_logic_grid

CATEGORIES = {
    "owner": ["Ann", "Bob", "Cem", "Dora"],
    "pet": ["cat", "dog", "eel", "fox"],
    "day": ["1", "2", "3", "4"],
    "colour": ["red", "blue", "green", "white"],
}
GRID = logic_grid(CATEGORIES, [])


def proposed(problem: Problem, known: frozenset[Fact]) -> list[Proposal]:
    assert problem.proposals is not None
    return list(problem.proposals(known))


def known(*texts: str) -> frozenset[Fact]:
    return frozenset(map(GRID.parse_fact, texts))


def first_proposal(*texts: str) -> tuple[str, set[str], tuple[str, ...]]:
    """What is derived, from which facts, by which rules."""
    derived, facts, constraints = proposed(GRID, known(*texts))[0]
    return str(derived), set(map(str, facts)), constraints


def solution_of(problem: Problem) -> frozenset[Fact]:
    """The first values of all categories go together, the second ones, and so on."""
    names = [[f"{category} {v}" for v in vs] for category, vs in CATEGORIES.items()]
    together = {
        f"{one} = {other}"
        for xs, ys in itertools.combinations(names, 2)
        for one, other in zip(xs, ys, strict=True)
    }
    return frozenset(Fact(v.name, v.name in together) for v in problem.variables)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_what_is_proposed_follows_from_what_is_known(share: float) -> None:
    rng, verifier, facts = np.random.default_rng(0), Verifier(GRID), sorted(solution_of(GRID))
    seen = 0
    for negative_only in (False, True):
        drawn = [f for f in facts if not (negative_only and f.value)]
        state = frozenset(f for f in drawn if rng.random() < share)
        proposals = proposed(GRID, state)
        for derived, reasons, constraints in rng.permutation(np.array(proposals, object))[:25]:
            assert state.issuperset(reasons)
            assert derived not in state
            assert derived in solution_of(GRID)
            assert verifier.implies(reasons, constraints, derived)
            seen += 1
    assert seen


def test_each_element_of_a_proposal_is_needed() -> None:
    verifier = Verifier(GRID)
    state = known("not Ann = cat", "not Ann = dog", "not 1 = eel", "not 1 = fox", "not Bob = cat")
    for derived, facts, constraints in proposed(GRID, state):
        for left_out in facts:
            rest = tuple(fact for fact in facts if fact != left_out)
            assert not verifier.implies(rest, constraints, derived)
        for name in constraints:
            others = tuple(other for other in constraints if other != name)
            assert not verifier.implies(facts, others, derived)


def test_what_is_taken_goes_with_no_other() -> None:
    rules = {p.constraints for p in proposed(GRID, known("Ann = cat"))}
    assert rules == {("owner-pet: one pet for each owner",), ("owner-pet: one owner for each pet",)}


def test_the_only_one_left_is_it() -> None:
    texts = ("not Ann = cat", "not Ann = dog", "not Ann = fox")
    assert first_proposal(*texts) == (
        "owner Ann = pet eel",
        {"not owner Ann = pet cat", "not owner Ann = pet dog", "not owner Ann = pet fox"},
        ("owner-pet: one pet for each owner",),
    )


def test_what_goes_with_a_value_goes_with_what_that_goes_with() -> None:
    proposals = proposed(GRID, known("Ann = cat", "cat = 2", "not cat = red"))
    same = {str(p.derived) for p in proposals if "transitivity" in p.constraints[0]}
    assert same == {"owner Ann = day 2", "not owner Ann = colour red", "not day 2 = colour red"}


def test_two_values_have_two_others_between_them() -> None:
    texts = ("not Ann = cat", "not Ann = dog", "not Bob = cat", "not Bob = dog")
    pairs = proposed(GRID, known(*texts))
    both = {"owner-pet: one pet for each owner", "owner-pet: one owner for each pet"}
    assert {frozenset(p.facts) for p in pairs} == {known(*texts)}
    assert all(set(p.constraints) == both for p in pairs)
    # Ann and Bob have eel and fox, and so cat and dog have Cem and Dora.
    assert {str(p.derived) for p in pairs} == {
        "not owner Cem = pet eel",
        "not owner Dora = pet eel",
        "not owner Cem = pet fox",
    }


def test_values_without_a_common_partner_do_not_go_together() -> None:
    texts = ("not Ann = cat", "not Ann = dog", "not 1 = eel", "not 1 = fox")
    proposals = proposed(GRID, known(*texts))
    assert {str(p.derived) for p in proposals} == {"not owner Ann = day 1"}
    assert {frozenset(p.facts) for p in proposals} == {known(*texts)}


def test_the_proposals_travel_with_the_problem() -> None:
    state = known("Ann = cat")
    assert proposed(pickle.loads(pickle.dumps(GRID)), state) == proposed(GRID, state)


def test_a_whole_explanation_is_proven_and_the_same_without_proposals() -> None:
    text = generate_logic_grid(GridShape(3, 4), np.random.default_rng(0))
    problem = read_logic_grid(text)
    weights = Profile.expected(problem).weights
    steps = list(Explainer(problem).sequence(weights=weights, take_along=True))
    assert all(step.optimal for step in steps)
    plain = Explainer(replace(problem, proposals=None), verify=False)
    assert steps == list(plain.sequence(weights=weights, take_along=True))
    assert {f for s in steps for f in (s.derived, *s.also)} == Explainer(problem).start.targets
