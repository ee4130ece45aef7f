"""Groups of commands that are imported only when they are asked for."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import click


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is asked for.

    So no command waits for what only others need. Each of the `names` is a module of the `package`,
    which has a command of that name.
    """

    def __init__(self, *, package: str, names: Sequence[str], **more: Any) -> None:
        super().__init__(**more)
        self._package = package
        self._names = tuple(names)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._names:
            return None
        command = getattr(importlib.import_module(f"{self._package}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command
