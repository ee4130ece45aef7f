"""The pages that people see: templates filled in here, and scripts that talk to the JSON API.

`add_pages` is all that the application needs to know.
"""

from __future__ import annotations

from fastapi import FastAPI

from hintwise.service.pages import (
    about,
    choices,
    me,
    play,
    programs,
    start,
    statics,
    study,
    teach,
    walkthrough,
)
from hintwise.service.pages.errors import ProblemPages
from hintwise.service.pages.remembering import RenewedCookies

ROUTERS = [
    module.router
    for module in (start, play, teach, study, walkthrough, me, about, programs, choices, statics)
]
"""One router for each page, or for a few that belong together."""


def add_pages(app: FastAPI) -> None:
    """Serve all pages, and show problems on their addresses as pages."""
    app.add_middleware(RenewedCookies)
    app.add_middleware(ProblemPages)
    for router in ROUTERS:
        app.include_router(router, include_in_schema=False)
