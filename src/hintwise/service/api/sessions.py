"""Sessions: questions about two steps, answers, and what was learned from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, model_validator
from starlette.responses import JSONResponse

from hintwise.errors import Outdated, UnknownStream
from hintwise.service.api import examples
from hintwise.service.api.asking import Asker, Asking, Speaking, Teaching
from hintwise.service.api.openapi import answers, nothing
from hintwise.service.api.problems import problem
from hintwise.service.api.values import Features, Id, Kind, PuzzleText, Seconds, Value, told_by
from hintwise.service.lessons import STREAM, Lessons
from hintwise.service.people import MaybePerson, Person, person_or_new, person_or_none
from hintwise.store import Store

router = APIRouter(tags=["sessions"])

WAIT_S = "2"
"""After how long to look again for a question that is not there yet."""

SessionId = Annotated[Id, Path(description="As `POST /sessions` has given it.")]
Choice = Literal["a", "b", "none"]
Position = Annotated[
    int,
    Field(
        ge=0,
        le=2**53,
        description="Where the session was when it was shown; if it is elsewhere now, this is 409.",
    ),
]


class SessionAsked(Value):
    kind: Kind | None = Field(None, description="Learn from the puzzles of the library.")
    puzzles: Annotated[list[PuzzleText], Field(min_length=1, max_length=20)] | None = Field(
        None, description="Or learn from these: texts, links or names, all of one kind."
    )
    model_config = told_by({"kind": "sudoku"})

    @model_validator(mode="after")
    def _one_source(self) -> SessionAsked:
        if (self.kind is None) == (self.puzzles is None):
            raise ValueError("give either kind or puzzles")
        return self


_SESSION = "The session. Without a `question`, ask again after the time in Retry-After."


@router.post(
    "/sessions", summary="Begin a session", **answers(_SESSION, examples.SESSION, status=201)
)
async def begin(
    asked: SessionAsked, ask: Asking, response: Response, lessons: Teaching, language: Speaking
) -> Response:
    """Before any answer it goes by what earlier people chose."""
    plan = await lessons.plan(ask.caller, asked.kind, asked.puzzles)
    person = await person_or_new(ask.request, response)
    return _shown(await lessons.begin(person, plan, language), response, 201)


@router.get("/sessions", summary="My sessions", **answers("One line each.", examples.SESSIONS))
async def listed(request: Request, person: MaybePerson) -> Response:
    """Those with a label `main:…` are the person's own profile of that kind."""
    store: Store = request.app.state.store
    found = [] if person is None else await run_sync(store.streams, person, STREAM)
    return JSONResponse([stream.as_json() for stream in found])


@router.post(
    "/sessions/main/{kind}",
    summary="My own session of a kind",
    **answers(_SESSION, examples.SESSION),
)
async def main(
    kind: Kind, ask: Asking, response: Response, lessons: Teaching, language: Speaking
) -> Response:
    """It is begun if there is none yet; hints with `"profile": "mine"` follow it."""
    _, session = await _main(kind, ask, response, lessons, language)
    return _shown(session, response)


async def _main(
    kind: str, ask: Asker, response: Response, lessons: Lessons, language: str
) -> tuple[str, dict[str, Any]]:
    """Whose session it is, who may be new, and the session."""
    known = await person_or_none(ask.request)
    found = None if known is None else await lessons.main(known, kind, language)
    if known is not None and found is not None:
        return known, found
    plan = await lessons.plan(ask.caller, kind)
    person = await person_or_new(ask.request, response)
    return person, await lessons.begin_main(person, plan, language)


@router.get(
    "/sessions/{session}", summary="A session as it is", **answers(_SESSION, examples.SESSION)
)
async def state(
    session: SessionId, person: Person, lessons: Teaching, language: Speaking
) -> Response:
    """The same question until it is answered."""
    return _shown(await lessons.state(person, session, language))


class AnswerGiven(Value):
    question: int = Field(ge=1, le=1_000_000, description="The number of the question.")
    answer: Choice = Field(description="Which step is easier to follow.")
    seconds: Seconds | None = Field(None, description="How long the person thought.")
    position: Position | None = None
    model_config = told_by({"question": 4, "answer": "a", "seconds": 6.5, "position": 9})


