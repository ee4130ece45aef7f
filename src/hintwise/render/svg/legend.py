"""What the marks of a picture mean, and which rules it uses, below the picture."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from hintwise.problem import Board, Layout
from hintwise.render.marks import Marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.reasons import reasons
from hintwise.render.svg.shapes import (
    HATCH,
    Drawing,
    derived_frame,
    group,
    shape,
    squares,
    tag,
    tick_or_cross,
    used_ring,
    words,
    wrapped,
)
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording

SIZE = 13.0
_SYMBOL = 22.0
_LINE = 28.0
_GAP = 14.0
_CHARACTER = 0.53
"""Narrower than usual: these are short words in small letters."""

Symbol = Callable[[float, float], Iterator[Element]]
"""Draws the mark that an entry explains, in a square of `_SYMBOL` at (x, y)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A mark and what it means."""

    symbol: Symbol
    meaning: str

    @property
    def width(self) -> float:
        return _SYMBOL + 6 + len(self.meaning) * SIZE * _CHARACTER


def legend(entries: Sequence[Entry], width: float) -> Drawing:
    """The entries side by side, in as many lines as they need."""
    parts: list[Element] = []
    x = y = 0.0
    for entry in entries:
        if x and x + entry.width > width:
            x, y = 0.0, y + _LINE
        meaning = words(entry.meaning, "ink", size=SIZE, x=x + _SYMBOL + 6, y=y + 15.5)
        parts.append(group((*entry.symbol(x, y), meaning)))
        x += entry.width + _GAP
    return Drawing(width, y + _SYMBOL, tuple(parts))


def step_entries(
    layout: Layout | None, marks: Marks, language: Language, pencil: PencilMarks | None = None
) -> list[Entry]:
    """What the marks of the step mean; a rule has an edge on a board."""
    entries = []
    if marks.derived:
        entries.append(Entry(_framed, language.say("picture.derived")))
    if marks.used and (pencil is None or marks.used_values):
        entries.append(Entry(_ringed, language.say("picture.used_fact")))
    if marks.rules and isinstance(layout, Board):
        entries.append(Entry(_edged, language.say("picture.used_rule")))
    if reasons(layout, marks):
        entries.append(Entry(_hatched, language.say("picture.matters")))
    return entries


def letter_entries(marks: Marks, language: Language) -> list[Entry]:
    """That a letter is a used rule: last, since paper has no room for the list it leads to."""
    return [Entry(_lettered, language.say("picture.used_rule"))] if marks.rules else []


def digit_entries(marks: Marks, language: Language) -> list[Entry]:
    """Entries for values that are given and values found since."""
    values = (f for facts in marks.known.values() for f in facts if f.settles or f.is_bound)
    found = any(f not in marks.givens for f in values)
    looks = [*(["given"] if marks.givens else []), *(["found"] if found else [])]
    return [Entry(_digit(look), language.say(f"picture.{look}")) for look in looks]


def cage_entries(board: Board, language: Language) -> list[Entry]:
    """What the lines around cells mean, where there are any."""
    return [Entry(_caged, language.say("killer.legend"))] if board.cages else []


def mark_entries(pencil: PencilMarks | None, language: Language) -> list[Entry]:
    """What small digits mean, where there are any."""
    if pencil is None or not pencil.left:
        return []
    entries = [Entry(_small(), language.say("picture.candidate"))]
    if pencil.reason:
        ring = shape("circle", "mark-ring", r=8)
        entries.append(Entry(_small("mark-why", ring), language.say("picture.reason")))
    if pencil.struck:
        stroke = shape("path", "mark-stroke", d="M-6 6l12 -12")
        entries.append(Entry(_small("mark-struck", stroke), language.say("picture.crossed_out")))
    return entries


def link_entries(marks: Marks, language: Language) -> list[Entry]:
    """Entries for links that hold and do not, and for given ones, which are bolder."""
    looks = {"yes": "together", "no": "apart", **({"no given": "given"} if marks.givens else {})}
    return [Entry(_mark(look), language.say(f"picture.{key}")) for look, key in looks.items()]


def value_entries(marks: Marks, language: Language) -> list[Entry]:
    """Entries for the ticks at known values, and the crosses at excluded ones if there are any."""
    facts = [f for facts in (*marks.known.values(), *marks.derived.values()) for f in facts]
    excluded = any(not fact.settles for fact in facts)
    looks = {"yes": "known", **({"no": "ruled_out"} if excluded else {})}
    return [Entry(_mark(look), language.say(f"picture.{key}")) for look, key in looks.items()]


def rule_list(wording: Wording, letters: Mapping[str, str], width: float) -> Drawing:
    """The rules in words, each with the letter that marks it in the picture."""
    parts: list[Element] = []
    y = 0.0
    for name, letter in letters.items():
        parts += tag(_SYMBOL / 2, y + 9, letter)
        for line in wrapped(wording.rule(name), width - _SYMBOL - 8, SIZE):
            parts.append(words(line, "ink", size=SIZE, x=_SYMBOL + 8, y=y + 13.5))
            y += 18
        y += 5
    return Drawing(width, max(0.0, y - 5), tuple(parts))


def rule_line(wording: Wording, letters: Mapping[str, str], width: float) -> Drawing:
    """The rules in running text without their letters, for boards that show where they are."""
    text = " · ".join(map(wording.rule, letters))
    lines = wrapped(text, width, SIZE)
    parts = [
        words(line, "soft", size=SIZE, x=0, y=13 + 18 * number) for number, line in enumerate(lines)
    ]
    return Drawing(width, 18.0 * len(lines), tuple(parts))


def letters_of(marks: Marks) -> dict[str, str]:
    """A letter for every used rule: A … Z, then A1, B1, …"""
    alphabet = string.ascii_uppercase
    return {
        rule.name: alphabet[number % 26] + (str(number // 26) if number >= 26 else "")
        for number, rule in enumerate(marks.rules)
    }


def _framed(x: float, y: float) -> Iterator[Element]:
    return derived_frame(x, y, _SYMBOL)


def _ringed(x: float, y: float) -> Iterator[Element]:
    yield used_ring(x, y, _SYMBOL)


def _hatched(x: float, y: float) -> Iterator[Element]:
    yield shape("path", fill=HATCH, d=squares([(x + 1, y + 1)], _SYMBOL - 2))


def _lettered(x: float, y: float) -> Iterator[Element]:
    return tag(x + _SYMBOL / 2, y + _SYMBOL / 2, "A")


def _edged(x: float, y: float) -> Iterator[Element]:
    side = _SYMBOL - 2
    yield shape("rect", "edge", x=x + 1, y=y + 1, width=side, height=side, rx=2)


def _caged(x: float, y: float) -> Iterator[Element]:
    side = _SYMBOL - 4
    yield shape("rect", "cage", x=x + 2, y=y + 2, width=side, height=side)
    yield words("9", "cage-label", size=11, x=x + 2, y=y + 10)


def _digit(look: str) -> Symbol:
    def draw(x: float, y: float) -> Iterator[Element]:
        yield words("7", look, size=18, x=x + _SYMBOL / 2, y=y + 17, text_anchor="middle")

    return draw


def _small(look: str = "mark", sign: Element | None = None) -> Symbol:
    """A small digit with its sign, which is drawn around (0, 0)."""

    def draw(x: float, y: float) -> Iterator[Element]:
        parts = [words("4", look, size=12, x=0, y=4.2, text_anchor="middle")]
        if sign is not None:
            parts.insert(0 if look == "mark-why" else 1, sign)
        middle = f"translate({x + _SYMBOL / 2:g} {y + _SYMBOL / 2:g})"
        yield group(parts, transform=middle)

    return draw


def _mark(look: str) -> Symbol:
    def draw(x: float, y: float) -> Iterator[Element]:
        yield shape("path", look, d=tick_or_cross(x, y, _SYMBOL, look.startswith("yes")))

    return draw
