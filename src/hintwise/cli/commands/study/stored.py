"""Studies that a database has, for commands that look at them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hintwise.cli.commands.serve import NEEDED
from hintwise.cli.extras import require_extra
from hintwise.cli.inputs import read_file
from hintwise.errors import InvalidValue

if TYPE_CHECKING:
    from hintwise.store import Store

database_option = click.option(
    "--database",
    metavar="URL",
    help="Where the study is, as in `hintwise study run`.",
)


def study_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """PLAN: the file of a plan, or the name of a study."""
    return click.argument("plan", metavar="PLAN")(command)


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study that is there, by its name, in an open store."""

    store: Store
    name: str
    url: str
    """What people type to get to the server, if it is where the settings say."""


@contextmanager
def stored_study(plan: str, database: str | None, **arguments: Any) -> Iterator[StoredStudy]:
    """The study of a plan, or of that name, in the database that is meant.

    Nothing is made: `InvalidValue` if there is no such database, or no such study in it.
    """
    for module in NEEDED:
        require_extra(module, "a study", "web")
    from hintwise.service.settings import read_settings
    from hintwise.store import open_store

    settings = read_settings({"database": database, **arguments})
    name = _name(plan)
    file = settings.database.removeprefix("sqlite:///")
    if settings.database.startswith("sqlite:") and not Path(file).is_file():
        raise InvalidValue(f"there is no database {file}; `hintwise study run` makes one")
    with open_store(settings.database) as store:
        if store.studies.find(name) is None:
            known = ", ".join(study.name for study in store.studies.all()) or "none"
            raise InvalidValue(
                f"the database has no study {name!r} (it has: {known}); "
                "`hintwise study run` opens one"
            )
        yield StoredStudy(store, name, settings.public_url or _local(settings.host, settings.port))


def _local(host: str, port: int) -> str:
    return f"http://{host}:{port}"


def _name(plan: str) -> str:
    """The name in a file, whatever else is wrong with it by now; else the text is the name."""
    file = Path(plan)
    if not (file.is_file() or plan.endswith(".toml")):
        return plan
    try:
        name = tomllib.loads(read_file(file, "a plan")).get("name")
    except tomllib.TOMLDecodeError as error:
        raise InvalidValue(f"{file} is no TOML: {error}") from None
    if not isinstance(name, str):
        raise InvalidValue(f"{file} has no `name`, so it is no plan of a study")
    return name
