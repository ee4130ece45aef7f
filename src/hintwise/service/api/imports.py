"""Whether a document that somebody brings can be taken in: rebuilt as a whole, or refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException

from hintwise.errors import InvalidValue, NoRoom
from hintwise.service.api.asking import Asker
from hintwise.service.jobs import JobFailed
from hintwise.service.lessons import JOB_S, STREAM
from hintwise.store import Event
from hintwise.store.exporting import read_export
from hintwise.store.people import MOST_STREAMS

RETRY_S = "5"


async def check_import(document: Mapping[str, Any], ask: Asker) -> None:
    """Raise `InvalidValue` unless the store and the workers make something of all of it.

    All that a person may have comes through. If the workers fail for reasons of their own, it is
    not the document's fault, and the answer is 503.
    """
    taken = await run_sync(read_export, document)
    lessons = [stream.events for stream in taken if stream.kind == STREAM]
    if len(lessons) > MOST_STREAMS[STREAM]:  # refused before much is computed
        raise NoRoom("sessions", len(lessons), MOST_STREAMS[STREAM])
    for events in lessons:
        await _check_lesson(events, ask)


async def _check_lesson(events: Sequence[Event], ask: Asker) -> None:
    begun, *others = events
    if begun.kind != "begun":
        raise InvalidValue(f"a session begins with {begun.kind!r}; it must be 'begun'")
    entries = [{"event": event.kind, **event.body} for event in others]
    try:
        await ask.run("profile_of_lesson", JOB_S, record=begun.body, entries=entries)
    except JobFailed as error:
        if error.by_task:
            raise InvalidValue("a session cannot be rebuilt from what the document has") from None
        detail = f"A session could not be rebuilt now, try again later: {error}."
        raise HTTPException(503, detail, {"Retry-After": RETRY_S}) from None
