"""What an `Explainer` promises, beyond optimality (see test_against_brute_force)."""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import pickle
from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest

from hintwise.engine import AtLeast, AtMost, Contrast, Explainer, Limits, not_dominated_by
from hintwise.engine.verify import Verifier
from hintwise.errors import (
    InvalidValue,
    InvalidWeights,
    NoSuchStep,
    NothingToExplain,
    NotImplied,
    UnknownName,
    Unsatisfiable,
)
from hintwise.problem import Fact, Problem, Proposal, State, Step
from hintwise.puzzles import Rule, from_cpmpy, sudoku

SMALL = "123.........4..1"
"""A 4x4 Sudoku with one solution."""


def nine() -> Problem:
    return sudoku(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )


def test_a_sequence_explains_every_target_once_with_what_was_known_by_then() -> None:
    explainer = Explainer(sudoku(SMALL))
    known = set(explainer.start.facts)
    derived = []
    for step in explainer.sequence():
        assert set(step.facts) <= known
        assert step.derived not in known
        known.add(step.derived)
        derived.append(step.derived)
    assert set(derived) == set(explainer.start.targets)


def test_a_sequence_is_lazy() -> None:
    explainer = Explainer(nine())
    steps = explainer.sequence()
    before = explainer.effort.sat_calls
    next(steps)
    after_one = explainer.effort.sat_calls
    next(steps)
    assert before < after_one < explainer.effort.sat_calls


def test_a_sequence_can_take_along_what_the_same_elements_imply() -> None:
    x = cp.intvar(1, 3, shape=3, name="x")
    problem = from_cpmpy([cp.AllDifferent(x), x[0] < x[1], x[1] < x[2]], variables=x)
    steps = list(Explainer(problem).sequence(take_along=True))
    assert len(steps) == 1
    facts = {Fact("x[0]", 1), Fact("x[1]", 2), Fact("x[2]", 3)}
    assert {steps[0].derived, *steps[0].taken_along} == facts
    assert len(list(Explainer(problem).sequence())) == 3


def test_also_lists_exactly_the_targets_that_the_elements_imply() -> None:
    explainer = Explainer(nine())
    state = explainer.start
    verifier = Verifier(explainer.problem)
    step = explainer.best_steps(3, state)[-1]
    also = explainer.also(step, state)
    for target in state.targets - {step.derived}:
        assert verifier.implies(step.facts, step.constraints, target) == (target in also)


def test_minimise_keeps_a_refuting_subset_that_needs_all_it_has() -> None:
    explainer = Explainer(nine())
    state = explainer.start
    ones = dict.fromkeys(explainer.features, 1.0)
    first = explainer.optimal_step(state, ones)
    objective = Contrast(ones, first.features, ones, share=1.0)
    padded = explainer.contrasting_step(state, objective, where=[not_dominated_by(first.features)])
    minimal = explainer.minimise(padded)
    assert len(minimal) < len(padded)
    assert set(minimal.facts) <= set(padded.facts)
    assert set(minimal.constraints) <= set(padded.constraints)
    assert Verifier(explainer.problem).check(minimal, minimal=True).valid
    assert not_dominated_by(first.features).holds(minimal.features)


def test_given_targets_are_the_only_ones_considered() -> None:
    explainer = Explainer(nine())
    target = explainer.target("r5c5")
    assert target == Fact("r5c5", 5)
    assert explainer.optimal_step(explainer.start.only([target])).derived == target


def test_the_same_calls_give_the_same_steps_in_another_process() -> None:
    here = [_without_time(s) for s in _three_steps(nine())]
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        there = pool.submit(_three_steps, nine()).result()
    assert [_without_time(s) for s in there] == here


def test_an_explainer_survives_pickling_with_what_it_had_learned() -> None:
    explainer = Explainer(nine())
    step = explainer.optimal_step()
    twin = pickle.loads(pickle.dumps(explainer))
    assert _without_time(twin.optimal_step()) == _without_time(step)
    # What was learned came along, so the same question needs next to no search.
    assert twin.effort.sat_calls < explainer.effort.sat_calls / 5


def test_unnamed_variables_of_a_pickled_model_stay_apart_from_auxiliary_ones() -> None:
    x, y = cp.intvar(0, 5, shape=2)
    problem = from_cpmpy([x * y == 20, x < y], variables=[x, y])
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        there = pool.submit(_derive_all, problem).result()
    assert sorted(f.value for f in there) == [4, 5]


