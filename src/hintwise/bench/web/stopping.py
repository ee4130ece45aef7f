"""Coroutines that end when the whole measurement is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from hintwise.errors import OutOfTime
from hintwise.limits import Cancel

T = TypeVar("T")

_LOOK_S = 0.2


def run_unless(cancel: Cancel | None, work: Coroutine[Any, Any, T]) -> T:
    """What the coroutine returns; `OutOfTime` if it is cancelled before that."""
    return asyncio.run(_watched(cancel, work))


async def _watched(cancel: Cancel | None, work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.create_task(work)
    while True:
        done, _ = await asyncio.wait([task], timeout=_LOOK_S)
        if done:
            return task.result()
        if cancel is not None and cancel.is_set():
            task.cancel()
            await asyncio.wait([task])
            raise OutOfTime("the measurement of the web application was cancelled")
