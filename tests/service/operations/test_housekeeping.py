from __future__ import annotations

import asyncio

import pytest

from hintwise.errors import Unavailable
from hintwise.service.operations.housekeeping import kept_clean

pytestmark = pytest.mark.anyio


class Store:
    def __init__(self) -> None:
        self.times = 0
        self.enough = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def scrub(self) -> None:
        self.times += 1
        if self.times == 1:
            raise Unavailable("not now")
        self._loop.call_soon_threadsafe(self.enough.set)


async def test_a_store_is_cleaned_again_and_again_also_if_it_did_not_answer_once() -> None:
    store = Store()
    async with kept_clean(store, every_s=0.001):
        await store.enough.wait()
    assert store.times >= 2
