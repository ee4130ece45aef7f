"""Where everything begins: paste a puzzle, pick one, have one made, or go on with one."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Request, Response

from hintwise.guide import collection
from hintwise.guide.generating import GRADES, SUDOKU_SIZES
from hintwise.service.api.values import LONGEST_TEXT
from hintwise.service.pages.rendering import render

KINDS = ("sudoku", "killer_sudoku", "logic_grid")

router = APIRouter()


@router.get("/")
def start(request: Request) -> Response:
    return render(
        request,
        "start",
        data={"library": library(), "longest": LONGEST_TEXT},
        longest=LONGEST_TEXT,
        kinds=KINDS,
        grades=GRADES,
        sizes=list(SUDOKU_SIZES),
    )


@functools.cache
def library() -> list[dict[str, Any]]:
    """What is needed to show the library; a board is drawn from its text, a grid from its size."""
    return [
        {**puzzle.as_json(), "text": "" if puzzle.kind == "logic_grid" else puzzle.text}
        for puzzle in collection().values()
    ]
