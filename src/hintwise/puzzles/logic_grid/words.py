"""The words of the rule language, and which of them mean the same."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hintwise.puzzles.logic_grid.units import NUMBER_WORDS

# What the parser need not see again starts with an underscore, by which lark drops it.
_DROPPED = """all and are at between both but different directly either exactly in is neither next
nor not of one or other than the to"""
_KEPT = "after before least less more most"
_FIRST: Mapping[str, str] = {
    **{word: f"_{word.upper()}" for word in _DROPPED.split()},
    **{word: word.upper() for word in _KEPT.split()},
    "adjacent": "_NEXT",
    "but not both": "BUT_NOT_BOTH",
    "but only one": "BUT_ONLY_ONE",
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
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LATER: Mapping[str, str] = {
    **dict.fromkeys((*ORDINALS, "last", "second to last"), "POSITION"),
    **dict.fromkeys(("at an end", "at one end", "at either end", "in the middle"), "POSITION"),
    **{word: "NUMBER" for word in NUMBER_WORDS if word != "one"},
    "a quarter": "FACTOR",
    "a third": "FACTOR",
    "apart": "_APART",
    "away": "_APART",
    "but not both of them": "BUT_NOT_BOTH",
    "but only one of them": "BUT_ONLY_ONE",
    "directly next": "_NEXT",
    "double": "FACTOR",
    "each other": "_EACH_OTHER",
    "from": "_FROM",
    "half": "FACTOR",
    "if": "_IF",
    "if and only if": "_IFF",
    "immediately next": "_NEXT",
    "in some order": "_IN_SOME_ORDER",
    "in any order": "_IN_SOME_ORDER",
    "in that order": "_IN_THAT_ORDER",
    "isn’t": "_ISNT",
    "left of": "BEFORE",
    "or any": "OR_MORE",
    "or any of them": "OR_MORE",
    "or both": "OR_BOTH",
    "or both of them": "OR_BOTH",
    "or more": "OR_MORE",
    "plus": "_PLUS",
    "respectively": "_RESPECTIVELY",
    "right of": "AFTER",
    **{
        f"somewhere {where}": kind
        for where, kind in (
            ("after", "AFTER"),
            ("before", "BEFORE"),
            ("between", "_BETWEEN"),
            ("left of", "BEFORE"),
            ("right of", "AFTER"),
            ("to the left of", "BEFORE"),
            ("to the right of", "AFTER"),
        )
    },
    "then": "_THEN",
    "to the left of": "BEFORE",
    "to the right of": "AFTER",
    "twice": "FACTOR",
}
WORDS: Mapping[str, str] = {**_FIRST, **_LATER}
YIELDING = frozenset(_LATER)
"""Where a value is spelt the same, it is the value: files are older than these words."""

FACTORS: Mapping[str, tuple[int, int]] = {
    "twice": (2, 1),
    "double": (2, 1),
    "half": (1, 2),
    "a third": (1, 3),
    "a quarter": (1, 4),
}

KINDS = frozenset({*WORDS.values(), "VALUE", "NUMBER", "QUANTITY", "MOMENT", "CATEGORY", "_AS"})


def word_pattern(*, phrases: bool) -> re.Pattern[str]:
    """What matches the longest word, whole ones only, or the longest phrase of several words."""
    spellings = sorted((w for w in WORDS if (" " in w) == phrases), key=lambda word: -len(word))
    return re.compile(
        "|".join(
            r"\s+".join(map(re.escape, word.split())) + (r"(?!\w)" if word[-1].isalpha() else "")
            for word in spellings
        ),
        re.IGNORECASE,
    )
