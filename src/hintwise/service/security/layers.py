"""All of it around an application, in the order in which it must be."""

from __future__ import annotations

from typing import Any, cast

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hintwise.service.security.headers import SafeHeaders
from hintwise.service.security.hosts import KnownHosts
from hintwise.service.security.keys import ApiKeys
from hintwise.service.security.origins import OwnWrites
from hintwise.service.security.rates import AddressRates, CallerRates
from hintwise.service.security.sizes import SizeLimits
from hintwise.service.settings import ServiceSettings


def security_layers(settings: ServiceSettings) -> list[Middleware]:
    """For `FastAPI(middleware=…)`; the first is the outermost.

    Who the client is must be known before it is judged, and refusals have safe headers and are
    readable by allowed sites too. Requests of an address are counted before any is refused. A body
    is read last, when nothing else speaks against it.
    """
    layers = [
        Middleware(SafeHeaders),
        Middleware(AddressRates, settings.limits),
        Middleware(KnownHosts, settings),
        Middleware(OwnWrites, settings),
        Middleware(ApiKeys, settings),
        Middleware(CallerRates, settings.limits),
        Middleware(SizeLimits, settings.limits),
    ]
    if settings.allowed_origins:
        layers.insert(1, Middleware(AllowedSites, settings.allowed_origins))
    if settings.trusted_proxies:
        proxied = cast(Any, ProxyHeadersMiddleware)  # typed by uvicorn's own ASGI
        layers.insert(0, Middleware(proxied, trusted_hosts=list(settings.trusted_proxies)))
    return layers


class AllowedSites:
    """Lets scripts of allowed sites call the API and read the answers, without the cookie."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self._pages = app
        self._api = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "POST", "PUT", "PATCH", "DELETE"),
            allow_headers=("authorization", "content-type", "x-api-key"),
            expose_headers=("retry-after", "x-request-id"),
            allow_credentials=False,
            max_age=3600,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self._api if is_api else self._pages)(scope, receive, send)
