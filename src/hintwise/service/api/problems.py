"""Everything that can go wrong, as application/problem+json (RFC 9457).

| what | status |
|---|---|
| `HintwiseError`: the request was understood, but not what it asks for | 422 |
| a request that is not of the form which OpenAPI tells | 422, with `errors` |
| `JobFailed`: more time or memory than there is | 422 |
| nobody is known by the token | 401 |
| nobody new may join a study, or not like this | 403 |
| an id that nobody has, or somebody else: no difference | 404 |
| another tab was first | 409, with what is there now |
| too many requests; too much to do | 429, 503, with Retry-After |
| a defect of ours, or a question of a study that cannot be computed | 500, and the log has it |

No message holds a traceback, a path of the server or anything of the solution.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hintwise.errors import (
    HintwiseError,
    NotAdmitted,
    Outdated,
    Unavailable,
    UnknownPerson,
    UnknownStream,
    UnknownStudy,
)
from hintwise.service.jobs import Busy, JobFailed, Superseded
from hintwise.service.pages.errors import is_for_people, problem_page
from hintwise.service.people import NoPerson, TooManyPeople
from hintwise.service.security.headers import HEADERS
from hintwise.service.study.participations import Stuck
from hintwise.service.study.people import NoParticipant, NoResearcher
from hintwise.service.waiting import ClientLeft

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:hintwise:problem:"
MOST_ERRORS = 10
LONGEST_DETAIL = 2000

GENERAL = {
    400: "unreadable",
    401: "no-person",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    409: "outdated",
    413: "too-large",
    415: "unsupported-media-type",
    422: "invalid-request",
    429: "too-many-requests",
    500: "defect",
    503: "busy",
}
"""The name of a problem by its status, where nothing more particular is known."""


def problem(
    status: int,
    detail: str,
    *,
    name: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """An answer that says what went wrong; `name` is what programs tell it by."""
    document = problem_document(status, detail, name=name, **more)
    # Escaped, since a message may name a value that is no proper text.
    body = json.dumps(document).encode("ascii")
    return Response(body, status, headers=headers, media_type=MEDIA_TYPE)


def problem_document(
    status: int, detail: str, *, name: str | None = None, **more: Any
) -> dict[str, Any]:
    """
    >>> problem_document(404, "There is no game of yours with this id.")["type"]
    'urn:hintwise:problem:not-found'
    """
    known = name or GENERAL.get(status, "other")
    title = _TITLES.get(known) or known.replace("-", " ").capitalize()
    cut = detail if len(detail) <= LONGEST_DETAIL else f"{detail[:LONGEST_DETAIL]} …"
    return {"type": f"{TYPE}{known}", "title": title, "status": status, "detail": cut, **more}


_TITLES = {
    "no-person": "Nobody is known by this token",
    "no-participant": "Nobody takes part by this token",
    "no-researcher": "This is for researchers",
    "invalid-request": "The request is not of the form that is documented",
    "out-of-time": "Not done in the time there was",
    "job-failed": "It took more time or memory than there is",
    "defect": "A defect of the server",
}


def name_of(error: HintwiseError) -> str:
    """
    >>> from hintwise.errors import OutOfTime
    >>> name_of(OutOfTime())
    'out-of-time'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()


def document_of(error: HintwiseError | JobFailed | Busy) -> dict[str, Any]:
    """The problem of something that ended while its answer was on the way already."""
    if isinstance(error, Busy):
        return problem_document(503, _BUSY)
    name = name_of(error) if isinstance(error, HintwiseError) else "job-failed"
    return problem_document(422, str(error), name=name)


_BUSY = "All workers are busy and many requests wait already; try again later."


async def _hintwise_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HintwiseError)
    return problem(422, str(error), name=name_of(error))


async def _job_failed(_: Request, error: Exception) -> Response:
    return problem(422, str(error), name="job-failed")


async def _busy(_: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)
    wait = str(max(1, math.ceil(error.retry_after_s)))
    return problem(503, _BUSY, headers={"Retry-After": wait})


async def _unavailable(_: Request, __: Exception) -> Response:
    detail = "The database does not answer; nothing is lost, try again later."
    return problem(503, detail, name="unavailable", headers={"Retry-After": "5"})


async def _no_person(_: Request, __: Exception) -> Response:
    detail = "Send the token of a person as 'Authorization: Bearer TOKEN'; POST /people makes one."
    return problem(401, detail, headers={"WWW-Authenticate": "Bearer"})


