"""`hintwise learn`: asks a person which of two steps reads better, and writes a profile."""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.elicitation import (
    bundled,
    learner_option,
    normalisation_option,
    prior_option,
    selection_option,
)
from hintwise.cli.errors import echo
from hintwise.cli.inputs import position_of, read_all
from hintwise.cli.learned import (
    answers_counted,
    learned_picture,
    learned_record,
    learned_view,
    remaining_text,
)
from hintwise.cli.options import deadline_option
from hintwise.cli.outputs import check_writable, write_whole
from hintwise.cli.steps import spinner, verdict_on
from hintwise.cli.terminal_user import Command, TerminalUser
from hintwise.elicit import Answer, Prior, Profile, Query, QueryWorkers, Session
from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.look_ahead import WORKERS
from hintwise.elicit.methods import METHODS
from hintwise.elicit.session import ENOUGH, VERSION
from hintwise.elicit.settings import settings_for
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError, InvalidValue
from hintwise.problem import Problem

METHOD = "bayes"
DEADLINE_S = 10.0
"""For each step: nobody likes to wait longer for a proof."""

YOU_CAN_STOP = "You can stop: another answer would change little."

_ANOTHER = "name another file with --profile"


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

    @property
    def note(self) -> str:
        """How much is still to be learned, if that can be told."""
        remaining = self.session.remaining
        return "" if remaining is None else remaining_text(remaining)

    @property
    def has_enough(self) -> bool:
        remaining = self.session.remaining
        return remaining is not None and remaining < ENOUGH

    def save(self) -> None:
        write_whole(self.file, Profile.of(self.session).write())


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
    "--method", type=click.Choice(list(METHODS)), help="How queries are chosen. Default: bayes."
)
@learner_option
@prior_option
@normalisation_option
@selection_option
@click.option("--queries", type=click.IntRange(min=1), metavar="N", help="Stop after N answers.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="For the order of puzzles.")
@deadline_option
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="At the end the weights and how sure they are as a picture.",
)
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
    picture: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Learn what you find easy: which of two steps of a puzzle reads better?

    Each answer is kept at once. With the same puzzles and the same profile, learning goes on where
    it was left. You are told when another answer would change little. Keys: ← or l, → or r, space
    or n for neither, u to take the last answer back, q to quit. Answers can also be piped in, one a
    line.

    PUZZLE is text, a link, a file, or a name from the library; by default its Sudokus.
    """
    problems = read_problems(puzzles)
    file = file or Path(f"{problems[0].kind.name}.profile.json")
    check_writable(file)
    if picture is not None:
        check_picture(picture)
    console = Console(stderr=as_json)
    user = TerminalUser(console, settings["seed"] or 0)
    chosen = {name: value for name, value in settings.items() if value is not None}
    with (
        QueryWorkers(WORKERS) if user.has_keys and WORKERS else nullcontext() as workers,
        open_session(file, problems, chosen, workers) as session,
    ):
        if picture is not None and not isinstance(session.belief, BayesBelief):
            raise InvalidValue(
                "--picture shows how sure the weights are, which only the learner bayes knows, "
                f"not {session.settings.flat['learner']}"
            )
        sitting = Sitting(session, user, file, [Verifier(problem) for problem in problems])
        if session.events:
            user.say(f"{file}: going on after {answers_counted(session)}.")
        try:
            converse(sitting, queries)
        finally:
            # After Ctrl-C too; so that the query that is shown now will be asked again.
            if session.events:
                sitting.save()
            _conclude(sitting, console, picture)
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


def check_picture(file: Path) -> None:
    """Raise unless a picture can be written there, before anybody has answered for nothing."""
    if file.suffix.lower() != ".svg":
        raise InvalidValue(f"--picture writes SVG, not {file.name!r}: a name that ends in .svg")
    check_writable(file)


def open_session(
    file: Path, problems: Sequence[Problem], chosen: dict[str, Any], workers: QueryWorkers | None
) -> Session:
    """The session that the profile in `file` keeps, or a new one where there is no such file.

    `chosen` are the settings that were asked for; those of a session that goes on must agree.
    """
    if not file.exists():
        settings = settings_for(**{"method": METHOD, "deadline_s": DEADLINE_S, **chosen})
        return Session.of(problems, settings, workers=workers)
    session = _kept_session(file, problems, workers)
    for name, value in chosen.items():
        if isinstance(value, Prior):
            value = value.as_json()
        if (before := session.settings.flat.get(name)) != value:
            session.close()
            raise InvalidValue(
                f"{file} has been learned with {name} {before}, not {value}; {_ANOTHER}"
            )
    return session


def _kept_session(file: Path, problems: Sequence[Problem], workers: QueryWorkers | None) -> Session:
    profile = Profile.read(_text_of(file), problems[0], str(file))
    if "session" not in profile.provenance:
        raise InvalidValue(
            f"{file} does not say how it was learned, so nothing is added; {_ANOTHER}"
        )
    kept = profile.provenance["session"]
    if isinstance(kept, dict) and kept.get("version", VERSION) != VERSION:
        raise InvalidValue(
            f"{file} cannot be gone on from: its session is of version {kept['version']}, and "
            f"this hintwise goes on from version {VERSION} only; {_ANOTHER}. Its weights still "
            "work with `explain --profile`"
        )
    try:
        return Session.from_json(kept, problems, workers=workers)
    except HintwiseError as error:
        raise InvalidValue(
            f"{file}: {error}; give the puzzles it began with, or {_ANOTHER}"
        ) from None


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
    was_told = False
    while goal is None or len(session.events) < goal:
        query = _next_query(sitting)
        advice = YOU_CAN_STOP if sitting.has_enough and not was_told else ""
        was_told = was_told or sitting.has_enough
        reply = user.reply(query, sitting.heading(query), note=sitting.note, advice=advice)
        if reply is Command.QUIT:
            return
        if isinstance(reply, Answer):
            session.tell(reply)
        elif session.events:
            session.undo()
            # The estimate wavers: only who takes answers back is told again.
            was_told = was_told and sitting.has_enough
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


def _conclude(sitting: Sitting, console: Console, picture: Path | None) -> None:
    session, say = sitting.session, sitting.user.say
    if not session.events:
        say("No answers, so nothing was learned.")
        return
    console.print()
    console.print(learned_view(session))
    if picture is not None:
        write_whole(picture, learned_picture(session))
        say(f"Drawn in {picture}.")
    say(f"Kept in {sitting.file}. To use it:")
    say(f"  hintwise explain PUZZLE --profile {shlex.quote(str(sitting.file))}")


def _record(sitting: Sitting) -> dict[str, Any]:
    session = sitting.session
    return {
        **session.as_json(),
        "weights": dict(session.weights),
        "remaining": session.remaining,
        "learned": learned_record(session),
        "profile": str(sitting.file) if session.events else None,
    }
