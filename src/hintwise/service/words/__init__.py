"""What the pages say, in every language: one folder of TOML files for each, one file for each page.

English says which sentences there are; a test compares the other languages with it. Placeholders
read `{count}`; where a number decides the form, a sentence has the forms `one` and `several`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from hintwise.errors import known_name

DEFAULT = "en"

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "de": "Deutsch"})
"""The languages of the pages, each by its own name."""


@dataclass(frozen=True, slots=True)
class Words:
    """A table of sentences; a template reaches them by name, as in `words.start.title`.

    A name that is not there raises `AttributeError`: no page shows a gap.
    """

    table: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        if name not in self.table:
            raise AttributeError(name)
        found = self.table[name]
        return Words(found) if isinstance(found, Mapping) else found

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self, name)
        except AttributeError:
            raise KeyError(name) from None

    def get(self, name: str, otherwise: str) -> str:
        """A sentence, or something else if there is none."""
        found: str = self.table.get(name, otherwise)
        return found

    def counted(self, count: int, **parts: object) -> str:
        """The form for one thing or for several."""
        form: str = self.table["one" if count == 1 else "several"]
        return form.format(count=count, **parts)

    def only(self, pages: Iterable[str]) -> dict[str, Any]:
        """The tables of these pages, for their scripts."""
        return {page: self.table[page] for page in pages}

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Every sentence with its whole name, such as `start.title`."""
        for name, found in self.table.items():
            if isinstance(found, Mapping):
                yield from ((f"{name}.{rest}", text) for rest, text in Words(found).sentences())
            elif isinstance(found, list):
                yield from ((f"{name}.{place}", text) for place, text in enumerate(found))
            else:
                yield name, found


@functools.cache
def words_in(language: str) -> Words:
    """All that the pages say in a language; a page's words are under the name of its file."""
    known_name("language", language, LANGUAGES)
    folder = files("hintwise.service.words").joinpath(language)
    return Words(
        {
            file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
            for file in folder.iterdir()
            if file.name.endswith(".toml")
        }
    )
