"""What people are called in an export: not in the order in which they came."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from hintwise.errors import InvalidValue

FIRST_BLOCK = 999
"""The first 999 people have three digits, the next 9000 four, and so on."""


def person_name(plan_hash: str, number: int) -> str:
    """The name of the participant with this number: the same in every export of the study.

    The plan's hash decides who gets which; the name tells nothing else. With the plan at hand it
    can be worked out, as can the order of arrival from the seeds by which sessions are replayed.

    >>> [person_name("00ff", number) for number in (1, 2, 3, 1000)]
    ['p425', 'p619', 'p409', 'p3291']
    """
    if number < 1:
        raise InvalidValue(f"participant {number}; they are counted from 1")
    first, last = 1, FIRST_BLOCK
    while number > last:
        first, last = last + 1, last * 10 + 9
    return f"p{_shuffled(plan_hash, first, last)[number - first]:03d}"


@lru_cache(maxsize=16)
def _shuffled(plan_hash: str, first: int, last: int) -> list[int]:
    def key(number: int) -> bytes:
        return hashlib.sha256(f"{plan_hash}:{number}".encode()).digest()

    return sorted(range(first, last + 1), key=key)
