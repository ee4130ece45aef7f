"""Which sites may change something here.

Threat: cross-site request forgery. A page of another site sends a form or a request to this server,
and the browser adds this person's cookie. Browsers say where a request comes from, in
Sec-Fetch-Site and Origin, and no script can change that: a write that comes from elsewhere is
refused. Sites that are allowed may write by a token or key of their own, never by the cookie.
Programs send neither header, and may write without the cookie as well.
"""

from __future__ import annotations

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hintwise.service.security.refusal import refuse
from hintwise.service.security.tokens import has_cookie
from hintwise.service.settings import ServiceSettings

READING = {"GET", "HEAD", "OPTIONS"}


class OwnWrites:
    """Lets writes pass that come from our own pages, from allowed sites, or from programs."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        self.app = app
        self.allowed = set(settings.allowed_origins)
        self.public_url = settings.public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in READING:
            reason = self.objection(scope)
            if reason:
                await refuse(send, HTTPStatus.FORBIDDEN, reason)
                return
        await self.app(scope, receive, send)

    def objection(self, scope: Scope) -> str | None:
        """Why a write is refused, or None."""
        if comes_from_own_page(scope, self.public_url):
            return None
        headers = Headers(scope=scope)
        sends_cookie = has_cookie(headers)
        origin = headers.get("origin")
        if origin is None and "sec-fetch-site" not in headers:
            if not sends_cookie:
                return None
            return (
                "A write with a cookie of ours must say where it comes from (Sec-Fetch-Site "
                "or Origin); a program gives its token as Authorization: Bearer TOKEN."
            )
        if origin not in self.allowed:
            return "Pages of other sites may not change anything here."
        if sends_cookie:
            return "An allowed site gives a token of its own, not the cookie."
        return None


def comes_from_own_page(scope: Scope, public_url: str | None) -> bool:
    """Whether the browser says that a page of this server sent the request."""
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    # Browsers leave Sec-Fetch-Site out where a server has neither https nor a local name.
    origin = headers.get("origin")
    own = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}"
    return origin is not None and origin in {own, public_url}
