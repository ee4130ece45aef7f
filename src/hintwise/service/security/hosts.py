"""Which names this server answers to.

Threat: DNS rebinding. A page of some evil.example lets that name point to 127.0.0.1 and then reads
from a server on this machine as if it were evil.example's own: browsers think both are one site.
The name in the Host header gives it away. Addresses written as numbers cannot be rebound, so a
server that others may reach answers to those as well.
"""

from __future__ import annotations

import ipaddress
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hintwise.service.security.refusal import refuse
from hintwise.service.settings import ServiceSettings

_LOCAL = {"localhost", "127.0.0.1", "::1"}


class KnownHosts:
    """Refuses requests whose Host is not this server: 400, as nothing can be said about others."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        self.app = app
        own = {settings.public_host, settings.host.strip("[]").lower()}
        self.names = _LOCAL | {name for name in own if name}
        self.takes_numbers = not settings.is_local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return  # there are none here
        if scope["type"] == "http" and not self.answers_to(Headers(scope=scope).getlist("host")):
            detail = "This server does not go by that name; its public URL may have to be set."
            await refuse(send, HTTPStatus.BAD_REQUEST, detail)
            return
        await self.app(scope, receive, send)

    def answers_to(self, hosts: list[str]) -> bool:
        if len(hosts) != 1:
            return False
        try:
            name = urlsplit(f"//{hosts[0]}").hostname
        except ValueError:
            return False
        return name is not None and (
            name in self.names or (self.takes_numbers and _is_number(name))
        )


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
