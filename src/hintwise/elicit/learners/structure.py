"""What the name of a feature tells: whether it counts facts or rules, near or far.

These classes are what kinds of problems have in common, whatever their features are called.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping


class Sort(enum.Enum):
    """What a feature counts. "Facts from" a group of rules count near facts a second time."""

    NEAR_FACT = "near fact"
    FAR_FACT = "far fact"
    NEAR_RULE = "near rule"
    FAR_RULE = "far rule"
    FACT_AGAIN = "fact again"


def sort_of(feature: str) -> Sort:
    """What a feature counts, by its name.

    >>> sort_of("other_facts_same_value"), sort_of("adjacent_row")
    (<Sort.FAR_FACT: 'far fact'>, <Sort.NEAR_RULE: 'near rule'>)
    """
    words = feature.split("_")
    if "facts_from" in feature:
        return Sort.FACT_AGAIN
    far = words[0] == "other"
    if "facts" in words:
        return Sort.FAR_FACT if far else Sort.NEAR_FACT
    return Sort.FAR_RULE if far else Sort.NEAR_RULE


GUESSED: Mapping[Sort, float] = {
    Sort.NEAR_FACT: 0.0,
    Sort.FAR_FACT: math.log(2.0),
    Sort.NEAR_RULE: math.log(4.0),
    Sort.FAR_RULE: math.log(4.0) + math.log(2.0),
    Sort.FACT_AGAIN: math.log(0.25),
}
"""The logarithm of what a person pays for each, where nobody has been asked."""
