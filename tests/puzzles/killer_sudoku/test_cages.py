"""Cages as text: what is read, what is written, and what is refused with which words."""

from __future__ import annotations

import pytest
from hypothesis import given

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles import read_sudoku, read_sudokus
from hintwise.puzzles.killer_sudoku.cages import SumCage, check_cages, smallest_size
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus
from tests.puzzles.killer_sudoku.drawn import killers

FOUR = "1.....3..4.....2"
TWO = ("3 = r1c1 + r1c2", "? = r3c1 + r3c2")


@pytest.mark.parametrize(
    "text", ["15 = r1c1 + r1c2", " 15=R1C2+r1c1 ", "r1c1 + r1c2 = 15", "15 =r1c2  +  r1c1"]
)
def test_a_cage_is_its_sum_and_its_cells_in_either_order(text: str) -> None:
    assert SumCage.of(text) == SumCage(((1, 1), (1, 2)), 15)
    assert str(SumCage.of(text)) == "15 = r1c1 + r1c2"


def test_a_cage_without_a_sum_has_a_question_mark() -> None:
    assert str(SumCage.of("? = r1c2 + r1c1")) == "? = r1c1 + r1c2"
    assert SumCage.of("? = r1c2").total is None


@pytest.mark.parametrize(
    "text", ["15 = r1c1 + x", "x = r1c1", "= r1c1", "15 = r1c1 + ", "15 = r0c1", "1.5 = r1c1"]
)
def test_what_is_no_cage_is_named_with_an_example(text: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"is not a cage; accepted .* 15 = r1c1 \+ r1c2"):
        SumCage.of(text)


@pytest.mark.parametrize(
    ("cages", "complaint"),
    [
        (["3 = r1c1 + r1c1"], r"3 = r1c1 \+ r1c1 has r1c1 twice"),
        (["3 = r1c1 + r1c5"], "has r1c5, which is outside the grid; accepted are r1c1 to r4c4"),
        (["9 = r4c4 + r1c1"], r"9 = r1c1 \+ r4c4 has an impossible sum; accepted are 3 to 7 for 2"),
        (["5 = r1c1"], "accepted are 1 to 4 for 1 cell of a 4x4 grid"),
        (["? = r1c1 + r1c2 + r1c3 + r1c4 + r2c1"], "has 5 cells; accepted are at most 4"),
        (["3 = r1c1 + r1c2", "4 = r1c2"], "4 = r1c2 has r1c2, which is in the cage 3 = .* overlap"),
    ],
)
def test_cages_that_cannot_be_are_refused(cages: list[str], complaint: str) -> None:
    with pytest.raises(InvalidPuzzle, match=complaint):
        check_cages(map(SumCage.of, cages), 4)
    number = len(cages) + 1
    with pytest.raises(InvalidPuzzle, match=f"^line {number}: .*{complaint}"):
        read_sudoku("\n".join([FOUR, *cages]))


def test_a_cage_needs_a_cell() -> None:
    with pytest.raises(InvalidPuzzle, match="has no cells"):
        SumCage((), 5)


@pytest.mark.parametrize(
    ("cages", "size"),
    [
        (["3 = r1c1 + r1c2"], 4),
        (["3 = r1c1 + r5c2"], 6),
        (["6 = r1c1"], 6),
        (["17 = r1c1 + r1c2"], 9),
        (["3 = r10c1 + r1c2"], 16),
        (["99 = r1c1"], 16),
    ],
)
def test_without_cells_the_grid_is_the_smallest_that_holds_all_cages(
    cages: list[str], size: int
) -> None:
    assert smallest_size([SumCage.of(cage) for cage in cages]) == size


def test_cages_alone_are_an_empty_grid_with_title_and_author() -> None:
    puzzle = read_sudoku("#Aus\n#DSums\n# a remark\n" + "\n# another\n".join(TWO))
    assert (puzzle.cells, puzzle.title, puzzle.author) == ("." * 16, "Sums", "us")
    assert tuple(map(str, puzzle.cages)) == TWO


@pytest.mark.parametrize("form", ["line", "grid", "boxed", "sdk", "ss", "fpuzzles"])
def test_cages_may_stand_below_cells_in_any_form(form: str) -> None:
    plain = SudokuText.of(FOUR)
    text = "\n".join([write_sudokus([plain], form), *TWO])
    assert read_sudoku(text) == plain.with_cages(map(SumCage.of, TWO))


def test_cages_belong_to_the_sudoku_above_them() -> None:
    text = "\n".join([FOUR, FOUR, *TWO, "", "# the next one", FOUR, TWO[0], FOUR])
    assert [len(puzzle.cages) for puzzle in read_sudokus(text)] == [0, 2, 1, 0]


def test_what_is_wrong_with_the_cells_above_cages_is_still_said() -> None:
    with pytest.raises(InvalidPuzzle, match="12 characters"):
        read_sudoku("............\n3 = r1c1 + r1c2")


def test_cages_make_it_a_killer_sudoku() -> None:
    plain = SudokuText.of(FOUR, title="Small")
    killer = plain.with_cages([SumCage.of(TWO[0])])
    assert (plain.kind, killer.kind) == (SUDOKU, KILLER_SUDOKU)
    assert (plain.problem().kind, killer.problem().kind) == (SUDOKU, KILLER_SUDOKU)
    assert killer.problem().title == "Small"
    assert [str(fact) for fact in killer.problem().givens] == [
        str(fact) for fact in plain.problem().givens
    ]


@given(killers())
def test_the_source_reads_back_as_the_same_puzzle(puzzle: SudokuText) -> None:
    assert read_sudoku(puzzle.source) == puzzle
    plain = SudokuText.of(puzzle.cells, box=puzzle.box)
    assert read_sudoku(plain.source) == plain


@given(killers(), killers())
def test_the_killer_form_keeps_all_but_entries(one: SudokuText, other: SudokuText) -> None:
    titled = SudokuText.of(one.cells, box=one.box, title="Ours", author="us")
    puzzles = [titled.with_cages(one.cages), other, titled]
    assert read_sudokus(write_sudokus(puzzles, "killer")) == puzzles


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"killer", "fpuzzles"}))
def test_forms_without_cages_refuse_them(form: str) -> None:
    with pytest.raises(InvalidPuzzle, match=f"{form!r} cannot say .* 3 = r1c1.* fpuzzles, killer"):
        write_sudokus([read_sudoku("\n".join(TWO))], form)
