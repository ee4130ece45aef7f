from __future__ import annotations

from typing import Any

import cpmpy as cp
import numpy as np
import pytest
from cpmpy.expressions.globalconstraints import DirectConstraint

from hintwise.errors import (
    InvalidModel,
    InvalidValue,
    UnboundedVariable,
    UnknownName,
    UnsupportedExpression,
)
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Fact, Kind, Problem
from hintwise.puzzles import Rule, from_cpmpy

x, y, z = cp.intvar(1, 4, shape=3, name=("x", "y", "z"))
b, c = cp.boolvar(shape=2, name=("b", "c"))


def described(expression: Any, text: str) -> Any:
    expression.set_description(text)
    return expression


def names(problem: Problem) -> list[str]:
    return [constraint.name for constraint in problem.constraints]


def test_every_constraint_of_a_model_becomes_a_unit_about_its_variables() -> None:
    problem = from_cpmpy(cp.Model(x < y, b.implies(y == 2)))
    assert names(problem) == ["constraint 1", "constraint 2"]
    assert problem.groups == ("constraint",)
    assert [set(u.variables) for u in problem.constraints] == [{"x", "y"}, {"b", "y"}]
    assert [str(u) for u in problem.constraints] == ["(x) < (y)", "(b) -> (y == 2)"]
    assert problem.kind == Kind("cpmpy")
    assert problem.features is None
    assert problem.layout is None
    assert not problem.exclusions
    assert "adjacent_facts_same_value" in feature_names(problem)


def test_variables_come_in_order_of_appearance_with_their_domains() -> None:
    problem = from_cpmpy([~c | (z > 1), cp.AllDifferent(y, x)], hard=[b])
    assert [v.name for v in problem.variables] == ["c", "z", "y", "x", "b"]
    assert [v.boolean for v in problem.variables] == [True, False, False, False, True]
    assert problem.variable("c").domain == (0, 1)
    assert problem.variable("z").domain == range(1, 5)
    assert problem.variable("x").expression is x


def test_a_list_inside_the_list_is_one_unit() -> None:
    problem = from_cpmpy([[x < y, y < z], (x != 2,), cp.cpm_array([x, y]) != 4])
    assert [set(u.variables) for u in problem.constraints] == [{"x", "y", "z"}, {"x"}, {"x", "y"}]
    assert str(problem.constraints[0]) == "(x) < (y); (y) < (z)"
    assert cp.Model(problem.constraints[0].expression, x == 3).solve(solver="ortools") is False


def test_a_mapping_names_the_groups() -> None:
    problem = from_cpmpy({"order": [x < y, [y < z]], "parity": x != 2, "none": []})
    assert names(problem) == ["order 1", "order 2", "parity 1"]
    assert problem.groups == ("order", "parity")


def test_groups_that_are_spelled_alike_count_in_the_same_features() -> None:
    found = feature_names(from_cpmpy({"Rows": [x < y], "rows": [x != y]}))
    assert len(found) == len(set(found))
    assert "adjacent_rows" in found


def test_groups_can_be_named_entry_by_entry() -> None:
    problem = from_cpmpy(cp.Model(x < y, y < z, x != 2), groups=["order", "order", "parity"])
    assert [u.group for u in problem.constraints] == ["order", "order", "parity"]


def test_a_rule_says_what_to_call_its_constraints() -> None:
    rule = Rule([x < y, y < z], group="order", name="ascending", description="x, y, z ascend")
    problem = from_cpmpy({"other": [rule, Rule(x != 2)]})
    assert [(u.name, u.group, str(u)) for u in problem.constraints] == [
        ("ascending", "order", "x, y, z ascend"),
        ("other 1", "other", "x != 2"),
    ]


def test_descriptions_set_in_cpmpy_are_kept_and_name_a_unit_if_short_and_its_own() -> None:
    long = "y comes before z because of something that takes many words to say"
    twice = "a rule stated twice"
    quiet = z != 1
    quiet.set_description("z has no 1", override_print=False)
    problem = from_cpmpy(
        [
            described(x < y, "x is less"),
            described(y < z, long),
            described(x != 2, twice),
            described(y != 3, twice),
            quiet,
            [described(x != 3, "left"), described(x != 4, "right")],
            Rule(described(x != 1, "not one"), name="first"),
        ]
    )
    assert [(u.name, str(u)) for u in problem.constraints] == [
        ("x is less", "x is less"),
        ("constraint 2", long),
        ("constraint 3", twice),
        ("constraint 4", twice),
        ("z has no 1", "z has no 1"),
        ("left; right", "left; right"),
        ("first", "not one"),
    ]


