"""The token that is a person: where it travels.

Threats: a script that reads the cookie (HttpOnly), another site that has it sent (SameSite), a
network that listens (Secure, where people come by https), a log or a neighbour that sees an
address with the token in it (it is never in one: only in the cookie or the Authorization header).
What is no token by its form is never looked up.

Who takes part in a study has another token for that, in a cookie of its own that is sent to the
addresses of that study only: one browser can be a player and a participant, and neither is known
by the other's token.
"""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import Response

COOKIE = "hintwise"
COOKIE_S = 365 * 24 * 60 * 60
STUDY_COOKIE = "hintwise-study"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `secrets.token_urlsafe(32)` gives."""


def is_token(text: str) -> bool:
    """Whether it has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def bearer_token(headers: Headers) -> str | None:
    """The token of a program."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and is_token(token) else None


def cookie_token(headers: Headers, name: str = COOKIE) -> str | None:
    """The token of a page."""
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return cookie.value if cookie is not None and is_token(cookie.value) else None


def token_of(headers: Headers) -> str | None:
    """Who sent the request; a token that was given on purpose goes before the cookie."""
    return bearer_token(headers) or cookie_token(headers)


def study_token_of(headers: Headers) -> str | None:
    """The same of somebody who takes part in a study."""
    return bearer_token(headers) or cookie_token(headers, STUDY_COOKIE)


def any_token(headers: Headers) -> str | None:
    """Whoever it is: by whom requests are counted."""
    return study_token_of(headers) or cookie_token(headers)


def has_cookie(headers: Headers) -> bool:
    """Whether a browser sends a token by itself."""
    return any(cookie_token(headers, name) is not None for name in (COOKIE, STUDY_COOKIE))


def give_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Have the browser keep the token, for a year from now; every page gives it again."""
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_S, path="/", secure=secure, httponly=True, samesite="lax"
    )


def take_cookie(response: Response, *, secure: bool) -> None:
    """Have the browser forget the token."""
    response.delete_cookie(COOKIE, path="/", secure=secure, httponly=True, samesite="lax")


def give_study_cookie(response: Response, token: str, path: str, *, secure: bool) -> None:
    """Have the browser keep a participant's token for the addresses below a path."""
    response.set_cookie(
        STUDY_COOKIE,
        token,
        max_age=COOKIE_S,
        path=path,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def take_study_cookie(response: Response, path: str, *, secure: bool) -> None:
    """Have the browser forget it."""
    response.delete_cookie(STUDY_COOKIE, path=path, secure=secure, httponly=True, samesite="strict")
