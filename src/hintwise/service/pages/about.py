"""Pages to read: every key, and what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Request, Response

from hintwise.service.pages.rendering import render

KEYS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "puzzle": {
        "move": ("←", "→", "↑", "↓"),
        "extend": ("Shift+←", "Shift+→", "Shift+↑", "Shift+↓"),
        "ends": ("Home", "End"),
        "corners": ("Ctrl+Home", "Ctrl+End"),
        "all": ("Ctrl+A",),
        "none": ("Esc",),
        "erase": ("Backspace", "Delete"),
        "undo": ("Ctrl+Z",),
        "redo": ("Ctrl+Y", "Ctrl+Shift+Z"),
        "hint": ("?",),
    },
    "board": {
        "digit": ("1", "9"),
        "corner": ("Shift+1", "Shift+9"),
        "centre": ("Ctrl+1", "Ctrl+9"),
        "modes": ("Z", "X", "C", "V"),
        "space": ("Space",),
    },
    "grid": {
        "yes": ("1", "Y", "+", "Z", "Enter"),
        "no": ("0", "N", "-", "X"),
        "cycle": ("Space",),
    },
    "teach": {
        "left": ("←",),
        "right": ("→",),
        "neither": ("Space", "N"),
        "back": ("U", "Backspace"),
    },
    "walkthrough": {"step": ("←", "→"), "first": ("Home",), "last": ("End",)},
}
"""Every key of every page: what it does, as a word of the help page, and which keys do it."""

RANGES = {"digit", "corner", "centre"}
"""What has a first and a last key."""

router = APIRouter()


def held_with(keys: Sequence[str]) -> str:
    """The key that is held with all of these, so that it need be shown only once.

    >>> held_with(("Shift+1", "Shift+9")), held_with(("Ctrl+Y", "Ctrl+Shift+Z")), held_with(("+",))
    ('Shift', '', '')
    """
    held = {key.rpartition("+")[0] for key in keys}
    return held.pop() if len(held) == 1 else ""


@router.get("/help")
def show_help(request: Request) -> Response:
    return render(request, "help", sections=KEYS, ranges=RANGES, held_with=held_with)


@router.get("/privacy")
def privacy(request: Request) -> Response:
    return render(request, "privacy")
