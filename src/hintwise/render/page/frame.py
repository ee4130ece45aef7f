"""The frame of every page: it loads nothing from elsewhere, and runs no script but its own."""

from __future__ import annotations

import html
from importlib.resources import files
from string import Template

from hintwise.render.svg.shapes import xml_text
from hintwise.render.words.language import DEFAULT


def framed(
    body: str, *, title: str, style: str, language: str = DEFAULT, scripted: bool = False
) -> str:
    """A whole page; a script in the body runs only if it is `scripted`."""
    return Template(page_file("frame.html")).substitute(
        body=body.rstrip(),
        title=escaped(title),
        style=style,
        language=language,
        scripts="'unsafe-inline'" if scripted else "'none'",
    )


def page_file(name: str) -> str:
    return files("hintwise.render.page").joinpath("files", name).read_text(encoding="utf-8")


def escaped(text: str) -> str:
    """Text fit for an element or an attribute, whoever wrote it."""
    return html.escape(xml_text(text))
