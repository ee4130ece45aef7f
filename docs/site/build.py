"""Build the documentation site: `python docs/site/build.py FOLDER`.

The pages in docs/ are plain Markdown, to be read in a repository as well. What a site needs beyond
them is made here, from what they say: the navigation from the lists of index.md, the pages of the
API from the tables of reference/python.md and the docstrings. Sphinx does the rest, and any warning
(a link that leads nowhere, a public name without a docstring) is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sphinx.cmd.build import main as sphinx

SITE = Path(__file__).resolve().parent
DOCS = SITE.parent
ROOT = DOCS.parent
sys.path.insert(0, str(SITE))

from api import api_pages  # noqa: E402 - beside this file, which is a script

PAGES_OF_THE_ROOT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages that people look for at the root of a repository, and where the site has them."""

LINK = re.compile(r"(\]\()(?!https?:|#|mailto:)([^)#\s]+)")
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build it; the exit code is Sphinx's."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("folder", type=Path, help="where the site goes")
    parser.add_argument("--without-running", action="store_true", help="notebooks are not run")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="hintwise-docs-") as work:
        sources = Path(work, "sources")
        gather(sources)
        running = ["-D", "nb_execution_mode=off"] if given.without_running else []
        strict = ["--fail-on-warning", "--keep-going", "--quiet"]
        places = ["-c", str(SITE), "-d", f"{work}/doctrees", str(sources), str(given.folder)]
        return int(sphinx([*strict, *running, *places]))


def gather(sources: Path) -> None:
    """Copy what the site shows to where Sphinx reads it, and add what only a site has."""
    sources.mkdir()
    for page in sorted(DOCS.rglob("*")):
        if page.suffix in {".md", ".ipynb"} and SITE not in page.parents:
            _copy(page, sources)
    for name in PAGES_OF_THE_ROOT:
        _copy(ROOT / name, sources)
    index = sources / "index.md"
    index.write_text(with_navigation(index.read_text(encoding="utf-8")), encoding="utf-8")
    folder = sources / "reference" / "api"
    folder.mkdir()
    for name, text in api_pages((DOCS / "reference" / "python.md").read_text("utf-8")).items():
        (folder / name).write_text(text, encoding="utf-8")


def _copy(page: Path, sources: Path) -> None:
    """Copy a page with its links as they are on the site, and the files that it links to."""
    place = place_of(page)

    def moved(link: re.Match[str]) -> str:
        target = (page.parent / link[2]).resolve()
        there = place_of(target)
        if target.is_file() and target.suffix not in {".md", ".ipynb"}:
            (sources / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, sources / there)
        return link[1] + Path(os.path.relpath(there, place.parent)).as_posix()

    text = LINK.sub(moved, page.read_text(encoding="utf-8"))
    (sources / place).parent.mkdir(parents=True, exist_ok=True)
    (sources / place).write_text(text, encoding="utf-8")


def place_of(file: Path) -> Path:
    """Where the site has a file of the repository."""
    if file.is_relative_to(DOCS):
        return file.relative_to(DOCS)
    name = file.relative_to(ROOT).as_posix()
    return Path(PAGES_OF_THE_ROOT.get(name, name))


def with_navigation(index: str) -> str:
    """The front page with what the site shows at the side: its sections, and what they link to."""
    trees = []
    for title, section in SECTION.findall(index):
        links = re.findall(r"^- \[(.+?)\]\((.+?)\)", section, re.M)
        entries = [f"{text} <{target}>" for text, target in links]
        if title == "Reference":
            entries += ["API <reference/api/index>"]
        trees += ["```{toctree}", ":hidden:", f":caption: {title}", "", *entries, "```", ""]
    return "\n".join([index, *trees])


if __name__ == "__main__":
    raise SystemExit(main())
