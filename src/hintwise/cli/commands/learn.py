"""`hintwise learn`: asks a person which of two steps reads better, and writes a profile."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo_json
from hintwise.cli.inputs import read_all, read_file
from hintwise.cli.learning.elicitation import learning_options
from hintwise.cli.learning.keys import unechoed
from hintwise.cli.learning.learned import learned_view
from hintwise.cli.learning.terminal_user import Command, TerminalUser
from hintwise.cli.options import (
    candidates_option,
    count_option,
    deadline_option,
    file_option,
    language_option,
)
from hintwise.cli.outputs import WatchedConsole, check_writable, write_whole
from hintwise.cli.waiting import wait_for
from hintwise.errors import InvalidValue
from hintwise.guide.teaching import (
    CHECKS,
    INFORMED_METHODS,
    METHODS,
    WORKERS,
    Answer,
    Lesson,
    QueryWorkers,
    library_puzzles,
    teach,
)
from hintwise.problem import Problem
from hintwise.render.words.language import Language, find_language


@dataclass(frozen=True)
class Sitting:
    """A lesson at the terminal, with the file that keeps it."""

    lesson: Lesson
    user: TerminalUser
    file: Path

    @property
    def words(self) -> Language:
        return find_language(self.lesson.language)

    def save(self) -> None:
        write_whole(self.file, self.lesson.profile())


@click.command()
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE]…")
@file_option(
    "--profile",
    "file",
    "Where to keep what is learned, and to go on from. Default: sudoku.profile.json, or whatever "
    "the puzzles are.",
)
@click.option(
    "--method", type=click.Choice(list(METHODS)), help="How queries are chosen. Default: bayes."
)
@candidates_option
@learning_options
@count_option("--queries", "Stop after N answers.")
@count_option(
    "--checks",
    "Ask an earlier question again, its sides swapped, every N questions; 0: never. Default: "
    f"{CHECKS} with the methods that have checks, {' and '.join(INFORMED_METHODS)}.",
    least=0,
)
@count_option("--seed", "For the order of puzzles.", least=0)
@deadline_option
@file_option(
    "--picture",
    "picture",
    "At the end the weights and how sure they are as a picture.",
    metavar="FILE.svg",
)
@language_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="At the end the session and the weights as one JSON document on stdout.",
)
def learn(
    puzzles: tuple[str, ...],
    candidates: bool,
    file: Path | None,
    queries: int | None,
    picture: Path | None,
    language: str,
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
    problems = read_problems(puzzles, candidates=candidates)
    file = file or Path(f"{problems[0].kind.name}.profile.json")
    check_writable(file)
    if picture is not None:
        check_picture(picture)
    console = WatchedConsole(stderr=as_json)
    user = TerminalUser(console, language)
    chosen = {name: value for name, value in settings.items() if value is not None}
    helpers = QueryWorkers(WORKERS) if user.has_keys and WORKERS else nullcontext()
    with unechoed(), helpers as workers:
        lesson = _open(file, problems, chosen, workers=workers, language=language)
        with lesson.session:
            if picture is not None and lesson.learned().shares is None:
                raise InvalidValue(
                    "--picture shows how sure the weights are, which only the learner bayes "
                    f"knows, not {lesson.learner}"
                )
            _sit(Sitting(lesson, user, file), queries, picture, as_json)


def _sit(sitting: Sitting, queries: int | None, picture: Path | None, as_json: bool) -> None:
    lesson = sitting.lesson
    if lesson.answers:
        going_on = sitting.words.say_counted("learn.going_on", lesson.answers, file=sitting.file)
        sitting.user.say(going_on)
    try:
        converse(sitting, queries)
    finally:
        # After Ctrl-C too; so that the query that is shown now will be asked again.
        if lesson.answers:
            sitting.save()
        _conclude(sitting, picture)
        if as_json:
            file = str(sitting.file) if lesson.answers else None
            echo_json({**lesson.as_json(), "profile": file})


def read_problems(puzzles: Sequence[str], *, candidates: bool = False) -> list[Problem]:
    """All that the arguments hold; a file may hold several Sudokus."""
    if "-" in puzzles:
        raise click.UsageError("`-` is not a puzzle here: stdin is where the answers come from")
    named = puzzles or library_puzzles("sudoku")
    positions = (p for puzzle in named for p in read_all(puzzle, candidates=candidates))
    return [position.problem for position in positions]


def check_picture(file: Path) -> None:
    """Raise unless a picture can be written there, before anybody has answered for nothing."""
    if file.suffix.lower() != ".svg":
        raise InvalidValue(f"--picture writes SVG, not {file.name!r}: a name that ends in .svg")
    check_writable(file)


def _open(
    file: Path, problems: Sequence[Problem], chosen: dict[str, Any], **options: Any
) -> Lesson:
    if not file.exists():
        return teach(problems, chosen, **options)
    kept = read_file(file, "a profile")
    try:
        return teach(problems, chosen, profile=kept, source=str(file), **options)
    except InvalidValue as error:
        raise InvalidValue(f"{error}; name another file with --profile") from None


def converse(sitting: Sitting, queries: int | None) -> None:
    """Ask until `queries` more are answered, or the person quits."""
    lesson, user = sitting.lesson, sitting.user
    goal = None if queries is None else lesson.answers + queries
    was_told = False
    while goal is None or lesson.answers < goal:
        question = wait_for(lesson.question, sitting.words.say("progress.pair"))
        tell_now = question.has_enough and not was_told
        advice = sitting.words.say("learn.you_can_stop") if tell_now else ""
        was_told = was_told or question.has_enough
        reply = user.reply(question.query, question.heading, note=question.note, advice=advice)
        if reply is Command.QUIT:
            return
        if isinstance(reply, Answer):
            lesson.tell(reply)
        elif lesson.answers:
            lesson.undo()
            # The estimate wavers: only who takes answers back is told again.
            was_told = was_told and lesson.has_enough
        else:
            user.say(sitting.words.say("learn.nothing_to_undo"))
            continue
        sitting.save()


def _conclude(sitting: Sitting, picture: Path | None) -> None:
    user, learned, say = sitting.user, sitting.lesson.learned(), sitting.words.say
    if not learned.answers:
        user.say(say("learn.no_answers"))
        return
    user.show(learned_view(learned))
    if picture is not None:
        write_whole(picture, learned.picture())
        user.say(say("learn.drawn", file=picture))
    user.say(say("learn.kept", file=sitting.file))
    user.say(say("learn.use", file=shlex.quote(str(sitting.file))))
