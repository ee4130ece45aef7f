"""Languages: the sentences in which everything is told, one TOML file each.

A file `languages/<name>.toml` is all it takes to add one, with the templates that `en.toml` has.
"""

from __future__ import annotations

import functools
import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hintwise.errors import InvalidValue, known_name

_CELL = re.compile(r"r\d+c\d+\b")

DEFAULT = "en"
"""The language that says which templates there are, and what each must use."""


@dataclass(frozen=True, slots=True)
class Language:
    """All templates of one language."""

    name: str
    templates: Mapping[str, str]

    def say(self, key: str, **parts: object) -> str:
        return self.templates[key].format(**parts)

    def say_counted(self, key: str, count: int, **parts: object) -> str:
        """`say`, in the form for one thing or for several."""
        return self.say(f"{key}.{'one' if count == 1 else 'several'}", count=count, **parts)

    def sentence(self, key: str, **parts: object) -> str:
        """`say`, starting with a capital letter."""
        return capitalised(self.say(key, **parts))

    def number(self, value: float, form: str = "g") -> str:
        """A figure with the language's decimal point."""
        return f"{value:{form}}".replace(".", self.templates["text.decimal_point"])

    def all_of(self, words: Iterable[str]) -> str:
        """`a, b and c`."""
        return self._listed("list.and", words)

    def any_of(self, words: Iterable[str]) -> str:
        """`a, b or c`."""
        return self._listed("list.or", words)

    def clauses(self, clauses: Iterable[str]) -> str:
        """`a; b; c`, for parts that are lists themselves."""
        return self.templates["list.stronger_separator"].join(clauses)

    def _listed(self, key: str, words: Iterable[str]) -> str:
        *most, last = words
        if not most:
            return last
        return self.say(key, most=self.templates["list.separator"].join(most), last=last)


def capitalised(text: str) -> str:
    """With a capital letter first, unless it begins with the name of a cell."""
    return text if _CELL.match(text) else text[:1].upper() + text[1:]


@functools.cache
def language_names() -> tuple[str, ...]:
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def find_language(name: str) -> Language:
    """The language of that name (`en`, `de`); raises `UnknownName` if there is none."""
    return _language(known_name("language", name, language_names()))


@functools.cache
def _language(name: str) -> Language:
    return read_language(name, (_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def read_language(name: str, text: str) -> Language:
    """Read a language file; raises `InvalidValue` unless it holds what English does, no more."""
    try:
        templates = dict(_flat(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise InvalidValue(f"language {name!r} is not TOML: {error}") from None
    model = templates if name == DEFAULT else find_language(DEFAULT).templates
    complaints = [f"{key} is missing" for key in model if key not in templates]
    for key, template in templates.items():
        if key not in model:
            complaints.append(f"{key} is unknown")
            continue
        expected, used = _placeholders(model[key]), _placeholders(template)
        if (used ^ expected) - _optional(key, model):
            complaints.append(f"{key} must use {{{'}, {'.join(sorted(expected))}}}, not {used}")
    if complaints:
        raise InvalidValue(f"language {name!r}: {'; '.join(complaints)}")
    return Language(name, templates)


def _optional(key: str, model: Mapping[str, str]) -> set[str]:
    """The form for one thing need not say the count that the form for several says."""
    counted = f"{key.removesuffix('.one')}.several" if key.endswith(".one") else ""
    return {"count"} & _placeholders(model.get(counted, ""))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def _placeholders(template: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    except ValueError as error:  # an unbalanced bracket
        return {str(error)}


def _folder() -> resources.abc.Traversable:
    return resources.files("hintwise.render.words") / "languages"
