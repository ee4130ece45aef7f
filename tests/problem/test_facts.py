"""Facts: what they say, how they are written and read."""

from __future__ import annotations

import itertools
from typing import Any

import cpmpy as cp
import pytest

from hintwise.errors import InvalidValue
from hintwise.problem import MANY_VALUES, Fact, Kind, Problem, Variable
from hintwise.puzzles import from_cpmpy, logic_grid, sudoku

x = cp.intvar(1, 9, name="x")
rain = cp.boolvar(name="rain")
PROBLEM = from_cpmpy([rain | (x > 1)], variables=[x, rain], bounds=True, exclusions=True)
GAPS = Problem(Kind("gaps"), (Variable("x", (1, 3, 5)),), ())

FACTS = [
    *(Fact("x", value, relation) for value in (1, 4, 9) for relation in "=≠≥≤"),
    *(Fact("rain", value, relation) for value in (True, False) for relation in "=≠"),
]


@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_a_fact_holds_where_its_negation_does_not(fact: Fact) -> None:
    for value in (False, True) if fact.variable == "rain" else range(-1, 12):
        assert fact.holds_in({fact.variable: value}) != fact.negation.holds_in(
            {fact.variable: value}
        )
    assert fact.negation.negation == fact


@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_what_a_fact_says_of_an_expression_is_what_it_says_of_a_value(fact: Fact) -> None:
    expression = PROBLEM.variable(fact.variable).expression
    for value in (False, True) if fact.variable == "rain" else range(1, 10):
        expression._value = value
        assert bool(fact.said_of(expression).value()) == fact.holds_in({fact.variable: value})


def test_only_a_value_settles_and_only_an_exclusion_is_negative() -> None:
    facts = [Fact("x", 5, relation) for relation in "=≠≥≤"]
    assert [fact.settles for fact in facts] == [True, False, False, False]
    assert [fact.positive for fact in facts] == [True, False, True, True]
    assert [fact.is_bound for fact in facts] == [False, False, True, True]


def test_relations_may_be_typed_and_are_written_as_they_are_read() -> None:
    typed = [Fact("x", 5, relation) for relation in ("==", "!=", ">=", "<=")]
    assert list(map(str, typed)) == ["x=5", "x≠5", "x≥5", "x≤5"]
    assert len(set(typed) | {Fact("x", 5), Fact("x", 5, "≥")}) == 4


@pytest.mark.parametrize("relation", ["<", "equals", False, None, ["="]])
def test_an_unknown_relation_is_refused_with_the_known_ones(relation: Any) -> None:
    with pytest.raises(InvalidValue, match=r"is not a relation; accepted are =, ≠ \(!=\)"):
        Fact("x", 5, relation)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("x>=5", Fact("x", 5, "≥")),
        (" X ≤ 5 ", Fact("x", 5, "≤")),
        ("x > 5", Fact("x", 6, "≥")),
        ("x<5", Fact("x", 4, "≤")),
        ("not x >= 5", Fact("x", 4, "≤")),
        ("not x<5", Fact("x", 5, "≥")),
        ("x == 5", Fact("x", 5)),
        ("not x = 5", Fact("x", 5, "≠")),
        ("x>=9", Fact("x", 9)),
        ("x<2", Fact("x", 1)),
    ],
)
def test_bounds_are_read_in_every_spelling(text: str, fact: Fact) -> None:
    assert PROBLEM.parse_fact(text) == fact
    assert PROBLEM.parse_fact(str(fact)) == fact


@pytest.mark.parametrize("text", ["x>9", "x<1", "x>=10", "not x>=1"])
def test_a_bound_outside_of_the_domain_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"is not in the domain of x \(1 … 9\)"):
        PROBLEM.parse_fact(text)


@pytest.mark.parametrize("text", ["rain>=1", "rain<1", "not rain>=1"])
def test_a_boolean_has_no_bounds(text: str) -> None:
    with pytest.raises(InvalidValue, match="rain is Boolean; write rain or 'not rain'"):
        PROBLEM.parse_fact(text)


def test_a_bound_between_two_values_is_that_of_the_next_one() -> None:
    assert GAPS.parse_fact("x>=2") == GAPS.parse_fact(Fact("x", 3, "≥")) == Fact("x", 3, "≥")
    assert GAPS.parse_fact("x<=4") == Fact("x", 3, "≤")
    assert GAPS.parse_fact("x>=4") == Fact("x", 5)
    assert GAPS.parse_fact(Fact("x", 1, "≤")) == Fact("x", 1)


def test_a_link_has_no_bounds() -> None:
    grid = logic_grid({"pet": ["cat", "dog"], "day": ["1", "2"]}, [])
    with pytest.raises(LookupError, match="unknown value 'cat >'"):
        grid.parse_fact("cat >= 1")


def test_what_is_explained_follows_from_the_options_and_the_number_of_values() -> None:
    small, large = Variable("few", range(MANY_VALUES)), Variable("many", range(MANY_VALUES + 1))
    truth = Variable("truth", (0, 1), boolean=True)
    explained = {}
    for bounds, exclusions in itertools.product((None, True, False), (True, False)):
        problem = Problem(Kind("k"), (small, large), (), bounds=bounds, exclusions=exclusions)
        assert "".join(r for r in "=≠≥≤" if problem.explains(truth, r)) == "="
        explained[bounds, exclusions] = tuple(
            "".join(r for r in "=≠≥≤" if problem.explains(v, r)) for v in (small, large)
        )
    assert explained == {
        (None, False): ("=", "=≥≤"),
        (None, True): ("=≠", "=≥≤"),
        (True, False): ("=≥≤", "=≥≤"),
        (True, True): ("=≠≥≤", "=≠≥≤"),
        (False, False): ("=", "="),
        (False, True): ("=≠", "=≠"),
    }


def test_letters_on_a_large_board_may_be_bounds() -> None:
    board = sudoku("." * 256)
    assert board.parse_fact("r1c1>=A") == Fact("r1c1", 10, "≥")
