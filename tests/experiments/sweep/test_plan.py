from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from pydantic import BaseModel

from hintwise.elicit.settings import OPTIONS, check_option, preset
from hintwise.errors import InvalidPlan, UnknownName
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.plan import (
    Plan,
    PlannedMethod,
    PlannedProblem,
    Scale,
    read_plan,
)
from hintwise.experiments.sweep.simulation import NODE_LIMIT
from hintwise.experiments.sweep.task import Cell
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU
from tests.reference import require_reference

ROOT = Path(__file__).resolve().parents[3]

PLAN = """\
name = "two-methods"
queries = 20
evaluate_at = [0, 5, 20]
runs = 2
users = 3

[[problems]]
name = "Sudoku"
kind = "sudoku"
training = [
    "tiny-1",
    "tiny-2",
]
evaluation = "tiny-3"

[[problems]]
name = "Logic grid"
kind = "logic_grid"
training = ["soup-kitchen"]
evaluation = "kites"

[[methods]]
name = "Choice perceptron"
method = "choice_perceptron"
preset = "published"

[[methods]]
name = "MACHOP"
method = "machop"
preset = "published"
learning_rate = [0.5, 1]

[scales.quick]
queries = 4
users = [2]
runs = 1
"""
SOURCES = PuzzleSources()


def cells(text: str = PLAN) -> list[Cell]:
    return read_plan(text, SOURCES).cells(SOURCES)


def mistakes(text: str, sources: PuzzleSources = SOURCES) -> tuple[str, ...]:
    with pytest.raises(InvalidPlan) as caught:
        read_plan(text, sources)
    return caught.value.mistakes


def with_line(number: int, line: str) -> str:
    """The plan with another line in place of one of its own, counted from 1."""
    lines = PLAN.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


def test_every_problem_meets_every_method_user_and_run() -> None:
    labels = {(cell.problem, cell.method, cell.user, cell.run) for cell in cells()}
    methods = ["Choice perceptron", "MACHOP, learning rate 0.5", "MACHOP, learning rate 1"]
    assert labels == {
        (problem, method, f"user {user}", run)
        for problem in ("Sudoku", "Logic grid")
        for method in methods
        for user in range(3)
        for run in (1, 2)
    }
    assert len(cells()) == len(labels) == 36


def test_a_method_has_the_settings_of_its_preset_for_the_kind_of_problem() -> None:
    for cell in cells():
        settings = cell.task.settings
        kind = SUDOKU if cell.problem == "Sudoku" else LOGIC_GRID
        expected = preset(
            "published",
            kind,
            method=settings.flat["method"],
            learning_rate=settings.rate_for(kind),
            node_limit=NODE_LIMIT,
            seed=settings.seed,
        )
        assert settings == expected
        assert cell.task.queries == 20
        assert cell.task.evaluate_at == (0, 5, 20)


def test_the_appendix_rate_left_out_or_spelled_out_is_the_same_task() -> None:
    spelled_out = [cell for cell in cells() if cell.method == "MACHOP, learning rate 0.5"]
    left_out = cells(PLAN.replace("learning_rate = [0.5, 1]\n", ""))
    machop = [cell for cell in left_out if cell.method == "MACHOP"]
    assert [cell.task.key for cell in machop] == [cell.task.key for cell in spelled_out]


