"""Puzzles: the library, any text, new ones, and how hard they are."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field, model_validator
from starlette.responses import JSONResponse, Response

from hintwise.guide import collection
from hintwise.service.api import examples
from hintwise.service.api.asking import LONGEST_S, Asking
from hintwise.service.api.openapi import answers
from hintwise.service.api.values import (
    AskedPosition,
    Grade,
    Kind,
    Language,
    PuzzleText,
    Value,
    told_by,
)

router = APIRouter(tags=["puzzles"])

READING_S = 10.0


@router.get(
    "/library",
    summary="The puzzles that come with hintwise",
    **answers("Name, kind, title, size, grade and score of each.", examples.LIBRARY),
)
async def library(
    kind: Annotated[Kind | None, Query()] = None, grade: Annotated[Grade | None, Query()] = None
) -> Response:
    """Each has one solution. A name can be sent wherever a puzzle is."""
    found = (puzzle.as_json() for puzzle in collection().values())
    wanted = {"kind": kind, "grade": grade}
    return JSONResponse(
        [one for one in found if all(v is None or one[k] == v for k, v in wanted.items())]
    )


class ReadAsked(Value):
    text: PuzzleText = Field(
        description="A Sudoku in any form, a link, a logic-grid file, the name of a puzzle."
    )
    number: int | None = Field(None, ge=1, le=1_000_000, description="Which one of several.")
    language: Language = "en"
    model_config = told_by({"text": examples.TEXT})


@router.post(
    "/puzzles/read",
    summary="Read a puzzle from any text",
    **answers(
        "The position, how to draw it, marks that were in the text, and how many puzzles it holds.",
        examples.READ,
    ),
)
async def read(asked: ReadAsked, ask: Asking) -> Response:
    """What has no or several solutions is read as well: ask `/check` about that."""
    return JSONResponse(await ask.run("read", READING_S, **asked.model_dump()))


class GenerateAsked(Value):
    kind: Kind = "sudoku"
    size: int | None = Field(None, ge=4, le=16, description="Rows of a Sudoku: 4, 6, 9 or 16.")
    categories: int | None = Field(None, ge=3, le=5, description="Of a logic grid.")
    values: int | None = Field(None, ge=3, le=6, description="In each category of a logic grid.")
    grade: Grade | None = None
    seed: int | None = Field(
        None, ge=0, le=2**53 - 1, description="The same seed, the same puzzle."
    )
    deadline_s: float = Field(20.0, ge=0.05, le=30, allow_inf_nan=False)
    language: Language = "en"
    model_config = told_by({"kind": "sudoku", "size": 4, "seed": 5})

    @model_validator(mode="after")
    def _sizes_fit_the_kind(self) -> GenerateAsked:
        is_grid = self.kind == "logic_grid"
        if is_grid and self.size is not None:
            raise ValueError("a logic grid has categories and values, but no size")
        if not is_grid and (self.categories, self.values) != (None, None):
            raise ValueError("a Sudoku has a size, but no categories or values")
        return self


@router.post(
    "/puzzles/generate",
    summary="Make a puzzle",
    **answers("The position, how hard it is, and the seed it was drawn with.", examples.GENERATED),
)
async def generate(asked: GenerateAsked, ask: Asking) -> Response:
    """Exactly one solution, and nothing to spare."""
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    arguments: dict[str, Any] = {**asked.model_dump(), "seed": seed}
    return JSONResponse(await ask.run("generate", arguments.pop("deadline_s"), **arguments))


class GradeAsked(AskedPosition):
    model_config = told_by({"puzzle": examples.TEXT})


@router.post(
    "/puzzles/grade",
    summary="How hard is it?",
    **answers("A `Difficulty`, and the same in words.", examples.GRADED),
)
async def grade(asked: GradeAsked, ask: Asking) -> Response:
    """The whole puzzle is explained for it."""
    found = await ask.run(
        "grade",
        LONGEST_S,
        position=asked.position(),
        language=asked.language,
        deadline_s=asked.deadline_s,
    )
    return JSONResponse(found)
