"""The files for containers, as far as they can be checked without any."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from hintwise.cli import COMMANDS
from hintwise.service.operations import probe
from hintwise.service.settings import VARIABLES, read_settings

ROOT = Path(__file__).resolve().parents[3]
FILES = ("Dockerfile", "compose.yaml", "env.example", "docs/how-to/run-a-server.md")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_every_variable_that_is_set_exists(name: str) -> None:
    known = {*VARIABLES, *(f"{name}_FILE" for name, v in VARIABLES.items() if v.is_secret)}
    assert set(re.findall(r"HINTWISE_[A-Z_]+", text_of(name))) <= known


def test_what_the_files_set_is_accepted() -> None:
    dockerfile = dict(re.findall(r"(HINTWISE_[A-Z]+)=(\S+)", text_of("Dockerfile")))
    compose = dict(re.findall(r"^ +(HINTWISE_[A-Z_]+): (.*)$", text_of("compose.yaml"), re.M))
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", text_of("env.example"), re.M))
    assert len(dockerfile) == 3
    assert len(compose) == 4

    def filled(text: str) -> str:
        return re.sub(r"\$\{([A-Z_]+):[-?][^}]*\}", lambda found: example[found[1]], text)

    given = {name: filled(value) for name, value in {**dockerfile, **compose}.items()}
    settings = read_settings({}, given)
    assert settings.public_url == "https://puzzles.example"
    assert settings.database == "postgresql://hintwise:change-me@database/hintwise"
    assert settings.api_keys == ()


def test_the_container_runs_commands_that_exist() -> None:
    dockerfile = text_of("Dockerfile")
    assert 'CMD ["hintwise", "serve"]' in dockerfile
    assert "serve" in COMMANDS
    assert f'"{probe.__name__}"' in dockerfile
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    installed = re.search(r"'\.\[([a-z,]+)\]'", dockerfile)
    assert installed is not None
    assert set(installed[1].split(",")) <= set(extras)
    copied = re.findall(r"^COPY (.*) \S+$", dockerfile, re.M)
    assert all((ROOT / file).exists() for line in copied for file in line.split())


def test_the_probe_says_that_nobody_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HINTWISE_PORT", "1")
    assert probe.main() == 1
    assert "does not answer" in capsys.readouterr().out


def test_every_variable_is_documented() -> None:
    page = text_of("docs/reference/command-line.md")
    assert [name for name in VARIABLES if f"`{name}`" not in page] == []
