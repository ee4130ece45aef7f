"""Remembering who comes back: the cookie lasts for a year after the last page, not the first."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hintwise.errors import Unavailable
from hintwise.service.people import person_or_none, set_cookie
from hintwise.service.security.tokens import cookie_token


class RenewedCookies:
    """Sets the cookie of a known person again with each page; nobody else gets one by looking."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = _token_of(scope)
        if token is None:
            await self.app(scope, receive, send)
            return

        async def renewing(message: Message) -> None:
            if _is_page(message) and await _is_known(scope):
                carrier = Response()
                set_cookie(Request(scope), carrier, token)
                headers = MutableHeaders(raw=message["headers"])
                headers.append("set-cookie", carrier.headers["set-cookie"])
            await send(message)

        await self.app(scope, receive, renewing)


def _token_of(scope: Scope) -> str | None:
    """The token of a browser that asks for what may be a page."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].startswith("/api/"):
        return None
    headers = Headers(scope=scope)
    return None if "authorization" in headers else cookie_token(headers)


def _is_page(message: Message) -> bool:
    if message["type"] != "http.response.start" or message["status"] != 200:
        return False
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/html")


async def _is_known(scope: Scope) -> bool:
    try:
        return await person_or_none(Request(scope)) is not None
    except Unavailable:  # a page that needs no database is shown without
        return False
