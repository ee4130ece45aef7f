"""What is computed ahead is there for those who answer, and goes for those who have left."""

from __future__ import annotations

import asyncio
from typing import Any

from hintwise.service.foresight import LASTS_S, Foresight
from hintwise.service.jobs import Job


class Echo:
    """Jobs whose results are their arguments."""

    async def run(self, job: Job) -> Any:
        return job.arguments


def job(answer: str) -> Job:
    return Job("visit", {"answer": answer}, person="ann", deadline_s=1.0)


async def looked(foresight: Foresight, *streams: str) -> None:
    for stream in streams:
        foresight.look((stream, 3), {"a": job("a"), "b": job("b")})
    await asyncio.gather(*foresight.under_way)


def test_what_was_computed_is_there_once_at_its_position_only() -> None:
    async def story() -> None:
        foresight = Foresight(Echo())
        await looked(foresight, "one", "two")
        assert foresight.take(("one", 3), "b") == {"answer": "b"}
        assert foresight.take(("one", 3), "b") is None
        assert foresight.take(("two", 4), "a") is None

    asyncio.run(story())


def test_no_more_lessons_are_looked_ahead_in_than_there_is_room_for() -> None:
    async def story() -> None:
        foresight = Foresight(Echo(), most=2)
        await looked(foresight, "one", "two", "three")
        assert foresight.take(("one", 3), "a") is None
        assert foresight.take(("two", 3), "a") == {"answer": "a"}

    asyncio.run(story())


def test_nothing_is_kept_for_who_has_left() -> None:
    async def story() -> None:
        now_s = 0.0
        foresight = Foresight(Echo(), now_s=lambda: now_s)
        await looked(foresight, "left")
        now_s = LASTS_S / 2
        await looked(foresight, "thinking")
        now_s = LASTS_S + 1
        await looked(foresight, "new")
        assert foresight.take(("left", 3), "a") is None
        assert foresight.take(("thinking", 3), "a") == {"answer": "a"}

    asyncio.run(story())
