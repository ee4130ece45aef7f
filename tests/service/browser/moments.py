"""What passes by itself, and must not be missed however slow the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Route

PATIENCE_MS = 90_000
"""How long a story waits for what should be there at once: the machine may be busy."""

_LOOK_MS = 50

TOASTS = """
window.toasts = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node.nodeType === 1 && node.matches(".toast")) window.toasts.push(node.textContent);
}).observe(document, { childList: true, subtree: true });
"""
"""Runs before all scripts of a page, and remembers its short messages when they are gone."""

_TAKE = """(part) => {
  const at = window.toasts.findIndex((text) => text.includes(part));
  return at >= 0 && window.toasts.splice(0, at + 1).length > 0;
}"""

_PROBE = "**/is-it-intercepted"
_IS_INTERCEPTED = "fetch('/is-it-intercepted').then(({ status }) => status === 204)"


def expect_toast(page: Page, part: str) -> None:
    """Wait for a short message, unless the page has shown it already; each is taken once."""
    until(page, lambda: bool(page.evaluate(_TAKE, part)), f"a toast with {part!r}")


def toasts(page: Page) -> list[str]:
    """The short messages since the page was loaded which no story has taken."""
    found: list[str] = page.evaluate("window.toasts")
    return found


def until(page: Page, is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so that no locator tells.

    Not `wait_for_function`: it evaluates texts, which the policy of our pages forbids.
    """
    end = time.monotonic() + PATIENCE_MS / 1000
    while not is_so():
        assert time.monotonic() < end, f"there was never {what}"
        page.wait_for_timeout(_LOOK_MS)


def painted(page: Page) -> None:
    """Wait until all that is on the page now was painted, and the page has noticed it."""
    frames = "requestAnimationFrame(() => ".join(["", "", "", "done())))"])
    page.evaluate(f"() => new Promise((done) => {frames})")


def intercept(
    page: Page, address: str, handle: Callable[[Route], None], *, times: int | None = None
) -> None:
    """Like `page.route`, but in force on return.

    Chromium tells a page which is open already a moment later, and what that page asks for in
    between passes by (2 % of requests on a busy machine). So the page asks until it has been told.
    """
    page.route(address, handle, times=times)
    page.route(_PROBE, lambda route: route.fulfill(status=204))
    until(page, lambda: bool(page.evaluate(_IS_INTERCEPTED)), "an intercepted request")
    page.unroute(_PROBE)


@contextmanager
def refused_once(page: Page, address: str, **answer: Any) -> Iterator[None]:
    """The first request is answered so; the next one waits for the end of the block.

    What the page says until it has tried again can be looked at for as long as that takes.
    """
    refused: list[Route] = []
    held: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if not refused:
            refused.append(route)
            route.fulfill(**answer)
        elif is_over:
            route.continue_()
        else:
            held.append(route)

    intercept(page, address, hold)
    yield
    is_over = True
    for route in held:
        route.continue_()
