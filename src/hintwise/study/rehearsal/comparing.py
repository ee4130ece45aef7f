"""Whether two exports are the same, times aside."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from hintwise.study.export import without_times

_SHOWN = 80


def differences(export: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """What is not the same, file by file; empty if all is."""
    found = []
    first, second = without_times(export), without_times(other)
    for name in sorted({*first, *second}):
        if name not in first or name not in second:
            found.append(f"{name} is missing in one of them")
        elif first[name] != second[name]:
            found.append(f"{name}, {_place(first[name], second[name])}")
    return found


def _place(text: str, other: str) -> str:
    """Where two texts begin to differ."""
    lines = itertools.zip_longest(text.splitlines(), other.splitlines(), fillvalue="")
    for number, (line, another) in enumerate(lines, 1):
        if line != another:
            start = next(
                (n for n, (a, b) in enumerate(zip(line, another, strict=False)) if a != b),
                min(len(line), len(another)),
            )
            from_here, there = (each[start : start + _SHOWN] for each in (line, another))
            return f"line {number}, character {start + 1}: {from_here!r} instead of {there!r}"
    return "ends of lines"