def test_methods_are_paired_by_seed_and_runs_and_users_differ() -> None:
    seeds: dict[tuple[str, int], set[int]] = {}
    for cell in cells():
        seeds.setdefault((cell.user, cell.run), set()).add(cell.task.settings.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len({seed for found in seeds.values() for seed in found}) == len(seeds) == 6


def test_more_users_runs_and_methods_leave_the_other_tasks_as_they_are() -> None:
    more = PLAN.replace("runs = 2", "runs = 4").replace("users = 3", "users = [7, 2, 1, 0]")
    more += '\n[[methods]]\nname = "Other"\nmethod = "non_dominated"\n'
    assert {cell.task.key for cell in cells()} < {cell.task.key for cell in cells(more)}


def test_another_seed_changes_every_task() -> None:
    other = {cell.task.key for cell in cells("seed = 1\n" + PLAN)}
    assert other.isdisjoint(cell.task.key for cell in cells())


def test_drawn_users_want_the_same_of_both_kinds_of_problem() -> None:
    """Like the published ones: the same twelve numbers, in the order of the features."""
    drawn: dict[str, list[list[float]]] = {}
    for cell in cells():
        weights = list(cell.task.sequence.true_weights.values())
        if weights not in drawn.setdefault(cell.user, []):
            drawn[cell.user].append(weights)
    assert {user: len(found) for user, found in drawn.items()} == dict.fromkeys(drawn, 1)
    numbers = np.array([found[0] for found in drawn.values()])
    assert len(np.unique(numbers, axis=0)) == 3
    assert set(numbers.ravel()) <= {10.0**j for j in range(-2, 3)}


def test_the_tasks_of_a_user_share_one_sequence() -> None:
    sequences = {id(cell.task.sequence) for cell in cells()}
    assert len(sequences) == 2 * 3


def test_a_scale_has_other_counts_and_ends_with_an_evaluation() -> None:
    plan = read_plan(PLAN, SOURCES).at_scale("quick")
    assert (plan.queries, plan.runs, plan.users) == (4, 1, (2,))
    assert plan.evaluation_points == (0, 4)
    keys = {(cell.user, cell.run): cell.task.settings.seed for cell in cells()}
    assert all(keys[cell.user, cell.run] == cell.task.settings.seed for cell in plan.cells(SOURCES))
    with pytest.raises(UnknownName, match=r"unknown scale 'quik'; did you mean 'quick'"):
        read_plan(PLAN, SOURCES).at_scale("quik")


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("evaluate_every = 10", (0, 10, 20)),
        ("evaluate_every = 15", (0, 15, 20)),
        ("evaluate_every = 50", (0, 20)),
        ("evaluate_at = [20, 3]", (3, 20)),
        ("", (0, 20)),
    ],
)
def test_evaluations_come_where_the_plan_says(line: str, points: tuple[int, ...]) -> None:
    assert read_plan(with_line(3, line), SOURCES).evaluation_points == points


def test_every_setting_can_be_in_a_plan_but_for_those_of_the_whole_plan() -> None:
    of_a_method = set(PlannedMethod.model_fields) - {"name", "preset"}
    assert of_a_method == set(OPTIONS) - {"seed", "node_limit", "deadline_s"}


@pytest.mark.parametrize("method", ["machop", "bayes"])
def test_every_setting_that_a_preset_has_is_accepted_as_it_is(method: str) -> None:
    options = {"checks": 5, "plainness": 0.2, "own_lapse": True, "estimate": "relative"}
    usual = preset("paper", SUDOKU, method=method, **(options if method == "bayes" else {}))
    for option, value in usual.flat.items():
        check_option(option, value)


