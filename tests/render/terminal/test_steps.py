from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from hintwise.problem import (
    Board,
    Constraint,
    Fact,
    Inside,
    Kind,
    Problem,
    State,
    Step,
    Variable,
)
from hintwise.puzzles import killer_sudoku, logic_grid, sudoku
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.render.terminal.inside import inside_view
from hintwise.render.terminal.steps import (
    board_view,
    step_figures,
    step_panel,
    step_picture,
    step_view,
)

PUZZLE = sudoku("1.....3..4.....2")
STEP = Step(
    derived=Fact("r1c3", 2),
    facts=(Fact("r1c1", 1), Fact("r2c3", 3)),
    constraints=("row 1", "col 3"),
    features={"adjacent_row": 1, "adjacent_col": 1, "other_row": 0},
    cost=4.5,
    optimal=True,
    lower_bound=4.5,
)


def plain(renderable: RenderableType, width: int = 100) -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_board_tells_everything_without_colour() -> None:
    assert plain(board_view(PUZZLE, PUZZLE.givens, STEP)) == [
        "     1  2  ▼3  4",
        "   ┌──────┬──────┐",
        "▶1 │(1)   │[2]   │",
        " 2 │      │(3)   │",
        "   ├──────┼──────┤",
        " 3 │    4 │      │",
        " 4 │      │    2 │",
        "   └──────┴──────┘",
        "[ ] derived   ( ) used fact   ▶ ▼ used unit: row 1, column 3",
    ]


def test_a_dot_marks_where_used_units_meet() -> None:
    step = replace(STEP, constraints=("row 2", "block 2", "col 3"))
    lines = plain(board_view(PUZZLE, PUZZLE.givens, step))
    assert lines[3] == "▶2 │      │(3) · │"
    assert lines[-1].endswith("▶ ▼ used unit: row 2, block 2, column 3   · where it matters")


def test_used_cages_are_named_with_their_sums_below_the_board() -> None:
    problem = killer_sudoku("", ["3 = r1c1 + r1c2", "7 = r2c1 + r3c1"])
    step = replace(STEP, derived=Fact("r3c1", 4), facts=(Fact("r2c1", 3),))
    shown = plain(board_view(problem, (), replace(step, constraints=("cage r2c1",))))
    assert shown[3:6] == [" 2 │(3)   │      │", "   ├──────┼──────┤", " 3 │[4]   │      │"]
    assert shown[-1].endswith("used unit: the cage of 7 at r2c1")


def test_the_board_tells_derived_used_and_other_apart_by_colour_as_well() -> None:
    step = replace(STEP, constraints=("row 1", "block 2"))
    board, _ = board_view(PUZZLE, PUZZLE.givens, step).renderables
    assert isinstance(board, Text)
    styles = {board.plain[span.start : span.end]: str(span.style) for span in board.spans}
    assert len({styles[mark] for mark in ("[2]", "(1)", " · ", " 4 ")}) == 4


