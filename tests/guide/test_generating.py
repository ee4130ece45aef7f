"""Drawing puzzles of a grade; the generators themselves are tested in `tests/workshop`."""

from __future__ import annotations

import pytest

from hintwise.errors import HintwiseError
from hintwise.guide import Position, Puzzle
from hintwise.guide.checking import check
from hintwise.guide.generating import (
    Batch,
    Generated,
    GridRecipe,
    GridShape,
    PassedOver,
    SudokuRecipe,
    generate,
)
from hintwise.guide.grading import grade


def test_the_same_seed_draws_the_same_puzzles_and_they_are_proper() -> None:
    one, other = (list(generate(SudokuRecipe(4), Batch(seed=3, count=2))) for _ in range(2))
    assert one == other
    for drawn in one:
        assert isinstance(drawn, Generated)
        assert check(Position(drawn.puzzle)).sound
        assert drawn.difficulty == grade(drawn.puzzle)
        assert Puzzle.from_json(drawn.as_json()) == drawn.puzzle


def test_what_is_drawn_in_vain_is_told() -> None:
    batch = Batch(seed=0, grade="medium")
    *others, drawn = generate(GridRecipe(GridShape(3, 4)), batch)
    assert isinstance(drawn, Generated)
    assert drawn.difficulty is not None
    assert drawn.difficulty.grade == "medium"
    assert all(isinstance(other, PassedOver) for other in others)
    assert all(str(other).endswith("not medium") for other in others)


@pytest.mark.parametrize(
    "options",
    [{"grade": "tricky"}, {"grade": "easy", "graded": False}, {"count": 0}, {"seed": -1}],
    ids=str,
)
def test_a_batch_that_cannot_be_drawn_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(HintwiseError):
        Batch(**{"seed": 1, **options})  # type: ignore[arg-type]


def test_sizes_that_are_not_drawn_are_refused() -> None:
    with pytest.raises(HintwiseError, match="accepted are 4, 6, 9, 16"):
        SudokuRecipe(5)
