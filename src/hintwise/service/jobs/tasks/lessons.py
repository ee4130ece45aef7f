"""Tasks about lessons: begin one, visit it, take its profile along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.guide import lessons
from hintwise.guide.reading import read_puzzle
from hintwise.service.jobs.tasks.arguments import language_of
from hintwise.service.jobs.tasks.context import TaskContext


def begin_lesson(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"kind" or "puzzles", "seed"}` → its record."""
    texts = arguments.get("puzzles")
    if texts is None:
        puzzles = lessons.practice(arguments["kind"])
    else:
        puzzles = [read_puzzle(text) for text in texts]
    return lessons.begun(puzzles, seed=arguments["seed"])


def take_in_lesson(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"profile", "kind", "seed"}` → the record and the entries of the lesson that it holds."""
    found = lessons.taken_in(arguments["profile"], arguments["kind"], seed=arguments["seed"])
    return {"record": found[0], "entries": found[1]}


def visit_lesson(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"record", "entries", "deed"?, "cache"?, "language"?}` → what happened, and the state."""
    return lessons.visit(
        arguments["record"],
        arguments["entries"],
        arguments.get("deed"),
        cache=arguments.get("cache"),
        language=language_of(arguments),
        cancel=context.cancel,
    ).as_json()


def profile_of_lesson(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"record", "entries", "cache"?}` → the text of a profile."""
    return lessons.profile_text(arguments["record"], arguments["entries"], arguments.get("cache"))


def warm_up_lesson(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"kind", "number"}`: get ready for questions about a puzzle of the practice."""
    lessons.warm_up(arguments["kind"], arguments["number"], context.cancel)
    return None


def warm_ups() -> list[Mapping[str, Any]]:
    """The arguments of `warm_up_lesson` for all that is practised, what most people do first."""
    return [
        {"kind": kind, "number": number}
        for kind in ("sudoku", "logic_grid", "killer_sudoku")
        for number in range(len(lessons.practice(kind)))
    ]
