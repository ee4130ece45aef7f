"""Teaching what is easy: which kind of puzzle, and then one pair of steps after the other."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from hintwise.service.pages.rendering import render
from hintwise.service.pages.start import KINDS

router = APIRouter()


@router.get("/teach")
def kinds(request: Request) -> Response:
    return render(request, "teach_kinds", data={"kinds": KINDS}, words=["teach"], kinds=KINDS)


@router.get("/teach/{kind}")
def teach(request: Request, kind: str) -> Response:
    if kind not in KINDS:
        raise HTTPException(404)
    return render(request, "teach", data={"kind": kind}, words=["learned", "pair"], kind=kind)
