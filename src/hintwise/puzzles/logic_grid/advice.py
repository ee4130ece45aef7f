"""What to tell a person whose rule cannot be read: what could stand there, and what to write."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from lark import Token

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.guesses import guess
from hintwise.puzzles.logic_grid.vocabulary import NAMES, Vocabulary, offset_of
from hintwise.puzzles.logic_grid.words import WORDS

_SHOWN = {
    "VALUE": "a value",
    "NUMBER": "a number",
    "CATEGORY": "a category",
    "FACTOR": "'twice'",
    "POSITION": "'first'",
    "_COMMA": "','",
    "_IFF": "'if and only if'",
    "_ISNT": "'is not'",
    "_LPAR": "'('",
    "_RPAR": "')'",
    "$END": "the end",
}
_SIDES = frozenset({"BEFORE", "AFTER", "LESS", "MORE"})
_SAID_OF_ONE = _SIDES | {"_BETWEEN", "POSITION", "FACTOR", "_EITHER", "_NEITHER"}
_AMOUNTS = frozenset({"NUMBER", "QUANTITY"})
_VERBS = re.compile(
    r"(?:was|were|are|has|had|have|does|did|gets?|got|takes?|took|goes|went|costs?|paid|pays?|likes?|"
    r"lives?|lived|owns?|owned|plays?|played|came|arrived|equals?)\Z",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(r"[^\W\d_]{2,}er\s+than\b", re.IGNORECASE)
_SUPERLATIVE = re.compile(r"most\s|[^\W\d_]{2,}est\b", re.IGNORECASE)
_INSTEAD = {
    "above": "'more than'",
    "below": "'less than'",
    "iff": "'if and only if'",
    "only": "'if … then …'",
    "over": "'more than'",
    "under": "'less than'",
    "unless": "'if … is not … then …'",
    "xor": "'either … or … but not both'",
}
"""What to write for words that people use and the language does not have."""

_MONEY = re.compile(r"[$€£¥]\d|\d[$€£¥]")


def unexpected(
    tokens: Sequence[Token], text: str, accepted: Collection[str], vocabulary: Vocabulary
) -> InvalidRule:
    """The error for the last of the tokens, where only what is `accepted` could stand."""
    token = tokens[-1]
    kinds = _worth_naming(accepted)
    expected = _listed(sorted(_SHOWN.get(kind, _word(kind)) for kind in kinds))
    offset = offset_of(token)
    advice = _advice(tokens, text, accepted)
    if token.type == "$END":
        return InvalidRule(f"more should follow: {expected}{advice}", offset)
    if token.type == "UNKNOWN":
        known = [word for word, kind in WORDS.items() if kind in kinds and word.isalpha()]
        known += vocabulary.spellings if "VALUE" in kinds else ()
        known += (c.name for c in vocabulary.categories) if "CATEGORY" in kinds else ()
        meant = advice or guess(text[offset:], known)
        return InvalidRule(f"'{token}' is not known; expected {expected}{meant}", offset)
    return InvalidRule(f"'{token}' cannot stand here; expected {expected}{advice}", offset)


def _advice(tokens: Sequence[Token], text: str, accepted: Collection[str]) -> str:
    """What to write instead, where what was probably meant can be said in another way."""
    token = tokens[-1]
    before = [earlier.type for earlier in tokens[-4:-1]]
    word = str(token).casefold()
    if token.type == "UNKNOWN" and word in _INSTEAD:
        return f"; write {_INSTEAD[word]}"
    if _SIDES & set(accepted) and _COMPARATIVE.match(text, offset_of(token)):
        return "; write 'less than' or 'more than', for an order 'before' or 'after'"
    if "POSITION" in accepted and _SUPERLATIVE.match(text, offset_of(token)):
        return "; write 'first' or 'last'"
    if _VERBS.match(token) and "_IS" in accepted:
        return "; whatever the verb, write 'is'"
    if token.type == "_OR" and "_IS" in accepted:
        return "; write 'either … or … is …'"
    if before[-1:] == ["_ARE"] and token.type in _SAID_OF_ONE:
        return "; say it of each, in two rules joined by 'and'"
    if _MONEY.match(token) and token.type == "UNKNOWN":
        return "; a category of prices has a unit: '{ values = [5, 10, 15], unit = \"$\" }'"
    if before[-1:] and before[-1] in _AMOUNTS:
        if token.type == "UNKNOWN":
            return "; leave units out, as in '2 before … in …', or give the category a 'unit'"
        if token.type in _SIDES:
            return "; write 'at least' or 'at most' and the number"
        if token.type == "OR_MORE":
            return "; write 'at least' or 'at most' in front of the number"
    if before[-2:] == ["NUMBER", "_OR"] and token.type in _SIDES:
        return "; write 'at least' or 'at most' in front of the number"
    if "_IS" in accepted and before and before[-1] in NAMES:
        joined = before[-3:-1]
        if "_OR" in joined:
            return "; for a choice of values write 'is either … or …' or 'is either …, … or …'"
        if "_AND" in joined:
            return "; after 'and' write a whole rule, with 'is'"
    return ""


def _worth_naming(accepted: Collection[str]) -> set[str]:
    """Without what is only another way to write something else."""
    kinds = set(accepted)
    if "VALUE" in kinds:
        kinds -= {"_THE", "_THAN", "_BOTH", "QUANTITY", "MOMENT"}
        if "FACTOR" not in kinds:
            kinds.discard("NUMBER")  # it could only be a value
    if "NUMBER" in kinds:
        kinds -= {"_ONE", "QUANTITY"}
    if "_IS" in kinds:
        kinds.discard("_ISNT")
    if "_AT" in kinds:
        kinds -= {"_EXACTLY", "_DIRECTLY"}
    if "_IFF" in kinds:
        kinds.discard("_PLUS")
    if "_RESPECTIVELY" in kinds:
        kinds.discard("_IN_THAT_ORDER")
    if "BUT_NOT_BOTH" in kinds:
        kinds -= {"BUT_ONLY_ONE", "OR_MORE"}
    return kinds


def _word(kind: str) -> str:
    return f"'{kind.strip('_').lower().replace('_', ' ')}'"


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
