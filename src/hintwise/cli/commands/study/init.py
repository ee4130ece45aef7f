"""`hintwise study init`: a plan to start from."""

from __future__ import annotations

from pathlib import Path

import click

from hintwise.cli.errors import echo
from hintwise.cli.outputs import write_whole
from hintwise.errors import InvalidValue
from hintwise.study.plan import PAPER_PLAN

DEFAULT = Path("study.toml")


@click.command()
@click.argument("file", metavar="[FILE]", type=click.Path(path_type=Path), default=DEFAULT)
def init(file: Path) -> None:
    """Write the plan of the paper's study into FILE, with comments, to be changed at will.

    Without FILE into study.toml. A file that is there already stays as it is.
    """
    if file.exists():
        raise InvalidValue(f"{file} is there already; name another file, or move it away")
    write_whole(file, PAPER_PLAN)
    echo(f"written to {file}; `hintwise study check {file}` says what participants go through")
