"""How long a connection may take to say what it wants.

Threat: clients that open many connections and send a header every now and then (slowloris), or
keep connections without using them. uvicorn ends a connection that is idle after an answer, but
waits for the first request for ever; here that has an end too. Slow bodies: see `sizes`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hintwise.service.settings import ServiceLimits

KEEP_ALIVE_S = 15
REQUEST_S = 15.0
"""From the connection, or from a request's first byte, to the end of its headers."""

GRACE_S = 3
"""For answers on their way when the server is told to stop."""


class PunctualProtocol(H11Protocol):
    """HTTP/1.1 that ends connections whose headers do not arrive in time."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._expect_request()
        elif self.conn.their_state is not h11.IDLE:
            self._forget_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadline()
        super().connection_lost(exc)

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_S, self._end)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()


def connection_settings(limits: ServiceLimits) -> dict[str, Any]:
    """What uvicorn is told about connections."""
    return {
        "http": PunctualProtocol,
        "ws": "none",
        "h11_max_incomplete_event_size": limits.header_bytes + limits.url_bytes,
        "timeout_keep_alive": KEEP_ALIVE_S,
        "timeout_graceful_shutdown": GRACE_S,
        "limit_concurrency": limits.connections,
        "backlog": 512,
        "server_header": False,
        "proxy_headers": False,  # `layers` does it, for trusted proxies only
    }
