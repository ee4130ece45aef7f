"""`hintwise puzzle grade`: how hard is it?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import click
from rich.console import Console

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_all
from hintwise.cli.options import deadline_option, json_option, language_option, number_option
from hintwise.cli.waiting import spinner
from hintwise.guide import Puzzle, grading
from hintwise.guide.grading import Graded, basis_text, scale_text
from hintwise.render.words.language import find_language


@click.command()
@click.argument("texts", metavar="PUZZLE…", nargs=-1, required=True)
@number_option
@deadline_option
@language_option
@json_option
def grade(texts: tuple[str, ...], number: int | None, as_json: bool, **options: Any) -> int:
    """Say how hard each PUZZLE is: easy, medium, hard or expert, and what that rests on.

    The whole puzzle is explained for it, which takes a while where it is hard. Sudokus and logic
    grids with one solution have grades.

    Exit code 1: not all of them have one.
    """
    positions = [position for text in texts for position in read_all(text, number)]
    puzzles = [p.puzzle for p in positions if isinstance(p.puzzle, Puzzle)]
    done = _grade_each(puzzles, as_json=as_json, **options)
    if as_json:
        echo_json({"puzzles": [graded.as_json() for graded in done]})
    else:
        _explain_points(done, options["language"])
    return 0 if all(graded.difficulty is not None for graded in done) else 1


def _grade_each(
    puzzles: Sequence[Puzzle], *, as_json: bool, language: str, **options: Any
) -> list[Graded]:
    """Grade all, and say each as it comes; Ctrl-C stops it at once."""
    console = Console(stderr=True)
    waiting_for = find_language(language).say("progress.grading")
    done: list[Graded] = []
    with closing(
        computed_in_background(
            lambda cancel: grading.grade_each(puzzles, language=language, cancel=cancel, **options)
        )
    ) as results:
        while len(done) < len(puzzles):
            with spinner(console, f"{waiting_for} {len(done) + 1}/{len(puzzles)}"):
                done.append(next(results))
            if not as_json:
                name = puzzles[len(done) - 1].title
                place = [str(len(done))] * (len(puzzles) > 1) + [name] * bool(name)
                echo(": ".join([*place, done[-1].text]))
    return done


def _explain_points(done: Sequence[Graded], language: str) -> None:
    """What the points mean: for one puzzle in particular, for each kind in general."""
    if len(done) == 1 and (difficulty := done[0].difficulty) is not None:
        echo(basis_text(difficulty, language))
    graded = [one for one in done if one.difficulty is not None]
    for kind in {one.puzzle.kind: one.puzzle.problem().kind for one in graded}.values():
        echo(scale_text(kind, language))
