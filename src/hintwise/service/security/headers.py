"""What browsers are told not to do with our answers.

Threats: a script that someone got into a page (content security policy: only our own files run,
nothing inline); an answer taken for something else than it says (nosniff); another site that
frames our pages and steals clicks (frame-ancestors), holds on to our windows (opener policy) or
reads our answers as its own resources (resource policy); addresses with ids that leak to other
sites (referrer policy); a page that asks for camera or place (permissions policy).
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
    "payment=(), usb=()",
    # What a person sees is theirs; a page that may be kept says so itself.
    "cache-control": "private, no-cache",
}

_A_YEAR_OF_HTTPS = "max-age=31536000"


class SafeHeaders:
    """Adds `HEADERS` to every answer that does not say otherwise itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", _A_YEAR_OF_HTTPS)
            await send(message)

        await self.app(scope, receive, send_with_headers)
