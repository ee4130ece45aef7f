"""What is published holds what it should, and works where nothing else is installed."""

from __future__ import annotations

import email
import os
import re
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path

import pytest

from tests.packaging.environments import (
    EXTRAS,
    PROJECT,
    ROOT,
    Distributions,
    Environment,
    Offline,
    dependencies,
)


@contextmanager
def needing_packages() -> Iterator[None]:
    """Skip where none can be installed, and say why; on CI let it fail."""
    try:
        yield
    except Offline as error:
        missing = f"packages cannot be installed from here: {str(error)[:200]}"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    with needing_packages():
        return Distributions.built(tmp_path_factory.mktemp("dist"))


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment.empty(tmp_path / "environment")


def tracked(folder: str) -> set[str]:
    """The files of a folder of the repository, without what running leaves behind."""
    files = (ROOT / folder).rglob("*")
    return {
        file.relative_to(ROOT / folder).as_posix()
        for file in files
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.mark.slow
def test_the_wheel_holds_the_package_with_all_its_data_and_nothing_else(
    made: Distributions,
) -> None:
    with zipfile.ZipFile(made.wheel) as wheel:
        names = wheel.namelist()
    about = f"hintwise-{PROJECT['version']}.dist-info/"
    package = {name.removeprefix("hintwise/") for name in names if not name.startswith(about)}
    assert package == tracked("src/hintwise")
    kinds = {Path(name).suffix for name in package}
    assert kinds >= {".py", ".typed", ".toml", ".json", ".html", ".css", ".js", ".svg", ".png"}
    assert any("store/migrations/" in name for name in package)
    assert f"{about}licenses/LICENSE" in names


@pytest.mark.slow
def test_the_source_distribution_has_tests_and_documents_but_no_leftovers(
    made: Distributions,
) -> None:
    with tarfile.open(made.source) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    wanted = {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "Makefile"}
    assert wanted <= names
    assert {"pyproject.toml", "docs/index.md", "tests/test_public.py"} <= names
    assert {f"src/hintwise/{name}" for name in tracked("src/hintwise")} <= names
    tops = {name.partition("/")[0] for name in names}
    assert tops <= wanted | {
        "src",
        "tests",
        "docs",
        "examples",
        "pyproject.toml",
        "PKG-INFO",
        ".gitignore",
    }


def metadata(made: Distributions) -> Message:
    with zipfile.ZipFile(made.wheel) as wheel:
        about = f"hintwise-{PROJECT['version']}.dist-info/METADATA"
        return email.message_from_string(wheel.read(about).decode("utf-8"))


@pytest.mark.slow
def test_the_metadata_say_what_it_is_and_name_no_place_that_is_not_there(
    made: Distributions,
) -> None:
    found = metadata(made)
    assert (found["Version"], found["License-Expression"]) == (PROJECT["version"], "Apache-2.0")
    assert found["Description-Content-Type"] == "text/markdown"
    assert found.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(found.get_all("Provides-Extra") or ()) == {*EXTRAS, "all", "dev", "docs"}
    bounded = [line for line in found.get_all("Requires-Dist") or () if "hintwise" not in line]
    assert all(re.match(r"[\w\[\]-]+>=\d", line) for line in bounded), bounded


@pytest.mark.slow
def test_it_works_in_an_empty_environment_and_so_does_each_extra_alone(
    made: Distributions, environment: Environment
) -> None:
    with needing_packages():
        environment.hold(made.wheel)
    environment.smoke("core", "plain")
    plain = environment.versions()
    for extra in EXTRAS:
        with needing_packages():
            environment.hold(made.wheel, extra)
        assert len(environment.versions()) > len(plain), extra
        environment.smoke(extra)


@pytest.mark.slow
def test_the_lower_bounds_of_all_dependencies_work_together(
    made: Distributions, environment: Environment
) -> None:
    with needing_packages():
        environment.hold(made.wheel, "all", lowest=True)
    installed = environment.versions()
    named = re.findall(r"^([\w-]+)(?:\[\w+\])?>=([\w.]+)", "\n".join(dependencies()), re.M)
    newer = {name: installed[name] for name, bound in named if not _is(installed[name], bound)}
    assert not newer
    environment.smoke("experiments", "web")


def _is(version: str, bound: str) -> bool:
    """Whether they are the same but for zeros at the end."""
    return re.sub(r"(\.0)+$", "", version) == re.sub(r"(\.0)+$", "", bound)
