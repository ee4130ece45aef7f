"""How much a request may send, and for how long.

Threats: a body that fills the memory, with or without a Content-Length that admits it; a body that
arrives a byte at a time and holds a place for hours; an address or headers without end.
A body is read whole, up to its limit, before the application sees anything of it.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hintwise.service.security.refusal import refuse
from hintwise.service.settings import ServiceLimits

IMPORT_PATH = "/api/v1/me/import"
"""Where people bring all that they have."""

_LAST_WORD = {"connection": "close"}
"""What is still to come of a refused body is not waited for."""


class _TooLarge(Exception):
    """More came than may."""


class _Left(Exception):
    """The client went away in the middle."""


class SizeLimits:
    """Refuses what is too large (413, 414, 431) or too slow (408)."""

    def __init__(self, app: ASGIApp, limits: ServiceLimits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limits = self.limits
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > limits.url_bytes:
            detail = f"An address may have {limits.url_bytes} bytes."
            await refuse(send, HTTPStatus.REQUEST_URI_TOO_LONG, detail, _LAST_WORD)
        elif sum(len(k) + len(v) for k, v in scope["headers"]) > limits.header_bytes:
            detail = f"Headers may have {limits.header_bytes} bytes."
            await refuse(send, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, detail, _LAST_WORD)
        else:
            await self._after_body(scope, receive, send)

    async def _after_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_import = scope["path"] == IMPORT_PATH
        most = self.limits.import_bytes if is_import else self.limits.body_bytes
        try:
            if _announced(scope) > most:
                raise _TooLarge
            async with asyncio.timeout(self.limits.body_s):
                body = await _read(receive, most)
        except _TooLarge:
            detail = f"A body may have {most} bytes here."
            await refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, _LAST_WORD)
        except TimeoutError:
            detail = f"The body did not arrive within {self.limits.body_s:g} seconds."
            await refuse(send, HTTPStatus.REQUEST_TIMEOUT, detail, _LAST_WORD)
        except _Left:
            return
        else:
            await self.app(scope, _given(body, receive), send)


def _announced(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdecimal() else 0


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Left
        body += message.get("body", b"")
        if len(body) > most:
            raise _TooLarge
        more = message.get("more_body", False)
    return bytes(body)


def _given(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then what else comes: that the client left."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again