@pytest.mark.parametrize(
    ("number", "line", "expected"),
    [
        (1, "name = 'a b'", "name: expected letters, digits, - and _ only, not 'a b'"),
        (2, "queries = 0", "queries: expected 1 or more, not 0"),
        (2, "queries = '9'", "queries: expected a whole number, not '9'"),
        (2, "queries = 9e9", "queries: expected a whole number, not 9000000000.0"),
        (2, "queries = 900000000", "queries: expected 100000 or less, not 900000000"),
        (3, "evaluate_at = [0, 21]", "evaluate_at: 21 is beyond the last query, 20"),
        (3, "evaluate_at = [-1]", "evaluate_at: expected 0 or more, not -1"),
        (3, "evaluate_every = 0", "evaluate_every: expected 1 or more, not 0"),
        (4, "runs = -5", "runs: expected 1 or more, not -5"),
        (4, "runs = true", "runs: expected a whole number, not true"),
        (4, "rns = 5", "rns: unknown key 'rns'; did you mean 'runs'?"),
        (5, "users = -3", "users: expected 1 to 100000, or a list of their numbers, not -3"),
        (4, "runs = 2020-01-01", "runs: expected a whole number, not 2020-01-01"),
        (4, "runs = 100000", "runs: 3 methods x 2 problems x 3 users x 100000 runs are more than"),
        (5, "users = 100000", "users: 3 methods x 2 problems x 100000 users x 2 runs are more"),
        (5, "users = 'two'", "users: expected 1 to 100000, or a list of their numbers, not 'two'"),
        (5, "users = []", "users: expected at least one, not an empty list"),
        (5, "users = [1, 1]", "users: 1 is there twice"),
        (8, "name = ''", "name of problem 1: expected some text, not ''"),
        (9, "kind = 'sudok'", "kind of problem 1: expected 'sudoku' or 'logic_grid', not 'sudok'"),
        (12, "'tiny-22',", "training of problem 1: 'tiny-22' is neither a Sudoku"),
        (12, "'kites',", "training of problem 1: 'kites' is a logic grid, not a Sudoku"),
        (12, "'-',", "training of problem 1: '-' is stdin"),
        (12, "3,", "training of problem 1: expected text in quotes, not 3"),
        (12, "'12',", "training of problem 1: a Sudoku of 2 characters"),
        (
            12,
            "'1111............',",
            "training of problem 1: '1111............': the problem has no",
        ),
        (12, "'................',", "training of problem 1: nothing can be explained in '......"),
        (12, "'1234341221434321',", "training of problem 1: nothing can be explained in '12343"),
        (14, "evaluation = '1...............'", "evaluation of problem 1: nothing can be explain"),
        (14, "evaluation = 'published 30'", "evaluation of problem 1: published puzzles need the"),
        (17, "name = 'Sudoku'", "name of problem 2: 'Sudoku' is there twice"),
        (24, "method = 'machp'", "method of method 1: unknown method 'machp'; did you mean"),
        (25, "preset = 'publishd'", "preset of method 1: unknown preset 'publishd'; did you"),
        (25, "normalisation = 'locl'", "normalisation of method 1: unknown normalisation 'locl'"),
        (25, "normalization = 'local'", "normalization of method 1: unknown key 'normalization';"),
        (25, "deadline_s = 3", "deadline_s of method 1: results would depend on the machine"),
        (25, "seed = 3", "seed of method 1: is the same for all methods"),
        (25, "minimal_steps = 1", "minimal_steps of method 1: minimal is 1; it must be"),
        (
            31,
            "learning_rate = [1, -1]",
            "learning_rate of method 2: the learning rate is -1",
        ),
        (31, "learning_rate = []", "learning_rate of method 2: expected at least one"),
        (
            31,
            "learning_rate = 1e308",
            "learning_rate of method 2: the learning rate is 1e+308; it must",
        ),
        (36, "runs = 99999", "runs of scale quick: 3 methods x 2 problems x 1 user x 99999 runs"),
        (34, "queries = -1", "queries of scale quick: expected 1 or more, not -1"),
        (34, "queris = 1", "queris of scale quick: unknown key 'queris'; did you mean 'queries'?"),
    ],
)
def test_a_mistake_is_told_with_its_line(number: int, line: str, expected: str) -> None:
    (found,) = mistakes(with_line(number, line))
    assert found.startswith(f"plan.toml:{number}: {expected}")


@pytest.mark.parametrize(
    ("number", "line", "expected"),
    [
        (1, "", "plan.toml:1: name: is missing"),
        (24, "", "plan.toml:22: method of method 1: is missing"),
        (23, "name = 'MACHOP, learning rate 1'", "plan.toml:28: name of method 2: 'MACHOP, lear"),
        (31, "learning_rate = [1, 1.0]", "plan.toml:28: name of method 2: 'MACHOP, learning ra"),
    ],
)
def test_what_is_missing_or_there_twice_is_told_where_it_shows(
    number: int, line: str, expected: str
) -> None:
    (found,) = mistakes(with_line(number, line))
    assert found.startswith(expected)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = PLAN.replace("runs = 2", "runs = -2").replace('"machop"', '"machp"')
    text = text.replace('"tiny-2"', '"tiny-22"').replace("users = [2]", "usrs = [2]")
    found = mistakes(text)
    assert [line.split(": ")[0] for line in found] == [
        "plan.toml:4",
        "plan.toml:12",
        "plan.toml:29",
        "plan.toml:35",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name = 'a'\nqueries = ", "plan.toml:2: expected a number, a date, a list, or text in"),
        ("name = 'a'\r\n\r\nqueries = 1\r\nqueries = 2", "plan.toml:4: Cannot overwrite a value"),
        ("name = 'a'\ntitle = \"a\nruns = 1", "plan.toml:2: a quotation mark is not closed"),
        ("name = 'a", "plan.toml:1: a quotation mark is not closed"),
        ("name = " + 9999 * "[", "plan.toml:1: the file holds a number or a list beyond all"),
        ("runs = " + 9999 * "9", "plan.toml:1: the file holds a number or a list beyond all"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(text: str, expected: str) -> None:
    (found,) = mistakes(text)
    assert found.startswith(expected)


def test_an_empty_plan_lacks_what_has_no_default() -> None:
    assert mistakes("") == tuple(
        f"plan.toml:1: {key}: is missing"
        for key in ("name", "queries", "users", "problems", "methods")
    )


def test_published_users_need_the_reference_folder() -> None:
    (found,) = mistakes(with_line(15, 'user_weights = "published"'))
    assert found.startswith("plan.toml:15: user_weights of problem 1: published users need the")


def test_published_puzzles_and_users_are_found_where_their_folder_is() -> None:
    sources = PuzzleSources(published=require_reference())
    text = PLAN.replace('"tiny-3"', '"published 30"\nuser_weights = "published"')
    plan = read_plan(text, sources)
    for cell in plan.cells(sources):
        if cell.problem == "Sudoku":
            number = int(cell.user.removeprefix("user "))
            expected = sources.published_user(number, "sudoku")
            assert cell.task.sequence.true_weights == expected
            assert cell.task.sequence.judged_on is sources.puzzle("published 30", "sudoku")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("users = 3", "users = 25", "plan.toml:5: users: there is no published user 20; they are"),
        ("users = [2]", "users = [20]", "plan.toml:35: users of scale quick: there is no publ"),
        ('"tiny-3"', '"published 50"', "plan.toml:14: evaluation of problem 1: there is no publis"),
    ],
)
def test_what_was_never_published_is_refused(old: str, new: str, expected: str) -> None:
    sources = PuzzleSources(published=require_reference())
    text = with_line(15, 'user_weights = "published"').replace(old, new)
    (found,) = mistakes(text, sources)
    assert found.startswith(expected)


