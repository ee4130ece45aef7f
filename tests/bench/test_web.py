"""The web application, measured from outside in small."""

from __future__ import annotations

import json

import pytest

from hintwise.bench.web.kills import measure_kills
from hintwise.bench.web.load import measure_load
from hintwise.bench.web.plan import Load, WebResults
from hintwise.bench.web.table import web_table

pytestmark = pytest.mark.slow


def test_people_who_teach_and_ask_for_hints_lose_nothing() -> None:
    load = Load(people=2, thinking_s=0.2, hints_per_minute=60, duration_s=3, workers=1)
    result = measure_load(load, warm_up_s=3)
    assert list(result.errors) == []
    assert result.lost == 0
    assert result.answers > 0
    assert result.hint_waits_s
    assert result.memory[-1].server > 0
    assert result.memory[-1].workers > 0
    document = json.loads(json.dumps(result.as_json()))
    assert document["waits"]["median_s"] <= document["waits"]["p95_s"]
    table = web_table(WebResults((result,), ()))
    assert ("errors", "0") in table.rows


def test_nothing_acknowledged_is_lost_when_server_and_workers_are_killed() -> None:
    """On PostgreSQL, a rehearsal of a study shows the same."""
    result = measure_kills(None, 2, seed=1)
    assert result.complaints == []
    assert (result.server_kills, result.worker_kills) == (1, 1)
    assert result.moves > 0
