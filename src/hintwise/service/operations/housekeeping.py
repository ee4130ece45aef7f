"""What is done now and then while a server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from anyio.to_thread import run_sync

from hintwise.errors import Unavailable
from hintwise.service.operations.logs import log

EVERY_S = 300.0
"""Seldom enough: files are written anew, and who writes waits. The privacy page names it."""


class Scrubbed(Protocol):
    """What may hold traces of something that was deleted."""

    def scrub(self) -> None: ...


@asynccontextmanager
async def kept_clean(store: Scrubbed, every_s: float = EVERY_S) -> AsyncIterator[None]:
    """While the block runs, free the store's files every five minutes of what people deleted."""
    cleaning = asyncio.create_task(_clean(store, every_s))
    try:
        yield
    finally:
        cleaning.cancel()
        with suppress(asyncio.CancelledError):
            await cleaning


async def _clean(store: Scrubbed, every_s: float) -> None:
    while True:
        await asyncio.sleep(every_s)
        try:
            await run_sync(store.scrub)
        except Unavailable:  # it stays due
            log("the store could not be cleaned", level=logging.WARNING)
