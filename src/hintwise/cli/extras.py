"""Packages that only some commands need, and that a plain installation comes without."""

from __future__ import annotations

import importlib.util

import click


def require_extra(module: str, what: str, extra: str = "experiments") -> None:
    """Refuse now, saying what to install, if `what` the user asked for needs a missing package."""
    if importlib.util.find_spec(module) is None:
        install = f"pip install 'hintwise[{extra}]'"
        raise click.UsageError(f"{what} needs {module}, not installed: {install}")
