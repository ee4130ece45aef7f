"""Checks of puzzles and of what people filled in."""

from __future__ import annotations

import json
import re

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hintwise.engine import Conflict, Limits, Solutions
from hintwise.errors import InvalidValue, UnknownName
from hintwise.guide.checking.report import report_lines
from hintwise.problem import Constraint, Fact, Problem
from hintwise.puzzles import (
    Clue,
    Grid,
    Rule,
    from_cpmpy,
    logic_grid,
    read_logic_grid,
    sudoku,
)
from hintwise.workshop import ClueRemarks, Difference, check_problem

PROPER = sudoku("1.....3..4.....2")
FIRST_LIGHT = sudoku(
    ".8...7.3...436.....6.....72......86..1.839.4..97......54.....8.....827...7.6...2."
)
CATEGORIES = {"pet": ["cat", "dog", "fox"], "day": ["1", "2", "3"], "hat": ["red", "tan", "top"]}

seeds = st.integers(0, 2**32 - 1)


class AlwaysSet:
    def is_set(self) -> bool:
        return True


def grid(*facts: str) -> Problem:
    """A logic grid whose clues are these facts, each in its own words."""
    links = Grid(CATEGORIES)
    clues = []
    for text in facts:
        link = links.link(*text.removeprefix("not ").split(" = "))
        clues.append(Clue(text, ~link if text.startswith("not ") else link))
    return links.problem(clues)


def test_a_proper_puzzle_is_sound() -> None:
    report = check_problem(PROPER)
    assert (report.solutions, report.exhaustive, report.sound) == (1, True, True)
    assert report.left == 12
    assert report.conflict is None
    assert report.difference is None
    assert report.clues is None


EITHER = """
[categories]
baker = ["Ada", "Ben", "Cleo"]
bread = ["rye", "spelt", "oat"]
hour = [6, 7, 9]
[[clues]]
rule = "Ada is either rye or hour 7"
[[clues]]
rule = "Ada is rye and Ben is spelt"
[[clues]]
rule = "Ada is not 9 and Ben is before Cleo in hour"
"""


def test_another_reading_of_either_that_alone_makes_the_puzzle_proper_is_told() -> None:
    report = check_problem(read_logic_grid(EITHER))
    assert report.solutions == 2
    assert report.clues is not None
    assert report.clues.other_reading == ("clue 1",)
    assert report.as_json()["other_reading"] == ["clue 1"]
    told = {language: list(report_lines(report, language))[1] for language in ("en", "de")}
    rule = "Ada is either rye or hour 7, but not both"
    assert told["en"] == f"If clue 1 were read as “{rule}”, there would be just one solution."
    assert told["de"] == f"Läse man Hinweis 1 als „{rule}“, so gäbe es genau eine Lösung."


def test_a_reading_that_leaves_nothing_is_told_where_the_other_has_one_solution() -> None:
    both = EITHER.replace("Ada is not 9", "Ada is 7")
    assert check_problem(read_logic_grid(both)).proper
    report = check_problem(read_logic_grid(f"version = 2\n{both}"))
    assert report.solutions == 0
    assert report.clues is not None
    assert report.clues.other_reading == ("clue 1",)


@pytest.mark.parametrize(
    "text",
    [
        f"version = 2\n{EITHER}",  # one solution as it is
        EITHER.replace("hour 7", "hour 7 or both"),  # nothing is left open
        EITHER.replace("and Ben is spelt", ""),  # several solutions in either case
    ],
)
def test_another_reading_is_not_told_where_it_does_not_help(text: str) -> None:
    report = check_problem(read_logic_grid(text))
    assert report.clues is not None
    assert report.clues.other_reading == ()
    assert "other_reading" not in report.as_json()


def test_two_means_two_or_more_unless_counted_further() -> None:
    puzzle = sudoku("12............12")
    report = check_problem(puzzle)
    assert (report.solutions, report.exhaustive, report.sound) == (2, False, False)
    counted = check_problem(puzzle, limit=100)
    assert (counted.solutions, counted.exhaustive, counted.sound) == (4, True, False)


def test_both_values_of_a_difference_belong_to_a_solution() -> None:
    puzzle = sudoku("1...............")
    difference = check_problem(puzzle).difference
    assert difference is not None
    assert len(set(difference.values)) == 2
    for value in difference.values:
        fact = Fact(difference.variable, value)
        assert next(Solutions(puzzle).find([*puzzle.givens, fact]), None) is not None


def test_without_a_solution_there_is_the_smallest_conflict_of_the_givens() -> None:
    report = check_problem(sudoku("1..1............"), [Fact("r2c2", 1)])
    assert report.solutions == 0
    assert report.exhaustive
    assert report.clashing_givens == (Fact("r1c1", 1), Fact("r1c4", 1))
    assert report.clashing_entries == ()
    assert report.conflict == Conflict(report.clashing_givens, ("row 1",), smallest=True)
    assert report.entries_fit is None


def test_a_wrong_entry_is_part_of_the_conflict() -> None:
    report = check_problem(PROPER, [Fact("r1c2", 2), Fact("r1c3", 1)])
    assert report.proper
    assert not report.sound
    assert report.entries_fit is False
    assert report.clashing_entries == (Fact("r1c3", 1),)
    assert report.clashing_givens == (Fact("r1c1", 1),)


def test_entries_that_fit_are_said_to_fit_and_those_left_are_counted() -> None:
    (solution,) = Solutions(PROPER).find(PROPER.givens)
    right = [Fact("r1c2", solution["r1c2"]), Fact("r1c3", solution["r1c3"])]
    report = check_problem(PROPER, [*right, *PROPER.givens])
    assert report.sound
    assert report.entries == tuple(right)
    assert report.left == 10


