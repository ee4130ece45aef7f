"""The documentation site: built strictly, complete, and at home anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

import hintwise

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "docs" / "site"
PHONE = {"width": 390, "height": 844}


def run(*command: str) -> tuple[int, str]:
    """Exit code, and all that was printed."""
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_works_from_a_file(tmp_path: Path) -> None:
    code, said = run(str(SITE / "build.py"), str(tmp_path / "site"))
    assert code == 0, said
    pages = {
        page.relative_to(tmp_path / "site").as_posix(): page.read_text(encoding="utf-8")
        for page in (tmp_path / "site").rglob("*.html")
    }
    assert_complete(pages)
    assert_nothing_from_elsewhere(pages)
    assert_good_on_a_phone(tmp_path / "site")


def assert_complete(pages: dict[str, str]) -> None:
    """Every page is there, every public name has its place, and notebooks show what they made."""
    written = {page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")}
    written |= {page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.ipynb")}
    assert {page.with_suffix(".html").as_posix() for page in written} <= set(pages)
    assert {"changelog.html", "contributing.html", "search.html"} <= set(pages)
    api = "".join(text for name, text in pages.items() if name.startswith("reference/api/"))
    assert not [name for name in hintwise.__all__ if f'id="hintwise.{name}"' not in api]
    assert 'id="hintwise.Explainer.optimal_step"' in api
    for name in ("modeller", "researcher"):
        assert "<svg" in pages[f"notebooks/{name}.html"]
    front = pages["index.html"]
    captions = re.findall(r'class="caption-text">(.+?)<', front)
    assert captions == ["Tutorials", "How-to guides", "Reference", "Explanation", "Project"]


def assert_nothing_from_elsewhere(pages: dict[str, str]) -> None:
    """No font, script, style or picture comes from another server, and no address is absolute."""
    for name, text in pages.items():
        parts = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"([^\"]+)\"", text)
        assert not [part for part in parts if re.match(r"(https?:)?//|/", part)], name


def assert_good_on_a_phone(site: Path) -> None:
    """From the file system: nothing sticks out sideways, it is dark in the dark, search finds."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport=PHONE, color_scheme="dark")
        for name in (
            "index",
            "reference/command-line",
            "reference/api/learning",
            "notebooks/researcher",
        ):
            page.goto((site / f"{name}.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
            assert is_dark(page), name
        page.goto(f"{(site / 'search.html').as_uri()}?q=lapse")
        page.wait_for_selector("ul.search a")
        browser.close()


def is_dark(page: Page) -> bool:
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return max(map(int, re.findall(r"\d+", colour)[:3])) < 80


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("index.md", "# A\n\n[gone](gone.md)\n", "gone.md"),
        ("index.md", "# A\n\n[gone](#gone)\n", "gone"),
        ("index.rst", "A\n=\n\n.. autofunction:: tests.test_site.undocumented\n", "no docstring"),
    ],
)
def test_what_is_amiss_fails(name: str, text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / name).write_text(text, encoding="utf-8")
    strict = ["--fail-on-warning", "--quiet", "-D", "html_theme=basic"]
    places = ["-c", str(SITE), str(tmp_path / "sources"), str(tmp_path / "site")]
    code, said = run("-m", "sphinx", "-b", "dummy", *strict, *places)
    assert code == 1
    assert complaint in said


def undocumented() -> None:
    pass
