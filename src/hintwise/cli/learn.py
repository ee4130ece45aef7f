"""`hintwise learn`: asks a person which of two steps reads better, and writes a profile."""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from hintwise.cli.background import computed_in_background
from hintwise.cli.elicitation import bundled, learner_option, normalisation_option, selection_option
from hintwise.cli.errors import echo
from hintwise.cli.inputs import position_of, read_all
from hintwise.cli.options import deadline_option
from hintwise.cli.outputs import check_writable, write_whole
from hintwise.cli.steps import spinner, verdict_on
from hintwise.cli.terminal_user import Command, TerminalUser
from hintwise.elicit import Answer, Profile, Query, Session, Settings
from hintwise.elicit.look_ahead import WORKERS
from hintwise.elicit.methods import METHODS
from hintwise.elicit.settings import usual_for
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError, InvalidValue
from hintwise.problem import Problem

DEADLINE_S = 10.0
"""For each step: nobody likes to wait longer for a proof."""


@dataclass(frozen=True)
class Sitting:
    """A session at the terminal, with the file that keeps it."""

    session: Session
    user: TerminalUser
    file: Path
    verifiers: Sequence[Verifier]

    def heading(self, query: Query) -> str:
        problem = self.session.problems[query.puzzle]
        title = f" ({problem.title})" if problem.title else ""
        puzzle = f"puzzle {query.puzzle + 1} of {len(self.session.problems)}{title}"
        return f"Query {query.number}, {puzzle}"

    def save(self) -> None:
        provenance = {"hintwise": version("hintwise"), "session": self.session.as_json()}
        kind = self.session.problems[0].kind
        write_whole(self.file, Profile(kind, self.session.weights, provenance).write())


@click.command()
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE]…")
@click.option(
    "--profile",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to keep what is learned, and to go on from. Default: sudoku.profile.json, or "
    "whatever the puzzles are.",
)
@click.option(
    "--method", type=click.Choice(list(METHODS)), help="How queries are chosen. Default: machop."
)
@learner_option
@normalisation_option
@selection_option
@click.option("--queries", type=click.IntRange(min=1), metavar="N", help="Stop after N answers.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="For the order of puzzles.")
@deadline_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="At the end the session and the weights as one JSON document on stdout.",
)
def learn(
    puzzles: tuple[str, ...],
    file: Path | None,
    queries: int | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Learn what you find easy: which of two steps of a puzzle reads better?

    Each answer is kept at once. With the same puzzles and the same profile, learning goes on where
    it was left. Keys: ← or l, → or r, space or n for neither, u to take the last answer back, q to
    quit. Answers can also be piped in, one a line.

    PUZZLE is text, a link, a file, or a name from the library; by default its Sudokus.
    """
    problems = read_problems(puzzles)
    file = file or Path(f"{problems[0].kind}.profile.json")
    check_writable(file)
    console = Console(stderr=as_json)
    user = TerminalUser(console, settings["seed"] or 0)
    chosen = {name: value for name, value in settings.items() if value is not None}
    with open_session(file, problems, chosen, WORKERS if user.has_keys else 0) as session:
        sitting = Sitting(session, user, file, [Verifier(problem) for problem in problems])
        if session.events:
            user.say(f"{file}: going on after {_counted(session)}.")
        try:
            converse(sitting, queries)
        finally:
            # After Ctrl-C too; the file is there already.
            _conclude(sitting, console)
            if as_json:
                echo(json.dumps(_record(sitting), ensure_ascii=False))


def read_problems(puzzles: Sequence[str]) -> list[Problem]:
    """All that the arguments hold; a file may hold several Sudokus."""
    if "-" in puzzles:
        raise click.UsageError("`-` is not a puzzle here: stdin is where the answers come from")
    problems = []
    for puzzle in puzzles or bundled("sudoku"):
        found = read_all(puzzle)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            problems += [position_of(sudoku).problem for sudoku in found]
    return problems


def open_session(
    file: Path, problems: Sequence[Problem], chosen: dict[str, Any], workers: int
) -> Session:
    """The session that the profile in `file` keeps, or a new one where there is no such file.

    `chosen` are the settings that were asked for; those of a session that goes on must agree.
    """
    if not file.exists():
        usual = usual_for(chosen.get("method", ""))
        settings = Settings(**{"deadline_s": DEADLINE_S, **usual, **chosen})
        return Session(problems, settings, workers=workers)
    profile = Profile.read(_text_of(file), problems[0], str(file))
    another = "name another file with --profile"
    if "session" not in profile.provenance:
        raise InvalidValue(
            f"{file} does not say how it was learned, so nothing is added; {another}"
        )
    try:
        session = Session.from_json(profile.provenance["session"], problems, workers=workers)
    except HintwiseError as error:
        raise InvalidValue(
            f"{file}: {error}; give the puzzles it began with, or {another}"
        ) from None
    for name, value in chosen.items():
        if (before := getattr(session.settings, name)) != value:
            session.close()
            raise InvalidValue(
                f"{file} has been learned with {name} {before}, not {value}; {another}"
            )
    return session


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidValue(f"{file} is not text in UTF-8") from None


def converse(sitting: Sitting, queries: int | None) -> None:
    """Ask until `queries` more are answered, or the person quits."""
    session, user = sitting.session, sitting.user
    goal = None if queries is None else len(session.events) + queries
    while goal is None or len(session.events) < goal:
        query = _next_query(sitting)
        reply = user.reply(query, sitting.heading(query))
        if reply is Command.QUIT:
            return
        if isinstance(reply, Answer):
            session.tell(reply)
        elif session.events:
            session.undo()
        else:
            user.say("There is no answer to take back.")
            continue
        sitting.save()


def _next_query(sitting: Sitting) -> Query:
    def compute(cancel: threading.Event) -> Iterator[Query]:
        query = sitting.session.ask(cancel)
        for step in (query.a, query.b):
            verdict_on(step, sitting.verifiers[query.puzzle], minimal=False)
        yield query

    with spinner(Console(stderr=True), "looking for two steps"):
        (query,) = computed_in_background(compute)
    return query


def _conclude(sitting: Sitting, console: Console) -> None:
    session = sitting.session
    if not session.events:
        sitting.user.say("No answers, so nothing was learned.")
        return
    table = Table("feature", title=f"What counts, after {_counted(session)}", title_justify="left")
    table.add_column("weight", justify="right")
    for name, weight in sorted(session.weights.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{weight:.3g}")
    console.print(table)
    sitting.user.say(f"Kept in {sitting.file}. To use it:")
    sitting.user.say(f"  hintwise explain PUZZLE --profile {shlex.quote(str(sitting.file))}")


def _record(sitting: Sitting) -> dict[str, Any]:
    session = sitting.session
    kept = str(sitting.file) if session.events else None
    return {**session.as_json(), "weights": dict(session.weights), "profile": kept}


def _counted(session: Session) -> str:
    count = len(session.events)
    return f"{count} answer{'' if count == 1 else 's'}"
