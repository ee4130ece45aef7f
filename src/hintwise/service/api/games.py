"""Games: start one, and keep every move of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field, StringConstraints
from starlette.background import BackgroundTask
from starlette.responses import JSONResponse

from hintwise.service.api import examples
from hintwise.service.api.asking import Asker, Asking, Speaking
from hintwise.service.api.moves import NewMove
from hintwise.service.api.openapi import answers, nothing
from hintwise.service.api.puzzles import READING_S
from hintwise.service.api.values import (
    Id,
    Language,
    MoveNumber,
    Name,
    PositionValue,
    Value,
    told_by,
)
from hintwise.service.games import Games
from hintwise.service.people import MaybePerson, Person, person_or_new
from hintwise.store import NewEvent

router = APIRouter(tags=["games"])

GameId = Annotated[Id, Path(description="As `POST /games` has given it.")]
GameStartId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Marks = Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(max_length=100)]


class GameAsked(Value):
    """What is to be played; the position as `/puzzles/read` answers it, or any text as `puzzle`."""

    position: PositionValue
    origin: Literal["library", "pasted", "generated", "link"] = "pasted"
    name: Annotated[str, Field(max_length=200)] = ""
    notes: Annotated[dict[Name, Marks], Field(max_length=1000)] = Field(default_factory=dict)
    language: Language = "en"
    id: Annotated[
        GameStartId | None,
        Field(description="Chosen by whoever asks: with the same one it is the same game."),
    ] = None
    model_config = told_by({"position": examples.KEPT | {"entries": []}, "origin": "pasted"})


@router.post(
    "/games",
    summary="Start a game",
    **answers(
        "The id of the game. A browser without a token gets one as a cookie.",
        examples.STARTED,
        status=201,
    ),
)
async def start(asked: GameAsked, ask: Asking, response: Response) -> dict[str, Any]:
    """The puzzle may have no solution, or several."""
    position = await _kept(asked.position, ask)
    view = await ask.run("view", READING_S, position=position, language=asked.language)
    started = {
        "puzzle": {key: position.get(key, "") for key in examples.KEPT},
        "origin": asked.origin,
        "name": asked.name,
        "entries": position["entries"],
        "notes": asked.notes,
    }
    person = await person_or_new(ask.request, response)
    return await _games(ask.request).start(person, started, view, asked.language, first_id=asked.id)


@router.get(
    "/games",
    summary="My games",
    **answers("A line for each, the last one played first; `of` may be null.", examples.GAMES),
)
async def listed(request: Request, person: MaybePerson) -> Response:
    """Empty for somebody who is not known yet."""
    return JSONResponse([] if person is None else await _games(request).listed(person))


@router.get(
    "/games/{game}",
    summary="A game with all that was done in it",
    **answers(
        "The puzzle, its view, and the events after `after`; `position` is that of the last one.",
        examples.GAME,
    ),
)
async def state(
    game: GameId,
    ask: Asking,
    person: Person,
    language: Speaking,
    after: Annotated[MoveNumber, Query()] = 0,
) -> Response:
    """Somebody else's game is not there."""

    async def draw(position: Mapping[str, Any], language: str) -> dict[str, Any]:
        drawn = await ask.run("view", READING_S, position=position, language=language)
        return dict(drawn)

    found = await _games(ask.request).state(person, game, language, draw, after=after)
    getting_ready = None if after else BackgroundTask(ask.prepare, found["puzzle"])
    return JSONResponse(found, background=getting_ready)


class MovesAsked(Value):
    expected: MoveNumber = Field(description="The position of the game as far as it is known.")
    events: Annotated[list[NewMove], Field(min_length=1, max_length=500)]
    model_config = told_by({"expected": 1, "events": [examples.NEW_EVENT]})


@router.post(
    "/games/{game}/events",
    summary="What was done",
    **answers(
        "The position after the last one. They are stored when this answer is there.",
        examples.ADDED,
    ),
)
async def add(game: GameId, asked: MovesAsked, request: Request, person: Person) -> Response:
    """Sent again after a lost reply, with the same ids, events are not stored twice. If another tab
    was first, the answer is 409 with its `events`."""
    events = [NewEvent(one.kind, one.stored_body(), one.id) for one in asked.events]
    return JSONResponse(await _games(request).add(person, game, asked.expected, events))


@router.delete("/games/{game}", summary="Delete a game", **nothing("It is gone."))
async def remove(game: GameId, request: Request, person: Person) -> Response:
    await _games(request).remove(person, game)
    return Response(status_code=204)


def _games(request: Request) -> Games:
    return Games(request.app.state.store)


async def _kept(asked: PositionValue, ask: Asker) -> dict[str, Any]:
    """The position in the form that is kept."""
    if asked.kind is not None:
        return asked.position()
    read = await ask.run("read", READING_S, text=asked.puzzle, number=None)
    position: dict[str, Any] = read["position"]
    entries = dict.fromkeys([*position["entries"], *asked.entries])
    return {**position, "entries": list(entries)}
