"""Documentation is tested: examples run and print what a page says, references lack nothing."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import doctest
import inspect
import io
import json
import re
import runpy
import shlex
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import hintwise
from hintwise.cli import hintwise as command
from hintwise.elicit.settings import OPTIONS
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.plan import Plan, read_plan
from hintwise.experiments.sweep.results import Results
from hintwise.people.choices import Choices
from hintwise.people.study import AGAINST, COLUMNS, read_answers
from hintwise.store import Game
from hintwise.store.exporting import read_export
from hintwise.study import plan as study_plan
from tests.unhurried import let_hints_take_time

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN = [page for page in PAGES if page.parent.name != "tutorials"]
"""Those whose blocks are run here; tutorials are followed in a folder of their own."""
PAGES_OF_THE_PROJECT = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize("page", RUN, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_print_what_it_says(page: Path) -> None:
    """The blocks of a page build on each other, as its reader would type them."""
    names: dict[str, object] = {}
    for code, expected in BLOCK.findall(page.read_text(encoding="utf-8")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(page), "exec"), names)
        assert printed.getvalue().rstrip() == expected.rstrip()


@pytest.mark.parametrize("page", PAGES_OF_THE_PROJECT, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES_OF_THE_PROJECT, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_headings_lead_to_one(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*\.md|)#([^)]+)\)", page.read_text("utf-8"))
    for target, anchor in links:
        there = page.parent / target if target else page
        assert anchor in anchors(there), f"{page.name} links to {target}#{anchor}"


@pytest.mark.parametrize("page", RUN, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_a_page_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    let_hints_take_time(monkeypatch)
    for block in re.findall(r"^```\w*\n(\$ .*?)^```", page.read_text("utf-8"), re.S | re.M):
        for arguments, expected in re.findall(r"^\$ hintwise (.*)\n([^$]*)", block, re.M):
            result = CliRunner().invoke(command, shlex.split(arguments))
            assert result.output.split() == expected.split(), arguments  # wherever lines break


def test_the_readme_shows_a_grid_file_and_the_words_of_its_picture() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    grid = (ROOT / "docs" / "examples" / "windows.toml").read_text(encoding="utf-8")
    assert f"```toml\n{grid}```" in readme
    picture = (ROOT / "docs" / "images" / "step-sudoku.svg").read_text(encoding="utf-8")
    (words,) = re.findall(r"<desc.*?>(.*?)</desc>", picture)
    assert words in " ".join(line.removeprefix("> ") for line in readme.splitlines())


def test_the_reference_page_names_all_that_is_public() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    missing = [name for name in hintwise.__all__ if not re.search(rf"`[^`]*\b{name}\b", page)]
    assert not missing


def reference(page: str) -> dict[str, str]:
    """The sections of a page of the reference by heading, whatever its level."""
    text = (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
    parts = re.split(r"^#+ (.+)\n", _with_comments_indented(text), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _with_comments_indented(text: str) -> str:
    """Without lines that look like headings in fenced blocks."""
    return re.sub(
        r"^```.*?^```", lambda block: block[0].replace("\n#", "\n #"), text, flags=re.S | re.M
    )


def table_rows(section: str) -> dict[str, str]:
    """The rows of a section's tables, each whole, by what stands in backticks in the first cell."""
    rows = re.findall(r"^\| (`.*?) \|(.*)\|$", section, re.M)
    return {name: f"{cell} |{rest}" for cell, rest in rows for name in re.findall(r"`(.+?)`", cell)}


# The command line


