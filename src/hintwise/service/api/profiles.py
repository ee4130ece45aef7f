"""My profile of each kind: the weights that hints follow."""

from __future__ import annotations

import functools
import json
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body, Request, Response
from starlette.responses import JSONResponse

from hintwise.guide import Profile
from hintwise.guide.reading import read_puzzle
from hintwise.guide.teaching import library_puzzles
from hintwise.service.api import examples
from hintwise.service.api.asking import Asking, Speaking, Teaching
from hintwise.service.api.openapi import answers
from hintwise.service.api.values import Kind
from hintwise.service.lessons import main_label
from hintwise.service.people import MaybePerson, person_or_new
from hintwise.store import Store

router = APIRouter(tags=["profiles"])


@router.get(
    "/profiles/{kind}",
    summary="My profile",
    **answers(
        "Weights and what was learned; `expected` if nothing was, and the weights are what earlier "
        "people have taught.",
        examples.PROFILE,
    ),
)
async def mine(
    kind: Kind, request: Request, person: MaybePerson, lessons: Teaching, language: Speaking
) -> Response:
    """Looking makes no session; without one `learned` is null."""
    store: Store = request.app.state.store
    own = None if person is None else await run_sync(store.labelled, person, main_label(kind))
    if person is None or own is None:
        weights = await run_sync(expected_weights, kind)
        return _profile(kind, {"weights": weights, "learned": None, "answers": 0})
    return _profile(kind, await lessons.state(person, own.id, language))


@router.put(
    "/profiles/{kind}",
    summary="Take in a profile file",
    **answers("The profile as it is now.", examples.PROFILE),
)
async def take_in(
    kind: Kind,
    ask: Asking,
    response: Response,
    lessons: Teaching,
    language: Speaking,
    profile: Annotated[dict[str, Any], Body(examples=[examples.PROFILE_FILE])],
) -> Response:
    """As `GET /sessions/{id}/profile` or `hintwise learn` has written it; it takes the place of
    what was there."""
    plan = await lessons.plan_of(ask.caller, kind, json.dumps(profile))
    person = await person_or_new(ask.request, response)
    document = await lessons.replace_main(person, plan, language)
    shown = _profile(kind, document)
    shown.raw_headers.extend(h for h in response.raw_headers if h[0] == b"set-cookie")
    return shown


@functools.cache
def expected_weights(kind: str) -> dict[str, float]:
    """Those of somebody who has not been asked."""
    puzzle = read_puzzle(library_puzzles(kind)[0])
    return dict(Profile.expected(puzzle.problem()).weights)


def _profile(kind: str, document: dict[str, Any]) -> Response:
    kept = {key: document[key] for key in ("weights", "learned", "answers")}
    taught = document["answers"] or document.get("observations")
    return JSONResponse({"kind": kind, **kept, "expected": not taught})
