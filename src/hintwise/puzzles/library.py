"""Puzzles that come with hintwise, by name; all of our own making, each with one solution."""

from __future__ import annotations

PUZZLES: dict[str, str] = {
    "first-light": (
        ".8...7.3...436.....6.....72......86..1.839.4..97......54.....8.....827...7.6...2."
    ),
}
