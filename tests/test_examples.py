"""The examples: public names only, and what they explain is right by rules written down here."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hintwise as hw

FOLDER = Path(__file__).resolve().parents[1] / "examples"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))
MODELS = [name for name in EXAMPLES if name != "json_lines"]
"""Those that are about a problem of their own."""
PUZZLES = ["futoshiki", "star_battle"]
"""Those that claim to have one solution."""

THIRD_PARTIES = {"cpmpy", "numpy"}

Grid = dict[tuple[int, int], int]


@cache
def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def problem_of(name: str) -> hw.Problem:
    problem = example(name).problem()
    assert isinstance(problem, hw.Problem)
    return problem


@cache
def explainer_of(name: str) -> hw.Explainer:
    return hw.Explainer(problem_of(name))


@cache
def steps_of(name: str) -> tuple[hw.Step, ...]:
    return tuple(explainer_of(name).smallest_sequence(take_along=True))


def back_doors(source: str) -> Iterator[str]:
    """All that is imported or taken from hintwise without being public."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    if (alias.name, alias.asname) != ("hintwise", "hw"):
                        yield from _foreign(alias.name)
            case ast.ImportFrom(module=module):
                yield from _foreign(module or ".")
            case ast.Attribute(value=ast.Name(id="hw"), attr=attribute):
                if attribute not in hw.__all__:
                    yield f"hw.{attribute}"


def _foreign(module: str) -> Iterator[str]:
    top = module.partition(".")[0]
    if top not in THIRD_PARTIES | sys.stdlib_module_names or module.startswith("cpmpy."):
        yield module


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_uses_public_names_only(name: str) -> None:
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert "import hintwise as hw\n" in source
    assert list(back_doors(source)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import hintwise.engine", "hintwise.engine"),
        ("from hintwise.features import scheme_of", "hintwise.features"),
        ("import pysat", "pysat"),
        ("from . import secret", "."),
        ("import cpmpy.transformations", "cpmpy.transformations"),
        ("hw.engine.Explainer", "hw.engine"),
    ],
)
def test_the_check_for_back_doors_can_fail(source: str, found: str) -> None:
    assert list(back_doors(source)) == [found]


@pytest.mark.parametrize("name", MODELS)
def test_every_step_is_minimal_and_uses_only_what_is_known(name: str) -> None:
    problem, state = problem_of(name), explainer_of(name).start
    verifier = hw.Verifier(problem)
    for step in steps_of(name):
        assert step.optimal
        assert state.facts.issuperset(step.facts)
        assert verifier.check(step, minimal=True).valid, step
        assert all(
            verifier.implies(step.facts, step.constraints, fact) for fact in step.taken_along
        )
        state = state.after(step)
    assert not state.targets


@pytest.mark.parametrize("name", MODELS)
def test_a_sentence_quotes_the_description_of_every_rule_it_uses(name: str) -> None:
    problem = problem_of(name)
    for step in steps_of(name):
        used = {problem.constraint(rule).description for rule in step.constraints}
        assert set(re.findall("“(.+?)”", hw.step_text(problem, step))) == used


def test_the_sentences_of_the_futoshiki_say_all_that_is_derived_and_nothing_twice() -> None:
    problem = problem_of("futoshiki")
    said_of = r"((?:r\dc\d(?:, | and )?)+) (must|cannot) be ((?:\d(?:, | or )?)+)"
    for step in steps_of("futoshiki"):
        said = {
            hw.Fact(cell, int(value), "=" if verb == "must" else "≠")
            for cells, verb, values in re.findall(said_of, hw.step_text(problem, step))
            for cell, value in product(re.findall(r"r\dc\d", cells), re.findall(r"\d", values))
        }
        settled = {fact.variable for fact in said if fact.settles}
        unsaid = set(_conclusions(step)) - said
        assert said <= set(_conclusions(step))
        assert all(not fact.settles and fact.variable in settled for fact in unsaid)
        assert not [fact for fact in said if not fact.settles and fact.variable in settled]


