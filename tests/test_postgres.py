"""Where no PostgreSQL is installed, its tests are skipped, but never on CI."""

from __future__ import annotations

import pytest

from tests import postgres


@pytest.fixture(autouse=True)
def _nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "program", lambda name: None)


def test_without_a_server_a_test_skips_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no PostgreSQL server is installed"):
        postgres.require_server()


def test_on_ci_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no PostgreSQL server is installed"):
        postgres.require_server()
