"""Tasks about steps: the next one, that to a fact, all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hintwise.errors import OutOfTime, expect
from hintwise.guide import explaining, hinting, reasons
from hintwise.service.jobs.tasks.arguments import extent_of, position_of, style_of
from hintwise.service.jobs.tasks.context import TaskContext


def prepare(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "style"?}` → null, but what is asked next is answered sooner here."""
    hint(arguments, context)


def hint(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "style"?, "level"?, "other_than"?, "targets"?}` → a hint up to that level.

    On the next rung it is the same step, even where a longer search would find an easier one.
    """
    level = arguments.get("level") or 1
    asked = json.dumps({**arguments, "level": None}, sort_keys=True)
    found = _told.get(asked) or _hint(arguments, context)
    if level == hinting.LEVELS:
        found = hinting.look_inside(
            found,
            position_of(arguments),
            style_of(arguments, context),
            cancel=context.cancel,
            benches=context.benches,
        )
    _told[asked] = found
    while len(_told) > _MOST_TOLD:
        del _told[next(iter(_told))]
    return found.at(level).as_json()


_told: dict[str, hinting.Hint] = {}
"""The last hints, by what was asked, of which a person may want to be told more."""

_MOST_TOLD = 64


def _hint(arguments: Mapping[str, Any], context: TaskContext) -> hinting.Hint:
    return hinting.hint(
        position_of(arguments),
        style=style_of(arguments, context),
        targets=arguments.get("targets") or (),
        other_than=arguments.get("other_than") or (),
        cancel=context.cancel,
        benches=context.benches,
    )


def why(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "style"?, "fact"}` → whether the fact follows, and the step that shows it."""
    fact: Any = expect(arguments.get("fact"), str, "a fact, such as 'r1c1=5'")
    found = reasons.why(
        position_of(arguments),
        fact,
        style_of(arguments, context),
        cancel=context.cancel,
        benches=context.benches,
    )
    return found.as_json()


def explain(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"position", "style"?, "targets"?, "steps"?, "top"?, …}` emits steps → how many there were.

    Raises `OutOfTime` after the last one if the time was over before all were there.
    """
    style, count = style_of(arguments, context), 0
    steps = explaining.explain(
        position_of(arguments),
        extent_of(arguments),
        style,
        cancel=context.cancel,
        benches=context.benches,
    )
    for step in steps:
        context.emit(step.as_json())
        count += 1
        if context.cancel.is_set() and count < steps.wanted:
            raise OutOfTime(f"the time was over after {count} of up to {steps.wanted} steps")
    return {"steps": count}
