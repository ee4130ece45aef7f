"""The JSON API, version 1: one module for each subject.

The answers are the `as_json` of what guide, store and lessons return; there is no second encoding.
"""

from fastapi import APIRouter

from hintwise.service.api import (
    games,
    me,
    profiles,
    puzzles,
    sessions,
    steps,
    studies,
    walkthroughs,
)

PATH = "/api/v1"

router = APIRouter(prefix=PATH)
for part in (
    puzzles,
    steps,
    games,
    sessions,
    profiles,
    walkthroughs,
    me,
    studies,
):
    router.include_router(part.router)
