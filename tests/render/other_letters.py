"""A language without Latin letters, and what of a text is in Latin letters all the same."""

from __future__ import annotations

import contextlib
import re
import string
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hintwise.render.words import language

OTHER_LETTERS = str.maketrans(
    string.ascii_letters, "".join(chr(0x430 + i) for i in range(26)) + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩ"
)


@contextlib.contextmanager
def spoken_instead_of(name: str, folder: Path) -> Iterator[set[str]]:
    """The made-up language has this name for a while; gives the templates that it was asked for.

    There is no other language meanwhile, not even the default.
    """
    english = language.find_language("en")
    lines = (f'"{key}" = "{in_other_letters(text)}"' for key, text in english.templates.items())
    (folder / f"{name}.toml").write_text("\n".join(lines), encoding="utf-8")
    used: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "_folder", lambda: folder)
        patch.setattr(language, "language_names", lambda: (name,))
        patch.setattr(language, "DEFAULT", name)  # what it is held against, too
        language._language.cache_clear()
        made = language.find_language(name)
        object.__setattr__(made, "templates", Noting(made.templates, used))
        yield used
    language._language.cache_clear()


def in_other_letters(template: str) -> str:
    parts = string.Formatter().parse(template)
    return "".join(
        text.translate(OTHER_LETTERS) + (f"{{{name}}}" if name else "")
        for text, name, _, _ in parts
    )


class Noting(Mapping[str, str]):
    """Templates that note which of them are asked for."""

    def __init__(self, templates: Mapping[str, str], used: set[str]) -> None:
        self._templates = templates
        self._used = used

    def __getitem__(self, key: str) -> str:
        self._used.add(key)
        return self._templates[key]

    def __contains__(self, key: object) -> bool:
        return key in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def __len__(self) -> int:
        return len(self._templates)


def latin_words(text: str) -> list[str]:
    """The words that no puzzle has and no template; cells are called `r1c1`."""
    return re.findall(r"[^\W\d_]*[A-Za-zÄÖÜäöüß][\w-]*", re.sub(r"r\d+c\d+", "", text))


class Words(HTMLParser):
    """What a reader or a screen reader finds on a page or in a picture."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        self.text += [text or "" for name, text in attrs if name in ("aria-label", "title", "alt")]

    def handle_data(self, data: str) -> None:
        if self._inside not in ("style", "script"):
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def words_of(page: str) -> str:
    # A single letter marks where in a picture a rule is.
    return "\n".join(text for text in Words(page).text if not re.fullmatch(r"[A-Z]\d*", text))
