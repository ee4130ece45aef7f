"""Walkthroughs: all steps of a puzzle as a page that can be shared."""

from __future__ import annotations

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StringConstraints

from hintwise.errors import UnknownStream
from hintwise.service.api import examples
from hintwise.service.api.asking import LONGEST_S, Asking
from hintwise.service.api.openapi import answers, nothing
from hintwise.service.api.values import SequenceAsked, Title, told_by
from hintwise.service.people import Person, person_or_new
from hintwise.store import Store

router = APIRouter(tags=["walkthroughs"])

PageId = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9]{10}$"),
    Path(description="As `POST /walkthroughs` has given it."),
]


class WalkthroughAsked(SequenceAsked):
    heading: Title = Field("", description="What the page is called; else the puzzle's title.")
    model_config = told_by({"puzzle": examples.TEXT})


@router.post(
    "/walkthroughs",
    summary="Share a walkthrough",
    **answers(
        "The short id, and the address: whoever has it can see the page.",
        examples.SHARED,
        status=201,
    ),
)
async def share(asked: WalkthroughAsked, ask: Asking, response: Response) -> dict[str, Any]:
    """It starts from the position, and nothing on the page says whose it is."""
    made = await ask.run(
        "walkthrough",
        LONGEST_S,
        position=asked.position(),
        style=await ask.style(asked),
        whole=asked.whole,
        only_needed=asked.only_needed,
        title=asked.heading,
    )
    person = await person_or_new(ask.request, response)
    store: Store = ask.request.app.state.store
    page = await run_sync(store.share, person, {**made, "language": asked.language})
    return {"id": page, "url": f"{ask.request.app.state.settings.public_url or ''}/w/{page}"}


@router.delete("/walkthroughs/{page}", summary="Share it no longer", **nothing("It is gone."))
async def unshare(page: PageId, request: Request, person: Person) -> Response:
    store: Store = request.app.state.store
    if await run_sync(store.unshare, page, person) is False:
        raise UnknownStream(page)
    return Response(status_code=204)
