"""Documentation is tested: every Python block runs and prints what the block after it says."""

from __future__ import annotations

import ast
import contextlib
import doctest
import inspect
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import hintwise
from hintwise.cli import hintwise as command

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_print_what_it_says(page: Path) -> None:
    """The blocks of a page build on each other, as its reader would type them."""
    names: dict[str, object] = {}
    for code, expected in BLOCK.findall(page.read_text(encoding="utf-8")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(page), "exec"), names)
        assert printed.getvalue().rstrip() == expected.rstrip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_a_page_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
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
