"""Whether everybody can use a page, as far as axe can tell.

axe is a part of Chromium itself: the audits of its developer tools use it. So it is neither
installed nor kept here, and is as new as the browser. It runs under any content security policy,
since the browser is told directly to run it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from playwright.sync_api import Browser, Page

_AUDITS = "devtools://devtools/bundled/third_party/lighthouse/lighthouse-dt-bundle.js"
_AXE = re.compile(r"`/\*! axe v[0-9](?:[^`\\]|\\.)*`", re.S)
"""The script, as a text in the middle of another script."""

_GRAVE = {"serious", "critical"}


@lru_cache(maxsize=1)
def _axe_of(browser: Browser) -> str:
    page = browser.new_page()
    try:
        answer = page.goto(_AUDITS)
        found = _AXE.search(answer.text()) if answer is not None else None
        assert found is not None, f"this Chromium ({browser.version}) has no axe in {_AUDITS}"
        page.goto("about:blank")
        return str(page.evaluate(found[0]))
    finally:
        page.close()


def findings(page: Page) -> list[dict[str, Any]]:
    """All that axe finds on the page as it is shown now, frames of the same site included."""
    browser = page.context.browser
    assert browser is not None, "axe needs a page of a browser that was launched"
    session = page.context.new_cdp_session(page)
    try:
        session.send("Runtime.evaluate", {"expression": _axe_of(browser)})
        run = {
            "expression": "axe.run(document, {resultTypes: ['violations']})"
            ".then(found => found.violations)",
            "awaitPromise": True,
            "returnByValue": True,
        }
        outcome = session.send("Runtime.evaluate", run)
    finally:
        session.detach()
    assert "exceptionDetails" not in outcome, outcome["exceptionDetails"]
    found = outcome["result"]["value"]
    assert isinstance(found, list)
    return found


def assert_accessible(page: Page) -> None:
    """Fail, and say where and why, if axe has a serious or critical finding."""
    complaints = [
        f"{finding['impact']}: {finding['help']} ({finding['id']}) at "
        + "; ".join(" ".join(map(str, node["target"])) for node in finding["nodes"][:5])
        + f"\n    {finding['nodes'][0].get('failureSummary', '')}"
        for finding in findings(page)
        if finding["impact"] in _GRAVE
    ]
    assert not complaints, f"{page.url}:\n" + "\n".join(complaints)