@pytest.mark.parametrize("name", MODELS)
def test_every_rule_of_an_example_has_words_of_its_own(name: str) -> None:
    descriptions = [constraint.description for constraint in problem_of(name).constraints]
    assert len(set(descriptions)) == len(descriptions)
    assert not [text for text in descriptions if re.search(r"\b(sum|alldifferent|and)\(", text)]


@pytest.mark.parametrize("name", MODELS)
def test_an_example_prints_the_same_as_a_script_of_its_own(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example(name).main()
    printed = capsys.readouterr().out
    result = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / f"{name}.py")],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == printed
    assert len(printed.splitlines()) >= 3


def explained_grid(name: str) -> Grid:
    """The cells as explained, one value for each: so there is no other solution."""
    grid: Grid = {}
    facts = [*problem_of(name).givens, *(f for s in steps_of(name) for f in _conclusions(s))]
    for fact in facts:
        if fact.settles:
            match = re.search(r"r(\d)c(\d)", fact.variable)
            assert match is not None
            cell = int(match[1]) - 1, int(match[2]) - 1
            assert cell not in grid
            grid[cell] = int(fact.value)
    return grid


def _conclusions(step: hw.Step) -> tuple[hw.Fact, ...]:
    return step.derived, *step.taken_along


@pytest.mark.parametrize("name", PUZZLES)
def test_the_steps_of_a_puzzle_fill_every_cell(name: str) -> None:
    size = example(name).SIZE
    assert explained_grid(name).keys() == set(product(range(size), repeat=2))


def lines_of(grid: Grid) -> list[list[int]]:
    """The rows, then the columns."""
    size = max(row for row, _ in grid) + 1
    rows = [[grid[r, c] for c in range(size)] for r in range(size)]
    return [*rows, *map(list, zip(*rows, strict=True))]


