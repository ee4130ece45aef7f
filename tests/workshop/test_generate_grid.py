"""Generated logic grids: files that can be read, with one solution and no clue to spare."""

from __future__ import annotations

import itertools
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import Explainer
from hintwise.errors import InvalidValue, UnknownName
from hintwise.problem import Problem, Staircase
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.logic_grid.file import CATEGORIES, VALUES
from hintwise.workshop import CLUE_KINDS, USUAL_KINDS, GridShape, check_problem, generate_logic_grid
from hintwise.workshop.clue_kinds import Named, Row, Solved, draw_clue
from hintwise.workshop.themes import Theme, themes

Links = set[frozenset[tuple[str, str]]]
"""The links that hold in a solution, each as its two parts."""


def drawn(categories: int, values: int, seed: int, kinds: tuple[str, ...] = USUAL_KINDS) -> str:
    shape = GridShape(categories, values)
    return generate_logic_grid(shape, np.random.default_rng(seed), kinds=kinds)


@given(shape=st.sampled_from([(3, 3), (3, 4), (4, 3), (4, 4)]), seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_generated_grid_has_one_solution_and_no_redundant_clue(
    shape: tuple[int, int], seed: int
) -> None:
    report = check_problem(read_logic_grid(drawn(*shape, seed)))
    assert report.solutions == 1
    assert report.clues is not None
    assert report.clues.redundant == ()
    assert report.clues.droppable == ()


def test_every_value_is_named_in_most_grids() -> None:
    reports = [check_problem(read_logic_grid(drawn(4, 4, seed))) for seed in range(8)]
    complete = [report for report in reports if report.clues and not report.clues.unused_values]
    assert len(complete) >= 6


def test_the_same_seed_gives_the_same_grid() -> None:
    assert drawn(3, 4, 5) == drawn(3, 4, 5)
    assert drawn(3, 4, 5) != drawn(3, 4, 6)


def test_a_grid_has_the_shape_that_was_asked_for() -> None:
    document = tomllib.loads(drawn(5, 3, 0))
    sizes = [
        len(values["values"] if isinstance(values, dict) else values)
        for values in document["categories"].values()
    ]
    assert sizes == [3] * 5
    assert document["story"].startswith("Three ")


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.title)
def test_two_that_might_be_one_person_are_said_to_be_two(theme: Theme) -> None:
    """The rule says so, and a reader cannot know."""
    rows = tuple(
        tuple(Named(topic, topic.values[i]) for topic in theme.topics[:4]) for i in range(4)
    )
    topic_of = {str(named): named.topic for row in rows for named in row}
    rng = np.random.default_rng(0)
    for _ in range(30):
        clue = draw_clue("one_each", Solved(rows, theme.everyone), rng)
        pair = clue.rule.removeprefix("of ").split(",")[0].split(" and ")
        one, other = (topic_of[name] for name in pair)
        assert (one == other) != (f" are two {theme.everyone}: " in clue.text), clue.text


@pytest.mark.parametrize("kind", sorted(CLUE_KINDS))
@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.title)
def test_what_a_kind_draws_is_true_in_the_solution_and_reads_as_a_sentence(
    kind: str, theme: Theme
) -> None:
    """Referee: CPMpy itself evaluates the rule in the solution."""
    topics = theme.topics
    rows = tuple(
        tuple(Named(topic, topic.values[(i + shift) % 8]) for shift, topic in enumerate(topics))
        for i in range(8)
    )
    rng = np.random.default_rng(3)
    clues = [draw_clue(kind, Solved(rows, theme.everyone), rng) for _ in range(6)]
    problem = read_logic_grid(_file(theme, [clue.rule for clue in clues]))
    _assign(problem, _links(rows))
    for constraint, clue in zip(problem.constraints[-len(clues) :], clues, strict=True):
        assert constraint.expression.value(), clue.rule
        assert clue.text[0].isupper()
        assert clue.text.endswith(".")
        assert "{" not in clue.text
        assert all(name.split()[-1] in clue.text for name in clue.names)


def _file(theme: Theme, rules: list[str]) -> str:
    lines = ["[categories]"]
    for topic in theme.topics:
        values = ", ".join(repr(v) for v in topic.values)
        ordered = "true" if topic.order else "false"
        lines.append(f"{topic.name} = {{ values = [{values}], ordered = {ordered} }}")
    for rule in rules:
        lines += ["[[clues]]", f'rule = "{rule}"']
    return "\n".join(lines)


def _links(rows: tuple[Row, ...]) -> Links:
    parts = [[(named.topic.name, str(named.value)) for named in row] for row in rows]
    return {frozenset(pair) for row in parts for pair in itertools.combinations(row, 2)}


def _assign(problem: Problem, links: Links) -> None:
    assert isinstance(problem.layout, Staircase)
    for variable in problem.variables:
        variable.expression._value = frozenset(problem.layout.links[variable.name]) in links


def test_kinds_can_be_chosen() -> None:
    document = tomllib.loads(drawn(3, 3, 0, kinds=("is_not",)))
    assert all(" is not " in clue["rule"] for clue in document["clues"])


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"'is_nt'; did you mean 'is_not'\?"):
        drawn(3, 3, 0, kinds=("is_nt",))


@pytest.mark.parametrize("kinds", [(), ("next_to", "between")])
def test_kinds_that_never_single_out_a_solution_are_refused(kinds: tuple[str, ...]) -> None:
    """What is next to and between what stays true if the order is turned round."""
    with pytest.raises(InvalidValue, match="do not single out a solution"):
        drawn(4, 3, 0, kinds=kinds)


@pytest.mark.parametrize(
    ("shape", "what"), [((2, 4), "categories, not 2"), ((3, 9), "values, not 9")]
)
def test_a_shape_outside_what_files_accept_is_refused(shape: tuple[int, int], what: str) -> None:
    with pytest.raises(InvalidValue, match=what):
        GridShape(*shape)


def test_every_theme_offers_the_largest_shape_in_distinct_words() -> None:
    for theme in themes():
        assert len(theme.topics) == max(CATEGORIES)
        people, order, *_ = theme.topics
        assert people.order is None
        assert order.order is not None
        names = [str(Named(topic, v)) for topic in theme.topics for v in topic.values]
        assert len(set(names)) == max(CATEGORIES) * max(VALUES)


def test_the_usual_kinds_never_just_say_who_is_what() -> None:
    assert "is" not in USUAL_KINDS


@pytest.mark.slow
def test_the_largest_grid_can_be_generated() -> None:
    problem = read_logic_grid(drawn(6, 8, 1))
    start = Explainer(problem).start
    assert len(start.targets) == len(problem.variables)
