"""How a person wants pages to look: their language, and light or dark.

Both are kept in cookies of their own, which say nothing about the person, so that they hold before
anything else is stored, and a page comes in the right colours at once.
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from hintwise.service.words import DEFAULT, LANGUAGES

LANGUAGE_COOKIE = "hintwise-language"
THEME_COOKIE = "hintwise-theme"
THEMES = ("system", "light", "dark")
A_YEAR_S = 31_536_000

router = APIRouter()

_WANTED = re.compile(r"\s*([a-zA-Z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q=([0-9.]{1,5}))?\s*")


def language_of(request: Request, otherwise: str = "") -> str:
    """The language that was chosen; or else `otherwise`, or the one the browser likes best."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    if otherwise in LANGUAGES:
        return otherwise
    return preferred_language(request.headers.get("accept-language", ""))


def preferred_language(accepted: str) -> str:
    """
    >>> preferred_language("fr, de-AT;q=0.8, en;q=0.5"), preferred_language("")
    ('de', 'en')
    """
    best, found = 0.0, DEFAULT
    for part in accepted[:200].split(","):
        wanted = _WANTED.fullmatch(part)
        if wanted is None or wanted[1].lower() not in LANGUAGES:
            continue
        quality = _number(wanted[2])
        if quality > best:
            best, found = quality, wanted[1].lower()
    return found


def _number(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0


def theme_of(request: Request) -> str:
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


@router.post("/choose")
def choose(
    request: Request,
    back: Annotated[str, Form(max_length=500)] = "/",
    language: Annotated[str, Form(max_length=8)] = "",
    theme: Annotated[str, Form(max_length=8)] = "",
) -> Response:
    """Keep a choice, and go back to the page that it was made on."""
    answer = RedirectResponse(_own_address(back), status_code=303)
    for cookie, chosen, known in (
        (LANGUAGE_COOKIE, language, LANGUAGES),
        (THEME_COOKIE, theme, THEMES),
    ):
        if chosen in known:
            secure = request.url.scheme == "https"
            answer.set_cookie(cookie, chosen, max_age=A_YEAR_S, samesite="lax", secure=secure)
    return answer


def _own_address(back: str) -> str:
    """The address, unless it leads to another server.

    >>> _own_address("/me"), _own_address("//elsewhere"), _own_address("/\\\\elsewhere")
    ('/me', '/', '/')
    """
    return back if re.fullmatch(r"/(?:[\w.~%-][\w./~%?=&+:,@-]*)?", back) else "/"