def test_entries_of_a_puzzle_with_several_solutions_fit_if_one_has_them_all() -> None:
    puzzle = sudoku("12............12")
    assert check_problem(puzzle, [Fact("r2c1", 3)]).entries_fit is True
    assert check_problem(puzzle, [Fact("r2c1", 3), Fact("r2c2", 3)]).entries_fit is False


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=seeds)
@pytest.mark.parametrize("problem", [PROPER, FIRST_LIGHT], ids=["4x4", "9x9"])
def test_a_report_names_no_fact_but_givens_and_entries(problem: Problem, seed: int) -> None:
    rng = np.random.default_rng(seed)
    (solution,) = Solutions(problem).find(problem.givens)
    given = {fact.variable for fact in problem.givens}
    open_cells = [v.name for v in problem.variables if v.name not in given]
    size = len(problem.variables[0].domain)
    entries = [
        Fact(cell, int(rng.integers(1, size + 1)) if rng.random() < 0.3 else solution[cell])
        for cell in rng.permutation(open_cells)[: rng.integers(1, len(open_cells))]
    ]
    report = check_problem(problem, entries)
    assert report.entries_fit == all(f.value == solution[f.variable] for f in entries)
    said = json.dumps(report.as_json()) + " ".join(report_lines(report))
    known = {str(fact) for fact in (*problem.givens, *entries)}
    assert set(re.findall(r"r\d+c\d+\W*\d*", said.replace("≠", "="))) <= known


def test_any_model_can_be_checked() -> None:
    x, y = cp.intvar(1, 3, name="x"), cp.intvar(1, 3, name="y")
    rules = [Rule(x < y, name="order"), Rule(x + y == 4, name="sum")]
    assert check_problem(from_cpmpy(rules, variables=[x, y])).sound
    report = check_problem(from_cpmpy(rules[:1], variables=[x, y]), limit=9)
    assert (report.solutions, report.exhaustive) == (3, True)


def test_values_that_no_clue_and_no_given_speaks_about_are_unused() -> None:
    problem = grid("cat = 1", "not dog = red").with_givens([Fact("pet fox = hat top", True)])
    clues = check_problem(problem).clues
    assert clues is not None
    assert clues.unused_values == ("day 2", "day 3", "hat tan")
    assert clues.redundant is None


def test_redundant_clues_are_found_and_those_that_can_go_together() -> None:
    problem = grid("cat = 1", "1 = red", "cat = red", "dog = 2", "2 = tan")
    assert check_problem(problem).clues == ClueRemarks(
        unused_values=("pet fox", "day 3", "hat top"),
        redundant=("clue 1", "clue 2", "clue 3"),
        droppable=("clue 1",),
    )


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=seeds)
def test_a_clue_is_redundant_iff_the_others_imply_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    facts = set()
    for _ in range(9):
        a, b = rng.permutation(list(CATEGORIES))[:2]
        i, j = rng.integers(0, 3, size=2)
        holds = "" if i == j else "not "  # the solution: what stands at the same place
        facts.add(f"{holds}{a} {CATEGORIES[a][i]} = {b} {CATEGORIES[b][j]}")
    problem = grid(*sorted(facts))
    report = check_problem(problem)
    assume(report.proper)
    assert report.clues is not None
    redundant = {c.name for c in problem.constraints if c.group == "clue" and _follows(problem, c)}
    assert set(report.clues.redundant or ()) == redundant
    kept = [c for c in problem.constraints if c.name not in report.clues.droppable]
    assert all(
        _implies(kept, clue) for clue in problem.constraints if clue.name in report.clues.droppable
    )


def _follows(problem: Problem, clue: Constraint) -> bool:
    return _implies([c for c in problem.constraints if c is not clue], clue)


def _implies(constraints: list[Constraint], clue: Constraint) -> bool:
    model = cp.Model([*(c.expression for c in constraints), ~clue.expression])
    return not model.solve(solver="ortools")


def test_what_was_not_decided_is_not_claimed() -> None:
    limits = Limits(cancel=AlwaysSet())
    report = check_problem(PROPER, [Fact("r1c2", 2)], limits=limits)
    assert (report.solutions, report.exhaustive, report.sound) == (0, False, False)
    assert report.conflict is None
    assert report.entries_fit is None


def test_a_limit_below_two_tells_nothing() -> None:
    with pytest.raises(InvalidValue, match="limit is 1"):
        check_problem(PROPER, limit=1)


def test_an_entry_of_another_puzzle_is_refused() -> None:
    with pytest.raises(UnknownName, match="r9c9"):
        check_problem(PROPER, [Fact("r9c9", 1)])


def test_a_report_in_json_has_only_what_applies() -> None:
    assert check_problem(PROPER).as_json() == {
        "solutions": 1,
        "exhaustive": True,
        "sound": True,
        "left": 12,
    }
    record = check_problem(PROPER, [Fact("r1c3", 1)]).as_json()
    assert record["entries"] == {"count": 1, "fit": False}
    assert record["conflict"] == {
        "givens": ["r1c1=1"],
        "entries": ["r1c3=1"],
        "constraints": ["row 1"],
        "smallest": True,
    }
    several = check_problem(sudoku("12............12")).as_json()
    assert several["difference"] == {"variable": "r2c1", "values": [3, 4]}


def test_a_difference_lists_the_smaller_value_first() -> None:
    report = check_problem(logic_grid(CATEGORIES, []))
    assert report.difference is not None
    assert report.difference == Difference(report.difference.variable, (0, 1))
