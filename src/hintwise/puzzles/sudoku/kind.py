"""What is special about Sudokus."""

from hintwise.features import GraphScheme
from hintwise.problem import EasyStep, Kind


def _easy_step(size: int, near: int, far: int = 0, **others: int) -> EasyStep:
    """A single: its facts near the derived one, those of the same value elsewhere, and the rest."""
    facts = {"adjacent_facts_other_value": near, "other_facts_same_value": far}
    return EasyStep(size, {**facts, **others})


# The most frequent singles of each sort in 9x9 Sudokus of the library.
EASY_STEPS = (
    *(
        _easy_step(9, 8, **{f"adjacent_{unit}": 1, f"adjacent_facts_from_{unit}": 8})
        for unit in ("row", "col", "block")
    ),
    *(
        _easy_step(8, 5, 1, adjacent_block=1, adjacent_facts_from_block=5, **{f"other_{line}": 1})
        for line in ("row", "col")
    ),
    _easy_step(8, 3, 2, adjacent_block=1, other_row=1, other_col=1, adjacent_facts_from_block=3),
    _easy_step(
        10, 8, adjacent_row=1, adjacent_col=1, adjacent_facts_from_row=6, adjacent_facts_from_col=2
    ),
    _easy_step(
        10,
        8,
        adjacent_col=1,
        adjacent_block=1,
        adjacent_facts_from_col=4,
        adjacent_facts_from_block=6,
    ),
)
"""Full houses, hidden singles by one line and by two, naked singles."""

SUDOKU = Kind(
    "sudoku",
    noun="Sudoku",
    words="sudoku",
    # Of 127 drawn 9x9 Sudokus 28 % were easy, 39 % medium, 16 % hard and 17 % expert.
    thresholds=(38.0, 46.0, 60.0),
    taught_on="9x9",
    # No learning rates: the paper's for Sudoku are those of any kind that has none of its own.
    counted_queries="answered",
    easy_steps=EASY_STEPS,
)

# Two cells that share a unit never hold the same value, so the count is always zero.
FEATURES = GraphScheme(without=frozenset({"adjacent_facts_same_value"}))
