"""Requests that a page's own script could make: with its cookie, from its origin."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from hintwise.service.pages.choices import LANGUAGE_COOKIE

_ASK = """async ([method, path, body]) => {
  const answer = await fetch("/api/v1" + path, {
    method,
    headers: {"Content-Type": "application/json"},
    body: body === null ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(answer.status + " " + text);
  return text ? JSON.parse(text) : null;
}"""


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """The JSON that the API answers; the page must be one of ours."""
    return page.evaluate(_ASK, [method, path, body])


def speak(page: Page, url: str, language: str) -> None:
    """Choose the language of the pages to come, as the buttons at their end do."""
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": url}])


def start_game(page: Page, name: str) -> str:
    """A game of a puzzle of the library; its id."""
    asked = {"position": {"puzzle": name}, "origin": "library", "name": name}
    return str(ask(page, "POST", "/games", asked)["id"])
