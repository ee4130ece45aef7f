"""Questions that resolution cannot answer."""

from __future__ import annotations

import cpmpy as cp
import pytest

from hintwise.engine import Explainer, Limits, Solutions
from hintwise.engine.conflict import minimal_conflict
from hintwise.engine.encode import encode
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.engine.verify import Verifier
from hintwise.errors import OutOfTime, Unsatisfiable
from hintwise.limits import Clock
from hintwise.problem import Fact
from hintwise.puzzles import Rule, from_cpmpy
from tests.engine.rosters import pigeon_holes, roster


def test_a_roster_in_which_hours_are_scarce_is_understood() -> None:
    problem = roster(by_day=3, by_night=2, hours=32)
    explainer = Explainer(problem)
    assert not explainer.start.targets
    solution = {name: int(value) for name, value in explainer.solution.items()}
    for variable in problem.variables:
        variable.expression._value = solution[variable.name]
    assert all(constraint.expression.value() for constraint in problem.constraints)


def test_what_follows_in_a_roster_is_explained() -> None:
    problem = roster(by_day=3, by_night=2, hours=36)
    first = [f"shift[0,{day}]={kind}" for day, kind in enumerate((1, 1, 1, 2))]
    explainer = Explainer(problem.with_givens(map(problem.parse_fact, first)))
    step = explainer.smallest_step(explainer.start.only([explainer.target("shift[0,4]")]))
    assert (str(step.derived), step.optimal) == ("shift[0,4]=0", True)


def test_a_roster_with_too_few_hours_names_a_week_that_clashes() -> None:
    problem = roster(by_day=4, by_night=3, hours=40)
    with pytest.raises(Unsatisfiable, match="day 8: sum") as caught:
        Explainer(problem)
    clash = caught.value
    assert clash.minimal
    assert len(clash.constraints) < len(problem.constraints) / 4
    impossible = problem.fact(problem.variables[0].name, 0)
    verifier = Verifier(problem)
    assert verifier.implies([], clash.constraints, impossible)
    assert not verifier.implies([], clash.constraints[1:], impossible)


def test_twelve_pigeons_do_not_fit_into_eleven_holes() -> None:
    problem = pigeon_holes(12)
    with pytest.raises(Unsatisfiable, match="perhaps fewer") as caught:
        Explainer(problem)
    assert len(caught.value.constraints) == len(problem.constraints)
    assert not caught.value.minimal
    assert next(Solutions(problem).find([]), None) is None


def test_ten_pigeons_kept_apart_pair_by_pair_do_not_fit_into_nine_holes() -> None:
    hole = cp.intvar(1, 9, shape=10, name="hole")
    pairs = [hole[i] != hole[j] for i in range(10) for j in range(i)]
    with pytest.raises(Unsatisfiable) as caught:
        Explainer(from_cpmpy(pairs))
    assert caught.value.minimal
    assert len(caught.value.constraints) == 45


def test_one_hole_more_is_enough() -> None:
    problem = pigeon_holes(10)
    one_left = Solutions(problem).find([], without=["10 and 9 in 9"])
    assert next(one_left, None) is not None


def test_out_of_time_it_says_what_was_not_finished() -> None:
    with pytest.raises(OutOfTime, match=r"'roster': .* stopped before"):
        Explainer(roster(by_day=3, by_night=2, hours=32), limits=Limits(deadline_s=0.01))
    with pytest.raises(OutOfTime, match="conflict"):
        minimal_conflict(pigeon_holes(12), [], limits=Limits(deadline_s=0.01))


def test_both_solvers_answer_alike() -> None:
    x, y, z = cp.intvar(0, 3, shape=3, name=("x", "y", "z"))
    rules = [Rule(x + y == z, name="sum"), Rule(x * y >= 2, name="product")]
    problem = from_cpmpy(rules, hard=[x != y])
    encoding = encode(problem)
    facts = [Fact(v.name, value) for v in problem.variables for value in v.domain]
    second = SecondSolver(problem, encoding)
    second.name_facts(facts)
    oracle = Oracle(encoding)
    for one in facts:
        for other in facts:
            asked = [*encoding.selectors, encoding.literal(one), -encoding.literal(other)]
            assert second.understands(asked)
            found = second.model(asked, Clock(Limits()), effort=1.0)
            assert (found is not None) == oracle.solve(asked)
            if found is None:
                assert not oracle.solve(second.core(asked, Clock(Limits())))
            else:
                assert oracle.solve([*asked, *found])
