"""Who asks about a study: a participant by a token of their own, or a researcher.

A researcher's token is never in a cookie, so no other site can have it sent.
"""

from __future__ import annotations

from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import Depends, Path, Request, Response

from hintwise.errors import UnknownStudy
from hintwise.service.people import TooManyPeople
from hintwise.service.security.origins import comes_from_own_page
from hintwise.service.security.rates import Buckets, address_of
from hintwise.service.security.tokens import (
    bearer_token,
    give_study_cookie,
    study_token_of,
    take_study_cookie,
)
from hintwise.service.settings import ServiceSettings
from hintwise.store import Store
from hintwise.store.studies import Participant, Study

PATH = "/api/v1/studies"
"""Below it are the addresses of each study, to which its participants' cookies are sent."""

StudyName = Annotated[
    str,
    Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,59}$", description="As its plan calls the study."),
]


class NoParticipant(Exception):
    """Nobody who takes part in the study is known by what the request shows."""


class NoResearcher(Exception):
    """The request shows no token of a researcher of the study."""


async def study(request: Request, name: StudyName) -> Study:
    """The study of the address; raises `UnknownStudy`."""
    found = await run_sync(_store(request).studies.find, name)
    if found is None:
        raise UnknownStudy(name)
    return found


async def participant(request: Request, name: StudyName) -> Participant:
    """Who takes part; raises `NoParticipant` if it is nobody, or somebody who has withdrawn."""
    token = study_token_of(request.headers)
    if token is None:
        raise NoParticipant
    return await participant_of(request, name, token)


async def participant_of(request: Request, name: str, token: str) -> Participant:
    """Whose token it is; raises `NoParticipant` if it is nobody's."""
    found = await run_sync(_store(request).studies.participant_of, name, token)
    if found is None:
        raise NoParticipant
    return found


async def researcher(request: Request, name: StudyName) -> Study:
    """The study, if a researcher of it asks; else `NoResearcher`, be there such a study or not."""
    token = bearer_token(request.headers)
    studies = _store(request).studies
    if token is None or not await run_sync(studies.is_researcher, name, token):
        raise NoResearcher
    return await study(request, name)


def count_newcomer(request: Request) -> None:
    """Raise `TooManyPeople` if many came from this address lately."""
    newcomers: Buckets = request.app.state.newcomers
    wait_s = newcomers.wait_s(address_of(request.scope))
    if wait_s:
        raise TooManyPeople(wait_s)


def remember(request: Request, response: Response, name: str, token: str) -> None:
    """Have the browser be this participant; a program keeps the token itself."""
    settings = _settings(request)
    if comes_from_own_page(request.scope, settings.public_url):
        give_study_cookie(response, token, f"{PATH}/{name}", secure=settings.is_secure)


def forget(request: Request, response: Response, name: str) -> None:
    """Have the browser be nobody in this study."""
    take_study_cookie(response, f"{PATH}/{name}", secure=_settings(request).is_secure)


def own_address(request: Request) -> str:
    """What people type to get here, without a path; the name was checked before."""
    return _settings(request).public_url or f"{request.url.scheme}://{request.url.netloc}"


def _settings(request: Request) -> ServiceSettings:
    settings: ServiceSettings = request.app.state.settings
    return settings


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


AskedStudy = Annotated[Study, Depends(study)]
Participating = Annotated[Participant, Depends(participant)]
Researching = Annotated[Study, Depends(researcher)]