def test_the_futoshiki_is_solved_by_its_rules() -> None:
    grid = explained_grid("futoshiki")
    assert all(sorted(line) == [1, 2, 3, 4, 5] for line in lines_of(grid))
    signs = 0
    for y, line in enumerate(example("futoshiki").PUZZLE[1:].split("\n")):
        for x, character in enumerate(line):
            before, after = grid[y // 2, x // 2], grid[(y + 1) // 2, (x + 1) // 2]
            if character.isdigit():
                assert before == int(character)
            elif character not in ". ":
                assert before < after if character in "<^" else before > after
                signs += 1
    assert signs == sum(c.group == "sign" for c in problem_of("futoshiki").constraints)


def test_the_star_battle_is_solved_by_its_rules() -> None:
    grid = explained_grid("star_battle")
    stars = [cell for cell, star in grid.items() if star]
    drawing = example("star_battle").REGIONS.split()
    assert sorted(r for r, _ in stars) == list(range(7))
    assert sorted(c for _, c in stars) == list(range(7))
    assert sorted(drawing[r][c] for r, c in stars) == list("ABCDEFG")
    for (r, c), (other_r, other_c) in product(stars, repeat=2):
        assert (r, c) == (other_r, other_c) or max(abs(r - other_r), abs(c - other_c)) > 1


def test_the_roster_keeps_to_its_rules() -> None:
    module, solution = example("nurse_roster"), explainer_of("nurse_roster").solution
    working = {name for name, works in solution.items() if works}
    assert {"Eva on Thursday day", "Ben on Monday day"} <= working
    for day in module.DAYS:
        assert sum(name.endswith(f" on {day} day") for name in working) >= 2
        assert sum(name.endswith(f" on {day} night") for name in working) >= 1
    for nurse, most in module.CONTRACTS.items():
        days = [d for d in module.DAYS if f"{nurse} on {d} day" in working]
        nights = [d for d in module.DAYS if f"{nurse} on {d} night" in working]
        assert not set(days) & set(nights)
        assert len(days) + len(nights) <= most
        assert len(nights) <= (2 if nurse in module.QUALIFIED else 0)
        assert not {b for a, b in pairwise(module.DAYS) if a in nights} & set(days)
        assert not {*days, *nights} & set(module.REQUESTS.get(nurse, ()))


def test_the_roster_says_why_and_what_is_left_open() -> None:
    explainer = explainer_of("nurse_roster")
    asked = explainer.target("Dev on Wednesday night")
    why = explainer.smallest_step(explainer.start.only([asked]))
    assert [str(fact) for fact in why.facts] == ["Eva on Thursday day"]
    assert {explainer.problem.constraint(name).description for name in why.constraints} == {
        "Wednesday night needs at least 1 on the ward",
        "Ada asked for Wednesday off",
        "Ben is not qualified for nights",
        "Chloe asked for Wednesday off",
        "Eva has no day shift after a night",
        "Finn is not qualified for nights",
    }
    with pytest.raises(hw.HintwiseError, match="Ada on Sunday night"):
        explainer.target("Ada on Sunday night")


def test_what_is_explained_of_the_packages_is_what_all_choices_share() -> None:
    module, problem = example("package_versions"), problem_of("package_versions")
    every = product(*(range(newest + 1) for newest in module.NEWEST.values()))
    choices = [dict(zip(module.NEWEST, versions, strict=True)) for versions in every]
    allowed = [
        choice
        for choice in choices
        if all(choice[name] >= least for name, least in module.REQUESTED.items())
        and all(
            choice[name] < since or choice[other] in accepted
            for name, since, other, accepted in module.NEEDS
        )
    ]
    assert len(allowed) > 1
    shared = {
        fact
        for variable in problem.variables
        for value in variable.domain
        for fact in (hw.Fact(variable.name, value), hw.Fact(variable.name, value, "≠"))
        if all(fact.holds_in(choice) for choice in allowed)
    }
    assert {f for step in steps_of("package_versions") for f in _conclusions(step)} == shared


def told(*questions: object) -> list[dict[str, Any]]:
    """What the front end in JSON lines answers, as a process of its own."""
    result = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / "json_lines.py")],
        input="\n".join(q if isinstance(q, str) else json.dumps(q) for q in questions),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_another_front_end_hints_explains_and_checks() -> None:
    four = {"puzzle": "1.....3..4.....2"}
    hint, steps, why, check = told(
        {"ask": "hint", **four, "level": 2},
        {"ask": "explain", **four, "steps": 2},
        {"ask": "why", **four, "fact": "r1c2=3"},
        {"ask": "check", **four, "known": ["r1c3=1"]},
    )
    assert hint["hints"] == ["Look at block 1.", "The pattern is: hidden single."]
    assert [step["pattern"] for step in steps["steps"]] == ["hidden single", "naked single"]
    assert (why["follows"], why["step"]["derived"]) == (True, "r1c2=3")
    assert "your r1c3=1" in check["text"]


def test_another_front_end_learns_and_its_weights_are_used() -> None:
    first, second = told({"ask": "learn", "puzzles": ["tiny-1"]}, {"ask": "tell", "answer": "b"})
    assert (first["number"], second["number"]) == (1, 2)
    assert {"derived", "text"} <= set(first["a"])
    assert first["weights"] != second["weights"]
    weights = dict.fromkeys(second["weights"], 2.0)
    (explained,) = told({"ask": "explain", "puzzle": "tiny-1", "steps": 1, "weights": weights})
    (step,) = explained["steps"]
    assert step["cost"] == 2 * sum(step["features"].values())


def test_another_front_end_answers_whatever_comes() -> None:
    four = {"puzzle": "1.....3..4.....2"}
    answers = told(
        "{",
        "[]",
        {},
        {"ask": "sing"},
        {"ask": "hint"},
        {"ask": "hint", "puzzle": "esay-1"},
        {"ask": "hint", **four, "level": 9},
        {"ask": "why", **four, "fact": "r9c9=1"},
        {"ask": "tell", "answer": "a"},
    )
    assert [set(answer) for answer in answers] == [{"error"}] * 9
    assert "did you mean 'easy-1'?" in answers[5]["error"]


def test_another_front_end_is_short() -> None:
    assert len((FOLDER / "json_lines.py").read_text(encoding="utf-8").splitlines()) < 100
