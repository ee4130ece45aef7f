"""What the studies on recorded steps are given."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple


class Arguments(NamedTuple):
    steps: Path
    """What `recorded` wrote."""
    seeds: range
    """Of the users, one each."""


def read_arguments(description: str | None, *, first: int, users: int, of: str) -> Arguments:
    """From the command line; `first` and `users` unless it says otherwise."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("steps", type=Path)
    parser.add_argument("--first", type=int, default=first, help="seed of the first user")
    parser.add_argument("--users", type=int, default=users, help=of)
    given = parser.parse_args()
    return Arguments(given.steps, range(given.first, given.first + given.users))
