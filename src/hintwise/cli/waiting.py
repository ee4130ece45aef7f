"""A sign of life while something is computed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from rich.console import Console


def spinner(console: Console, what: str) -> AbstractContextManager[object]:
    """Nothing unless a person is looking at stderr. Print only once it has gone."""
    return console.status(f"{what} …") if console.is_terminal else nullcontext()