@pytest.mark.parametrize(("cells", "box"), [(36, (2, 3)), (81, (3, 3)), (256, (4, 4))])
def test_walls_stand_around_the_boxes_of_any_shape(cells: int, box: tuple[int, int]) -> None:
    problem = sudoku("." * cells)
    step = Step(Fact("r1c1", 1), (), (), {}, 1.0, True, 1.0)
    lines = plain(board_view(problem, (), step))
    size = box[0] * box[1]
    frames = [line for line in lines if "─" in line]
    rows = [line for line in lines if "│" in line]
    assert len(frames) == size // box[0] + 1
    assert len(rows) == size
    assert all(line.count("│") == size // box[1] + 1 for line in rows)
    assert len({len(line) for line in frames + rows}) == 1
    assert max(map(len, lines)) <= 80


def test_irregular_blocks_get_irregular_walls() -> None:
    left = frozenset({"r1c1", "r2c1", "r2c2"})
    variables = tuple(Variable(f"r{row}c{col}", (1, 2)) for row in (1, 2) for col in (1, 2))
    blocks = (
        Constraint("block 1", "block", left, None, terms=("1",)),
        Constraint("block 2", "block", frozenset({"r1c2"}), None, terms=("2",)),
    )
    problem = Problem(SUDOKU, variables, blocks, layout=Board.named(variables, blocks))
    step = Step(Fact("r1c1", 1), (), (), {}, 1.0, True, 1.0)
    assert plain(board_view(problem, (), step))[1:-1] == [
        "   ┌───┬───┐",
        " 1 │[1]│   │",
        "   │   └───┤",
        " 2 │       │",
        "   └───────┘",
    ]


def test_a_cell_is_never_shown_as_the_number_of_its_bound() -> None:
    step = Step(Fact("r1c3", 2, "≥"), (Fact("r2c4", 3, "≤"),), (), {}, 1.0, True, 1.0)
    known = (Fact("r3c3", 3, "≥"), Fact("r4c4", 4))
    rows = [line for line in plain(board_view(sudoku("." * 16), known, step)) if "│" in line]
    assert rows == [
        " 1 │      │≥2    │",
        " 2 │      │   (?)│",
        " 3 │      │      │",
        " 4 │      │    4 │",
    ]


def test_figures_say_how_hard_a_step_is_in_words() -> None:
    step = replace(STEP, easy_cost=1.5)
    told = "Effort 3.0: about 3 times a single; proven: no step is easier"
    assert step_figures(PUZZLE, step).plain == told
    assert step_figures(PUZZLE, STEP).plain == "proven: no step is easier"


def test_figures_say_what_is_proven_of_a_step_that_may_not_be_optimal() -> None:
    step = Step(Fact("r1c3", 2), (), (), {}, 4.5, False, 3.25, easy_cost=4.5)
    told = "not proven: there may be an easier step, though none below 0.7"
    assert step_figures(PUZZLE, step).plain == f"Effort 1.0: like a single; {told}"


def test_what_is_inside_a_step_is_a_list_indented_by_level() -> None:
    inner = replace(STEP, constraints=("row 1",), inside=Inside())
    chain = Inside((STEP, replace(inner, inside=Inside((inner,)))), Fact("r1c3", 4))
    lines = plain(inside_view(State(PUZZLE, frozenset(), frozenset()), chain), width=60)
    assert lines[:3] == ["  Inside this step", "  Suppose that r1c3=4.", lines[2]]
    assert lines[2].startswith("  1. ")
    assert any(line.startswith("  2. ") for line in lines)
    assert any(line.startswith("    1. ") for line in lines)
    assert lines[-1] == "      This step cannot be made easier."


def test_a_step_is_shown_in_one_language_throughout() -> None:
    problem = Problem(kind=Kind("errands"), variables=(Variable("x", (1, 2)),), constraints=())
    alone = Step(Fact("x", 1), (), (), {}, 1.0, optimal=False, lower_bound=0.5)
    board, table, other = (
        "\n".join(plain(step_view(*shown, "de")))
        for shown in ((PUZZLE, (), STEP), (GRID, (), GRID_STEP), (problem, (), alone))
    )
    legend = "[ ] gefolgert   ( ) benutzter Fakt"
    assert f"{legend}   ▶ ▼ benutzte Einheit: Zeile 1, Spalte 3" in board
    assert "bewiesen: kein Schritt ist leichter" in board
    assert f"{legend}   · darauf kommt es an   ✓ gehört zusammen   × nicht" in table
    assert "nicht bewiesen: vielleicht gibt es einen leichteren Schritt" in other
    assert all(word in other for word in ("gefolgert", "Fakten", "Regeln", "keine"))


def test_other_problems_get_a_table_with_the_rules_as_described() -> None:
    problem = Problem(
        kind=Kind("errands"),
        variables=(Variable("x", (1, 2)), Variable("y", (1, 2))),
        constraints=(
            Constraint("c1", "rule", frozenset("xy"), None, description="x < y [strict]"),
        ),
    )
    step = Step(Fact("x", 1), (Fact("y", 2),), ("c1",), {}, 2.0, True, 2.0)
    table = "\n".join(plain(step_panel(problem, step)))
    assert all(part in table for part in ("derived", "[x=1]", "y=2", "“x < y [strict]”"))
    view = "\n".join(plain(step_view(problem, (), step)))
    assert table in view
    assert "Because y=2, and because of “x < y [strict]”, x must be 1." in view


def test_a_sudoku_is_shown_as_a_board_with_sentence_and_figures() -> None:
    view = "\n".join(plain(step_view(PUZZLE, PUZZLE.givens, STEP)))
    assert "▶1 │(1)   │[2]   │" in view
    assert "r1c3 must be 2." in view
    assert "no step is easier" in view


GRID = logic_grid({"pet": ["cat", "dog"], "owner": ["Ann", "Bob"], "hour": ["1", "2"]}, [])
GRID_STEP = Step(
    derived=Fact("pet cat = owner Ann", False),
    facts=(Fact("pet dog = owner Ann", True),),
    constraints=("pet-owner: one pet for each owner",),
    features={},
    cost=2.0,
    optimal=True,
    lower_bound=2.0,
)


def test_a_logic_grid_is_shown_as_tables_that_need_no_colour() -> None:
    known = [GRID_STEP.facts[0], Fact("owner Bob = hour 2", False)]
    assert plain(step_view(GRID, known, GRID_STEP))[:-2] == [
        "       owner   hour",
        "        A  B",
        "        n  o",
        "        n  b   1  2",
        " pet ─┬──────┬──────┐",
        "  cat │[×]   │      │",
        "  dog │(✓)   │      │",
        " hour ┼──────┴──────┘",
        "    1 │      │",
        "    2 │    × │",
        "──────┴──────┘",
        "[ ] derived   ( ) used fact   · where it matters   ✓ goes together   × does not",
    ]


def test_a_known_link_of_a_used_rule_is_told_from_others() -> None:
    step = replace(GRID_STEP, facts=(Fact("pet cat = owner Bob", True),))
    view = plain(step_view(GRID, [], replace(step, derived=Fact("pet dog = owner Bob", False))))
    assert "  cat │   (✓)│      │" in view


def test_a_grid_too_wide_for_the_terminal_becomes_a_table_of_its_parts() -> None:
    view = "\n".join(plain(step_view(GRID, (), GRID_STEP), width=20))
    assert "┬──────┬" not in view
    assert "…" not in view
    assert [word in view for word in ("┃ der ┃", "┃ ive ┃", "┃ d   ┃")] == [True] * 3


def test_the_parts_of_a_grid_too_wide_are_told_in_the_language_asked_for() -> None:
    step = replace(GRID_STEP, facts=(), constraints=("transitivity pet-owner-hour 1",))
    english, german = (
        " ".join("\n".join(plain(step_picture(GRID, (), step, name), width=20)).split())
        for name in ("en", "de")
    )
    assert "same" in english
    assert "same" not in german
