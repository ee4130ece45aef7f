"""Forms as simulated people fill them in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

TEXT = "rehearsal"
"""What they write where they may write anything."""
_LEAST, _MOST = 18, 80
"""Numbers that are given where any is accepted."""
_SCALE = 5


def filled(fields: Sequence[Mapping[str, Any]], rng: np.random.Generator) -> dict[str, Any]:
    """An answer for every field, drawn from what it accepts."""
    return {field["name"]: _answer(field, rng) for field in fields}


def _answer(field: Mapping[str, Any], rng: np.random.Generator) -> Any:
    options = field.get("options") or ()
    if options:
        return options[int(rng.integers(len(options)))]
    match field["kind"]:
        case "number":
            return _between(field, _LEAST, _MOST, rng)
        case "scale":
            return _between(field, 1, _SCALE, rng)
        case _:
            return TEXT


def _between(field: Mapping[str, Any], least: int, most: int, rng: np.random.Generator) -> int:
    low = math.ceil(field["least"]) if field.get("least") is not None else least
    high = math.floor(field["most"]) if field.get("most") is not None else max(most, low)
    return int(rng.integers(min(low, high), high + 1))
