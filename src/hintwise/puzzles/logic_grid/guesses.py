"""What may have been meant by a word that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Collection

_CLOSE = 0.65
_VERY_CLOSE = 0.8


def guess(text: str, known: Collection[str]) -> str:
    """A "did you mean" for the first three, two or one words of a text, or nothing.

    >>> guess("befor noon", ["before", "after"]), guess("xor", ["or", "for"])
    ("; did you mean 'before'?", '')
    """
    folded = {" ".join(name.split()).casefold(): name for name in known}
    for count in (3, 2, 1):
        tried = " ".join(text.split()[:count]).casefold().strip("\"',()")
        for close in difflib.get_close_matches(tried, folded, cutoff=_CLOSE):
            if _begin_alike(tried, close):
                return f"; did you mean '{folded[close]}'?"
    return ""


def _begin_alike(tried: str, known: str) -> bool:
    """Whether more is alike than what follows: 'if Ada' is not meant as 'Ada', nor 'xor' as 'or'.

    A slip in the first letter is forgiven only where nearly all of a longer word is right.
    """
    one, other = tried.partition(" ")[0], known.partition(" ")[0]
    alike = difflib.SequenceMatcher(None, one, other).ratio()
    if one[:1] == other[:1]:
        return alike > 0.5
    return min(len(one), len(other)) >= 5 and alike >= _VERY_CLOSE
