"""The words of logic-grid rules: cuts a rule into values, categories, numbers and words.

At each place the longest of a value (`hour 7`, or just `7`), a word of the language and a number is
taken; on a tie a word of the language wins over a value, which then needs its category or quotes.
After `in` only a category can stand. Case, the amount of white space, a full stop at the end and a
comma before `and`, `or`, `nor` and `but` do not count.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lark import Token

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.clues import Value

# What the parser need not see again starts with an underscore, by which lark drops it.
_DROPPED = """all and are at between but different directly either exactly in is neither next nor
not of one or other than the to"""
_KEPT = "after before both least less more most only"
WORDS: Mapping[str, str] = {
    **{word: f"_{word.upper()}" for word in _DROPPED.split()},
    **{word: word.upper() for word in _KEPT.split()},
    "adjacent": "_NEXT",
    "by": "_IN",
    "comes": "_IS",
    "earlier": "BEFORE",
    "fewer": "LESS",
    "greater": "MORE",
    "higher": "MORE",
    "immediately": "_DIRECTLY",
    "isn't": "_ISNT",
    "later": "AFTER",
    "lower": "LESS",
    "place": "PLACES",
    "places": "PLACES",
    "&": "_AND",
    "=": "_IS",
    "!=": "_ISNT",
    "≠": "_ISNT",
    ",": "_COMMA",
    "(": "_LPAR",
    ")": "_RPAR",
}
KINDS = frozenset({*WORDS.values(), "VALUE", "NUMBER", "CATEGORY"})

_NUMBER = re.compile(r"\d{1,12}(\.\d{1,6})?(?![\w.]\w)(?!\w)")
_WORD = re.compile(r"isn't|[^\W\d_]+|!=|[=≠&,()]", re.IGNORECASE)
_PUNCTUATION = re.compile(r",(?=\s*(?:and|or|nor|but)\b)|\.\s*\Z", re.IGNORECASE)
_QUOTED = re.compile(r"(?P<quote>[\"'])(?P<inside>.*?)(?P=quote)", re.DOTALL)
_UNKNOWN = re.compile(r"[^\s,()=≠&]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Category:
    """A category of a grid file; `amounts` are its values as numbers, or as days if `dates`."""

    name: str
    values: tuple[str, ...]
    ordered: bool = False
    amounts: tuple[Fraction, ...] | None = None
    dates: bool = False

    @property
    def places(self) -> dict[Value, Fraction]:
        """Where each value stands in the order: by amount, or else as listed."""
        listed = [Value(self.name, name) for name in self.values]
        if self.amounts is not None:
            listed.sort(key=self.measures.__getitem__)
        return {value: Fraction(place) for place, value in enumerate(listed, 1)}

    def in_places(self) -> Category:
        """The same with its places for amounts, as in "2 places before"."""
        order = self.places
        places = tuple(order[Value(self.name, name)] for name in self.values)
        return replace(self, amounts=places)

    @property
    def measures(self) -> dict[Value, Fraction]:
        """What "2 before" counts in: numbers, days or, for names, places."""
        if self.amounts is None:
            return self.places
        return {Value(self.name, v): n for v, n in zip(self.values, self.amounts, strict=True)}


class Vocabulary:
    """The words that rules about these categories are made of; never changes."""

    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = tuple(categories)
        values = [Value(c.name, name) for c in categories for name in c.values]
        self.spellings = tuple(dict.fromkeys(text for v in values for text in (v.name, str(v))))
        meanings: dict[str, tuple[Value, ...]] = {}
        for value in values:
            meanings[_folded(value.name)] = (*meanings.get(_folded(value.name), ()), value)
        # A value with its category wins over a bare one that looks the same, as in `Grid`.
        meanings |= {_folded(str(value)): (value,) for value in values}
        self._meanings = sorted(meanings.items(), key=lambda item: -len(item[0]))
        self._value = _one_of(spelling for spelling, _ in self._meanings)
        self._by_length = sorted(categories, key=lambda category: -len(category.name))
        self._category = _one_of(_folded(category.name) for category in self._by_length)

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a rule; what is none of the known words comes as `UNKNOWN`."""
        position, after_in = 0, False
        while position < len(text):
            if text[position].isspace() or _PUNCTUATION.match(text, position):
                position += 1
                continue
            kind, match = (self._after_in if after_in else self._anywhere)(text, position)
            yield Token(kind, match[0], start_pos=position)
            after_in, position = kind == "_IN", match.end()

    def value(self, token: Token) -> Value:
        """The value that a VALUE or NUMBER token stands for."""
        found = self._values(token) or self._values(_unquoted(token))
        if not found:
            advice = self._numbers() if token.type == "NUMBER" else ""
            advice = advice or self.guess(token, self.spellings)
            raise InvalidRule(f"no category has a value '{token}'{advice}", offset_of(token))
        if len(found) > 1:
            options = " or ".join(f"'{value}'" for value in found)
            raise InvalidRule(f"'{token}' may be {options}; add its category", offset_of(token))
        return found[0]

    def ordered_category(self, token: Token) -> Category:
        """The category that a CATEGORY token names, if its values can be compared."""
        match = self._category.fullmatch(token) or self._category.fullmatch(_unquoted(token))
        category = self._by_length[_number_of(match)]
        if not category.ordered:
            ordered = ", ".join(c.name for c in self.categories if c.ordered) or "none"
            raise InvalidRule(
                f"'{category.name}' has no order to compare by (ordered are: {ordered}); if its "
                "values are listed in order, set 'ordered = true'",
                offset_of(token),
            )
        return category

    def guess(self, text: str, known: Collection[str]) -> str:
        """A "did you mean" for the first three, two or one words of a text, or nothing."""
        folded = {_folded(name): name for name in known}
        for count in (3, 2, 1):
            tried = _folded(" ".join(text.split()[:count])).strip("\"',()")
            for close in difflib.get_close_matches(tried, folded, cutoff=0.65):
                if _begin_alike(tried, close):
                    return f"; did you mean '{folded[close]}'?"
        return ""

    def _numbers(self) -> str:
        """The values of the categories in which a number can stand, or nothing."""
        numeric = [c for c in self.categories if c.amounts is not None and not c.dates]
        listed = (f"{category.name} has {', '.join(category.values)}" for category in numeric)
        return "; " + "; ".join(listed) if numeric else ""

    def _after_in(self, text: str, start: int) -> tuple[str, re.Match[str]]:
        quoted = _QUOTED.match(text, start)
        if quoted and self._category.fullmatch(quoted["inside"]):
            return "CATEGORY", quoted
        if match := self._category.match(text, start):
            return "CATEGORY", match
        return "UNKNOWN", _unknown(text, start)

    def _anywhere(self, text: str, start: int) -> tuple[str, re.Match[str]]:
        word, number = _WORD.match(text, start), _NUMBER.match(text, start)
        value, quoted = self._value.match(text, start), _QUOTED.match(text, start)
        least = value.end() if value else start
        if word and word.end() >= least and (kind := WORDS.get(word[0].lower())):
            return kind, word
        if number and number.end() >= least:
            return "NUMBER", number  # or a value: the grammar knows
        if value:
            return "VALUE", value
        if quoted and self._values(quoted["inside"]):
            return "VALUE", quoted
        return "UNKNOWN", quoted or _unknown(text, start)

    def _values(self, text: str) -> tuple[Value, ...]:
        match = self._value.fullmatch(text)
        return self._meanings[_number_of(match)][1] if match else ()


def _begin_alike(tried: str, known: str) -> bool:
    """Whether more is alike than what follows: 'if Ada' is not meant as 'Ada'."""
    first_words = (tried.partition(" ")[0], known.partition(" ")[0])
    return difflib.SequenceMatcher(None, *first_words).ratio() > 0.5


def offset_of(token: Token) -> int:
    return token.start_pos or 0


def _unquoted(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted["inside"] if quoted else text


def _unknown(text: str, start: int) -> re.Match[str]:
    match = _UNKNOWN.match(text, start)
    assert match is not None  # it takes any character
    return match


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _one_of(spellings: Iterable[str]) -> re.Pattern[str]:
    """Whole words only; which one it was is the number of the group."""
    choices = []
    for spelling in spellings:
        words = r"\s+".join(re.escape(word) for word in spelling.split())
        choices.append(f"({words})" + (r"(?!\w)" if re.match(r"\w", spelling[-1]) else ""))
    return re.compile("|".join(choices), re.IGNORECASE)


def _number_of(match: re.Match[str] | None) -> int:
    assert match is not None
    return (match.lastindex or 1) - 1
