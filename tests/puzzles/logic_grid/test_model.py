from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import FunctionType
from typing import Any

import cpmpy as cp
import numpy as np
import pytest
from cpmpy.expressions.core import BoolVal

from hintwise.errors import InvalidPuzzle, InvalidValue, UnknownName
from hintwise.features import feature_names, scheme_of
from hintwise.problem import Constraint, Element, Fact, Problem, Staircase
from hintwise.puzzles import (
    AllDifferent,
    Before,
    Clue,
    Either,
    Grid,
    IsNot,
    Offset,
    OneEach,
    logic_grid,
)
from hintwise.puzzles.logic_grid.kind import FEATURES, LOGIC_GRID
from tests import reference

PETS = {
    "owner": ["ann", "bob", "cas"],
    "pet": ["cat", "dog", "emu"],
    "age": ["10", "20", "40"],
}

World = dict[str, int]
"""Which row each value lies in: values in one row go together."""


def worlds() -> Iterator[World]:
    for pets, ages in itertools.product(itertools.permutations(range(3)), repeat=2):
        rows = {owner: row for row, owner in enumerate(PETS["owner"])}
        rows.update(zip(PETS["pet"], pets, strict=True))
        rows.update(zip(PETS["age"], ages, strict=True))
        yield rows


def assignment(problem: Problem, world: World) -> dict[str, int]:
    """The links that hold in a world; the expressions can be evaluated afterwards."""
    links = {}
    for variable in problem.variables:
        a, b = (side.split()[1] for side in variable.name.split(" = "))
        links[variable.name] = int(world[a] == world[b])
        variable.expression._value = bool(links[variable.name])
    return links


def solutions(problem: Problem, limit: int = 3) -> int:
    model = cp.Model([c.expression for c in problem.constraints])
    for fact in problem.givens:
        link = problem.variable(fact.variable).expression
        model += link if fact.value else ~link
    return int(model.solveAll(solver="ortools", solution_limit=limit))


def refutes(problem: Problem, constraints: list[Constraint], derived: Fact) -> bool:
    link = problem.variable(derived.variable).expression
    model = cp.Model([c.expression for c in constraints], ~link if derived.value else link)
    return not model.solve(solver="ortools", num_workers=1)


def age(world: World, who: str) -> int:
    return next(int(a) for a in PETS["age"] if world[a] == world[who])


@pytest.mark.parametrize("base", ["owner", "pet", "age"])
@pytest.mark.parametrize(
    ("rule", "meaning"),
    [
        (IsNot("cat", "10"), lambda w: w["cat"] != w["10"]),
        (IsNot("ann", "dog"), lambda w: w["ann"] != w["dog"]),
        (Either("20", ("ann", "emu")), lambda w: w["20"] in (w["ann"], w["emu"])),
        (
            Either("20", ("ann", "emu"), exclusive=True),
            lambda w: (w["20"] == w["ann"]) != (w["20"] == w["emu"]),
        ),
        (
            OneEach(("ann", "emu"), ("cat", "20")),
            lambda w: {w["ann"], w["emu"]} == {w["cat"], w["20"]} and w["ann"] != w["emu"],
        ),
        (
            OneEach(("ann", "bob"), ("cat", "20")),
            lambda w: {w["ann"], w["bob"]} == {w["cat"], w["20"]},
        ),
        (AllDifferent(("cat", "10", "bob")), lambda w: len({w["cat"], w["10"], w["bob"]}) == 3),
        (Before("cat", "bob", "age"), lambda w: age(w, "cat") < age(w, "bob")),
        (Offset("cat", -10, "bob", "age"), lambda w: age(w, "cat") == age(w, "bob") - 10),
        (Offset("ann", 20, "dog", "age"), lambda w: age(w, "ann") == age(w, "dog") + 20),
    ],
    ids=lambda value: "meaning" if isinstance(value, FunctionType) else str(value),
)
def test_a_rule_holds_in_a_solution_just_when_its_meaning_does(
    rule: Callable[[Grid], Any], meaning: Callable[[World], bool], base: str
) -> None:
    problem = logic_grid(PETS, [Clue("", rule)], base=base)
    expression = problem.constraint("clue 1").expression
    for world in worlds():
        assignment(problem, world)
        assert bool(expression.value()) == meaning(world)


