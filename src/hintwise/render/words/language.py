"""Languages: the sentences in which everything is told, one TOML file each.

A file `languages/<name>.toml` is all it takes to add one; `TEMPLATES` lists what must be in it.
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hintwise.errors import InvalidValue, UnknownName
from hintwise.render.words import logic_grid_patterns as patterns_grid
from hintwise.render.words import sudoku_patterns as patterns_sudoku

DEFAULT = "en"

_PARTS = {
    "facts_and_rules": "facts rules",
    "facts": "facts",
    "rules": "rules",
    "nothing": "",
}
"""The forms of a sentence about a step, with what each of them is given."""


_FACT_FEATURES = tuple(
    f"{near}_{facts}"
    for near in ("adjacent", "other")
    for facts in ("facts_same_value", "facts_other_value", "positive_facts", "negative_facts")
)
_FEATURE_GROUPS = ("row", "col", "block", "cage", "bijectivity", "transitivity", "clue")
"""The groups of the built-in kinds; those of a model are called what its author calls them."""


def _counted(key: str, parts: str = "") -> dict[str, str]:
    """A template in the forms for one thing and for several; that for one need not say {count}."""
    return {f"{key}.{form}": parts for form in ("one", "several")}


def _nouns(kind: str) -> dict[str, str]:
    """What differs in talking about a kind: its open variables, and what is given."""
    return {**_counted(f"kind.{kind}.open"), f"kind.{kind}.givens": ""}


TEMPLATES: dict[str, str] = {
    "list.separator": "",
    "list.stronger_separator": "",
    "list.and": "most last",
    "list.or": "most last",
    "text.decimal_point": "",
    "text.quoted": "text",
    "text.named": "pattern text",
    **_counted("fact.holds", "variables"),
    **_counted("fact.fails", "variables"),
    "fact.equal": "variable value",
    "fact.unequal": "variable value",
    "fact.negated": "variable",
    **_counted("conclusion.holds", "variables"),
    **_counted("conclusion.fails", "variables"),
    **_counted("conclusion.equal", "variables value"),
    **_counted("conclusion.unequal", "variables value"),
    **{f"step.{form}": f"{parts} conclusion" for form, parts in _PARTS.items()},
    "step.taken_along": "conclusion",
    **{f"kind.{kind}.name": "" for kind in ("sudoku", "killer_sudoku", "logic_grid")},
    **_nouns("sudoku"),
    **_nouns("killer_sudoku"),
    **_nouns("logic_grid"),
    **_nouns("any"),
    **{f"sudoku.unit.{group}": "number" for group in patterns_sudoku.UNITS},
    **{f"sudoku.units.{group}": "" for group in patterns_sudoku.UNITS},
    **{f"sudoku.pattern.{pattern}": "" for pattern in patterns_sudoku.PATTERNS},
    "sudoku.reason.held": "value cell",
    **_counted("sudoku.reason.has", "units held"),
    **_counted("sudoku.reason.has_by_now", "units values"),
    "sudoku.reason.filled": "held",
    **_counted("sudoku.reason.filled_by_now", "cells"),
    "sudoku.reason.found": "",
    "sudoku.move.full_house": "because unit cell value",
    "sudoku.move.naked_single": "because cell value",
    "sudoku.move.hidden_single": "because unit cell value",
    "sudoku.move.locked": "because unit other value",
    "sudoku.move.fish": "because unit other value",
    "sudoku.move.naked_subset": "because unit cells values",
    "sudoku.move.hidden_subset": "because unit cells values",
    "killer.cage": "total cell",
    "killer.cage_without_sum": "cell",
    "killer.cages": "",
    "killer.legend": "",
    "killer.pattern.last_cell": "",
    "killer.pattern.innies_and_outies": "",
    "killer.last_cell.alone": "cage cell value",
    "killer.last_cell.among": "cage held cell value",
    "killer.innies_and_outies.alone": "units cages total sum cell value",
    "killer.innies_and_outies.among": "units cages total sum held cell value",
    "grid.value": "category value",
    "grid.clue": "number",
    "grid.together": "one others",
    "grid.apart": "one others",
    "grid.must_go_together": "one others",
    "grid.cannot_go_together": "one others",
    "grid.rule.bijectivity": "each one",
    "grid.rule.transitivity": "one other by",
    "grid.rule.clue": "clue",
    "grid.rules.bijectivity": "",
    "grid.rules.transitivity": "",
    "grid.rules.clue": "",
    **{f"grid.pattern.{pattern}": "" for pattern in patterns_grid.PATTERNS},
    **{f"grid.step.{form}": f"{parts} conclusion" for form, parts in _PARTS.items()},
    "hint.unit": "unit",
    "hint.categories": "one other",
    "hint.group": "group",
    "hint.anywhere": "",
    "hint.pattern": "pattern",
    "hint.kinds": "kinds",
    "hint.no_kinds": "",
    **{f"hint.{form}": parts for form, parts in _PARTS.items()},
    "solution.already": "",
    "solution.nothing_left": "",
    "solution.complete": "",
    "solution.several": "count open cells givens",
    "solution.several_none": "open cells givens",
    "solution.several_note": "",
    "solution.out_of_time": "",
    "solution.does_not_follow": "fact",
    "solution.minimal": "",
    "solution.superfluous": "elements",
    "check.one": "",
    "check.none": "",
    "check.none_because": "clash",
    "check.several": "count",
    "check.several_differing": "count difference",
    "check.or_more": "count",
    "check.at_least_one": "",
    "check.undecided": "",
    "check.can_be": "variable values",
    "check.can_be_true_or_not": "variable",
    **_counted("check.entered", "facts"),
    **_counted("check.given", "facts"),
    **_counted("check.clash", "facts rules"),
    **_counted("check.these_rules", "rules"),
    **_counted("check.facts_alone", "facts"),
    **_counted("check.rules_alone", "rules"),
    "check.nothing_alone": "",
    "check.perhaps_smaller": "clash",
    **_counted("check.entries_in_vain", "count"),
    **_counted("check.entries_undecided", "count"),
    **_counted("check.entries_fit", "count left"),
    "check.left": "count cells",
    "check.done": "",
    "check.mistake": "",
    "check.mistake_because": "clash",
    "check.unused": "values",
    "check.redundant": "name clue",
    "check.redundant_undecided": "",
    "check.all_can_go": "",
    "check.not_all_can_go": "clues",
    "check.summary": "count verdicts",
    "check.verdict_count": "count verdict",
    **{f"check.verdict.{v}": "" for v in ("one", "several", "none", "mistake", "undecided")},
    "learn.heading": "number puzzle count",
    "learn.heading_titled": "number puzzle count title",
    "learn.prompt": "",
    **{f"learn.reply.{reply}": "" for reply in ("left", "right", "neither", "undo", "quit")},
    **_counted("learn.going_on", "file count"),
    "learn.you_can_stop": "",
    "learn.nothing_to_undo": "",
    "learn.no_answers": "",
    **_counted("learn.title", "count"),
    "learn.feature": "",
    "learn.weight": "",
    "learn.nothing_sure": "",
    "learn.remaining": "percent",
    "learn.remaining_below": "percent",
    "learn.drawn": "file",
    "learn.kept": "file",
    "learn.use": "file",
    **_counted("pair.more_lines", "count"),
    "pair.less_left": "features",
    "pair.less_right": "features",
    "bars.share": "percent",
    "bars.bounds": "low high",
    "bars.key": "",
    "bars.picture_key": "",
    **{f"feature.{name}": "" for name in _FACT_FEATURES},
    "feature.adjacent": "group",
    "feature.other": "group",
    "feature.adjacent_facts_from": "group",
    **{f"feature.group.{group}": "" for group in _FEATURE_GROUPS},
    "preference.known": "what",
    "preference.expected": "what",
    "preference.better": "liked disliked times",
    "preference.few_rules": "rules times",
    "preference.few_facts": "rules times",
    "preference.more_than": "times",
    "preference.rules": "",
    "preference.group": "group",
    "preference.facts": "",
    "preference.those": "",
    "preference.near_units": "noun",
    "preference.near_constraints": "noun",
    "preference.far_constraints": "noun",
    "preference.near_facts": "noun",
    "preference.far_facts": "noun",
    "preference.facts_that_hold": "noun",
    "preference.facts_that_fail": "noun",
    "preference.facts_of_the_value": "noun",
    "preference.facts_of_other_values": "noun",
    **{f"progress.{what}": "" for what in ("reading", "hint", "pair", "checking", "finishing")},
    "progress.step": "number count",
    "picture.derived": "",
    "picture.used_fact": "",
    "picture.used_rule": "",
    "picture.given": "",
    "picture.found": "",
    "picture.together": "",
    "picture.apart": "",
    "picture.known": "",
    "picture.ruled_out": "",
    "picture.value": "",
    "picture.yes": "",
    "picture.no": "",
    "picture.more": "count",
    "picture.state": "known open",
    "terminal.step": "number fact",
    "terminal.proven": "",
    "terminal.unproven": "bound",
    "terminal.cost": "cost",
    "terminal.used_units": "units",
    "terminal.facts": "",
    "terminal.rules": "",
    "terminal.none": "",
    "page.title": "title",
    "page.steps": "",
    "page.step": "number count",
    "page.first": "",
    "page.back": "",
    "page.on": "",
    "page.last": "",
    "page.facts": "",
    "page.rules": "",
    "page.origin": "number",
    "page.proven": "cost",
    "page.unproven": "cost bound",
    "page.unproven_mark": "",
    "page.curve": "count",
    "page.point": "number fact cost",
    "page.cost_axis": "",
    "page.step_axis": "",
    "page.nothing": "",
    "page.stopped": "",
    "page.alternatives": "",
    "page.keys": "",
    **_counted("page.written", "file count"),
    **_counted("page.written_early", "file count"),
}
"""Every template that a language has, with the placeholders it must use."""


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
    return text[:1].upper() + text[1:]


@functools.cache
def language_names() -> tuple[str, ...]:
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@functools.cache
def find_language(name: str) -> Language:
    """The language of that name (`en`, `de`); raises `UnknownName` if there is none."""
    if name not in language_names():
        raise UnknownName("language", name, language_names())
    return read_language(name, (_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def read_language(name: str, text: str) -> Language:
    """Read a language file; raises `InvalidValue` unless it holds `TEMPLATES` and nothing else."""
    try:
        templates = dict(_flat(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise InvalidValue(f"language {name!r} is not TOML: {error}") from None
    complaints = [f"{key} is missing" for key in TEMPLATES if key not in templates]
    complaints += [f"{key} is unknown" for key in templates if key not in TEMPLATES]
    for key, expected in TEMPLATES.items():
        used = _placeholders(templates.get(key, ""))
        if key.endswith(".one") and "count" in expected.split():
            used.add("count")
        if key in templates and used != set(expected.split()):
            complaints.append(f"{key} must use {{{'}, {'.join(expected.split())}}}, not {used}")
    if complaints:
        raise InvalidValue(f"language {name!r}: {'; '.join(complaints)}")
    return Language(name, templates)


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