def test_facts_common_to_all_solutions_are_explained_and_no_others() -> None:
    x = cp.intvar(1, 3, shape=3, name="x")
    problem = from_cpmpy([cp.AllDifferent(x), x[0] == 3], variables=x)
    explainer = Explainer(problem)
    assert explainer.start.targets == {Fact("x[0]", 3)}


def test_exclusions_are_explained_on_request() -> None:
    x = cp.intvar(1, 3, shape=2, name="x")
    problem = from_cpmpy([x[0] < x[1]], variables=x, exclusions=True)
    explainer = Explainer(problem)
    assert explainer.start.targets == {Fact("x[0]", 3, "≠"), Fact("x[1]", 1, "≠")}
    assert {s.constraints for s in explainer.sequence()} == {("constraint 1",)}


def test_hard_constraints_are_used_but_never_shown() -> None:
    a, b = cp.boolvar(shape=2, name=("a", "b"))
    problem = from_cpmpy([Rule(a | b, name="one of them")], variables=[a, b], hard=[~a])
    explainer = Explainer(problem)
    steps = {str(s.derived): s.constraints for s in explainer.sequence()}
    assert steps == {"not a": (), "b": ("one of them",)}


def test_a_list_of_constraints_is_one_element() -> None:
    x, y, z = cp.intvar(1, 3, shape=3, name=("x", "y", "z"))
    problem = from_cpmpy([Rule([x < y, y < z], name="chain")], variables=[x, y, z])
    step = Explainer(problem).optimal_step()
    assert (step.facts, step.constraints) == ((), ("chain",))


def test_weighted_sums_and_global_constraints_are_understood() -> None:
    x = cp.intvar(0, 9, shape=3, name="x")
    b = cp.boolvar(name="b")
    problem = from_cpmpy(
        [
            3 * x[0] + 5 * x[1] - 2 * x[2] == 50,
            cp.Element([4, 7, 9, 1], x[1] - 5) == x[0],
            cp.Count(x, 9) == 1,
            b == (cp.max(x) > 8),
        ],
        variables=[*x, b],
    )
    explainer = Explainer(problem)
    verifier = Verifier(problem)
    steps = list(explainer.sequence())
    assert {str(s.derived) for s in steps} >= {"x[0]=9", "x[1]=7", "x[2]=6", "b"}
    assert all(verifier.check(s, minimal=True).valid for s in steps)


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf"), "heavy", True])
def test_a_weight_that_is_no_positive_number_is_refused_by_name(bad: object) -> None:
    explainer = Explainer(sudoku(SMALL))
    weights = dict.fromkeys(explainer.features, 1.0) | {"adjacent_row": bad}
    with pytest.raises(InvalidWeights, match="adjacent_row"):
        explainer.optimal_step(weights=weights)  # type: ignore[arg-type]


def test_missing_and_unknown_weights_are_refused_by_name() -> None:
    explainer = Explainer(sudoku(SMALL))
    weights = dict.fromkeys(explainer.features, 1.0)
    with pytest.raises(InvalidWeights, match=r"adjacent_rows.*did you mean 'adjacent_row'"):
        explainer.optimal_step(weights=weights | {"adjacent_rows": 1.0})
    misspelt = {("adjacent_rows" if n == "adjacent_row" else n): w for n, w in weights.items()}
    with pytest.raises(InvalidWeights, match=r"adjacent_rows.*did you mean 'adjacent_row'"):
        explainer.sequence(weights=misspelt)  # at once, not with the first step
    del weights["other_col"]
    with pytest.raises(InvalidWeights, match="other_col"):
        explainer.optimal_step(weights=weights)
    with pytest.raises(InvalidWeights, match="adjacent_row"):
        explainer.optimal_step(weights={})


@pytest.mark.parametrize("what", ["away_from", "distance_weights"])
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"adjacent_rows": 1}, "unknown feature 'adjacent_rows'; did you mean 'adjacent_row'"),
        ({"adjacent_row": float("nan")}, "must be finite"),
    ],
)
def test_values_of_a_contrast_that_make_no_sense_are_refused_by_name(
    what: str, changes: dict[str, float], message: str
) -> None:
    explainer = Explainer(sudoku(SMALL))
    ones = dict.fromkeys(explainer.features, 1.0)
    maps = {"away_from": ones, "distance_weights": ones, what: ones | changes}
    with pytest.raises(InvalidValue, match=f"{what}.*{message}"):
        explainer.contrasting_step(None, Contrast(ones, share=0.5, **maps))  # type: ignore[arg-type]
    del (missing := dict(ones))["other_col"]
    maps[what] = missing
    with pytest.raises(InvalidValue, match=f"{what}: no value for other_col"):
        explainer.contrasting_step(None, Contrast(ones, share=0.5, **maps))  # type: ignore[arg-type]


