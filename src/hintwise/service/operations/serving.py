"""A server from its start to its end."""

from __future__ import annotations

import errno
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hintwise.errors import HintwiseError, InvalidValue
from hintwise.service.operations.logs import start_logs
from hintwise.service.security.slow_clients import connection_settings
from hintwise.service.settings import ServiceSettings


def listen(settings: ServiceSettings) -> socket.socket:
    """Take the port, or say why it cannot be had."""
    host, port = settings.host.strip("[]"), settings.port
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=512)
    except socket.gaierror:
        raise InvalidValue(f"this machine has no address {settings.host!r}") from None
    except OSError as error:
        raise InvalidValue(_why_not(error, settings)) from error


def _why_not(error: OSError, settings: ServiceSettings) -> str:
    port, host = settings.port, settings.host
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} of {host} is in use; choose another one, or 0 for any that is free"
        case errno.EACCES:
            return f"port {port} is not for everybody to take; choose one from 1024 on"
        case errno.EADDRNOTAVAIL:
            return f"this machine has no address {host!r}"
    return f"port {port} of {host} cannot be had: {error.strerror}"


def url_of(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._on_ready()


class _Startup:
    """The application, of which it is kept why it did not start, if that is for people to know."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.error: HintwiseError | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_briefly(message: Message) -> None:
            error = sys.exception()
            if message["type"] == "lifespan.startup.failed" and isinstance(error, HintwiseError):
                self.error = error
                message = {**message, "message": ""}  # otherwise a traceback
            await send(message)

        await self.app(scope, receive, send_briefly)


def serve(
    app: FastAPI,
    settings: ServiceSettings,
    listening: socket.socket,
    on_ready: Callable[[], None],
) -> bool:
    """Serve until Ctrl-C or SIGTERM; False if there is a defect for which it did not start.

    Then no new connections are taken, answers on their way have some seconds to be finished,
    streams are ended, and the workers with them. A second Ctrl-C ends all at once.
    """
    start_logs(settings.log_form)
    startup = _Startup(app)
    config = uvicorn.Config(
        startup, log_config=None, access_log=False, **connection_settings(settings.limits)
    )
    server = _Server(config, on_ready)
    # uvicorn hands a signal on when it has stopped for it; there is nothing left to do then.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _nothing_more)
    try:
        server.run(sockets=[listening])
    except SystemExit:  # what uvicorn makes of a start that failed
        if startup.error is not None:
            raise startup.error from None
        return False
    return server.started


def _nothing_more(number: int, frame: FrameType | None) -> None:
    """It has been done."""