def test_the_grids_own_constraints_hold_in_all_solutions_and_in_nothing_else() -> None:
    problem = logic_grid(PETS, [])
    for world in worlds():
        assignment(problem, world)
        assert all(c.expression.value() for c in problem.constraints)
    assert solutions(problem, limit=100) == 36


def test_groups_come_as_bijectivity_transitivity_clue_with_readable_names() -> None:
    problem = logic_grid(PETS, [Clue("Ann is allergic to cats", IsNot("ann", "cat"))])
    assert problem.groups == ("bijectivity", "transitivity", "clue")
    assert [c.name for c in problem.constraints] == [
        "owner-pet: one pet for each owner",
        "owner-pet: one owner for each pet",
        "owner-age: one age for each owner",
        "owner-age: one owner for each age",
        "pet-age: one age for each pet",
        "pet-age: one pet for each age",
        "transitivity owner-pet-age 1",
        "transitivity owner-pet-age 2",
        "transitivity owner-pet-age 3",
        "clue 1",
    ]
    assert [str(c) for c in problem.constraints[5:]] == [
        "each age has one pet",
        "owner and pet with the same age go together",
        "pet and age with the same owner go together",
        "owner and age with the same pet go together",
        "Ann is allergic to cats",
    ]
    assert (problem.kind, problem.features, problem.hard) == (LOGIC_GRID, FEATURES, ())
    assert len(feature_names(problem)) == 12


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_transitivity_form_says_what_its_description_says(number: int) -> None:
    problem = logic_grid(PETS, [])
    transitive = problem.constraint(f"transitivity owner-pet-age {number}")
    one, _, other, *_, by, _, _ = str(transitive).split()
    grid = {c: f"{c} {PETS[c][0]}" for c in PETS}
    known = [problem.parse_fact(f"{grid[by]} = {grid[x]}") for x in (one, other)]
    derived = problem.parse_fact(f"{grid[one]} = {grid[other]}")
    model = cp.Model(transitive.expression)
    model += [problem.variable(f.variable).expression for f in known]
    model += ~problem.variable(derived.variable).expression
    assert not model.solve(solver="ortools", num_workers=1)


def test_links_are_named_in_category_order_and_may_be_written_in_either() -> None:
    problem = logic_grid(PETS, [], order=["pet", "owner", "age"])
    assert problem.variables[0].name == "pet cat = owner ann"
    assert problem.variables[0].aliases[0] == "owner ann = pet cat"
    for text in ("not owner ann = pet cat", "not ann = cat", "not Cat=owner Ann"):
        assert problem.parse_fact(text) == Fact("pet cat = owner ann", False)
    assert problem.parse_fact("ann = 10") == Fact("owner ann = age 10", True)
    assert problem.parse_fact("ann≠cat") == Fact("pet cat = owner ann", False)
    assert problem.parse_fact("not ann != cat") == Fact("pet cat = owner ann", True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ann = dgo", r"unknown value 'dgo'; did you mean 'dog'\? \(known: ann, bob"),
        ("an = dog", r"unknown value 'an'; did you mean 'ann'\?"),
        ("ann", r"'ann' does not link two values; .* such as 'ann = (cat|10)'"),
        ("ann is dog", "'ann is dog' does not link two values"),
        ("ann = dog = 10", "does not link two values"),
        ("ann = bob", "both are of the category 'owner'"),
        ("", "'' does not link two values"),
        ("ann =", "unknown value ''"),
    ],
)
def test_a_text_that_links_no_two_values_is_refused_in_words_of_values(
    text: str, message: str
) -> None:
    problem = logic_grid(PETS, [])
    with pytest.raises((InvalidValue, UnknownName), match=message):
        problem.parse_fact(text)


