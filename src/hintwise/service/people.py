"""Who is asking: an unguessable token in a cookie, or in a header, and nothing else.

A person comes into being when there is something to remember, never by looking at a page. The
database knows only the hash of a token, so whoever reads it cannot pass for anybody.
"""

from __future__ import annotations

from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import Depends, Request, Response

from hintwise.service.security.origins import comes_from_own_page
from hintwise.service.security.rates import Buckets, address_of
from hintwise.service.security.tokens import give_cookie, take_cookie, token_of
from hintwise.service.settings import ServiceSettings
from hintwise.store import Store

_KNOWN = "person"


class NoPerson(Exception):
    """Nobody is known by what the request shows, and the route is about somebody."""


class TooManyPeople(Exception):
    """One address has made many people; after `retry_after_s` seconds it may make another."""

    def __init__(self, retry_after_s: float) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"too many people came from there; one more in {retry_after_s:.0f} s")


async def person_or_none(request: Request) -> str | None:
    """The id of the person, None if there is no token or a cookie that nobody has any longer.

    Raises `NoPerson` for a header with an unknown token: a program must not take an empty answer
    for its own.
    """
    if not hasattr(request.state, _KNOWN):  # several parts of one request may ask
        token = token_of(request.headers)
        found = None if token is None else await run_sync(_store(request).person_of, token)
        if found is None and "authorization" in request.headers:
            raise NoPerson
        setattr(request.state, _KNOWN, found)
    known: str | None = getattr(request.state, _KNOWN)
    return known


async def person(request: Request) -> str:
    """The id of the person; raises `NoPerson` if there is none."""
    found = await person_or_none(request)
    if found is None:
        raise NoPerson
    return found


async def person_or_new(request: Request, response: Response) -> str:
    """The id of the person, who is made and given a cookie if there is none yet.

    Call it when all else is known to be in order: a request that is refused makes nobody. Nor does
    a program, which would not keep the cookie: `NoPerson` tells it to ask for a token.
    """
    if (found := await person_or_none(request)) is not None:
        return found
    settings: ServiceSettings = request.app.state.settings
    if not comes_from_own_page(request.scope, settings.public_url):
        raise NoPerson
    made, token = await new_person(request)
    set_cookie(request, response, token)
    return made


async def new_person(request: Request) -> tuple[str, str]:
    """The id and the token of somebody new; `TooManyPeople` if many came from there lately."""
    newcomers: Buckets = request.app.state.newcomers
    wait_s = newcomers.wait_s(address_of(request.scope))
    if wait_s:
        raise TooManyPeople(wait_s)
    return await run_sync(_store(request).new_person)


def set_cookie(request: Request, response: Response, token: str) -> None:
    settings: ServiceSettings = request.app.state.settings
    give_cookie(response, token, secure=settings.is_secure)


def forget_cookie(request: Request, response: Response) -> None:
    settings: ServiceSettings = request.app.state.settings
    take_cookie(response, secure=settings.is_secure)


async def caller(request: Request) -> str:
    """Among whom work is shared out fairly: the person, or else the key, or else the address."""
    found = await person_or_none(request)
    key: str | None = request.scope.get("state", {}).get("api_key")
    return found or key or address_of(request.scope)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


Person = Annotated[str, Depends(person)]
MaybePerson = Annotated[str | None, Depends(person_or_none)]
Caller = Annotated[str, Depends(caller)]
