"""`hintwise serve`, called as a user calls it."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from hintwise.cli import main
from tests.service.server import served

Serve = Callable[..., tuple[int, str]]


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Runs `hintwise serve` where it must not get to serving; gives exit code and stderr."""
    monkeypatch.setenv("HINTWISE_WORKERS", "1")

    def run(*arguments: str) -> tuple[int, str]:
        code = main(["serve", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert captured.out == ""
        return code, captured.err

    return run


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hintwise.db'}"


@pytest.mark.slow
def test_ctrl_c_ends_it_in_good_order_in_the_middle_of_a_stream(tmp_path: Path) -> None:
    with served(tmp_path, environment={"HINTWISE_LOG": "json"}) as server:
        body = {"puzzle": "hard-1", "deadline_s": 10}
        with httpx.stream("POST", f"{server.url}/api/v1/explain", json=body, timeout=30) as answer:
            assert answer.status_code == 200
            assert server.stop(how=signal.SIGINT) == 0
        assert server.left_behind() == []
        said = server.log.read_text(encoding="utf-8")
        assert f"hintwise is at {server.url}/ (Ctrl-C ends it)\n" in said
        assert "Traceback" not in said


@pytest.mark.slow
def test_port_0_takes_any_that_is_free_prints_it_and_sigterm_ends_it(database: str) -> None:
    code = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--database", database]
    with subprocess.Popen(
        [*command, "--workers", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert found is not None
            assert httpx.get(f"{found[0]}health", timeout=20).status_code in {200, 503}
        finally:
            process.terminate()
            assert process.wait(20) == 0


def test_a_port_in_use_is_said(serve: Serve, database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = serve("--port", str(port), "--database", database)
    assert code == 1
    assert f"port {port} of 127.0.0.1 is in use" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "99999"), "65535"),
        (("--host", "999.1.1.1"), "no address"),
        (("--workers", "0"), "from 1 to"),
        (("--database", "hintwise.db"), "sqlite:///FILE"),
        (("--database", "postgresql://me:secret@localhost/x"), "HINTWISE_DATABASE_URL"),
        (("--database", "sqlite:////dev/null/hintwise.db"), "/dev/null"),
        (("--database", "postgresql://nobody@127.0.0.1:1/x"), "does not answer"),
        (("--public-url", "puzzles.example"), "https://"),
        (("--scheduler", "here"), "tcp://"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    serve: Serve, arguments: tuple[str, ...], said: str, database: str
) -> None:
    rest = () if "--database" in arguments else ("--database", database)
    port = () if "--port" in arguments else ("--port", "0")
    code, error = serve(*arguments, *rest, *port)
    assert code == 1
    assert said in error
    assert "secret" not in error
    assert len(error.splitlines()) == 1


def test_a_file_that_is_no_database_is_left_alone(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, " * 1000, encoding="utf-8")
    code, error = serve("--database", f"sqlite:///{file}", "--port", "0")
    assert code == 1
    assert "database" in error
    assert file.read_text(encoding="utf-8") == "Dear Ada, " * 1000


def test_a_cluster_has_workers_of_its_own(serve: Serve) -> None:
    code, error = serve("--workers", "2", "--scheduler", "tcp://127.0.0.1:8786")
    assert code == 2
    assert "--scheduler" in error


def test_without_the_extra_it_says_what_to_install(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, error = serve()
    assert code == 2
    assert "pip install 'hintwise[web]'" in error
