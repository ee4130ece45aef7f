from __future__ import annotations

import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI

from hintwise.errors import InvalidValue
from hintwise.service.operations.serving import listen, serve, url_of
from hintwise.service.settings import ServiceSettings


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def app_that_fails(error: Exception) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        raise error
        yield

    return FastAPI(lifespan=lifespan)


def start(app: FastAPI) -> bool:
    settings = ServiceSettings(port=0)
    with listen(settings) as listening:
        return serve(app, settings, listening, on_ready=lambda: None)


def test_what_people_can_mend_is_told_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(InvalidValue, match="no scheduler there"):
        start(app_that_fails(InvalidValue("no scheduler there")))
    assert "Traceback" not in capsys.readouterr().err


def test_a_defect_is_logged_with_where_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert not start(app_that_fails(RuntimeError("oh")))
    assert "RuntimeError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:"),
        ("0.0.0.0", "http://localhost:"),
        ("::1", "http://[::1]:"),
    ],
)
def test_the_url_is_one_that_works_on_this_machine(host: str, url: str) -> None:
    if host == "::1" and not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        listening = listen(ServiceSettings(host=host, port=0))
    except InvalidValue:
        pytest.skip(f"this machine has no address {host}")
    with listening:
        assert url_of(listening).startswith(url)
