"""What the links and the rules of a logic grid are called."""

from __future__ import annotations

from hintwise.puzzles.logic_grid.clues import Value


def link_name(a: Value, b: Value) -> str:
    """The link of two values; the category of the first comes first in the grid."""
    return f"{a} = {b}"


def bijectivity_name(x: str, y: str, each: str) -> str:
    """The rule that every value of `each`, one of two categories, has one value of the other."""
    return f"{x}-{y}: one {x if each == y else y} for each {each}"


def transitivity_name(x: str, y: str, z: str, form: int) -> str:
    """The rule that two links of three imply the third: of x and y, of y and z, or of x and z."""
    return f"transitivity {x}-{y}-{z} {form}"
