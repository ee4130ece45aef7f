"""Tasks for participants of studies: what comes next for one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hintwise.service.jobs.tasks.context import TaskContext
from hintwise.study import asking


def visit_study(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"plan", "events", "deed"?, "cache"?, "language"?, "rehearsal"?}` → events and state."""
    return asking.visit(
        arguments["plan"],
        arguments["events"],
        arguments.get("deed"),
        cache=arguments.get("cache"),
        language=arguments.get("language"),
        rehearsal=arguments.get("rehearsal") is True,
        cancel=context.cancel,
    ).as_json()


def warm_up_study(arguments: Mapping[str, Any], context: TaskContext) -> Any:
    """`{"plan", "number"}`: get ready for questions about one of the plan's puzzles."""
    asking.warm_up(arguments["plan"], arguments["number"], context.cancel)
    return None


def warm_ups(plan: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The arguments of `warm_up_study` for all puzzles of a plan, what comes first first."""
    return [{"plan": plan, "number": number} for number in range(asking.warm_ups(plan))]
