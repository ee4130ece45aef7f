"""What belongs to one person: seen by them alone, to take along, and to delete."""

from __future__ import annotations

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response

from hintwise.service.pages.rendering import render
from hintwise.service.pages.start import KINDS
from hintwise.service.people import MaybePerson
from hintwise.service.preferences import HELPS, settings_of
from hintwise.store import Store

router = APIRouter()


@router.get("/me")
async def me(request: Request, person: MaybePerson) -> Response:
    store: Store = request.app.state.store
    shared, own = {}, {}
    if person is not None:
        shared = await run_sync(_shared, store, person)
        own = (await run_sync(settings_of, store, person)).get("helps", {})
    return render(
        request,
        "me",
        data={"kinds": KINDS, "shared": shared},
        words=["learned", "start"],
        kinds=KINDS,
        # As they are from the start: a switch that is set only later tells a quick person wrong.
        helps={name: own.get(name, usual) for name, usual in HELPS.items()},
        known=person is not None,
    )


def _shared(store: Store, person: str) -> dict[str, dict[str, str]]:
    """What a person shares, by its id: when, and of which puzzle."""
    return {
        page: {"at": at, "title": (store.shared(page) or {}).get("title") or ""}
        for page, at in store.shared_by(person).items()
    }


@router.get("/link")
def link(request: Request) -> Response:
    """The token is in the fragment, which browsers keep to themselves; a button sends it."""
    return render(request, "link", headers={"Referrer-Policy": "no-referrer"})
