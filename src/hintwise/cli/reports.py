"""How `explain` shows its steps: for people, as one JSON document, or as a page.

All leave complete output behind when they are closed early; those on stdout write each step as soon
as it is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import click
from rich.text import Text

from hintwise.cli.errors import ReaderGone, echo
from hintwise.cli.outputs import WatchedConsole, write_whole
from hintwise.guide import Position
from hintwise.guide.explaining import Explained, Verdict
from hintwise.guide.steps.situation import open_variables, settled_targets
from hintwise.problem import Fact, Problem, State, Step
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.render.terminal.steps import numbered_step_view
from hintwise.render.words.inside import inside_lines
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording


class Report(Protocol):
    """Somewhere for steps to go; `finish` says that all came, `close` is called in any case."""

    def start(self, state: State) -> None: ...

    def step(self, explained: Explained) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


class TerminalReport:
    """Boards and sentences on stdout."""

    def __init__(self, problem: Problem, language: str = DEFAULT) -> None:
        self._problem = problem
        self._language = language
        self._wording = wording_of(problem, language)
        self._console = WatchedConsole()
        self._number = 0
        self._open = 0
        self._known: frozenset[Fact] = frozenset()

    def start(self, state: State) -> None:
        self._open = open_variables(state)
        if self._problem.question is not None:
            self._say(self._problem.question.text)
        if not self._open:
            self._say(self._wording.language.say("solution.already"))
        elif (settled := settled_targets(state)) < self._open:
            self._say(_several_text(self._wording, settled, self._open))

    def step(self, explained: Explained) -> None:
        self._number += 1
        end = explained.state.after(explained.step)
        self._open, self._known = open_variables(end), end.facts
        self._show(explained)

    def _show(self, explained: Explained) -> None:
        known, step = explained.state.facts, explained.step
        view = numbered_step_view(self._number, self._problem, known, step, self._language)
        self._console.print(view)
        if explained.verdict is not None:
            self._say(_verdict_text(self._wording, explained.verdict))
        self._console.print()

    def finish(self) -> None:
        if self._number and not self._open:
            self._say(self._wording.language.say("solution.complete"))
        if answer := self._wording.answer(self._known):
            self._say(answer)

    def close(self) -> None:
        """Nothing is held back, so there is nothing to do."""

    def _say(self, text: str) -> None:
        self._console.print(Text(text))


class TextReport(TerminalReport):
    """A line for each step on stdout, for whoever cannot see boards or wants none."""

    def _show(self, explained: Explained) -> None:
        self._say(f"{self._number}. {step_line(explained, self._language)}")
        if self._wording.argues(explained.step):
            return
        for line in inside_lines(explained.step, self._wording, f"{self._number}."):
            self._say(line)

    def _say(self, text: str) -> None:
        echo(text)


def step_line(explained: Explained, language: str = DEFAULT) -> str:
    """A step in one line: its pattern and sentence, and what else there is to say about it."""
    wording = wording_of(explained.state.problem, language)
    remarks = []
    if not explained.step.proven:
        remarks.append(wording.language.say("page.unproven_mark"))
    if explained.verdict is not None:
        remarks.append(_verdict_text(wording, explained.verdict))
    return " ".join([explained.text, *(f"({remark})" for remark in remarks)])


class JsonReport:
    """`{"puzzle": …, "steps": […]}` on stdout, a step per line; nothing if it fails to start.

    With candidates, what was crossed out at the start is part of it. `costs` is what the document
    says besides. With `weights` among it, the document is a weights file as well.
    """

    def __init__(self, position: Position, costs: Mapping[str, Any]) -> None:
        puzzle = position.puzzle
        start = position.as_json() if position.candidates else puzzle.as_json()
        self._head = {**start, "problem": puzzle.kind, **costs}
        self._question = position.problem.question
        if self._question is not None:
            self._head["question"] = self._question.as_json()
        self._answer: tuple[Fact, ...] = ()
        self._started = False
        self._separator = "\n"

    def start(self, state: State) -> None:
        self._write(f'{json.dumps(self._head).removesuffix("}")}, "steps": [')
        self._started = True

    def step(self, explained: Explained) -> None:
        self._write(self._separator + json.dumps(explained.as_json()))
        self._separator = ",\n"
        if self._question is not None:
            self._answer = self._question.answers(explained.state.after(explained.step).facts)

    def finish(self) -> None:
        """The document ends when it is closed, whether or not all steps came."""

    def close(self) -> None:
        if self._started:
            answer = f', "answer": {json.dumps(list(map(str, self._answer)))}'
            self._write(f"]{'' if self._question is None else answer}}}\n")
            self._started = False

    def _write(self, text: str) -> None:
        try:
            echo(text, nl=False)
        except ReaderGone:
            self._started = False
            raise


class PageReport:
    """A page in a file, written when it is closed; nothing if it fails to start."""

    def __init__(self, problem: Problem, file: Path, language: str = DEFAULT) -> None:
        self._problem = problem
        self._file = file
        self._language = language
        self._stages: list[tuple[State, Step]] = []
        self._started = False
        self._finished = False

    def start(self, state: State) -> None:
        self._started = True

    def step(self, explained: Explained) -> None:
        self._stages.append((explained.state, explained.step))

    def finish(self) -> None:
        self._finished = True

    def close(self) -> None:
        if not self._started:
            return
        page = Walkthrough(
            self._problem, tuple(self._stages), stopped=not self._finished, language=self._language
        )
        write_whole(self._file, page.html)
        key = "page.written" if self._finished else "page.written_early"
        spoken = find_language(self._language)
        click.echo(spoken.say_counted(key, len(self._stages), file=self._file), err=True)
        self._started = False


def _several_text(wording: Wording, explainable: int, unknown: int) -> str:
    parts = {"cells": wording.open_variables(unknown), "givens": wording.givens, "open": unknown}
    if not explainable:
        return wording.language.say("solution.several_none", **parts)
    return wording.language.say("solution.several", count=explainable, **parts)


def _verdict_text(wording: Wording, verdict: Verdict) -> str:
    if verdict.minimal:
        return wording.language.say("solution.minimal")
    problem = wording.problem
    elements = (
        wording.rule(name)
        if name in problem.constraint_by_name
        else wording.written(problem.parse_fact(name))
        for name in verdict.superfluous
    )
    return wording.language.say("solution.superfluous", elements=wording.language.all_of(elements))
