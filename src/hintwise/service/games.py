"""Games: what a person plays, kept as a stream of events from the start on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from anyio.to_thread import run_sync

from hintwise.errors import UnknownStream
from hintwise.store import Event, Game, Kept, NewEvent, Store, Stream

KIND = "game"
STARTED = "started"
# Names of what is kept beside a game; a number goes up when that gets another form.
VIEW = "view-1"
SUMMARY = "summary-1"
SIZE = "size-1"

Draw = Callable[[Mapping[str, Any], str], Awaitable[dict[str, Any]]]
"""Makes the view of a position in a language, in a worker."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games of all people; each id is good for one person only.

    Every method raises `UnknownStream` for an id that is not a game of this person.
    """

    store: Store

    async def start(
        self,
        person: str,
        started: Mapping[str, Any],
        view: Mapping[str, Any],
        language: str,
        *,
        first_id: str | None = None,
    ) -> dict[str, Any]:
        """A new game, whose board is kept beside it.

        `first_id` is that of its first event: asked for once more with the same one, after a lost
        reply, it is the game that is there.
        """
        first = NewEvent(STARTED, started, first_id) if first_id else NewEvent(STARTED, started)
        label = f"begun:{first_id}" if first_id else None
        stream = await run_sync(partial(self.store.begin, person, KIND, [first], label=label))
        await self._keep_view(stream.id, view, language)
        return {"id": stream.id, "position": stream.position}

    async def listed(self, person: str) -> list[dict[str, Any]]:
        """One line for each game, the one that was played last first."""
        return await run_sync(self._listed, person)

    async def state(
        self, person: str, game: str, language: str, draw: Draw, *, after: int = 0
    ) -> dict[str, Any]:
        """The puzzle, how it is drawn, and the events after a position."""
        events = await run_sync(self._events, person, game)
        started = events[0].body
        view = await run_sync(self.store.kept, game, f"{VIEW}:{language}")
        if view is None:
            position = {**started["puzzle"], "entries": [], "candidates": False}
            drawn = await draw(position, language)
            await self._keep_view(game, drawn, language)
        return {
            "id": game,
            "position": events[-1].position,
            "puzzle": started["puzzle"],
            "view": drawn if view is None else view.document,
            "events": [event.as_json() for event in events if event.position > after],
        }

    async def add(
        self, person: str, game: str, expected: int, events: Sequence[NewEvent]
    ) -> dict[str, Any]:
        """Store what was done; `Outdated` if something else was done since `expected`."""
        await run_sync(self._stream, person, game)
        added = await run_sync(self.store.append, game, person, expected, events)
        return {"position": added.position}

    async def remove(self, person: str, game: str) -> None:
        await run_sync(self._stream, person, game)
        await run_sync(self.store.remove, game, person)

    async def _keep_view(self, game: str, view: Mapping[str, Any], language: str) -> None:
        await run_sync(self.store.keep, game, f"{VIEW}:{language}", 1, dict(view))
        size = {"of": len(view["variables"]) - len(view["givens"])}
        await run_sync(self.store.keep, game, SIZE, 1, size)

    def _stream(self, person: str, game: str) -> Stream:
        stream = self.store.stream(game, person)
        if stream.kind != KIND:
            raise UnknownStream(game)
        return stream

    def _events(self, person: str, game: str) -> list[Event]:
        self._stream(person, game)
        return self.store.read(game, person)

    def _listed(self, person: str) -> list[dict[str, Any]]:
        summaries = self.store.all_kept(person, KIND, SUMMARY)
        sizes = self.store.all_kept(person, KIND, SIZE)
        return [
            {
                "id": stream.id,
                **self._summary(person, stream, summaries.get(stream.id)),
                "of": sizes[stream.id].document["of"] if stream.id in sizes else None,
                "changed_at": stream.changed_at,
            }
            for stream in self.store.streams(person, KIND)
        ]

    def _summary(self, person: str, stream: Stream, kept: Kept | None) -> dict[str, Any]:
        if kept is not None and kept.position == stream.position:
            return kept.document
        events = self.store.read(stream.id, person)
        summary = _summary(events)
        self.store.keep(stream.id, SUMMARY, events[-1].position, summary)
        return summary


def _summary(events: Sequence[Event]) -> dict[str, Any]:
    puzzle, game = events[0].body["puzzle"], Game.of(events)
    return {
        "kind": puzzle["kind"],
        "title": puzzle.get("title", ""),
        "name": events[0].body.get("name", ""),
        "puzzle": puzzle["puzzle"],
        "filled": sum(value is not None for value in game.digits.values()),
        "solved": game.solved,
        "seconds": game.seconds,
    }
