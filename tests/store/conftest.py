"""The store on each database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hintwise.store import Store, open_store
from tests.postgres import fresh_database

DATABASES = ("sqlite", "postgresql")

Opened = Callable[[], Store]
"""Opens the store of this test, any number of times."""


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
def opened(url: str) -> Opened:
    return lambda: open_store(url)


@pytest.fixture(scope="session")
def used_postgres_store(postgres: str) -> Iterator[Store]:
    with open_store(fresh_database(postgres)) as store:
        yield store


@pytest.fixture(params=DATABASES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store in which other people may have written as well."""
    if request.param == "sqlite":
        with open_store(f"sqlite:///{tmp_path}/store.db") as store:
            yield store
    else:
        yield request.getfixturevalue("used_postgres_store")