def test_a_fact_with_a_value_of_two_categories_is_asked_for_its_category() -> None:
    problem = logic_grid({"month": ["1", "2"], "floor": ["1", "2"], "who": ["ann", "bob"]}, [])
    with pytest.raises(InvalidValue, match="'1' may be 'month 1' or 'floor 1'; add its category"):
        problem.parse_fact("ann = 1")
    assert problem.parse_fact("ann = floor 1").variable == "floor 1 = who ann"


def test_a_problem_knows_its_ordered_categories_in_order() -> None:
    layout = Grid(PETS, ordered=["age", "pet"]).problem([]).layout
    assert isinstance(layout, Staircase)
    assert layout.ordered == tuple(c for c in PETS if c != "owner")


def test_given_facts_name_values_with_or_without_their_categories() -> None:
    givens = ["ann=cat", "not bob = age 10", "pet emu ≠ 20", "Not owner cas = DOG", "ann = pet cat"]
    assert [str(f) for f in logic_grid(PETS, [], givens).givens] == [
        "owner ann = pet cat",
        "not owner bob = age 10",
        "not pet emu = age 20",
        "not owner cas = pet dog",
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("ann = zebra", r"unknown value 'zebra' \(known: .*cat, dog, emu"),
        ("ann = bob", "'ann = bob': both are of the category 'owner'"),
        ("ann cat", "'ann cat' does not link two values"),
        ("not = cat", "unknown value ''"),
    ],
)
def test_a_given_that_cannot_be_read_is_refused(given: str, message: str) -> None:
    with pytest.raises((InvalidValue, UnknownName), match=message):
        logic_grid(PETS, [], [given])


def test_a_value_of_two_categories_needs_its_category() -> None:
    grid = Grid({"month": ["1", "2"], "floor": ["1", "2"], "who": ["ann", "bob"]})
    with pytest.raises(InvalidPuzzle, match="'month 1' or 'floor 1'"):
        grid.link("1", "ann")
    assert str(grid.link("month 1", "floor 1")) == "(month 1 = floor 1)"
    with pytest.raises(InvalidPuzzle, match="'month 1' or 'floor 1'"):
        grid.variable("1", "ann")
    assert grid.variable("Month 1", "ann").name == "month 1 = who ann"


def test_a_variable_links_values_of_two_categories() -> None:
    with pytest.raises(InvalidPuzzle, match="owner ann and owner bob are of one category"):
        Grid(PETS).variable("ann", "bob")