def test_files_are_looked_up_from_the_folder_of_the_plan(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("1.3. .42. 2.4. .31.".replace(" ", "\n"))
    sources = PuzzleSources(tmp_path)
    plan = read_plan(PLAN.replace('"tiny-3"', '"mine.txt"'), sources)
    assert len(plan.cells(sources)[0].task.sequence.judged_on.givens) == 8


def test_more_methods_than_can_be_listed_are_refused_at_once() -> None:
    rates = ", ".join(str(n) for n in range(1, 400))
    text = with_line(31, f"learning_rate = [{rates}]\nweight_floor = [{rates}]")
    (found,) = mistakes(text)
    assert found.startswith("plan.toml:22: methods: 159202 methods x 2 problems x 3 users")


SNIPPETS = [
    "0",
    "-1",
    "1.5",
    "nan",
    "true",
    "''",
    "'x'",
    "[]",
    "[[1]]",
    "['a', 1]",
    "{}",
    "{a = 1}",
]


@pytest.mark.parametrize("snippet", [*SNIPPETS, "1979-05-27", "[{}]", "9999999999999999999999"])
def test_whatever_a_key_is_set_to_nothing_worse_happens_than_mistakes(snippet: str) -> None:
    elsewhere = []
    for number, line in enumerate(PLAN.splitlines(), 1):
        key, equals, value = line.partition(" = ")
        if not equals or value == "[":
            continue
        try:
            read_plan(with_line(number, f"{key} = {snippet}"), SOURCES).cells(SOURCES)
        except InvalidPlan as error:
            here = f"plan.toml:{number}: "
            elsewhere += [told for told in error.mistakes if not told.startswith(here)]
    assert elsewhere == []


PAGE = (ROOT / "docs" / "how-to" / "write-an-experiment-plan.md").read_text(encoding="utf-8")


def test_the_plan_of_the_how_to_page_is_what_the_page_says() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    plan = read_plan(text, SOURCES)
    assert len(plan.cells(SOURCES)) == 36
    tried = plan.at_scale("try").cells(SOURCES)
    assert [cell.method for cell in tried] == [
        "MACHOP, learning rate 0.5",
        "MACHOP, learning rate 5",
        "Choice perceptron",
    ]
    wrong = text.replace("runs = 3", "runs = -3").replace('"machop"', '"machp"')
    with pytest.raises(InvalidPlan) as caught:
        read_plan(wrong, SOURCES, file="rates.toml")
    assert str(caught.value) in PAGE


@pytest.mark.parametrize("table", [Plan, PlannedProblem, PlannedMethod, Scale])
def test_the_how_to_page_names_every_key(table: type[BaseModel]) -> None:
    tables = ("scales", "problems", "methods")
    assert [key for key in table.model_fields if f"`{key}`" not in PAGE and key not in tables] == []


def test_settings_that_do_not_go_together_are_refused() -> None:
    ours = '\n[[methods]]\nname = "Ours"\nmethod = "bayes"\n'
    assert read_plan(PLAN + ours, SOURCES)
    with pytest.raises(InvalidPlan, match="set learner to 'bayes'"):
        read_plan(PLAN + ours + 'learner = "perceptron"\n', SOURCES)