def commands(
    group: click.Command = command, path: str = "hintwise", parent: click.Context | None = None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """All commands and groups as they are called, those that are loaded lazily as well."""
    context = click.Context(group, parent, info_name=path, **group.context_settings)
    arguments = [p for p in group.get_params(context) if isinstance(p, click.Argument)]
    metavars = (argument.make_metavar(context) for argument in arguments)
    yield " ".join([path, *metavars]), group, context
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            assert found is not None
            yield from commands(found, f"{path} {name}", context)


COMMANDS = {title: (found, context) for title, found, context in commands()}


@cache
def command_sections() -> dict[str, str]:
    return reference("command-line.md")


def options_in(section: str) -> dict[str, str]:
    """The rows of options by their names; what follows a name, such as `N`, does not count."""
    rows = table_rows(command_sections()[section]).items()
    return {name.split()[0]: row for name, row in rows if name.startswith("-")}


def options_of(title: str) -> dict[str, click.Option]:
    found, context = COMMANDS[title]
    options = [p for p in found.get_params(context) if isinstance(p, click.Option)]
    return {name: option for option in options for name in (*option.opts, *option.secondary_opts)}


def test_the_command_line_page_has_a_section_for_every_command_and_no_others() -> None:
    documented = [t for t in command_sections() if t.startswith("`hintwise")]
    assert sorted(documented) == sorted(f"`{title}`" for title in COMMANDS)


@pytest.mark.parametrize("title", COMMANDS)
def test_the_section_of_a_command_has_its_options_and_no_others(title: str) -> None:
    documented = {**options_in("Every command"), **options_in(f"`{title}`")}
    assert sorted(documented) == sorted(options_of(title))


@pytest.mark.parametrize("title", COMMANDS)
def test_the_section_of_a_command_has_the_defaults_and_the_values_of_its_options(
    title: str,
) -> None:
    shared, own = options_in("Shared options"), options_in(f"`{title}`")
    for name, option in options_of(title).items():
        row = own.get(name, "")
        if "[shared](#shared-options)" in row:
            row = shared[name]
        accepted = option.type.choices if isinstance(option.type, click.Choice) else ()
        shown = option.show_default if isinstance(option.show_default, str) else option.default
        expected = [*accepted, *([shown] if option.show_default else [])]
        assert not [value for value in expected if f"`{value}`" not in row], name


def test_shared_options_are_shared() -> None:
    used = {name for title in COMMANDS for name in options_in(f"`{title}`")}
    assert set(options_in("Shared options")) <= used


# Files


@cache
def file_sections() -> dict[str, str]:
    return reference("files.md")


@cache
def seats() -> hintwise.Problem:
    """The model that the page of files makes."""
    names: dict[str, Any] = {}
    page = (ROOT / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
    for code, _ in BLOCK.findall(page):
        exec(compile(code, "files.md", "exec"), names)
    problem = names["problem"]
    assert isinstance(problem, hintwise.Problem)
    return problem


def read_profile(text: str) -> None:
    profile = hintwise.Profile.read(text, seats())
    assert profile.posterior is not None
    assert profile.prior is not None
    assert set(json.loads(profile.write())) == set(table_rows(file_sections()["Profile"]))


def read_session(text: str) -> None:
    session = hintwise.Session.from_json(json.loads(text), [seats()])
    assert len(session.events) == 1
    events = {entry["event"] for entry in session.as_json()["events"]} | {"observed", "undone"}
    documented = set(table_rows(file_sections()["Session"]))
    assert documented == {*session.as_json(), *events}


def read_session_lines(text: str) -> None:
    session = hintwise.Session.from_lines(text.splitlines(), [seats()])
    assert not session.events
    assert "\n".join(session.lines()) == text.rstrip()


def read_prior(text: str) -> None:
    prior = hintwise.Prior.read(text)
    # A prior with degrees, as this one, has no levels.
    assert {*prior.as_json(), "levels"} == set(table_rows(file_sections()["Prior"]))


def read_choices(text: str) -> None:
    choices = Choices.read(text)
    assert json.loads(choices.write()) == json.loads(text)
    assert set(json.loads(text)) == set(table_rows(file_sections()["Choices"]))


def read_study(text: str) -> None:
    assert read_answers(text)
    assert {*COLUMNS, AGAINST} == set(table_rows(file_sections()["Answers of a study"]))


def read_puzzle(text: str) -> None:
    assert hintwise.Puzzle.from_json(json.loads(text)).problem().givens


def read_kind(kind: str) -> Callable[[str], None]:
    def read(text: str) -> None:
        assert hintwise.read(text).puzzle.kind == kind

    return read


def read_grid(text: str) -> None:
    read_kind("logic_grid")(text)
    assert set(tomllib.loads(text)) == set(table_rows(file_sections()["Logic grid"]))


def read_a_plan(text: str) -> None:
    assert read_plan(text, PuzzleSources()).at_scale("more").runs == 3
    assert set(Plan.model_fields) == set(table_rows(file_sections()["Plan"]))


def read_a_study_s_plan(text: str) -> None:
    """The page has every key, of the tables as well; in an arm, the options are told apart."""
    plan = study_plan.read_plan(text).as_json()
    rows = table_rows(file_sections()["Plan of a study"])
    expected = set(plan) - {"puzzles", "arms", "demographics", "closing"}
    expected -= {"questions", "evaluations", "checks", "exclusion", "consent", "completion"}
    for table in ("puzzles", "questions", "checks", "exclusion", "consent", "completion"):
        expected |= {f"{table}.{key}" for key in plan[table]}
    expected |= {f"evaluations.{key}" for key in plan["evaluations"][0]}
    expected |= {f"arms.{key}" for key in plan["arms"][0] if key != "options"}
    fields = [field.name for field in dataclasses.fields(study_plan.Field)]
    expected |= {f"{form}.{key}" for form in ("demographics", "closing") for key in fields}
    assert set(rows) == expected
    own = {"method", "deadline_s", "node_limit", "seed"}
    told = file_sections()["Plan of a study"]
    assert all(f"`{option}`" in told for option in set(OPTIONS) - own)


def read_query(text: str) -> None:
    """A query that the tables of a file of results answer; they are as the page says."""
    section = file_sections()["Results"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "results.sqlite")
        Results(file).close()
        with contextlib.closing(sqlite3.connect(file)) as database:
            assert database.execute(text).fetchall() == []
            (version,) = database.execute("pragma user_version").fetchone()
            tables = database.execute("select name from sqlite_master where type = 'table'")
            columns = {
                name: [column[1] for column in database.execute(f"pragma table_info({name})")]
                for (name,) in tables.fetchall()
            }
    rows = table_rows(section).items()
    assert columns == {name: re.findall(r"`(\w+)`", row)[1:] for name, row in rows}
    assert f"the version of the tables, is {version};" in " ".join(section.split())


def read_language(text: str) -> None:
    folder = ROOT / "src" / "hintwise" / "render" / "words" / "languages"
    german = tomllib.loads((folder / "de.toml").read_text(encoding="utf-8"))
    for table, sentences in tomllib.loads(text).items():
        assert german[table] == sentences


def read_library(text: str) -> None:
    folder = ROOT / "src" / "hintwise" / "puzzles" / "collection"
    keys: set[str] = set()
    for name in ("sudokus", "killer_sudokus", "grids"):
        records = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))[name]
        keys.update(*records)
        assert all(record in records for record in tomllib.loads(text).get(name, []))
    assert keys - {"size"} == set(table_rows(file_sections()["Library"]))


