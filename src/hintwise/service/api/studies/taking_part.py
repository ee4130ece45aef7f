"""Studies for those who take part: join, go on, answer, leave."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints
from starlette.responses import JSONResponse

from hintwise.errors import Outdated
from hintwise.service.api.openapi import answers, nothing
from hintwise.service.api.problems import problem
from hintwise.service.api.studies import examples
from hintwise.service.api.values import Language, Name, Value, told_by
from hintwise.service.security.tokens import study_token_of
from hintwise.service.study.attendance import WAITING
from hintwise.service.study.participations import Participations
from hintwise.service.study.people import (
    AskedStudy,
    Participating,
    StudyName,
    count_newcomer,
    forget,
    own_address,
    participant_of,
    remember,
)
from hintwise.service.study.research import told
from hintwise.store import Store
from hintwise.store.studies import Newcomer

router = APIRouter(prefix="/studies/{name}", tags=["studies"])

WAIT_S = "1"
"""After how long to ask again for what is not there yet."""

Token = Annotated[str, StringConstraints(min_length=1, max_length=200)]
External = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
RequestId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seconds = Annotated[float, Field(ge=0, le=604_800, allow_inf_nan=False)]
Plain = (
    Annotated[str, StringConstraints(max_length=5000)]
    | Annotated[int, Field(ge=-(10**12), le=10**12)]  # a point of a scale stays a whole number
    | Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]
    | bool
    | None
)


@router.get("", summary="A study", **answers("Nothing is stored by looking.", examples.STUDY))
async def look(request: Request, study: AskedStudy) -> Response:
    """`status` says whether somebody new may come: `open`, `full` or `closed`."""
    store: Store = request.app.state.store
    return JSONResponse(await run_sync(told, store, study))


class ExternalIds(Value):
    """What Prolific, or another panel, adds to the address."""

    PROLIFIC_PID: External | None = None
    STUDY_ID: External | None = None
    SESSION_ID: External | None = None


class Joining(Value):
    id: RequestId | None = Field(
        None, description="Chosen by whoever asks: with the same one it is the same participation."
    )
    invitation: Token | None = Field(None, description="What an invitation link ends with.")
    external: ExternalIds = Field(default_factory=ExternalIds)
    language: Language | None = Field(None, description="Otherwise that of the plan.")
    model_config = told_by(
        {"id": "7f3a9c", "external": {"PROLIFIC_PID": "5f1e", "SESSION_ID": "8"}}
    )


@router.post(
    "/participants",
    summary="Take part",
    **answers(
        "The token, which is told this once and is the browser's cookie for this study, and what "
        "comes first. Who had joined before comes back to where they were.",
        examples.JOINED,
        status=201,
    ),
)
async def join(study: AskedStudy, asked: Joining, request: Request) -> Response:
    """The same `id`, the same PROLIFIC_PID, and the same invitation belong to the same person, of
    whom the newest SESSION_ID is kept. 403 if nobody new may come, or not without an invitation."""
    count_newcomer(request)
    external = asked.external.model_dump(exclude_none=True)
    newcomer = Newcomer(asked.id, asked.invitation, external)
    service = _service(request)
    joined = await service.join(study.name, newcomer, asked.language)
    state = await service.go_on(joined.participant)
    document = {"token": joined.token, "returned": joined.returned, "state": state}
    response = _shown(state, document, 201)
    remember(request, response, study.name, joined.token)
    return response


class TokenGiven(Value):
    token: Token
    model_config = told_by({"token": examples.JOINED["token"]})


_STATE = "What to show. While its `stage` is `waiting`, go on after the time in Retry-After."


@router.post(
    "/participants/known",
    summary="Be this participant in this browser",
    **answers(_STATE, examples.STATE, any_keys=True),
)
async def enter(name: StudyName, given: TokenGiven, request: Request) -> Response:
    """For the link that brings somebody to another device."""
    known = await participant_of(request, name, given.token)
    response = _shown(await _service(request).state(known))
    remember(request, response, name, given.token)
    return response


@router.get(
    "/participation",
    summary="Where I am",
    **answers(_STATE, examples.STATE, any_keys=True),
)
async def state(request: Request, participant: Participating) -> Response:
    """The same question until it is answered. Nothing is computed or stored."""
    return _shown(await _service(request).state(participant))


@router.post(
    "/participation/next",
    summary="Go on",
    **answers(_STATE, examples.STATE, any_keys=True),
)
async def go_on(request: Request, participant: Participating) -> Response:
    """Computes what comes next, if that is not there yet. It may be asked any number of times."""
    return _shown(await _service(request).go_on(participant))


Position = Annotated[int, Field(ge=0, le=2**53)]


class Deed(Value):
    """`consented`; `read` and `filled` with the `name` of the text or form, the latter with
    `answers`; `answered` with the rest."""

    kind: Literal["consented", "read", "filled", "answered"]
    position: Position | None = Field(
        None, description="Where the participation was when it was shown; elsewhere it is 409."
    )
    name: Name | None = None
    answers: Annotated[dict[Name, Plain], Field(max_length=200)] | None = None
    key: Name | None = Field(None, description="That of the question.")
    side: Literal["left", "right", "none"] | None = Field(
        None, description="Where the step is that is easier to follow."
    )
    seconds: Seconds | None = Field(None, description="How long the person thought.")
    away: Annotated[int, Field(ge=0, le=1_000_000)] | None = Field(
        None, description="How often the page was left meanwhile."
    )
    away_s: Seconds | None = Field(None, description="And for how long in all.")
    model_config = told_by(
        {"kind": "answered", "position": 9, "key": "q4", "side": "left", "seconds": 6.5}
    )


@router.post(
    "/participation/deeds",
    summary="Do what is to be done",
    **answers(_STATE, examples.STATE, any_keys=True),
)
async def do(request: Request, deed: Deed, participant: Participating) -> Response:
    """It is stored when this comes back. Done once more in the same way it changes nothing; if
    another tab was first with something else, this is 409, and `state` is what is there now."""
    service = _service(request)
    given = deed.model_dump(exclude_none=True, exclude={"position"})
    try:
        return _shown(await service.do(participant, given, deed.position))
    except Outdated:
        now = await service.go_on(participant)
        detail = "The study has gone on, perhaps in another tab; this is how it is now."
        return problem(409, detail, position=now["position"], state=now)


@router.post(
    "/participation/link",
    summary="A link for another device",
    **answers(
        "Opened there, it leads to where I am. It is told this once.", examples.LINK, status=201
    ),
)
async def link(request: Request, participant: Participating) -> Response:
    """Its token is behind the `#`, which browsers do not send. The ten newest are valid."""
    in_use = study_token_of(request.headers)
    token = await _service(request).new_token(participant, in_use)
    url = f"{own_address(request)}/study/{participant.study}/resume#{token}"
    return JSONResponse({"token": token, "url": url}, 201)


@router.delete(
    "/participation",
    summary="Withdraw",
    **nothing("Nothing is stored about me any longer, but that somebody has left."),
)
async def withdraw(request: Request, participant: Participating) -> Response:
    """At any time, also after the end; who has not consented yet declines. Traces in files go
    within five minutes."""
    await _service(request).withdraw(participant)
    done = Response(status_code=204)
    forget(request, done, participant.study)
    return done


def _service(request: Request) -> Participations:
    service: Participations = request.app.state.participations
    return service


def _shown(
    state: dict[str, Any], document: dict[str, Any] | None = None, status: int = 200
) -> JSONResponse:
    """The state, perhaps inside a document; whoever has to wait is told so."""
    shown = JSONResponse(state if document is None else document, status)
    if state["stage"] == WAITING:
        shown.headers["Retry-After"] = WAIT_S
    return shown
