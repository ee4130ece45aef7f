"""Generated logic grids: files that can be read, with one solution and no clue to spare."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import Explainer
from hintwise.errors import InvalidValue, UnknownName
from hintwise.problem import Problem, Staircase
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.logic_grid.file import VALUES
from hintwise.workshop import CLUE_KINDS, USUAL_KINDS, GridShape, check_problem, generate_logic_grid
from hintwise.workshop.clues import DrawnClue, Named, Row, Solved, draw_clue
from hintwise.workshop.generate_grid import CATEGORIES, _category_line
from hintwise.workshop.themes import Theme, names, themes

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


def test_a_grid_has_the_shape_that_was_asked_for() -> None:
    document = tomllib.loads(drawn(5, 3, 0))
    sizes = [
        len(values["values"] if isinstance(values, dict) else values)
        for values in document["categories"].values()
    ]
    assert sizes == [3] * 5
    assert document["story"].startswith("Three ")


def solved(theme: Theme, rng: np.random.Generator, values: int = 5) -> Solved:
    """People of a theme with three or four of its categories, a second ordered one if it has it."""
    second = [topic for topic in theme.others if topic.order is not None][:1]
    rest = [topic for topic in theme.others if topic.order is None][:2]
    topics = [theme.people(names()[0]), theme.lead, *second, *rest]
    topics = [replace(topic, values=topic.values[:values]) for topic in topics]
    columns = [[Named(topic, topic.values[i]) for i in rng.permutation(values)] for topic in topics]
    return Solved(tuple(zip(*columns, strict=True)), theme.many)


def clues_of(
    theme: Theme, rng: np.random.Generator, kinds: Iterable[str] = CLUE_KINDS, times: int = 3
) -> tuple[Solved, list[DrawnClue]]:
    rows = solved(theme, rng)
    clues = (draw_clue(kind, rows, rng) for kind in kinds for _ in range(times))
    return rows, [clue for clue in clues if clue is not None]


every_theme = pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.title)


@every_theme
def test_two_that_might_be_one_person_are_said_to_be_two(theme: Theme) -> None:
    """The rule says so, and a reader cannot know."""
    rows, clues = clues_of(theme, np.random.default_rng(0), ["one_each"], 30)
    topic_of = {str(named): named.topic for row in rows.rows for named in row}
    for clue in clues:
        pair = clue.rule.removeprefix("of ").split(", one")[0].split(" and ")
        one, other = (topic_of[name] for name in pair)
        assert (one == other) != (f" were two {theme.many}: " in clue.text), clue.text


@every_theme
def test_what_is_drawn_is_true_in_the_solution_and_names_its_values(theme: Theme) -> None:
    """Referee: CPMpy itself evaluates the rules in the solution."""
    rows, clues = clues_of(theme, np.random.default_rng(3))
    problem = read_logic_grid(_file(rows, [clue.rule for clue in clues]))
    _assign(problem, _links(rows.rows))
    value_of = {str(named): named.value for row in rows.rows for named in row}
    for constraint, clue in zip(problem.constraints[-len(clues) :], clues, strict=True):
        assert constraint.expression.value(), clue.rule
        for name in clue.names:  # a unit may be said once for several values
            value = re.escape(str(value_of[name]))
            assert re.search(rf"(?<!\w){value}(?!\w)", clue.text), (name, clue.text)


@every_theme
def test_what_is_drawn_reads_as_a_sentence(theme: Theme) -> None:
    wrong = (
        r"\ba [aeiou]",
        r"\ban [^aeiouh]",
        r"\b(either|neither|nor|both|of|and) whoever\b",
        r"\b(was|were) (is|are|was|were)\b",
        r"\b(\w+) \1\b",
    )
    _, clues = clues_of(theme, np.random.default_rng(5))
    for clue in clues:
        assert re.fullmatch(r"[A-Z][^{}|]+\w\.", clue.text), clue.text
        for mistake in wrong:
            assert re.search(mistake, clue.text) is None, clue.text


def test_each_kind_has_something_to_say_in_many_ways() -> None:
    """Values are taken out, and what remains of a sentence is its pattern."""
    patterns: dict[str, set[str]] = {kind: set() for kind in CLUE_KINDS}
    for theme in themes():
        rows, clues = clues_of(theme, np.random.default_rng(1))
        values = sorted((str(n.value) for row in rows.rows for n in row), key=len, reverse=True)
        for clue in clues:
            patterns[clue.kind].add(re.sub("|".join(map(re.escape, values)), "…", clue.text))
    assert min(map(len, patterns.values())) >= 10


def test_neighbouring_seeds_give_different_settings() -> None:
    documents = [tomllib.loads(drawn(3, 3, seed)) for seed in range(20)]
    assert len({(document["title"], *document["categories"]) for document in documents}) >= 12
    assert len({document["title"] for document in documents}) >= 8
    assert all(document["version"] == 2 for document in documents)


def test_the_same_seed_gives_the_same_grid_in_another_process() -> None:
    script = (
        "import numpy as np; from hintwise.workshop import GridShape, generate_logic_grid;"
        "print(generate_logic_grid(GridShape(3, 4), np.random.default_rng(5)), end='')"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert there.stdout == drawn(3, 4, 5)
    assert there.stdout != drawn(3, 4, 6)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (15, "a quarter of an hour"),
        (60, "an hour"),
        (105, "an hour and three quarters"),
        (120, "two hours"),
        (150, "two hours and a half"),
    ],
)
def test_times_of_day_are_apart_by_what_people_say(minutes: int, words: str) -> None:
    arrival = next(t for theme in themes() for t in theme.others if t.name == "arrival")
    assert arrival.distance(minutes) == words


def _file(solution: Solved, rules: list[str]) -> str:
    lines = ["version = 2", "[categories]", *map(_category_line, solution.topics)]
    for rule in rules:
        lines += ["[[clues]]", f'rule = "{rule}"']
    return "\n".join(lines)


def _links(rows: tuple[Row, ...]) -> Links:
    parts = [[(named.topic.name, named.shown) for named in row] for row in rows]
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
        topics = [theme.lead, *theme.others]
        assert len(topics) >= max(CATEGORIES) - 1
        assert theme.lead.order is not None
        assert all(len(topic.values) >= max(VALUES) for topic in topics)
        spelt = [str(Named(topic, v)) for topic in topics for v in topic.values]
        spelt += itertools.chain.from_iterable(names())
        assert len(set(spelt)) == len(spelt)


def test_the_usual_kinds_never_just_say_who_is_what() -> None:
    assert "is" not in USUAL_KINDS


@pytest.mark.slow
def test_the_largest_grid_can_be_generated() -> None:
    problem = read_logic_grid(drawn(6, 8, 1))
    start = Explainer(problem).start
    assert len(start.targets) == len(problem.variables)
