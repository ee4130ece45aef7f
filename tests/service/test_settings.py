"""What a server is told by arguments and environment."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from hintwise.errors import HintwiseError, InvalidValue, UnknownName
from hintwise.service import app
from hintwise.service.jobs import Bounds, InlineJobs, Job
from hintwise.service.jobs.memory import MEMORY_BYTES
from hintwise.service.security.secrets import digest
from hintwise.service.settings import (
    ServiceLimits,
    ServiceSettings,
    make_database_folder,
    read_settings,
)
from hintwise.store import open_store
from hintwise.store.studies import NewStudy
from tests.study.asking.made import PLAN
from tests.study.made_plans import small_plan

KEY = "0123456789abcdef0123"


def test_only_this_machine_is_served_unless_told_otherwise() -> None:
    settings = read_settings({}, {})
    assert settings.is_local
    assert not read_settings({"host": "0.0.0.0"}, {}).is_local


def test_arguments_go_before_the_environment_and_that_before_defaults() -> None:
    environment = {"HINTWISE_PORT": "8100", "HINTWISE_WORKERS": "3", "HINTWISE_BODY_BYTES": "99"}
    settings = read_settings({"port": 9000, "workers": None}, environment)
    assert (settings.port, settings.workers, settings.host) == (9000, 3, "127.0.0.1")
    assert settings.limits.body_bytes == 99


def test_an_empty_variable_says_nothing() -> None:
    assert read_settings({}, {"HINTWISE_PORT": " "}).port == 8000


def test_keys_are_kept_as_digests_and_shown_nowhere() -> None:
    settings = read_settings({}, {"HINTWISE_API_KEYS": f"{KEY}, {KEY}x"})
    assert settings.api_keys == (digest(KEY), digest(f"{KEY}x"))
    assert digest(KEY) not in repr(settings)


def test_secrets_may_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"{KEY}\n{KEY}x\n", encoding="utf-8")
    settings = read_settings({}, {"HINTWISE_API_KEYS_FILE": str(file)})
    assert settings.api_keys == (digest(KEY), digest(f"{KEY}x"))
    with pytest.raises(InvalidValue, match="both"):
        read_settings({}, {"HINTWISE_API_KEYS_FILE": str(file), "HINTWISE_API_KEYS": KEY})
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_settings({}, {"HINTWISE_API_KEYS_FILE": str(tmp_path / "none")})


def test_a_password_is_not_accepted_where_everybody_can_read_it() -> None:
    url = "postgresql://me:hidden@db/hintwise"
    assert read_settings({}, {"HINTWISE_DATABASE_URL": url}).database == url
    with pytest.raises(InvalidValue, match="HINTWISE_DATABASE_URL") as caught:
        read_settings({"database": url}, {})
    assert "hidden" not in str(caught.value)
    assert "hidden" not in repr(read_settings({}, {"HINTWISE_DATABASE_URL": url}))


def test_a_misspelt_variable_is_refused_and_the_right_one_named() -> None:
    with pytest.raises(UnknownName, match="HINTWISE_API_KEYS"):
        read_settings({}, {"HINTWISE_API_KEY": KEY})
    read_settings({}, {"HINTWISE_REFERENCE": "folder", "PATH": "/bin"})


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("host", "", "address"),
        ("host", "a b", "address"),
        ("port", 70000, "65535"),
        ("port", True, "whole number"),
        ("workers", 0, "from 1"),
        ("worker_memory_mb", 10, "from 256"),
        ("most_waiting", 0, "from 1"),
        ("database", "mysql://x", "postgresql"),
        ("database", "hintwise.db", "sqlite"),
        ("scheduler", "10.0.0.1:8786", "tcp://"),
        ("public_url", "https://example.org/puzzles", "scheme and host"),
        ("public_url", "example.org", "scheme and host"),
        ("public_url", "https://example.org:x", "scheme and host"),
        ("allowed_origins", ("*",), "scheme and host"),
        ("trusted_proxies", ("proxy",), "networks"),
        ("log_form", "xml", "text, json"),
        ("metrics", "me", "local, anybody"),
    ],
)
def test_a_wrong_value_is_refused_and_the_right_ones_said(name: str, value: Any, said: str) -> None:
    with pytest.raises(HintwiseError, match=said):
        ServiceSettings(**{name: value})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("HINTWISE_PORT", "http", "HINTWISE_PORT"),
        ("HINTWISE_ADDRESS_RATE", "fast", "must be a number"),
        ("HINTWISE_ADDRESS_RATE", "0", "above 0"),
        ("HINTWISE_API_KEYS", "short", "fewer than 16"),
    ],
)
def test_a_wrong_variable_is_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(HintwiseError, match=said):
        read_settings({}, {name: text})


def test_limits_are_checked() -> None:
    with pytest.raises(InvalidValue, match="body_bytes is 0"):
        ServiceLimits(body_bytes=0)


def test_the_folder_of_the_default_database_is_open_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    settings = ServiceSettings()
    folder = tmp_path / "data" / "hintwise"
    assert settings.database == f"sqlite:///{folder}/hintwise.db"
    assert not folder.exists()
    make_database_folder(settings)
    make_database_folder(settings)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_folder_of_another_database_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="is not there"):
        make_database_folder(ServiceSettings(database=f"sqlite:///{tmp_path}/none/x.db"))
    make_database_folder(ServiceSettings(database="postgresql://db/x"))


def test_a_relative_data_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert Path(ServiceSettings().database.removeprefix("sqlite:///")).is_absolute()


def test_workers_get_as_much_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def opened(workers: int, bounds: Bounds, **more: Any) -> InlineJobs:
        given.append((workers, bounds.urgent, bounds.ahead, more["memory_bytes"]))
        return InlineJobs()

    monkeypatch.setattr(app, "open_jobs", opened)
    environment = {
        "HINTWISE_WORKERS": "3",
        "HINTWISE_WORKER_MEMORY_MB": "512",
        "HINTWISE_MOST_WAITING": "50",
    }
    app.open_workers(read_settings({}, environment))
    app.open_workers(read_settings({"workers": 2}, {}))
    usual = Bounds()
    assert given == [(3, 50, 100, 2**29), (2, usual.urgent, usual.ahead, MEMORY_BYTES)]


def test_workers_get_ready_for_studies_first(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Job] = []

    def opened(workers: int, bounds: Bounds, *, warm_ups: list[Job], **more: Any) -> InlineJobs:
        given.extend(warm_ups)
        return InlineJobs()

    monkeypatch.setattr(app, "open_jobs", opened)
    app.open_workers(read_settings({}, {}), [PLAN.as_json()])
    puzzles = PLAN.puzzles
    count = len((*puzzles.practice, *puzzles.train, *puzzles.evaluate))
    tasks = [job.task for job in given]
    assert tasks[:count] == ["warm_up_study"] * count
    assert set(tasks[count:]) == {"warm_up_lesson"}


def test_workers_get_ready_for_the_studies_that_run_and_can_be_read(tmp_path: Path) -> None:
    plan = small_plan().as_json()
    with open_store(f"sqlite:///{tmp_path}/store.db") as store:
        for name, found in (("one", plan), ("two", plan), ("old", {"version": 0})):
            store.studies.open(NewStudy(name, found, name, people=1))
        assert app.open_plans(store) == [plan, plan]
        store.studies.set_closed("one", True)
        assert app.open_plans(store) == [plan]
