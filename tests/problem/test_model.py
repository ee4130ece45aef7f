"""Problems as a whole: how they are shown, sent and written as JSON."""

from __future__ import annotations

import json
import pickle
from dataclasses import asdict, fields
from typing import Any

import cpmpy as cp
import pytest

from hintwise.engine import Explainer
from hintwise.errors import InvalidModel
from hintwise.problem import Constraint, Kind, Problem, Variable
from hintwise.puzzles import from_cpmpy, logic_grid, read_logic_grid, read_sudoku, sudoku
from hintwise.puzzles.library import collection

x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
rain = cp.boolvar(name="rain")

SUDOKU = sudoku("1.....3..4.....2", title="Small")
GRID = logic_grid(
    {"pet": ["cat", "dog"], "owner": ["ann", "bob"]}, [], ["not ann = cat"], ordered=["owner"]
)
MODEL = from_cpmpy({"order": [x < y], "weather": [rain.implies(x == 1)]}, hard=[y != 2])
PROBLEMS = pytest.mark.parametrize("problem", [SUDOKU, GRID, MODEL], ids=["board", "grid", "model"])


def parts(problem: Problem) -> list[Variable | Constraint]:
    return [*problem.variables, *problem.constraints]


def written(part: Variable | Constraint) -> tuple[dict[str, Any], str]:
    """All of a part that can be compared."""
    return part.as_json(), str(part.expression)


def test_the_repr_of_a_problem_says_what_it_is_and_no_more() -> None:
    assert repr(SUDOKU) == "<Problem 'Small': sudoku, 16 variables, 12 constraints, 4 givens>"
    assert repr(MODEL) == "<Problem: cpmpy, 3 variables, 2 constraints, 0 givens>"


def test_the_repr_of_a_problem_is_short() -> None:
    for puzzle in collection().values():
        if puzzle.kind == "logic_grid":
            problem = read_logic_grid(puzzle.text)
        else:
            problem = read_sudoku(puzzle.text).problem()
        assert len(repr(problem)) < 120, puzzle.name


@PROBLEMS
def test_a_pickled_problem_keeps_its_fields_and_drops_what_was_computed(problem: Problem) -> None:
    names = {field.name for field in fields(problem)}
    # Something of each: what was looked up, read and derived.
    problem.constraint(problem.constraints[0].name)
    problem.parse_fact(str(next(iter(Explainer(problem).start.targets))))
    assert problem.groups
    assert vars(problem).keys() > names

    copy = pickle.loads(pickle.dumps(problem))
    assert vars(copy).keys() == names
    # A function made with partial equals no other, and expressions are compared as text.
    for name in names - {"neighbours", "proposals", "hard"}:
        assert getattr(copy, name) == getattr(problem, name), name
    assert asdict(copy.kind) == asdict(problem.kind), "all of the record, not only its name"
    assert (copy.neighbours is None) == (problem.neighbours is None)
    assert str(copy.hard) == str(problem.hard)
    assert list(map(written, parts(copy))) == list(map(written, parts(problem)))
    assert copy.groups == problem.groups


@PROBLEMS
def test_a_problem_in_json_names_layout_groups_and_givens(problem: Problem) -> None:
    record = json.loads(json.dumps(problem.as_json()))
    assert record["kind"] == problem.kind.name
    assert record["title"] == problem.title
    assert record["layout"] == (problem.layout and json.loads(json.dumps(problem.layout.as_json())))
    assert tuple(record["groups"]) == problem.groups
    assert tuple(map(problem.parse_fact, record["givens"])) == problem.givens
    assert [v["name"] for v in record["variables"]] == [v.name for v in problem.variables]
    assert [c["name"] for c in record["constraints"]] == [c.name for c in problem.constraints]


def test_the_layouts_in_json_differ_in_form() -> None:
    board, grid, model = (problem.as_json()["layout"] for problem in (SUDOKU, GRID, MODEL))
    assert (board["form"], grid["form"], model) == ("board", "staircase", None)


def test_a_variable_in_json_has_its_domain_or_is_boolean() -> None:
    whole = Variable("x", (1, 2), expression=x, aliases=("ex",))
    assert json.loads(json.dumps(whole.as_json())) == {"name": "x", "domain": [1, 2]}
    truth = Variable("rain", (0, 1), boolean=True, expression=rain)
    assert json.loads(json.dumps(truth.as_json())) == {"name": "rain", "boolean": True}
    minutes = Variable("minutes", range(1000))
    assert minutes.as_json() == {"name": "minutes", "least": 0, "most": 999}
    assert len(Variable("gap", (*range(500), 600)).as_json()["domain"]) == 501


def test_a_domain_is_kept_in_ascending_order_and_has_a_value() -> None:
    variable = Variable("x", (3, 1, 2))
    assert (variable.domain, variable.least, variable.most) == ((1, 2, 3), 1, 3)
    with pytest.raises(InvalidModel, match="x has no values"):
        Variable("x", ())


def test_a_constraint_in_json_has_all_but_its_expression() -> None:
    rule = Constraint("row 1", "row", frozenset({"y", "x"}), x != y, "no value twice", ("1",))
    assert json.loads(json.dumps(rule.as_json())) == {
        "name": "row 1",
        "group": "row",
        "description": "no value twice",
        "terms": ["1"],
        "variables": ["x", "y"],
    }


def test_kinds_are_the_same_if_their_names_are() -> None:
    assert Kind("sudoku") == SUDOKU.kind
    assert hash(Kind("sudoku")) == hash(SUDOKU.kind)
    assert Kind("sudoku") != GRID.kind
