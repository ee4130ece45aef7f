"""What went wrong, as a page for people; programs get it as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hintwise.service.pages.rendering import render

KNOWN = {404: "missing", 429: "busy", 503: "busy"}
"""What a page says at each status."""

PROBLEM = "application/problem+json"


def problem_page(
    request: Request, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """A page that says what happened and where to go on, with this status."""
    said = KNOWN.get(status) or ("broken" if status >= 500 else "refused")
    return render(request, "problem", said=said, status=status, headers=headers)


class ProblemPages:
    """Shows a problem as a page to whoever asked for a page.

    It looks at answers rather than at errors, so that it sees those of every layer inside. What
    the answer said in its headers stays, such as when to try again.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_for_people(scope):
            await self.app(scope, receive, send)
            return
        page: Response | None = None

        async def send_page(message: Message) -> None:
            nonlocal page
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(PROBLEM):
                    page = problem_page(Request(scope), message["status"])
                    for name in ("content-type", "content-length"):
                        headers[name] = page.headers[name]
            elif page is not None:
                message = {"type": "http.response.body", "body": page.body}
            await send(message)

        await self.app(scope, receive, send_page)


def is_for_people(scope: Scope) -> bool:
    """Whether a browser asked for a page, rather than a program for an answer."""
    wanted = Headers(scope=scope).get("accept", "")
    return "text/html" in wanted and not scope["path"].startswith("/api/")
