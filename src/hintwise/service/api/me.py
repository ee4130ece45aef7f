"""The person: a token, settings, and everything that is stored, to take along or to delete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body, Request, Response
from pydantic import ConfigDict, Field, RootModel, StringConstraints
from starlette.responses import JSONResponse

from hintwise.service.api import examples
from hintwise.service.api.asking import Asking
from hintwise.service.api.imports import check_import
from hintwise.service.api.openapi import answers, nothing
from hintwise.service.api.values import Value, told_by
from hintwise.service.people import (
    MaybePerson,
    NoPerson,
    Person,
    forget_cookie,
    new_person,
    person_or_new,
    set_cookie,
)
from hintwise.service.preferences import change_settings, settings_of
from hintwise.service.security.tokens import token_of
from hintwise.store import Store

router = APIRouter(tags=["me"])

Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.-]{0,59}$")]
Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Whole = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Word = Annotated[str, StringConstraints(max_length=200)]
Plain = bool | Whole | Number | Word | None
Table = Annotated[dict[Key, Plain], Field(max_length=60)]


class Settings(RootModel[Annotated[dict[Key, Plain | Table], Field(max_length=60)]]):
    """Names and what they are set to; pages choose the names."""

    model_config = told_by(examples.SETTINGS) | ConfigDict(strict=True)


@router.post(
    "/people",
    summary="A new person, for a program",
    **answers("The token, which is told this once.", examples.TOKEN, status=201),
)
async def make(request: Request) -> Response:
    """Send it as `Authorization: Bearer TOKEN`. A browser needs none: it gets a cookie."""
    _, token = await new_person(request)
    return JSONResponse({"token": token}, 201)


class TokenGiven(Value):
    token: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    model_config = told_by(examples.TOKEN)


@router.post(
    "/people/known",
    summary="Be this person in this browser",
    **nothing("The browser has the token as its cookie from now on."),
)
async def enter(given: TokenGiven, request: Request) -> Response:
    """For the link that brings a person to another device."""
    if await run_sync(_store(request).person_of, given.token) is None:
        raise NoPerson
    done = Response(status_code=204)
    set_cookie(request, done, given.token)
    return done


@router.get("/me", summary="Am I known?", **answers("How much is stored about me.", examples.ME))
async def me(request: Request, person: MaybePerson) -> Response:
    """Nothing is stored by looking."""
    store = _store(request)
    if person is None:
        return JSONResponse({"known": False, "games": 0, "sessions": 0})
    games = await run_sync(store.streams, person, "game")
    sessions = await run_sync(store.streams, person, "lesson")
    return JSONResponse({"known": True, "games": len(games), "sessions": len(sessions)})


@router.delete("/me", summary="Delete all", **nothing("Nothing is stored about me any longer."))
async def erase(request: Request, person: Person) -> Response:
    """Games, sessions, shared pages, settings and tokens; traces in files within five minutes."""
    await run_sync(_store(request).erase, person)
    done = Response(status_code=204)
    forget_cookie(request, done)
    return done


@router.get(
    "/me/export",
    summary="All that is stored about me",
    **answers("A document that `POST /me/import` takes.", examples.EXPORT),
)
async def export(request: Request, person: Person) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="hintwise.json"'}
    return JSONResponse(await run_sync(_store(request).export, person), headers=headers)


@router.post(
    "/me/import",
    summary="Take in what was exported",
    **answers("How many games and sessions were new.", examples.IMPORTED),
)
async def take_in(
    ask: Asking,
    response: Response,
    document: Annotated[dict[str, Any], Body(examples=[examples.EXPORT])],
) -> dict[str, Any]:
    """What is there already is not taken in twice; of a document that is wrong, nothing is."""
    await check_import(document, ask)
    person = await person_or_new(ask.request, response)
    return {"streams": await run_sync(_store(ask.request).take_in, person, document)}


@router.get(
    "/me/settings",
    summary="My settings",
    **answers("Those that were ever set.", examples.SETTINGS, any_keys=True),
)
async def settings(request: Request, person: MaybePerson) -> Response:
    found: Mapping[str, Any] = {}
    if person is not None:
        found = await run_sync(settings_of, _store(request), person)
    return JSONResponse(found)


@router.patch(
    "/me/settings",
    summary="Change settings",
    **answers("All of them as they are now.", examples.SETTINGS, any_keys=True),
)
async def change(
    request: Request,
    response: Response,
    changed: Settings,
) -> dict[str, Any]:
    """Those that are not sent stay as they are."""
    person = await person_or_new(request, response)
    return await run_sync(change_settings, _store(request), person, changed.root)


@router.post(
    "/me/token",
    summary="A further token",
    **answers(
        "For another device: `/link#TOKEN` opened there makes it mine as well.",
        examples.TOKEN,
        status=201,
    ),
)
async def new_token(request: Request, person: Person) -> Response:
    """A person may have ten; `DELETE /me/tokens/others` ends those that nobody needs."""
    return JSONResponse({"token": await run_sync(_store(request).new_token, person)}, 201)


@router.delete(
    "/me/tokens/others",
    summary="Sign out everywhere else",
    **answers("How many other tokens there were.", examples.ENDED),
)
async def end_others(request: Request, person: Person) -> Response:
    """Only the token of this request stays valid; links for other devices lead nowhere."""
    token = token_of(request.headers) or ""
    ended = await run_sync(_store(request).end_other_tokens, person, token)
    return JSONResponse({"ended": ended})


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store
