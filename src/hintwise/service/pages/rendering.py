"""From a template to a page.

Everything is escaped unless a template says otherwise, a name that is not there is an error, and
what a script of a page needs to know is in its `#page-data` (see `static/js/words.js`).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from hintwise.service.pages.choices import THEMES, language_of, theme_of
from hintwise.service.pages.statics import static_files
from hintwise.service.words import LANGUAGES, words_in


def render(
    request: Request,
    page: str,
    *,
    data: Mapping[str, Any] | None = None,
    words: Sequence[str] = (),
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    otherwise: str = "",
    **values: Any,
) -> HTMLResponse:
    """The page `templates/PAGE.html`, filled with `values`.

    Its scripts get `data`, and the words of `base`, of the page itself and of `words`. It is in
    the language that was chosen, or else in `otherwise`, or what the browser likes best. It differs
    with the language and the person, so nobody but the browser may keep it.
    """
    language = language_of(request, otherwise)
    said = words_in(language)
    named = [name for name in dict.fromkeys(["base", page, *words]) if name in said.table]
    text = (
        environment()
        .get_template(f"{page}.html")
        .render(
            request=request,
            page=page,
            language=language,
            languages=LANGUAGES,
            theme=theme_of(request),
            themes=THEMES,
            words=said,
            page_data={"language": language, "words": said.only(named), **(data or {})},
            **values,
        )
    )
    kept = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
    return HTMLResponse(text, status_code=status, headers={**kept, **(headers or {})})


@functools.cache
def environment() -> Environment:
    found = Environment(
        loader=PackageLoader("hintwise.service", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["static"] = static_files().address
    found.globals["script"] = script
    return found


def script(path: str) -> Markup:
    """The elements that run a script, and have what it imports fetched at the same time."""
    first, *others = map(static_files().address, static_files().modules(path))
    links = (Markup('<link rel="modulepreload" href="{}">\n').format(other) for other in others)
    return Markup("").join(links) + Markup('<script type="module" src="{}"></script>').format(first)
