"""The page on which a puzzle is solved, and what lets it be installed and opened offline."""

from __future__ import annotations

import json

from anyio.to_thread import run_sync
from fastapi import APIRouter, HTTPException, Request, Response

from hintwise.errors import UnknownStream
from hintwise.service.pages.choices import language_of
from hintwise.service.pages.rendering import render
from hintwise.service.pages.statics import static_files
from hintwise.service.people import MaybePerson
from hintwise.service.preferences import HELPS
from hintwise.service.words import words_in
from hintwise.store import Store

OFFLINE_SCRIPT = "js/play/copies.js"

router = APIRouter()


@router.get("/play/{game}")
async def play(request: Request, game: str, person: MaybePerson) -> Response:
    """The same page for every game: its script asks for what is in it."""
    if person is None or not await run_sync(_has, request.app.state.store, game, person):
        raise HTTPException(404)
    return render(request, "play", data={"helps": HELPS, "offline": _offline_scripts()})


def _offline_scripts() -> list[str]:
    """Where the scripts are that the page without a connection needs."""
    statics = static_files()
    return [statics.address(path) for path in statics.modules(OFFLINE_SCRIPT)]


def _has(store: Store, game: str, person: str) -> bool:
    try:
        return store.stream(game, person).kind == "game"
    except UnknownStream:
        return False


@router.get("/offline")
def offline(request: Request) -> Response:
    """What the service worker shows when a page cannot be had: the games that can be played on."""
    return render(request, "offline", offline_script=OFFLINE_SCRIPT)


@router.get("/sw.js")
def service_worker() -> Response:
    """Keeps pages for use without a connection; from here it may look after all of them."""
    script = static_files().contents["sw.js"]
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """What the page is called and looks like as an installed application."""
    words = words_in(language_of(request)).base
    static = static_files().address
    return Response(
        _json(
            {
                "id": "/",
                "name": words.name,
                "short_name": words.name,
                "description": words.description,
                "start_url": "/",
                "scope": "/",
                "display": "standalone",
                "background_color": "#f6f7f9",
                "theme_color": "#f6f7f9",
                "icons": [
                    {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                    *(
                        {
                            "src": static(f"icons/{size}.png"),
                            "sizes": f"{size}x{size}",
                            "type": "image/png",
                            "purpose": "any maskable",
                        }
                        for size in (192, 512)
                    ),
                ],
            }
        ),
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"},
    )


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False)
