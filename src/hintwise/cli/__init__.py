"""The command line: `main` is what the `hintwise` script calls."""

from __future__ import annotations

from collections.abc import Sequence

import click

from hintwise.cli.background import end_process_if_stuck
from hintwise.cli.errors import exit_code_of
from hintwise.cli.groups import LazyGroup
from hintwise.processes import compute_in_one_thread

COMMANDS = (
    "bench",
    "check",
    "experiment",
    "explain",
    "hint",
    "learn",
    "prior",
    "puzzle",
    "replay",
    "reproduce",
    "serve",
    "simulate",
    "solve",
    "study",
    "why",
)
"""The names of the commands; each has a module of its name, and in it that name."""


_MANNERS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(
    cls=LazyGroup, package="hintwise.cli.commands", names=COMMANDS, context_settings=_MANNERS
)
@click.version_option(package_name="hintwise")
def hintwise() -> None:
    """Explain logic puzzles one step at a time, each step provably the cheapest."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, this process's own unless `arguments` are given; return its exit code."""
    compute_in_one_thread()
    exit_code = exit_code_of(hintwise, arguments)
    end_process_if_stuck(exit_code)
    return exit_code
