"""Kinds of clues for generated logic grids: each draws a clue that is true in a solution.

A clue is drawn as a rule of the language of files (see `hintwise.puzzles.logic_grid.rules`), so
that a generated puzzle is a file like any other, and as the sentence that says the same. What a
rule means is defined there alone; here is what is worth saying about a solution, and how.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hintwise.workshop.clues import links, orders
from hintwise.workshop.clues.solved import Pen, Sentence, Solved

_BEFORE_VOWEL = re.compile(r"\ba (?=[aeiou])")


@dataclass(frozen=True, slots=True)
class DrawnClue:
    """A clue with the name of its kind and the values it names."""

    kind: str
    rule: str
    text: str
    names: frozenset[str]


def draw_clue(kind: str, solved: Solved, rng: np.random.Generator) -> DrawnClue | None:
    """A clue of this kind (see `CLUE_KINDS`) that is true in the solution.

    None if there is nothing of the kind to say, such as without a number that is twice another.
    """
    drawn = CLUE_KINDS[kind](Pen(solved, rng))
    if drawn is None:
        return None
    text = _BEFORE_VOWEL.sub("an ", drawn.text)
    text = f"{text[0].upper()}{text[1:]}."
    return DrawnClue(kind, drawn.rule, text, frozenset(map(str, drawn.named)))


CLUE_KINDS: dict[str, Callable[[Pen], Sentence | None]] = {
    "is": links.draw_is,
    "is_not": links.draw_is_not,
    "neither": links.draw_neither,
    "either": links.draw_either,
    "neither_of": links.draw_neither_of,
    "either_of": links.draw_either_of,
    "one_each": links.draw_one_each,
    "all_different": links.draw_all_different,
    "some_order": links.draw_some_order,
    "count": links.draw_count,
    "if_then": links.draw_if_then,
    "one_of_two": links.draw_one_of_two,
    "before": orders.draw_before,
    "before_both": orders.draw_before_both,
    "before_after": orders.draw_before_after,
    "in_order": orders.draw_in_order,
    "between": orders.draw_between,
    "offset": orders.draw_offset,
    "at_least": orders.draw_at_least,
    "at_most": orders.draw_at_most,
    "next_to": orders.draw_next_to,
    "apart": orders.draw_apart,
    "position": orders.draw_position,
    "multiple": orders.draw_multiple,
    "sum": orders.draw_sum,
}
"""The kinds by name."""

USUAL_KINDS = tuple(kind for kind in CLUE_KINDS if kind != "is")
"""What is drawn from unless told otherwise: a clue that just says who is what spoils the fun."""
