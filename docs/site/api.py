"""The pages of the API: every public name, grouped as reference/python.md groups them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import hintwise

HEADING = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)

INTRODUCTION = """\
API
===

Every public name with its docstring, in the groups of the :doc:`overview <../python>`, which has
examples. All are taken from ``hintwise``.

.. toctree::

"""


def api_pages(overview: str) -> dict[str, str]:
    """The pages by the names of their files, made from the overview's tables."""
    pages, contents = {}, INTRODUCTION
    for title, names in groups(overview).items():
        slug = re.sub(r"\W+", "-", title.lower())
        pages[f"{slug}.rst"] = "\n".join(_page(title, names))
        contents += f"   {slug}\n"
    return {"index.rst": contents, **pages}


def groups(overview: str) -> dict[str, list[str]]:
    """The public names by the section whose tables have them first."""
    left = set(hintwise.__all__)
    found: dict[str, list[str]] = {}
    for title, section in HEADING.findall(overview):
        rows = "\n".join(re.findall(r"^\|.+\|$", section, re.M))
        words = re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", rows)))
        names = list(dict.fromkeys(word for word in words if word in left))
        if names:
            found[title] = names
            left -= set(names)
    if left:
        raise ValueError(f"no table of reference/python.md names {', '.join(sorted(left))}")
    return found


def _page(title: str, names: list[str]) -> Iterator[str]:
    yield from (title, "=" * len(title), "", ".. currentmodule:: hintwise", "")
    for name in names:
        value = getattr(hintwise, name)
        directive = "autoclass" if inspect.isclass(value) else "autofunction"
        yield from (name, "-" * len(name), "", f".. {directive}:: {name}")
        if inspect.isclass(value):
            yield from ("   :members:", "   :undoc-members:")
        yield ""