@router.post(
    "/sessions/{session}/answers",
    summary="Answer, and get the next question",
    **answers(_SESSION, examples.SESSION),
)
async def answer(
    session: SessionId,
    given: AnswerGiven,
    person: Person,
    lessons: Teaching,
    language: Speaking,
) -> Response:
    """The answer is stored when this comes back. Another number than that of the open question is
    409: another tab was first, and `session` is what is there now."""
    number, at = given.question, given.position
    try:
        found = await lessons.answer(
            person, session, number, given.answer, given.seconds, at, language
        )
    except Outdated:
        return await _as_it_is(person, session, lessons, language)
    return _shown(found)


async def _as_it_is(person: str, session: str, lessons: Lessons, language: str) -> Response:
    """What is told to whoever did something to a session that has gone on since they saw it."""
    now = await lessons.state(person, session, language)
    detail = "The session has gone on, perhaps in another tab; this is how it is now."
    return problem(409, detail, position=now["position"], session=now)


class Undoing(Value):
    position: Position | None = None
    model_config = told_by({"position": 9})


@router.post(
    "/sessions/{session}/undo",
    summary="Take the last answer back",
    **answers(_SESSION, examples.SESSION),
)
async def undo(
    session: SessionId,
    person: Person,
    lessons: Teaching,
    language: Speaking,
    given: Undoing | None = None,
) -> Response:
    """With a `position`, a call that is repeated after a lost reply takes back no second one."""
    at = None if given is None else given.position
    try:
        return _shown(await lessons.undo(person, session, at, language))
    except Outdated:
        return await _as_it_is(person, session, lessons, language)


class Observation(Value):
    a: Features = Field(description="The `features` of a step that was shown.")
    b: Features = Field(description="Those of another.")
    answer: Choice
    model_config = told_by({"a": {"adjacent_row": 1}, "b": {"adjacent_col": 2}, "answer": "b"})


@router.post(
    "/sessions/{session}/observations",
    summary="What was preferred elsewhere",
    **answers(_SESSION, examples.SESSION),
)
async def observe(
    session: SessionId,
    seen: Observation,
    person: Person,
    lessons: Teaching,
    language: Speaking,
) -> Response:
    """Such as the second hint, after the first was turned down."""
    return _shown(await lessons.observe(person, session, seen.a, seen.b, seen.answer, language))


@router.post(
    "/sessions/main/{kind}/observations",
    summary="The same, for my own session",
    **answers(_SESSION, examples.SESSION),
)
async def observe_mine(
    kind: Kind,
    seen: Observation,
    ask: Asking,
    response: Response,
    lessons: Teaching,
    language: Speaking,
) -> Response:
    """The session is begun if there is none yet."""
    person, session = await _main(kind, ask, response, lessons, language)
    found = await lessons.observe(person, session["id"], seen.a, seen.b, seen.answer, language)
    return _shown(found, response)


class Correction(Value):
    number: int = Field(ge=0, le=100, description="Which of `learned.sentences`.")
    position: Position | None = None
    model_config = told_by({"number": 0, "position": 9})


@router.post(
    "/sessions/{session}/corrections",
    summary="No, that is not me",
    **answers(_SESSION, examples.SESSION),
)
async def correct(
    session: SessionId,
    wrong: Correction,
    person: Person,
    lessons: Teaching,
    language: Speaking,
) -> Response:
    """What was believed counts as denied from now on."""
    number, at = wrong.number, wrong.position
    try:
        return _shown(await lessons.correct(person, session, number, at, language))
    except Outdated:
        return await _as_it_is(person, session, lessons, language)


@router.get(
    "/sessions/{session}/profile",
    summary="What was learned, as a file",
    **answers(
        "A profile file, which `hintwise explain --profile` reads as well.", examples.PROFILE_FILE
    ),
)
async def profile(session: SessionId, person: Person, lessons: Teaching) -> Response:
    text = await lessons.profile_text(person, session)
    headers = {"Content-Disposition": 'attachment; filename="profile.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.delete("/sessions/{session}", summary="Delete a session", **nothing("It is gone."))
async def remove(session: SessionId, request: Request, person: Person) -> Response:
    store: Store = request.app.state.store
    if (await run_sync(store.stream, session, person)).kind != STREAM:
        raise UnknownStream(session)
    await run_sync(store.remove, session, person)
    request.app.state.lessons.forget(session)
    return Response(status_code=204)


def _shown(
    document: dict[str, Any], response: Response | None = None, status: int = 200
) -> Response:
    """The session, with the cookie that a new person was given."""
    shown = JSONResponse(document, status)
    if response is not None:
        shown.raw_headers.extend(h for h in response.raw_headers if h[0] == b"set-cookie")
    if document.get("question") is None:
        shown.headers["Retry-After"] = WAIT_S
    return shown
