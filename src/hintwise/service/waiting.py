"""Waiting for an answer only as long as somebody is there to read it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

Answer = TypeVar("Answer")


class ClientLeft(Exception):
    """Whoever asked is gone; nobody will read the answer."""


async def unless_left(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What the work returns; if the client goes away before, it is cancelled.

    Raises `ClientLeft` then. The body of the request must have been read.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientLeft
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
