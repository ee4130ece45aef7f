"""Tasks about what is looked at: a puzzle to play, a way back, a walkthrough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.errors import InvalidValue, OutOfTime, is_whole_number, shown
from hintwise.guide import explaining, viewing
from hintwise.guide.checking import retracing
from hintwise.guide.reading import read_all, read_notes
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.service.jobs.tasks.arguments import (
    deadline_of,
    extent_of,
    language_of,
    position_of,
    style_of,
)
from hintwise.service.jobs.tasks.context import TaskContext


def read(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"text", "number"?, "language"?}` → a position, how it is drawn, and how many there are.

    With them come the candidates that the text has left in open cells, as notes.
    """
    text, number = arguments["text"], arguments.get("number") or 1
    found = read_all(text)
    if not is_whole_number(number) or not 1 <= number <= len(found):
        raise InvalidValue(
            f"number is {shown(number)}; the text holds {len(found)} puzzles, counted from 1"
        )
    position = found[number - 1]
    return {
        "position": position.as_json(),
        "view": viewing.view(position, language=language_of(arguments)).as_json(),
        "notes": read_notes(text, number=number),
        "count": len(found),
    }


def view(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "language"?}` → how the puzzle is drawn and played."""
    return viewing.view(position_of(arguments), language=language_of(arguments)).as_json()


def retrace(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "history", "deadline_s"?}` → how far nothing was wrong."""
    found = retracing.retrace(
        position_of(arguments),
        arguments["history"],
        deadline_s=deadline_of(arguments, context),
        cancel=context.cancel,
    )
    return found.as_json()


def walkthrough(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "style"?, "whole"?, "only_needed"?}` → the page of all steps.

    It says so if the time was over.
    """
    style, position = style_of(arguments, context), position_of(arguments)
    explanation = explaining.explain(
        position, extent_of(arguments), style, cancel=context.cancel, benches=context.benches
    )
    stages = []
    try:
        for one in explanation:
            stages.append((one.state, one.step))
            if context.cancel.is_set():
                break
    except OutOfTime:
        if not stages:
            raise
    context.check_wanted()  # the page takes a while, too
    done = len(stages) == explanation.wanted or not context.cancel.is_set()
    page = Walkthrough(position.problem, tuple(stages), stopped=not done, language=style.language)
    title = position.problem.title
    return {"html": page.html, "title": title, "kind": position.problem.kind.name}
