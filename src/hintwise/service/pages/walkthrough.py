"""A walkthrough that somebody shares: our frame, and inside it the page itself.

Whoever has the link can open it. The page has its own script and looks, so it runs in a sandbox
without our origin: even a defect in it could not act as the reader. To be printed it is framed once
more as ours, but then without any script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, HTTPException, Path, Request, Response

from hintwise.service.pages.rendering import render
from hintwise.service.people import MaybePerson
from hintwise.store import Store

router = APIRouter()

Id = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$")]

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_NO_LETTERS = re.compile(r"[^\w-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class SharedPage:
    """A walkthrough as it was stored."""

    html: str
    title: str

    @classmethod
    def of(cls, document: dict[str, Any]) -> SharedPage:
        return cls(str(document["html"]), str(document.get("title") or ""))

    @property
    def file_name(self) -> str:
        """
        >>> SharedPage("", "Three kites over the dunes").file_name
        'three-kites-over-the-dunes.html'
        """
        return f"{_NO_LETTERS.sub('-', self.title.lower()).strip('-') or 'walkthrough'}.html"

    def policy(self, use: str) -> str:
        """What the page may do: run its one script and nothing else, or be printed by our frame."""
        first = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
        if use == "print":
            return f"{first}; sandbox allow-same-origin allow-modals; frame-ancestors 'self'"
        scripts = " ".join(map(_source_of, _SCRIPT.findall(self.html))) or "'none'"
        return f"{first}; script-src {scripts}; sandbox allow-scripts; frame-ancestors *"


def _source_of(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"'sha256-{digest}'"


@router.get("/w/{page_id}")
async def walkthrough(request: Request, page_id: Id, person: MaybePerson) -> Response:
    page = await _shared(request, page_id)
    is_mine = person is not None and page_id in await run_sync(_store(request).shared_by, person)
    data = {"id": page_id, "title": page.title}
    return render(request, "walkthrough", data=data, id=page_id, title=page.title, is_mine=is_mine)


@router.get("/w/{page_id}/page")
async def page(
    request: Request, page_id: Id, use: Literal["read", "print", "download"] = "read"
) -> Response:
    """The page itself, which may be embedded anywhere; as a download it is the same file."""
    found = await _shared(request, page_id)
    headers = {
        "Content-Security-Policy": found.policy(use),
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": "no-cache",
    }
    if use == "download":
        headers["Content-Disposition"] = f'attachment; filename="{found.file_name}"'
    shown = _SCRIPT.sub("", found.html) if use == "print" else found.html
    return Response(shown, media_type="text/html; charset=utf-8", headers=headers)


async def _shared(request: Request, page_id: str) -> SharedPage:
    document = await run_sync(_store(request).shared, page_id)
    if document is None:
        raise HTTPException(404)
    return SharedPage.of(document)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store
