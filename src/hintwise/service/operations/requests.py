"""Every request leaves one line in the log, one count in the metrics, and a number to ask about."""

from __future__ import annotations

import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hintwise.service.operations.logs import log
from hintwise.service.operations.metrics import Metrics
from hintwise.service.security.secrets import digest
from hintwise.service.security.tokens import any_token

UNMATCHED = "unmatched"
"""The route of what is not there, whatever its address: strangers cannot make up new ones."""

CLIENT_LEFT = 499
"""The status of what nobody waited for, as nginx has it."""

_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_SALT = secrets.token_hex(16)
"""New in every process, so that nobody can be followed in logs from one start to the next."""


class RequestLog:
    """The outermost layer: sees what became of each request, refusals included."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number
        began = time.perf_counter()
        has_begun = False
        status = 500  # unless something else is answered, or nobody is left to answer

        async def send_noting_status(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                MutableHeaders(scope=message)["x-request-id"] = number
            await send(message)

        try:
            await self.app(scope, receive, send_noting_status)
            status = status if has_begun else CLIENT_LEFT
        finally:
            self._note(scope, number, status, time.perf_counter() - began)

    def _note(self, scope: Scope, number: str, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = route_of(scope)
        self.metrics.count(method, route, status, seconds)
        log(
            "request",
            request=number,
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
            person=_alias(scope),
        )


def route_of(scope: Scope) -> str:
    """The template of the route that was taken: no ids, and no end of different ones.

    FastAPI gives it without what stands before an included router, which has no ids in it.
    """
    template = getattr(scope.get("route"), "path", None)
    if not isinstance(template, str) or not template:
        return UNMATCHED
    taken = _PARAMETER.sub(lambda found: str(scope["path_params"].get(found[1], "")), template)
    path: str = scope["path"]
    return path.removesuffix(taken) + template if path.endswith(taken) else template


def _alias(scope: Scope) -> str | None:
    token = any_token(Headers(scope=scope))
    return None if token is None else digest(_SALT + token)[:8]
