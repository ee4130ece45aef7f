"""`hintwise check`: is this a proper puzzle, and where did I go wrong?"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

import click
from rich.text import Text

from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.inputs import read_all, read_position
from hintwise.cli.options import (
    candidates_option,
    count_option,
    json_option,
    language_option,
    position_options,
    seconds_option,
)
from hintwise.cli.progress.bar import ProgressBar
from hintwise.guide import Position, checking
from hintwise.guide.checking import FEW, Checked
from hintwise.render.words.inside import inside_lines
from hintwise.render.words.language import Language, find_language
from hintwise.render.words.steps import wording_of


@click.command()
@click.argument("puzzle")
@position_options
@candidates_option
@count_option("--limit", "Count up to so many solutions.", least=2, default=2)
@seconds_option(
    "--deadline",
    "Time for each search (solutions, conflict, clue); what is not proven by then says so.",
    default=10.0,
)
@click.option(
    "--way/--no-way",
    default=None,
    help="Show step by step what is wrong; it may say more than you want to know.  "
    "[default: if there is no solution]",
)
@language_option
@json_option
def check(
    puzzle: str,
    number: int | None,
    original: str | None,
    known: tuple[str, ...],
    candidates: bool,
    run_code: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Count the solutions of PUZZLE, and say what is wrong without giving the solution away.

    Without a solution: the smallest set of givens and rules that clash. With several: a cell that
    differs. With entries of your own that do not fit: the smallest clash they are part of. In a
    logic grid also values that no clue names, and clues that follow from the others.

    PUZZLE is text, a link, a file, `-` for stdin, or a name from the library. All Sudokus of a file
    are checked unless --number picks one.

    Exit code 0: exactly one solution and no mistake (remarks on clues aside). 1: anything else.
    """
    if number is not None or original is not None or known:
        found = [
            read_position(
                puzzle,
                number,
                original=original,
                known=known,
                candidates=candidates,
                run_code=run_code,
            )
        ]
    else:
        found = read_all(puzzle, candidates=candidates, run_code=run_code)
    if len(found) > 1:
        if options["way"]:
            raise click.UsageError("--way is for one puzzle: pick it with --number")
        options["way"] = False
    with closing(check_each(found, **options)) as results:
        if len(found) > 1:
            return _show_each(results, len(found), options["language"], as_json)
        checked = next(results)
    document = json.dumps(checked.as_json(), ensure_ascii=False)
    echo(document if as_json else "\n".join((*checked.lines, *_way(checked, options["language"]))))
    return 0 if checked.sound else 1


def _way(checked: Checked, language: str) -> Iterator[str]:
    # One rule that is broken has been named already.
    if len(checked.way) > 1 or any(one.inside for one in checked.way):
        yield find_language(language).say("check.way")
        for number, one in enumerate(checked.way, 1):
            yield f"{number}. {one.text}"
            wording = wording_of(one.state.problem, language)
            yield from inside_lines(one.step, wording, f"{number}.")


def check_each(positions: Sequence[Position], **options: Any) -> Generator[Checked, None, None]:
    """Check positions, many of them on all cores; Ctrl-C stops it at once."""
    if len(positions) > FEW:
        return checking.check_many(positions, **options)
    return computed_in_background(
        lambda cancel: (checking.check(p, **options, cancel=cancel) for p in positions)
    )


def _show_each(results: Iterator[Checked], total: int, language: str, as_json: bool) -> int:
    """Show results as they arrive (JSON when all are there); return the exit code."""
    done = []
    with ProgressBar() as progress:
        description = find_language(language).say("progress.checking")
        for number, checked in enumerate(
            progress.track(results, total, description=description), 1
        ):
            done.append(checked)
            if not as_json:
                _say(f"{number}: {' '.join(checked.lines)}", progress)
    if as_json:
        puzzles = [{"number": i, **checked.as_json()} for i, checked in enumerate(done, 1)]
        echo_json({"puzzles": puzzles})
    else:
        echo(_summary(done, find_language(language)))
    return 0 if all(checked.sound for checked in done) else 1


def _say(line: str, progress: ProgressBar) -> None:
    # On one screen with the bar, lines must go through its console to appear above it.
    if sys.stdout.isatty() and not progress.disable:
        progress.console.print(Text(line), soft_wrap=True)
    else:
        echo(line)


def _summary(done: Iterable[Checked], language: Language) -> str:
    verdicts = Counter(checked.verdict for checked in done)
    counted = ", ".join(
        language.say("check.verdict_count", count=count, verdict=verdict)
        for verdict, count in verdicts.most_common()
    )
    return language.say("check.summary", count=verdicts.total(), verdicts=counted)
