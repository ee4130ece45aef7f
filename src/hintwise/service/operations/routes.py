"""`/health` and `/metrics`, and the log of requests, for an application."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, FastAPI, HTTPException, Request
from starlette.responses import JSONResponse, Response

from hintwise.service.jobs.figures import Figures
from hintwise.service.operations.metrics import CONTENT_TYPE, Metrics
from hintwise.service.operations.requests import RequestLog
from hintwise.service.settings import ServiceSettings

_STORE_S = 5.0
"""A database that takes longer to answer is not well."""

router = APIRouter(include_in_schema=False)


def operate(app: FastAPI) -> None:
    """Give the application its log, `/health` and `/metrics`; call it after all other layers.

    They look at `app.state.jobs`, `app.state.store` and `app.state.settings` when asked.
    """

    def figures() -> Figures | None:
        jobs = getattr(app.state, "jobs", None)
        return None if jobs is None else jobs.figures()

    app.state.metrics = Metrics(figures)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    app.include_router(router)


@router.get("/health")
async def health(request: Request) -> JSONResponse:
    """200 if people can be served: the store answers, and there are workers; else 503."""
    state = request.app.state
    parts = {"store": await _store_answers(state), "workers": _has_workers(state)}
    is_well = all(parts.values())
    status = "ok" if is_well else "failing"
    return JSONResponse(
        {"status": status, **parts},
        200 if is_well else 503,
        headers={"cache-control": "no-store"},
    )


async def _store_answers(state: Any) -> bool:
    store = getattr(state, "store", None)
    if store is None:
        return False
    try:
        async with asyncio.timeout(_STORE_S):
            return bool(await anyio.to_thread.run_sync(_is_healthy, store, abandon_on_cancel=True))
    except TimeoutError:
        return False


def _is_healthy(store: Any) -> bool:
    return bool(store.is_healthy())


def _has_workers(state: Any) -> bool:
    jobs = getattr(state, "jobs", None)
    return jobs is not None and jobs.figures().workers > 0


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For Prometheus on this machine, unless told that anybody may look."""
    settings: ServiceSettings = request.app.state.settings
    if settings.metrics == "local" and not is_from_here(request):
        raise HTTPException(403, "Metrics are for this machine only, unless it is told otherwise.")
    return Response(request.app.state.metrics.as_text(), media_type=CONTENT_TYPE)


def is_from_here(request: Request) -> bool:
    """Whether this machine asks for itself: what a proxy here hands on comes from elsewhere."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    host = request.client.host if request.client is not None else ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
