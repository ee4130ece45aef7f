"""How `explain` shows its steps: for people, or as one JSON document.

Both write each step as soon as it is known, and leave complete output behind when they are closed
early.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import click
from rich.console import Console
from rich.text import Text

from hintwise.cli.errors import ReaderGone
from hintwise.engine.verify import Verdict
from hintwise.problem import Problem, State, Step
from hintwise.puzzles import format_sudoku
from hintwise.render.terminal import step_view
from hintwise.render.words import enumerate_words, step_text


@dataclass(frozen=True)
class Explained:
    """A step, the state it starts from, and the verifier's verdict if a person asked for it."""

    state: State
    step: Step
    verdict: Verdict | None


class _Console(Console):
    """A console that leaves it to the command line to end when the reader has gone."""

    def on_broken_pipe(self) -> None:
        raise ReaderGone


class TerminalReport:
    """Boards and sentences on stdout."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._console = _Console()
        self._number = 0
        self._open = 0

    def start(self, state: State) -> None:
        self._open = _open_cells(state)
        if not self._open:
            self._say("This puzzle is solved already: there is nothing to explain.")
        elif (explainable := len(state.targets)) < self._open:
            self._say(
                "This puzzle has several solutions: "
                f"{explainable or 'none'} of its {self._open} open cells follow from the givens."
            )

    def step(self, explained: Explained) -> None:
        step = explained.step
        self._number += 1
        self._open = _open_cells(explained.state.after(step))
        self._console.print(Text(f"Step {self._number}: {step.derived}", style="bold"))
        self._console.print(step_view(self._problem, explained.state.facts, step))
        if explained.verdict is not None:
            self._say(f"verified: {_verdict_text(explained.verdict)}")
        self._console.print()

    def finish(self) -> None:
        if self._number and not self._open:
            self._say("Solved.")

    def close(self) -> None:
        """Nothing is held back, so there is nothing to do."""

    def _say(self, text: str) -> None:
        self._console.print(Text(text))


class JsonReport:
    """`{"puzzle": …, "steps": […]}` on stdout, a step per line; nothing if it fails to start."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._started = False
        self._separator = "\n"

    def start(self, state: State) -> None:
        problem = self._problem
        is_sudoku = problem.kind == "sudoku"
        puzzle = format_sudoku(problem, problem.givens) if is_sudoku else problem.title
        self._write(f'{{"puzzle": {json.dumps(puzzle)}, "steps": [')
        self._started = True

    def step(self, explained: Explained) -> None:
        record = explained.step.as_json()
        record["text"] = step_text(self._problem, explained.step)
        if (verdict := explained.verdict) is not None:
            record["verified"] = {"refutes": verdict.refutes, "minimal": verdict.minimal}
        self._write(self._separator + json.dumps(record))
        self._separator = ",\n"

    def finish(self) -> None:
        """The document ends when it is closed, whether or not all steps came."""

    def close(self) -> None:
        if self._started:
            self._write("]}\n")
            self._started = False

    def _write(self, text: str) -> None:
        try:
            click.echo(text, nl=False)
        except BrokenPipeError:
            self._started = False
            raise ReaderGone from None


def _open_cells(state: State) -> int:
    known = {fact.variable for fact in state.facts if fact.equal}
    return len(state.problem.variables) - len(known)


def _verdict_text(verdict: Verdict) -> str:
    if verdict.minimal:
        return "it follows, and nothing in it is superfluous"
    return f"it follows, but without {enumerate_words(verdict.superfluous)} as well"
