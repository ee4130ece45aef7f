"""The application: settings, store, workers and routes, put together."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI

from hintwise.errors import HintwiseError, InvalidValue
from hintwise.service import api
from hintwise.service.api.openapi import openapi_of
from hintwise.service.api.problems import add_problem_handlers
from hintwise.service.jobs import Bounds, Job, Jobs, open_jobs
from hintwise.service.jobs.tasks import lessons, study
from hintwise.service.lessons import Lessons
from hintwise.service.operations.housekeeping import kept_clean
from hintwise.service.operations.routes import operate
from hintwise.service.pages import add_pages
from hintwise.service.security.layers import security_layers
from hintwise.service.security.rates import Buckets
from hintwise.service.settings import ServiceSettings, read_settings
from hintwise.service.study.attendance import plan_of
from hintwise.service.study.participations import Participations
from hintwise.store import Store, open_store

WARM_UP_S = 60.0
"""For a puzzle of a study: all of its smallest steps may be among it."""


def create_app(
    settings: ServiceSettings | None = None,
    store: Store | None = None,
    jobs: Jobs | None = None,
) -> FastAPI:
    """The application, ready to be served.

    Without settings they are those of the environment. A store or workers that are given are the
    caller's to close; others are opened when the application starts, and closed when it ends.
    """
    settings = settings or read_settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.store = store or open_store(settings.database)
        app.state.jobs = jobs or open_workers(settings, open_plans(app.state.store))
        app.state.lessons = Lessons(app.state.store, app.state.jobs)
        app.state.participations = Participations(app.state.store, app.state.jobs)
        await app.state.jobs.start()
        try:
            async with kept_clean(app.state.store):
                yield
        finally:
            app.state.lessons.close()
            app.state.participations.close()
            if jobs is None:
                await app.state.jobs.close()
            if store is None:
                app.state.store.close()

    app = FastAPI(
        title="hintwise",
        version=version("hintwise"),
        lifespan=lifespan,
        openapi_url=f"{api.PATH}/openapi.json",
        docs_url=None,
        redoc_url=None,
        middleware=security_layers(settings),
    )
    app.state.settings = settings
    limits = settings.limits
    app.state.newcomers = Buckets(limits.newcomer_rate, limits.newcomer_burst)
    app.include_router(api.router)
    add_pages(app)
    add_problem_handlers(app)
    operate(app)
    # What FastAPI itself would say leaves out the problems.
    app.openapi = functools.partial(openapi_of, app, app.version)  # type: ignore[method-assign]
    return app


def open_plans(store: Store) -> list[Mapping[str, Any]]:
    """The plans of the studies that people may come to, the newest first.

    One that this hintwise cannot read keeps no server from starting.
    """
    found: list[Mapping[str, Any]] = []
    for one in reversed(store.studies.all()):
        with suppress(HintwiseError):
            if not one.closed and plan_of(one):
                found.append(one.plan)
    return found


def open_workers(settings: ServiceSettings, plans: Iterable[Mapping[str, Any]] = ()) -> Jobs:
    """Worker processes of this machine, or those of a cluster.

    The former get ready for the studies of these plans, and for lessons.
    """
    bounds = Bounds(urgent=settings.most_waiting, ahead=2 * settings.most_waiting)
    memory_bytes = settings.worker_memory_mb * 2**20
    if settings.scheduler is not None:
        try:
            from hintwise.service.jobs.cluster import open_cluster_jobs
        except ModuleNotFoundError as error:
            raise InvalidValue(
                f"a scheduler is given, but {error.name} is not installed; "
                "`pip install 'hintwise[experiments]'` has it"
            ) from None
        return open_cluster_jobs(settings.scheduler, bounds, memory_bytes=memory_bytes)
    warm_ups = [
        *(
            Job("warm_up_study", arguments, "", deadline_s=WARM_UP_S)
            for plan in plans
            for arguments in study.warm_ups(plan)
        ),
        *(Job("warm_up_lesson", arguments, "") for arguments in lessons.warm_ups()),
    ]
    return open_jobs(settings.workers, bounds, warm_ups=warm_ups, memory_bytes=memory_bytes)
