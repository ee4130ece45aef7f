from __future__ import annotations

import secrets

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response

from hintwise.service.security.tokens import give_cookie, is_token, take_cookie, token_of

TOKEN = secrets.token_urlsafe(32)
OTHER = secrets.token_urlsafe(32)


def test_a_token_given_on_purpose_goes_before_the_cookie() -> None:
    cookie = {"cookie": f"a=b; hintwise={TOKEN}"}
    assert token_of(Headers(cookie)) == TOKEN
    assert token_of(Headers({**cookie, "authorization": f"bearer {OTHER}"})) == OTHER
    assert token_of(Headers({})) is None


@pytest.mark.parametrize(
    "text",
    ["", TOKEN[:-1], TOKEN + "a", TOKEN[:-1] + "é", TOKEN + "\n"],
    ids=["empty", "short", "long", "letter", "line"],  # a token differs from process to process
)
def test_what_is_no_token_is_never_looked_up(text: str) -> None:
    assert not is_token(text)
    assert token_of(Headers({"authorization": f"Bearer {text}"})) is None


@pytest.mark.parametrize("cookie", ["hintwise", "=;=;", 'hintwise="', "a b=c; hintwise=x", ";" * 9])
def test_a_broken_cookie_is_none(cookie: str) -> None:
    assert token_of(Headers({"cookie": cookie})) is None


@pytest.mark.parametrize("secure", [True, False])
def test_scripts_and_other_sites_do_not_get_the_cookie(secure: bool) -> None:
    response = Response()
    give_cookie(response, TOKEN, secure=secure)
    said = response.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= set(said)
    assert ("secure" in said) == secure
    assert "domain" not in response.headers["set-cookie"].lower()


def test_the_cookie_can_be_taken_back() -> None:
    response = Response()
    take_cookie(response, secure=True)
    assert "max-age=0" in response.headers["set-cookie"].lower()