def read_the_export(text: str) -> None:
    document = json.loads(text)
    (stream,) = read_export(document)
    assert Game.of(stream.events).digits == {"r1c2": 4}
    rows = table_rows(file_sections()["Export"])
    assert set(document) == set(rows) - {"hintwise-person"}
    (record,) = document["streams"]
    named = set(re.findall(r"`(\w+)`", rows["streams"]))
    assert {*record, *record["events"][0]} <= named | {"events"}


READERS: dict[str, Callable[[str], Any]] = {
    "Weights": lambda text: hintwise.Profile.read(text, seats()),
    "Profile": read_profile,
    "Session": read_session,
    "Session as lines": read_session_lines,
    "Prior": read_prior,
    "Choices": read_choices,
    "Answers of a study": read_study,
    "Sudoku": read_kind("sudoku"),
    "Killer Sudoku": read_kind("killer_sudoku"),
    "Logic grid": read_grid,
    "Puzzle": read_puzzle,
    "Plan": read_a_plan,
    "Plan of a study": read_a_study_s_plan,
    "Results": read_query,
    "Export": read_the_export,
    "Language": read_language,
    "Library": read_library,
}
"""How the examples of each section of the page of files are read."""


def examples(section: str) -> list[str]:
    blocks = re.findall(r"^```(?!python)\w+\n(.*?)^```", section, re.S | re.M)
    return [str(block) for block in blocks]


def test_every_file_has_an_example_that_is_read() -> None:
    assert {title for title, text in file_sections().items() if examples(text)} == set(READERS)


@pytest.mark.parametrize("title", READERS)
def test_the_code_reads_the_examples_of_a_file(title: str) -> None:
    for example in examples(file_sections()[title]):
        READERS[title](example)


def versions() -> Iterator[tuple[str, int]]:
    """The constants that number a format, by their whole name."""
    source = ROOT / "src"
    for file in sorted(source.rglob("*.py")):
        module = ".".join(file.relative_to(source).with_suffix("").parts)
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(name)], value=ast.Constant(int(number)))
                    | ast.AnnAssign(target=ast.Name(name), value=ast.Constant(int(number)))
                ) if name.endswith("VERSION"):
                    yield f"{module}.{name}", number


def test_the_page_of_files_has_the_version_of_every_format() -> None:
    stated = re.findall(r"`(hintwise[\w.]+VERSION)` \| (\d+) \|", file_sections()["Files"])
    assert {name: int(number) for name, number in stated} == dict(versions())


# The picture of the layers


def test_the_picture_of_the_layers_is_what_its_script_draws_from_the_code() -> None:
    """Otherwise: python docs/images/layers.py."""
    folder = ROOT / "docs" / "images"
    drawing = runpy.run_path(str(folder / "layers.py"))["drawing"]
    assert drawing() == (folder / "layers.svg").read_text(encoding="utf-8")


def test_every_public_name_is_used_in_an_example() -> None:
    """In a block of a page, or in the doctest of the name's own docstring."""
    blocks = [code for page in PAGES for code, _ in BLOCK.findall(page.read_text("utf-8"))]
    used = {name for code in blocks for name in names_used(code)}
    missing = [name for name in hintwise.__all__ if name not in used and not has_doctest(name)]
    assert not missing


def names_used(code: str) -> Iterator[str]:
    """What a block takes from hintwise."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Attribute(ast.Name("hw" | "hintwise"), name):
                yield name
            case ast.ImportFrom("hintwise", names):
                yield from (alias.name for alias in names)


def has_doctest(name: str) -> bool:
    text = inspect.getdoc(getattr(hintwise, name)) or ""
    examples = doctest.DocTestParser().get_examples(text)
    return any(re.search(rf"\b{name}\b", example.source) for example in examples)
