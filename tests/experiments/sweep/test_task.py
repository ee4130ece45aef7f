from __future__ import annotations

import time

import numpy as np
import pytest

from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.elicit.users import SimulatedUser
from hintwise.experiments.sweep.simulation import exchanges
from hintwise.experiments.sweep.task import RESULTS_VERSION, QueryRecord, results_version
from tests.experiments.sweep.sweeps import TRAINING, tiny_task


def test_waiting_is_not_counted_as_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Session.ask

    def slow_ask(self: Session, *arguments: object) -> Query:
        time.sleep(0.5)
        return ask(self)

    monkeypatch.setattr(Session, "ask", slow_ask)
    task = tiny_task(queries=2)
    best = task.sequence.compute()
    session = Session.of(TRAINING, task.settings)
    user = SimulatedUser(best.true_weights, np.random.default_rng(0))
    exchange = next(exchanges(session, user))
    assert 0 < exchange.computing_s < exchange.wait_s - 0.4
    assert QueryRecord.of(exchange).seconds == exchange.computing_s
    started = time.perf_counter()
    result = task.compute(best)
    assert result.seconds < time.perf_counter() - started - 2 * 0.4
    assert 0 < sum(query.seconds for query in result.queries) <= result.seconds


def test_only_runs_of_what_has_changed_since_have_a_later_version() -> None:
    asked = (
        settings_for("machop"),
        settings_for("bayes", prior="wide"),
        settings_for("bayes_regret", prior="powers"),
        settings_for("bayes", prior="shipped"),
    )
    versions = list(map(results_version, asked))
    assert RESULTS_VERSION == versions[0] < versions[1] < versions[2] < versions[3]