def test_distance_weights_below_zero_are_refused() -> None:
    explainer = Explainer(sudoku(SMALL))
    ones = dict.fromkeys(explainer.features, 1.0)
    negative = dict.fromkeys(explainer.features, -1.0)
    with pytest.raises(InvalidValue, match="distance_weights must be zero or more"):
        explainer.contrasting_step(None, Contrast(ones, ones, negative, share=0.5))  # type: ignore[arg-type]


@pytest.mark.parametrize("what", [cp.Model(), SMALL])
def test_what_is_no_problem_is_refused_with_the_way_to_make_one(what: object) -> None:
    with pytest.raises(InvalidValue, match=f"a {type(what).__name__} is not .* from_cpmpy"):
        Explainer(what)  # type: ignore[arg-type]


def test_an_explainer_and_its_verifier_are_shown_in_a_line() -> None:
    problem = sudoku(SMALL)
    assert repr(Explainer(problem)) == f"<Explainer of {problem!r}>"
    assert repr(Verifier(problem)) == f"<Verifier of {problem!r}>"


def test_a_puzzle_without_solution_names_a_minimal_conflict() -> None:
    with pytest.raises(Unsatisfiable) as caught:
        Explainer(sudoku("11.............."))
    assert caught.value.facts == ("r1c1=1", "r1c2=1")
    assert caught.value.constraints in [("row 1",), ("block 1",)]


def test_hard_constraints_that_clash_alone_are_named() -> None:
    x = cp.intvar(1, 3, name="x")
    with pytest.raises(Unsatisfiable, match=r"already clash: x > 2; x < 2$"):
        Explainer(from_cpmpy([x > 0], variables=[x], hard=[x > 2, x > 0, x < 2]))


def test_a_solved_puzzle_has_nothing_to_explain() -> None:
    explainer = Explainer(sudoku("1234341221434321"))
    assert list(explainer.sequence()) == []
    with pytest.raises(NothingToExplain):
        explainer.optimal_step()


def test_a_target_that_does_not_follow_comes_with_a_counter_example() -> None:
    explainer = Explainer(sudoku("1..............."))
    with pytest.raises(NotImplied) as caught:
        explainer.optimal_step(explainer.start.only([Fact("r1c2", 2)]))
    solution = caught.value.counter_example
    assert solution["r1c1"] == 1
    assert solution["r1c2"] != 2
    # A variable alone asks about no value, so none is named.
    with pytest.raises(InvalidValue, match=r"^r1c2 is not determined: solutions differ in it$"):
        explainer.target("r1c2")


def test_unknown_names_and_values_are_refused() -> None:
    explainer = Explainer(sudoku(SMALL))
    with pytest.raises(UnknownName, match="r9c9"):
        explainer.target("r9c9")
    with pytest.raises(InvalidValue, match="7 is not in the domain of r1c2"):
        explainer.target("r1c2=7")
    with pytest.raises(UnknownName, match="adjacent_rows"):
        explainer.optimal_step(where=[AtMost("adjacent_rows", 1)])
    with pytest.raises(InvalidValue, match="count is 0"):
        explainer.best_steps(0)


def test_side_constraints_that_no_step_meets_are_said_to() -> None:
    explainer = Explainer(sudoku(SMALL))
    nothing = [AtMost(name, 0) for name in explainer.features]
    with pytest.raises(NoSuchStep):
        explainer.optimal_step(where=nothing)
    # Nothing is smaller than zero in any feature.
    with pytest.raises(NoSuchStep):
        explainer.optimal_step(where=[not_dominated_by(dict.fromkeys(explainer.features, 0))])


def test_there_are_no_more_steps_than_there_are() -> None:
    x = cp.intvar(1, 2, name="x")
    assert len(Explainer(from_cpmpy([x > 1], variables=[x])).best_steps(5)) == 1


def _three_steps(problem: Problem) -> list[Step]:
    steps = Explainer(problem).sequence(limits=Limits())
    return [next(steps) for _ in range(3)]


def _derive_all(problem: Problem) -> list[Fact]:
    return [step.derived for step in Explainer(problem).sequence()]


