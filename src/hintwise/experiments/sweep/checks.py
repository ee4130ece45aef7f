"""What must hold of a plan as a whole, and of its puzzles."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hintwise.engine import Explainer
from hintwise.errors import HintwiseError, Unsatisfiable
from hintwise.experiments.sweep.mistakes import mistake
from hintwise.problem import Problem
from hintwise.render.table import counted
from hintwise.toml_places import Path

if TYPE_CHECKING:
    from hintwise.experiments.sweep.plan import Sources

MOST = 100_000
"""Of anything counted, the runs of a plan included: what is beyond is a slip of the hand."""


def require_puzzle(name: str, kind: str, sources: Sources) -> None:
    """Refuse a puzzle that is not there, has no solution, or leaves nothing to explain."""
    try:
        explainable = _is_explainable(sources.puzzle(name, kind))
    except Unsatisfiable as error:
        raise mistake(f"{name!r}: {error}") from None
    except HintwiseError as error:
        raise mistake(str(error)) from None
    if not explainable:
        raise mistake(
            f"nothing can be explained in {name!r}: it is solved already, or nothing follows from "
            "what is given"
        )


@functools.lru_cache(maxsize=64)  # plans name a puzzle more than once
def _is_explainable(problem: Problem) -> bool:
    """Whether any fact follows that is not given; `Unsatisfiable` if there is no solution."""
    return bool(Explainer(problem).start.targets)


def require_published_users(
    number: int, kind: str, plan: Mapping[str, Any], sources: Sources
) -> None:
    """Refuse users that were not published, for the problem with this number."""
    for path, users, _ in _scales(plan):
        try:
            for user in users:
                sources.published_user(user, kind)
        except HintwiseError as error:
            missing = (*path, "users")
            place = missing if sources.has_published else ("problems", number, "user_weights")
            raise mistake(str(error), *place) from None


def require_few_runs(methods: int, plan: Mapping[str, Any]) -> None:
    """Refuse more runs than anyone can mean."""
    for path, users, runs in _scales(plan):
        counts = {
            "methods": methods,
            "problems": len(plan.get("problems", ())),
            "users": len(users),
            "runs": runs,
        }
        if math.prod(max(1, count) for count in counts.values()) > MOST:
            product = " x ".join(counted(count, what[:-1]) for what, count in counts.items())
            most = max(counts, key=lambda what: counts[what])
            place = (*path, most) if most in ("users", "runs") else (most,)
            raise mistake(f"{product} are more than {MOST} runs in all", *place)


def _scales(plan: Mapping[str, Any]) -> Iterator[tuple[Path, tuple[int, ...], int]]:
    """The plan itself and its scales: where each stands, its users and its runs.

    `plan` lacks the keys that are wrong, which has been said.
    """
    users, runs = plan.get("users", ()), plan.get("runs", 0)
    yield (), users, runs
    for name, scale in plan.get("scales", {}).items():
        yield ("scales", name), scale.users or users, scale.runs or runs
