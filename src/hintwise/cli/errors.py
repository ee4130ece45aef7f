"""From what went wrong to an exit code and one line on stderr.

0    done
1    the puzzle or the data is bad, or something cannot be read or written
2    the command was called wrongly
3    a defect of ours: a step failed its own check
130  Ctrl-C
141  whoever read our output went away
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

import click

from hintwise.errors import FailedCheck, HintwiseError, InvalidPlan


class ReaderGone(Exception):
    """Nobody reads our output any more (a broken pipe, which click would report as exit 1)."""


def echo(text: str, *, nl: bool = True) -> None:
    """Write to stdout, a whole line unless told otherwise, or raise `ReaderGone`."""
    try:
        click.echo(text, nl=nl)
    except BrokenPipeError:
        raise ReaderGone from None


def echo_json(document: Mapping[str, Any]) -> None:
    """Write one JSON document to stdout, on a line of its own."""
    echo(json.dumps(document, ensure_ascii=False))


def exit_code_of(command: click.Command, arguments: Sequence[str] | None = None) -> int:
    """Run `command`; whatever it raises on purpose ends as a message and an exit code.

    So does what the system refuses: most of the time the disk is full.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows `?`
            stream.reconfigure(errors="replace")
    try:
        return _run(command, arguments)
    except OSError as error:
        _leave_to_nobody(sys.stdout)
        what = error.filename or "the output cannot be written"
        return _fail(1, f"{what}: {error.strerror or error}")


def _run(command: click.Command, arguments: Sequence[str] | None) -> int:
    try:
        code = command.main(
            arguments, prog_name="hintwise", standalone_mode=False, obj=time.perf_counter()
        )
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except InvalidPlan as error:
        # Lines of their own, starting with file and line, lead an editor there.
        count = f"{len(error.mistakes)} mistake{'s' if len(error.mistakes) > 1 else ''}"
        code = _fail(1, f"the plan has {count}, so nothing was run")
        click.echo(str(error), err=True)
        return code
    except HintwiseError as error:
        return _fail(1, str(error))
    except FailedCheck as error:
        return _fail(3, f"internal error, please report it: {error}")
    except (click.Abort, KeyboardInterrupt):
        return _fail(130, "interrupted")
    except ReaderGone:
        _leave_to_nobody(sys.stdout)
        return 141


def _fail(code: int, message: str) -> int:
    try:
        click.echo(f"hintwise: {' '.join(message.split())}", err=True)
    except OSError:  # there is nowhere left to complain; the code must do
        _leave_to_nobody(sys.stderr)
    return code


def _leave_to_nobody(stream: TextIO | None) -> None:
    """Give what is still held back somewhere to go: Python flushes once more at exit."""
    if stream is None:  # closed by whoever called us
        return
    nobody = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError, ValueError):  # a stream of a test's has no number
        os.dup2(nobody, stream.fileno())
    os.close(nobody)
