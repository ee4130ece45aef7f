"""Distributions of this repository, and empty environments to try them in, both made by uv."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("fast", "bench", "experiments", "web")
"""What a user may ask for one by one; `all` is their sum."""


def dependencies() -> list[str]:
    """All that pyproject.toml names for users, with lower bounds."""
    extras = PROJECT["optional-dependencies"]
    return [*PROJECT["dependencies"], *(line for extra in EXTRAS for line in extras[extra])]


class Offline(Exception):
    """Packages cannot be had from here."""


@dataclass(frozen=True)
class Distributions:
    """What is published: both files, the wheel made from the other one."""

    source: Path
    wheel: Path

    @classmethod
    def built(cls, folder: Path) -> Distributions:
        """Build both as a release does."""
        _uv("build", "--quiet", "--out-dir", str(folder), str(ROOT))
        (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
        return cls(source, wheel)


@dataclass(frozen=True)
class Environment:
    """An environment that holds what was asked for last, and nothing else."""

    folder: Path

    @classmethod
    def empty(cls, folder: Path) -> Environment:
        """A new one."""
        _uv("venv", "--quiet", "--python", sys.executable, str(folder))
        return cls(folder)

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def hold(self, file: Path, extra: str = "", *, lowest: bool = False) -> None:
        """Install a distribution with one extra, and remove whatever that does not need.

        With `lowest`, of everything that pyproject.toml names the oldest version it allows.
        """
        wanted = [f"hintwise[{extra}] @ {file.as_uri()}" if extra else str(file)]
        how = ["--quiet", "--exact", "--python", str(self.python)]
        if lowest:
            how += ["--resolution", "lowest-direct"]
            wanted += dependencies()  # direct ones are those that are named here
        _uv("pip", "install", *how, *wanted)

    def smoke(self, *parts: str) -> None:
        """Try parts of what is installed, as `smoke.py` says, far away from this repository."""
        script = Path(__file__).with_name("smoke.py")
        _run(
            [
                str(self.python),
                "-I",
                "-W",
                "error::DeprecationWarning:hintwise",
                str(script),
                *parts,
            ]
        )

    def versions(self) -> dict[str, str]:
        """What is installed, by name."""
        lines = _uv("pip", "freeze", "--python", str(self.python)).splitlines()
        return dict(line.split("==") for line in lines if "==" in line)


def _uv(*arguments: str) -> str:
    return _run([sys.executable, "-m", "uv", *arguments])


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=Path(sys.prefix),
        env={**_without_this_environment(), **_index()},
    )
    if done.returncode and any(word in done.stderr for word in _UNREACHABLE):
        raise Offline(done.stderr)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


_UNREACHABLE = ("dns error", "Failed to fetch", "tcp connect error", "Connection refused")


def _without_this_environment() -> dict[str, str]:
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in ours}


def _index() -> dict[str, str]:
    """Packages come from where pip takes them, unless uv is told otherwise."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    for line in listed.stdout.splitlines():
        name, _, value = line.partition("=")
        if name.endswith(".index-url") and "UV_DEFAULT_INDEX" not in os.environ:
            return {"UV_DEFAULT_INDEX": value.strip("'\"")}
    return {}
