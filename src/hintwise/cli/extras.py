"""Packages that only some commands need, and that a plain installation comes without."""

from __future__ import annotations

import importlib.util

import click

INSTALL = "pip install 'hintwise[experiments]'"


def require_extra(module: str, what: str) -> None:
    """Refuse now, saying what to install, if `what` the user asked for needs a missing package."""
    if importlib.util.find_spec(module) is None:
        raise click.UsageError(f"{what} needs {module}, not installed: {INSTALL}")