async def _too_many_people(_: Request, error: Exception) -> Response:
    assert isinstance(error, TooManyPeople)
    detail = "Many people have begun here from your address; try again a little later."
    return problem(429, detail, headers={"Retry-After": str(math.ceil(error.retry_after_s))})


async def _no_participant(_: Request, __: Exception) -> Response:
    detail = "Nobody takes part in this study by this token, or not any more."
    return problem(401, detail, name="no-participant", headers={"WWW-Authenticate": "Bearer"})


async def _no_researcher(_: Request, __: Exception) -> Response:
    detail = "Send the token that `hintwise study run` has printed: 'Authorization: Bearer TOKEN'."
    return problem(401, detail, name="no-researcher", headers={"WWW-Authenticate": "Bearer"})


async def _not_admitted(_: Request, error: Exception) -> Response:
    assert isinstance(error, NotAdmitted)
    name = _NOT_ADMITTED.get(error.reason, error.reason)
    return problem(403, f"{str(error).capitalize()}.", name=name, reason=error.reason)


_NOT_ADMITTED = {
    "closed": "study-closed",
    "date": "study-closed",
    "arms": "study-closed",
    "quota": "study-full",
}
"""Reasons that programs tell by another name."""


async def _stuck(_: Request, __: Exception) -> Response:
    detail = "What comes next cannot be computed; all answers are stored. Tell who runs the study."
    return problem(500, detail, name="stuck")


async def _unknown_study(_: Request, __: Exception) -> Response:
    return problem(404, "There is no study of this name here.")


async def _unknown(_: Request, __: Exception) -> Response:
    return problem(404, "There is nothing of yours with this id.")


async def _outdated(_: Request, error: Exception) -> Response:
    assert isinstance(error, Outdated)
    since = [event.as_json() for event in error.since]
    detail = "Something was added since, perhaps in another tab; take it in and try again."
    return problem(409, detail, position=error.position, events=since)


async def _superseded(_: Request, __: Exception) -> Response:
    detail = "You have asked for something newer in the meantime."
    return problem(409, detail, name="superseded")


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = [
        {"where": [str(part) for part in one["loc"]], "what": one["msg"]}
        for one in error.errors()[:MOST_ERRORS]
    ]
    where = ".".join(found[0]["where"]) if found else "the request"
    detail = f"{where}: {found[0]['what']}" if found else "the request cannot be read"
    return problem(422, detail, errors=found)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail, headers = str(error.detail), dict(error.headers or {})
    if detail == HTTPStatus(error.status_code).phrase:
        detail = _SAID.get(error.status_code, detail)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = _allowed(request) or headers.get("Allow", "")
    return problem(error.status_code, detail, headers=headers)


def _allowed(request: Request) -> str:
    """All methods of a path of the API; each route knows but its own."""
    found = (
        operations
        for path, operations in request.app.openapi()["paths"].items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path)
    )
    return ", ".join(sorted({method.upper() for operations in found for method in operations}))


_SAID = {
    404: "There is nothing at this address.",
    405: "This address does not take such a request; the header Allow says which it takes.",
}


async def _left(_: Request, __: Exception) -> Response:
    return Response(status_code=499)  # read by nobody but the log


async def _defect(request: Request, __: Exception) -> Response:
    if is_for_people(request.scope):
        return problem_page(request, 500, HEADERS)
    return problem(
        500,
        "Something went wrong that should not; it is in the log of the server.",
        headers=HEADERS,  # it leaves the application by a way around the other layers
    )


HANDLERS = {
    HintwiseError: _hintwise_error,
    JobFailed: _job_failed,
    Busy: _busy,
    Unavailable: _unavailable,
    Superseded: _superseded,
    NoPerson: _no_person,
    TooManyPeople: _too_many_people,
    UnknownPerson: _no_person,
    NoParticipant: _no_participant,
    NoResearcher: _no_researcher,
    NotAdmitted: _not_admitted,
    Stuck: _stuck,
    UnknownStudy: _unknown_study,
    UnknownStream: _unknown,
    Outdated: _outdated,
    RequestValidationError: _invalid,
    HTTPException: _http,
    ClientLeft: _left,
    Exception: _defect,
}
"""What is answered to each error; of several that fit, the most particular."""


def add_problem_handlers(app: FastAPI) -> None:
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