def test_a_generated_name_steps_aside_for_a_given_one() -> None:
    problem = from_cpmpy([x < y, Rule(y < z, name="constraint 1"), x != 2])
    assert names(problem) == ["constraint 2", "constraint 1", "constraint 4"]


def test_two_rules_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidModel, match="two constraints are called 'a'"):
        from_cpmpy([Rule(x < y, name="a"), Rule(y < z, name="a")])


def test_long_expressions_are_shortened() -> None:
    many = cp.intvar(0, 9, shape=50, name="many")
    (unit,) = from_cpmpy([cp.AllDifferent(many)]).constraints
    assert len(str(unit)) == 100
    assert str(unit).endswith("…")


@pytest.mark.parametrize(
    "chosen", [[x, y], np.array([[x], [y]]), {"x": x, "y": y}, (x, [y])], ids=str
)
def test_facts_are_about_the_chosen_variables_only(chosen: Any) -> None:
    problem = from_cpmpy([x < y, y < z, z != 1], variables=chosen)
    assert [v.name for v in problem.variables] == ["x", "y"]
    assert [set(u.variables) for u in problem.constraints] == [{"x", "y"}, {"y"}, set()]


def test_a_mapping_renames_variables() -> None:
    problem = from_cpmpy([x < y, b], variables={"first": x, "rain": b}, givens=[x == 1, ~b])
    assert problem.constraints[0].variables == {"first"}
    assert [str(f) for f in problem.givens] == ["first=1", "not rain"]


def test_givens_may_be_facts_texts_or_expressions() -> None:
    given = [Fact("x", 1), "y = 2", z == 3, b, ~c, [Fact("b", 1), c == 0], Fact("c", True, "≠")]
    problem = from_cpmpy([x < y, y < z, b | c], givens=given)
    assert problem.givens == (
        Fact("x", 1),
        Fact("y", 2),
        Fact("z", 3),
        Fact("b", True),
        Fact("c", False),
    )
    assert all(isinstance(f.value, bool) for f in problem.givens[3:])
    array = cp.intvar(1, 3, shape=2, name="a")
    assert len(from_cpmpy([array[0] < array[1]], givens=array == [1, 2]).givens) == 2


def test_exclusions_are_given_only_where_they_are_facts() -> None:
    problem = from_cpmpy([x < y], givens=[x != 2], exclusions=True)
    assert problem.givens == (Fact("x", 2, "≠"),)
    with pytest.raises(InvalidModel, match=r"x≠2.*exclusions=True"):
        from_cpmpy([x < y], givens=[x != 2])


