"""What is said about a release in several places is the same in all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def cited(key: str) -> str:
    """What CITATION.cff says of the software, in one line."""
    (value,) = re.findall(rf"^{key}: (.+)$", text_of("CITATION.cff"), re.M)
    return str(value)


def test_changelog_and_citation_have_the_version_of_the_package() -> None:
    number, date = re.findall(r"^## \[(\d.+?)\] - (\S+)$", text_of("CHANGELOG.md"), re.M)[0]
    assert number == PROJECT["version"] == cited("version")
    assert date == cited("date-released")
    assert cited("license") == PROJECT["license"]


def test_no_module_has_a_version_of_its_own() -> None:
    number = re.escape(PROJECT["version"])
    files = [*(ROOT / "src").rglob("*.py"), ROOT / "Dockerfile", ROOT / "Makefile"]
    pattern = rf"(?<![\d.]){number}(?![\d.])"
    assert not [file for file in files if re.search(pattern, file.read_text("utf-8"))]


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    headings = re.findall(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), re.M)
    assert headings[0] == "Unreleased"


def test_the_citation_names_the_paper_and_its_authors() -> None:
    citation = text_of("CITATION.cff")
    assert "Preference Elicitation for Step-Wise Explanations in Logic Puzzles" in citation
    families = re.findall(r"family-names: (\w+)", citation)
    assert families == ["Foschini", "Defresne", "Gamba", "Bogaerts", "Guns"]
