"""JSON documents as links carry them: packed as an LZ string, SudokuPad's also shortened.

SudokuPad writes keys without quotes and some of them in short, strings in single quotes, `t` and
`f` for true and false, and nothing at all for an empty object in a list.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lzstring import LZString

from hintwise.errors import InvalidPuzzle

# How addresses change the characters of Base64 that mean something else in them.
_ALPHABETS = (str.maketrans("", ""), str.maketrans("-_", "+/"), str.maketrans("-$", "/="))

# An LZ string can unpack to the square of its length; real puzzles stay far below this.
_LONGEST_PACKED = 20_000
_LONGEST_TEXT = 1_000_000

_TOKEN = re.compile(r"""[{}\[\],:]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^{}\[\],:"'\s]+""", re.S)
_JSON_WORD = re.compile(r"true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_WORDS = {"t": "true", "f": "false"}
_KEYS = {
    **{"a": "arrows", "c": "color", "ca": "cages", "ce": "cells", "ct": "center"},
    **{"c1": "borderColor", "c2": "backgroundColor", "cs": "cellSize", "fs": "fontSize"},
    **{"h": "height", "hl": "headLength", "l": "lines", "o": "overlays", "r": "rounded"},
    **{"re": "regions", "t": "title", "te": "text", "th": "thickness", "u": "underlays"},
    **{"v": "value", "vd": "videos", "w": "width", "wp": "wayPoints", "d": "duration"},
}


def unpacked(packed: str) -> Mapping[str, Any]:
    """The document in an LZ string, in whichever of its alphabets an address has left it.

    It is one of f-puzzles, which has a `grid`, or one of SudokuPad, which has `cells`.
    """
    if len(packed) > _LONGEST_PACKED:
        raise InvalidPuzzle(
            f"the link holds {len(packed)} packed characters; accepted are {_LONGEST_PACKED}"
        )
    plain = packed.replace(" ", "+")
    for changed in _ALPHABETS:
        document = _document(plain.translate(changed))
        if document is not None:
            return document
    raise InvalidPuzzle(
        "the packed part of the link holds no document of f-puzzles or SudokuPad; it may have "
        "been cut short when it was copied"
    )


def _document(base64: str) -> Mapping[str, Any] | None:
    try:
        text = LZString().decompressFromBase64(f"{base64.rstrip('=')}====") or ""
    except (LookupError, UnboundLocalError):  # what the library does with text that is not packed
        return None
    if len(text) > _LONGEST_TEXT:
        raise InvalidPuzzle(
            f"the link unpacks to {len(text)} characters; accepted are {_LONGEST_TEXT}"
        )
    document = _json(text) or _json("".join(_lengthened(_TOKEN.findall(text))))
    return document if document and {"grid", "cells"} & set(document) else None


def _json(text: str) -> dict[str, Any] | None:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _lengthened(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens of a shortened document as those of JSON."""
    for before, token, after in zip(
        itertools.chain([""], tokens), tokens, itertools.chain(tokens[1:], [""]), strict=False
    ):
        if before + token in ("[,", ",,", ",]"):
            yield "{}"
        if token in "{}[],:" or token.startswith('"'):
            yield token
        elif token.startswith("'"):
            yield '"' + token[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
        elif after == ":":
            yield json.dumps(_KEYS.get(token, token))
        else:
            word = _WORDS.get(token, token)
            yield word if _JSON_WORD.fullmatch(word) else json.dumps(word)
