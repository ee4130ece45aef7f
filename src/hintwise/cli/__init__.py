"""The command line: `main` is what the `hintwise` script calls."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

from hintwise.cli.background import end_process_if_stuck
from hintwise.cli.errors import exit_code_of

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
    "simulate",
    "solve",
    "study",
    "why",
)
"""The names of the commands; each has a module of its name, and in it that name."""


class _Commands(click.Group):
    """A group that imports a command's module only when the command is asked for.

    So no command waits for what only others need.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"hintwise.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


_MANNERS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=_Commands, context_settings=_MANNERS)
@click.version_option(package_name="hintwise")
def hintwise() -> None:
    """Explain logic puzzles one step at a time, each step provably the cheapest."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, this process's own unless `arguments` are given; return its exit code."""
    exit_code = exit_code_of(hintwise, arguments)
    end_process_if_stuck(exit_code)
    return exit_code