def test_bounds_are_given_only_where_they_are_facts() -> None:
    problem = from_cpmpy([x < y], givens=[x >= 2, y < 4, y >= 2, "y > 1", x > 3], bounds=True)
    assert list(map(str, problem.givens)) == ["x≥2", "y≤3", "y≥2", "x=4"]
    with pytest.raises(InvalidModel, match=r"x≤2 is given.*bounds=True"):
        from_cpmpy([x < y], givens=[x < 3])
    minutes = cp.intvar(0, 600, name="minutes")
    assert from_cpmpy([minutes != 5], givens=[minutes >= 30]).givens == (Fact("minutes", 30, "≥"),)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (x + y < 3, InvalidModel, r"x\) \+ \(y\) < 3 is not a fact"),
        (x == y, InvalidModel, "is not a fact"),
        (x, InvalidModel, "x is not a fact"),
        (True, InvalidModel, "True is not a fact"),
        (z == 1, InvalidModel, "z is not among"),
        (x == 9, InvalidValue, "9 is not in the domain of x"),
        (x > 4, InvalidValue, "x≥5: 5 is not in the domain of x"),
        (Fact("w", 1), UnknownName, "'w'"),
        ("x is one", InvalidValue, "'x is one' is not a fact"),
    ],
)
def test_a_given_that_is_no_fact_is_refused(given: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        from_cpmpy([x < y], givens=[given])


def test_hard_constraints_stay_out_of_the_units() -> None:
    problem = from_cpmpy([x < y], hard=[x != 2, [y != 3]])
    assert [str(h) for h in problem.hard] == ["x != 2", "y != 3"]
    assert len(problem.constraints) == 1


def test_other_settings_reach_the_problem() -> None:
    scheme = CountScheme({"facts": lambda derived, element: isinstance(element, Fact)})
    problem = from_cpmpy([x < y], kind="shifts", title="June", features=scheme, exclusions=True)
    assert (problem.kind, problem.title) == (Kind("shifts"), "June")
    assert problem.features is scheme
    assert feature_names(problem) == ("facts",)
    assert problem.exclusions


def test_a_model_with_an_objective_is_refused() -> None:
    with pytest.raises(InvalidModel, match=r"optimises \(x\) \+ \(y\)"):
        from_cpmpy(cp.Model(x < y, minimize=x + y))


@pytest.mark.parametrize("empty", [[], cp.Model(), {}, [[]], {"group": []}], ids=str)
def test_an_empty_model_is_refused(empty: Any) -> None:
    with pytest.raises(InvalidModel, match="no constraints"):
        from_cpmpy(empty)


def test_a_model_without_variables_is_refused() -> None:
    with pytest.raises(InvalidModel, match="no variables"):
        from_cpmpy([True])


@pytest.mark.parametrize("what", [None, "x < y", 3])
def test_what_is_no_model_is_refused(what: Any) -> None:
    with pytest.raises(InvalidModel, match="is not a model"):
        from_cpmpy(what)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (x + y, r"\(x\) \+ \(y\) is not a constraint"),
        (x, "x is not a constraint"),
        (3, "3 is not a constraint"),
        ("x < y", "'x < y' is not a constraint"),
        (Rule(x), "x is not a constraint"),
        ([Rule(x < y)], "is not a constraint"),
        (DirectConstraint("AddAllDifferent", ([x, y],)), "DirectConstraint"),
        (b.implies(DirectConstraint("AddAllDifferent", ([x, y],))), "DirectConstraint"),
    ],
    ids=repr,
)
def test_what_has_no_translation_is_refused_by_name(expression: Any, message: str) -> None:
    with pytest.raises(UnsupportedExpression, match=message):
        from_cpmpy([x < y, expression])
    with pytest.raises(UnsupportedExpression):
        from_cpmpy([x < y], hard=[expression])


def test_a_variable_may_have_any_number_of_values() -> None:
    wide = cp.intvar(-(10**12), 10**12, name="wide")
    problem = from_cpmpy([x < wide, wide < 3])
    assert problem.variable("wide").domain == range(-(10**12), 10**12 + 1)


@pytest.mark.parametrize("thing", [x + 1, ~b, 3, "x"], ids=str)
def test_only_variables_have_facts(thing: Any) -> None:
    with pytest.raises(UnboundedVariable, match="cannot have facts"):
        from_cpmpy([x < y], variables=[thing])


def test_a_variable_listed_twice_is_refused() -> None:
    with pytest.raises(InvalidModel, match="x is listed 2 times"):
        from_cpmpy([x < y], variables={"x": x, "also x": x})


def test_two_variables_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidModel, match="two variables are called 'x'"):
        from_cpmpy([x < y, cp.intvar(1, 9, name="x") > 2])


def test_groups_must_fit_the_entries() -> None:
    with pytest.raises(InvalidModel, match="each of the 2 entries"):
        from_cpmpy([x < y, y < z], groups=["order"])
    with pytest.raises(InvalidModel, match="not both"):
        from_cpmpy({"order": x < y}, groups=["order"])


def test_the_units_have_the_solutions_of_the_model() -> None:
    q = cp.intvar(1, 5, shape=5, name="q")
    rows = np.arange(5)
    model = cp.Model(cp.AllDifferent(q), cp.AllDifferent(q + rows), cp.AllDifferent(q - rows))
    problem = from_cpmpy(model)
    units = cp.Model([u.expression for u in problem.constraints])
    assert units.solveAll(solver="ortools") == model.solveAll(solver="ortools") == 10