def _without_time(step: Step) -> Step:
    return replace(step, seconds=0.0)


def test_a_target_that_the_state_does_not_imply_comes_with_a_counter_example() -> None:
    x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    problem = from_cpmpy([y == x + 1], variables=[x, y], givens=[x == 1])
    without_givens = State(problem, frozenset(), frozenset({Fact("y", 2)}))
    with pytest.raises(NotImplied) as caught:
        Explainer(problem).optimal_step(without_givens)
    assert caught.value.counter_example == {"x": 2, "y": 3}


def test_a_known_fact_is_refused_as_a_target() -> None:
    explainer = Explainer(sudoku(SMALL))
    with pytest.raises(InvalidValue, match="r1c1=1"):
        explainer.optimal_step(explainer.start.only([Fact("r1c1", 1)]))


def test_an_exclusion_is_refused_with_the_reason_unless_asked_for() -> None:
    explainer = Explainer(sudoku(SMALL))
    with pytest.raises(InvalidValue, match="exclusions=True"):
        explainer.target("r1c4!=1")


def test_facts_in_another_spelling_are_refused_and_texts_are_not() -> None:
    a, b = cp.boolvar(shape=2, name=("a", "b"))
    explainer = Explainer(from_cpmpy([~a, b], variables=[a, b]))
    assert explainer.target(" NOT A ") == Fact("a", False)
    with pytest.raises(InvalidValue, match="7"):
        explainer.target("b=7")
    with pytest.raises(UnknownName):
        explainer.state([Fact("A", False)])


def test_a_fact_may_follow_from_hard_constraints_alone() -> None:
    x = cp.intvar(1, 3, name="x")
    problem = replace(from_cpmpy([x > 0], variables=[x], hard=[x > 2]), constraints=())
    step = Explainer(problem).optimal_step()
    assert (step.facts, step.constraints, step.cost, step.optimal) == ((), (), 0.0, True)
    assert len(Explainer(problem).best_steps(3)) == 1


def test_side_constraints_work_before_anything_is_known() -> None:
    x, y = cp.intvar(1, 2, shape=2, name=("x", "y"))
    explainer = Explainer(from_cpmpy([x > 1, y > 1], variables=[x, y]))
    step = explainer.optimal_step(where=[AtLeast("adjacent_constraint", 1)])
    assert len(step) == 1


def test_a_condition_that_always_holds_changes_no_cost() -> None:
    explainer = Explainer(nine())
    rng = np.random.default_rng(4)
    for _ in range(5):
        weights = {name: float(10 ** rng.uniform(-4, 4)) for name in explainer.features}
        plain = explainer.optimal_step(weights=weights)
        loose = explainer.optimal_step(weights=weights, where=[AtMost("adjacent_row", 99)])
        assert loose.cost == pytest.approx(plain.cost, rel=1e-8)


def test_steps_are_values_that_can_be_collected_and_written() -> None:
    explainer = Explainer(nine())
    ones = dict.fromkeys(explainer.features, 1.0)
    step = explainer.optimal_step()
    other = explainer.contrasting_step(None, Contrast(ones, step.features, ones, share=0.5))
    assert len({step, other}) == 2
    assert json.loads(json.dumps(other.as_json()))["optimal"] is True


def test_a_step_that_does_not_imply_what_it_says_cannot_be_minimised() -> None:
    explainer = Explainer(nine())
    step = replace(explainer.optimal_step(), facts=(), constraints=())
    with pytest.raises(InvalidValue, match="does not follow"):
        explainer.minimise(step)


def test_a_step_of_a_later_state_can_be_minimised() -> None:
    explainer = Explainer(nine())
    steps = list(explainer.sequence())
    assert len(explainer.minimise(steps[-1])) == len(steps[-1])


def test_what_a_problem_proposes_is_checked_and_changes_no_answer() -> None:
    problem = sudoku("1.....3..4.....2")
    plain = replace(problem, proposals=None)

    def wrong(known: frozenset[Fact]) -> list[Proposal]:
        fact = sorted(Explainer(plain).start.targets)[0]
        return [Proposal(fact, (), ()), Proposal(fact, (), ("row 1",)), Proposal(fact, (), ("?",))]

    wanted = list(Explainer(plain).sequence())
    for proposals in (problem.proposals, wrong):
        assert list(Explainer(replace(problem, proposals=proposals)).sequence()) == wanted
