"""`hintwise study`: studies with people, from the plan to the statistics."""

from __future__ import annotations

import click

from hintwise.cli.groups import LazyGroup

COMMANDS = (
    "init",
    "check",
    "rehearse",
    "run",
    "invite",
    "status",
    "export",
    "verify",
    "report",
    "statistics",
    "erase",
)
"""The names of the commands, in the order in which a study needs them.

Each has a module of its name in this folder, and in it that name.
"""


@click.group(cls=LazyGroup, package=__name__, names=COMMANDS)
def study() -> None:
    """Run a study with people: plan it, try it, carry it out, and see what they preferred."""
