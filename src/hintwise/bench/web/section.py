"""The section `web` of the benchmarks: loads, then kills."""

from __future__ import annotations

from collections.abc import Generator

from hintwise.bench.web.kills import measure_kills
from hintwise.bench.web.load import measure_load
from hintwise.bench.web.plan import Load, WebPlan, WebResults
from hintwise.limits import Cancel


def measure_web(
    plan: WebPlan, seed: int, cancel: Cancel | None = None
) -> Generator[str, None, WebResults]:
    """Measure what the plan says; yields progress."""
    loads, kills = [], []
    for thinking_s in plan.thinking_s:
        yield f"web: {plan.people} people with {thinking_s:g} s of thinking"
        load = Load(
            people=plan.people,
            thinking_s=thinking_s,
            hints_per_minute=plan.hints_per_minute,
            duration_s=plan.duration_s,
            seed=seed,
        )
        loads.append(measure_load(load, cancel))
    for database in plan.databases if plan.kills else ():
        yield f"web: {plan.kills} kills on {database.partition(':')[0] or 'sqlite'}"
        kills.append(measure_kills(database or None, plan.kills, seed=seed, cancel=cancel))
    return WebResults(tuple(loads), tuple(kills))