@pytest.mark.parametrize(
    ("categories", "message"),
    [
        ({}, "two categories or more"),
        ({"a": ["x", "y"]}, "two categories or more"),
        ({"a": ["x", "y"], "b": ["z"]}, "same number of values.*a has 2, b has 1"),
        ({"a": ["x"], "b": ["z"]}, "two or more"),
        ({"a": ["x", "X "], "b": ["y", "z"]}, "'a X ' and 'a x' cannot be told apart"),
        ({"a": ["x", ""], "b": ["y", "z"]}, "'' cannot name a value"),
        ({"a": ["x=y", "z"], "b": ["y", "z"]}, "'x=y' cannot name a value"),
        ({"not a": ["x", "z"], "b": ["y", "z"]}, "'not a' cannot name a category"),
    ],
)
def test_categories_that_make_no_grid_are_refused(
    categories: dict[str, list[str]], message: str
) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        logic_grid(categories, [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": ["pet", "owner"]}, "must name each category once"),
        ({"order": ["pet", "owner", "owner"]}, "must name each category once"),
        ({"base": "colour"}, "'colour'.*'owner', 'pet', 'age'"),
        ({"ordered": ["colour"]}, "'colour'"),
    ],
)
def test_options_that_name_no_category_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        logic_grid(PETS, [], **options)


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (Clue("", IsNot("ann", "zebra")), r"clue 1 \(ann is not zebra\).*'zebra'"),
        (Clue("", IsNot("ann", "ann")), "can never hold"),
        (Clue("", IsNot("ann", "bob")), "says nothing"),
        (Clue("", AllDifferent(("ann", "cat", "10", "20"))), "can never hold"),
        (Clue("", Before("ann", "cat", "colour")), "'colour'"),
        (Clue("", Before("ann", "cat", "pet")), "'pet', which has no order; ordered are: age"),
        (Clue("a sum", lambda grid: grid.link("ann", "cat") + 1), "Boolean expression"),
        (Clue("a text", "ann is cat"), "Boolean expression"),
        (Clue("", IsNot("ann", "cat"), about=(("ann", "bob"),)), "of one category"),
    ],
)
def test_a_clue_that_makes_no_sense_is_refused_by_number(clue: Clue, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        logic_grid(PETS, [clue], ordered=["age"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: OneEach(("ann", "bob", "cas"), ("cat", "dog")),  # type: ignore[arg-type]
        lambda: OneEach(("ann", "bob"), "cat"),  # type: ignore[arg-type]
        lambda: Either("ann", ("cat",)),
        lambda: AllDifferent(("ann",)),
    ],
)
def test_a_rule_about_the_wrong_number_of_values_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(InvalidPuzzle, match="clue"):
        make()


def test_a_clue_may_be_any_expression_over_links() -> None:
    grid = Grid(PETS)
    ready = grid.link("ann", "cat") | ~grid.link("bob", "age 10")
    problem = grid.problem(
        [Clue("ready-made", ready), Clue("made later", lambda g: ~g.link("cat", "10"))]
    )
    assert problem.constraint("clue 1").variables == {"owner ann = pet cat", "owner bob = age 10"}
    assert problem.constraint("clue 2").variables == {"pet cat = age 10"}


def test_values_of_one_category_are_linked_by_constants() -> None:
    grid = Grid(PETS)
    assert isinstance(grid.link("ann", "bob"), BoolVal)
    assert grid.link("ann", "owner ann").value()
    assert not grid.link("ann", "bob").value()


def test_a_clue_is_about_the_links_left_after_simplification() -> None:
    problem = logic_grid(PETS, [Clue("", Either("20", ("ann", "emu")))])
    # Where Ann is, the clue holds whatever her pet, so that link is gone.
    assert problem.constraint("clue 1").variables == {
        *(f"owner {owner} = age 20" for owner in PETS["owner"]),
        "owner bob = pet emu",
        "owner cas = pet emu",
    }


def test_what_a_clue_is_about_can_be_overridden() -> None:
    clue = Clue("", IsNot("cat", "10"), about=(("cat", "ann"),))
    assert logic_grid(PETS, [clue]).constraint("clue 1").variables == {"owner ann = pet cat"}


def test_categories_of_numbers_are_compared_by_number_and_others_by_position() -> None:
    grid = Grid({"age": ["10", "9"], "day": ["mon", "tue"], "price": ["0.5", "1/4"]})
    assert list(grid.numbers("age").values()) == [10, 9]
    assert list(grid.numbers("day").values()) == [1, 2]
    assert list(grid.numbers("price").values()) == [Fraction(1, 2), Fraction(1, 4)]


def test_a_category_may_have_a_name_that_cpmpy_keeps_for_itself() -> None:
    assert len(logic_grid({"BV": ["a", "b"], "IV": ["c", "d"]}, []).variables) == 4


def test_two_categories_have_no_transitivity() -> None:
    problem = logic_grid({"a": ["x", "y"], "b": ["v", "w"]}, [])
    assert {c.group for c in problem.constraints} == {"bijectivity"}


def test_rules_put_themselves_into_words() -> None:
    assert [
        str(Clue("", rule))
        for rule in (
            Either("ann", ("cat", "dog")),
            Either("ann", ("cat", "dog"), exclusive=True),
            OneEach(("ann", "bob"), ("cat", "dog")),
            AllDifferent(("ann", "cat", "10")),
            Before("ann", "bob", "age"),
            Offset("ann", 10, "bob", "age"),
            Offset("ann", -10, "bob", "age"),
        )
    ] == [
        "ann is cat or dog",
        "ann is either cat or dog, but only one of them",
        "of ann and bob, one is cat and the other is dog",
        "ann, cat and 10 are all different",
        "ann comes before bob by age",
        "ann comes 10 after bob by age",
        "ann comes 10 before bob by age",
    ]


def test_neighbours_are_two_row_swaps_each_given_once() -> None:
    problem = logic_grid(PETS, [])
    solution = assignment(problem, next(worlds()))
    assert problem.neighbours is not None
    found = list(problem.neighbours(solution))
    # Swapped everywhere: 3 values in pairs for 3 categories; in one table only: 3 for 3 tables.
    assert len({tuple(n.items()) for n in found}) == len(found) == 18
    assert solution not in found
    everywhere = 0
    for neighbour in found:
        for variable in problem.variables:
            variable.expression._value = bool(neighbour[variable.name])
        groups = {c.group for c in problem.constraints if not c.expression.value()}
        assert groups <= {"transitivity"}
        everywhere += not groups
    assert everywhere == 9


def test_a_problem_can_be_sent_to_another_process() -> None:
    problem = logic_grid(PETS, [Clue("", IsNot("ann", "cat"))], ["bob = dog"])
    copy = pickle.loads(pickle.dumps(problem))
    solution = assignment(problem, next(worlds()))
    assert copy.givens == problem.givens
    assert problem.neighbours is not None
    assert list(copy.neighbours(solution)) == list(problem.neighbours(solution))


@pytest.mark.parametrize("index", [0, 1])
def test_a_reference_grid_has_150_links_32_constraints_and_one_solution(index: int) -> None:
    problem = reference.logic_grid_problem(index)
    assert len(problem.variables) == 150
    counts = [sum(c.group == g for c in problem.constraints) for g in problem.groups]
    assert counts == [12, 12, 8]
    assert len(problem.givens) == 3
    assert solutions(problem) == 1


@pytest.mark.parametrize("index", [0, 1])
def test_published_steps_derive_all_other_links_and_count_no_more_than_there_is(index: int) -> None:
    problem = reference.logic_grid_problem(index)
    names = feature_names(problem)
    for sequence in reference.logic_grid_sequences():
        if sequence["puzzle"] != index:
            continue
        derived = [problem.parse_fact(step["derived"]) for step in sequence["steps"]]
        assert {f.variable for f in (*derived, *problem.givens)} == set(problem.variable_by_name)
        elements: list[Element] = [*problem.givens, *derived, *problem.constraints]
        counts = scheme_of(problem).counts(problem, derived, elements)
        for k, step in enumerate(sequence["steps"]):
            # What is known before step k: the givens, k derived facts, and all constraints.
            unknown = range(len(problem.givens) + k, len(problem.givens) + len(derived))
            most = np.delete(counts[k], unknown, axis=0).sum(axis=0)
            published = np.array([step["features"][name] for name in names])
            assert (published <= most).all(), (step, dict(zip(names, most, strict=True)))


@pytest.mark.parametrize("index", [0, 1])
def test_first_published_steps_follow_from_constraints_with_just_their_features(index: int) -> None:
    problem = reference.logic_grid_problem(index)
    oracle = reference.oracle_weights("logic_grid")
    for sequence in reference.logic_grid_sequences():
        if sequence["puzzle"] != index:
            continue
        step = sequence["steps"][0]
        weights = oracle[sequence["oracle"]]
        assert step["cost"] == pytest.approx(
            sum(weights[f] * n for f, n in step["features"].items())
        )
        derived = problem.parse_fact(step["derived"])
        (counts,) = scheme_of(problem).counts(problem, [derived], problem.constraints)
        wanted = [step["features"][name] for name in feature_names(problem)]
        size = sum(wanted)
        assert not any("facts" in name and n for name, n in step["features"].items())
        assert any(
            refutes(problem, [problem.constraints[i] for i in chosen], derived)
            for chosen in itertools.combinations(range(len(problem.constraints)), size)
            if counts[list(chosen)].sum(axis=0).tolist() == wanted
        )


@pytest.mark.parametrize("categories", [PETS, {name: PETS[name] for name in ("owner", "pet")}])
def test_a_grid_has_the_twelve_features_even_without_clues_or_triples(categories: Any) -> None:
    names = feature_names(logic_grid(categories, []))
    assert len(names) == 12
    assert names == feature_names(logic_grid(PETS, [Clue("", IsNot("ann", "cat"))]))
