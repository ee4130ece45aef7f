"""Asking an application that stands behind one layer, in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

METHODS = ["GET", "POST", "PUT", "DELETE"]


async def _answer(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{len(await request.body())} bytes")


def plain_app() -> Starlette:
    """Says how long a body is, under every path."""
    return Starlette(routes=[Route("/{path:path}", _answer, methods=METHODS)])


def client_of(
    layer: Callable[..., ASGIApp], *arguments: Any, client: str = "10.1.1.1"
) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(layer(plain_app(), *arguments), client=(client, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost:8000")
