"""Studies for those who run them: how one goes, who may come, and its data.

All by the token that `hintwise study run` prints, as `Authorization: Bearer TOKEN` and in no other
way.
"""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StringConstraints, model_validator
from starlette.responses import JSONResponse

from hintwise.service.api.openapi import answers
from hintwise.service.api.studies import examples
from hintwise.service.api.values import Value, told_by
from hintwise.service.study.people import Researching, own_address
from hintwise.service.study.research import Load, export_files, overview
from hintwise.store import Store
from hintwise.store.studies.studies import MOST_INVITATIONS
from hintwise.store.studies.study import MOST_PEOPLE

router = APIRouter(prefix="/studies/{name}", tags=["studies"])

Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
Arm = Annotated[str, Path(min_length=1, max_length=80, description="As the plan calls it.")]
_OVERVIEW = (
    "How the study goes. `waits`, `stuck` (the numbers of those for whom nothing can be computed) "
    "and `workers` are those of the server since its start."
)


@router.get("/overview", summary="How it goes", **answers(_OVERVIEW, examples.OVERVIEW))
async def look(request: Request, study: Researching) -> Response:
    """Who takes part is told by number; nothing says who they are."""
    return await _overview(request, study.name)


class Quota(Value):
    people: int = Field(ge=1, le=MOST_PEOPLE, description="Completed and active people in all.")
    model_config = told_by({"people": 40})


@router.post(
    "/quota", summary="How many people are wanted", **answers(_OVERVIEW, examples.OVERVIEW)
)
async def set_quota(request: Request, study: Researching, asked: Quota) -> Response:
    """The plan and its hash stay as they are."""
    await run_sync(_store(request).studies.set_quota, study.name, asked.people)
    return await _overview(request, study.name)


class Closing(Value):
    closed: bool | None = Field(None, description="Whether nobody new may come from now on.")
    closes: Day | None = Field(None, description="The last day, in UTC, or null.")
    model_config = told_by({"closed": True})

    @model_validator(mode="after")
    def _something(self) -> Closing:
        if not self.model_fields_set or (self.closed is None and "closed" in self.model_fields_set):
            raise ValueError("give closed, closes or both")
        return self


@router.post("/closing", summary="Close or open it", **answers(_OVERVIEW, examples.OVERVIEW))
async def close(request: Request, study: Researching, asked: Closing) -> Response:
    """Who takes part already may go on to the end."""
    studies = _store(request).studies
    if "closes" in asked.model_fields_set:
        await run_sync(studies.set_closing_day, study.name, asked.closes)
    if asked.closed is not None:
        await run_sync(studies.set_closed, study.name, asked.closed)
    return await _overview(request, study.name)


class ArmClosing(Value):
    closed: bool
    model_config = told_by({"closed": True})


@router.post("/arms/{arm}", summary="Close or open an arm", **answers(_OVERVIEW, examples.OVERVIEW))
async def close_arm(request: Request, study: Researching, arm: Arm, asked: ArmClosing) -> Response:
    """Nobody new is given a closed arm."""
    await run_sync(_store(request).studies.set_arm_closed, study.name, arm, asked.closed)
    return await _overview(request, study.name)


class Inviting(Value):
    count: int = Field(ge=1, le=MOST_INVITATIONS)
    model_config = told_by({"count": 10})


@router.post(
    "/invitations",
    summary="Invitations for one person each",
    **answers("They are told this once.", examples.INVITATIONS, status=201),
)
async def invite(request: Request, study: Researching, asked: Inviting) -> Response:
    """Whoever has joined by one comes back by it to where they were."""
    made = await run_sync(_store(request).studies.invite, study.name, asked.count)
    page = f"{own_address(request)}/study/{study.name}"
    return JSONResponse(
        {"invitations": made, "urls": [f"{page}#{invitation}" for invitation in made]}, 201
    )


@router.get(
    "/export",
    summary="Its data",
    **answers(
        "All tables with their codebook, as one zip; no token, address or id from elsewhere.",
        "PK…",
        media_type="application/zip",
    ),
)
async def take_home(request: Request, study: Researching) -> Response:
    """As it is now; also while the study runs."""
    body = await run_sync(_zipped, _store(request), study.name)
    headers = {"Content-Disposition": f'attachment; filename="{study.name}.zip"'}
    return Response(body, media_type="application/zip", headers=headers)


def _zipped(store: Store, name: str) -> bytes:
    """The files of an export in one, the same for the same data: no times in it."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in export_files(store, name).items():
            entry = zipfile.ZipInfo(f"{name}/{file}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return whole.getvalue()


async def _overview(request: Request, name: str) -> Response:
    state = request.app.state
    asking = state.participations
    load = Load(state.jobs.figures(), asking.waits(name), asking.stuck(name))
    document: dict[str, Any] = await run_sync(overview, state.store, name, load)
    return JSONResponse(document)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store
