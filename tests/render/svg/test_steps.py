"""Pictures say what the step says, in well-formed XML, whatever people call their things."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cpmpy as cp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.problem import (
    CONTRADICTION,
    Board,
    Constraint,
    Fact,
    Kind,
    Problem,
    Staircase,
    State,
    Step,
    Variable,
)
from hintwise.puzzles import from_cpmpy, killer_sudoku, read_logic_grid, sudoku
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.render.marks import Marks
from hintwise.render.reasons import reasons
from hintwise.render.svg.shapes import STYLE
from hintwise.render.svg.steps import svg

SVG = "{http://www.w3.org/2000/svg}"
PUZZLE = sudoku("1.....3..4.....2")
BAKERY = read_logic_grid(
    (Path(__file__).resolve().parents[3] / "docs" / "examples" / "bakery.toml").read_text("utf-8")
)
STEP = Step(
    derived=Fact("r1c3", 2),
    facts=(Fact("r1c1", 1), Fact("r2c3", 3)),
    constraints=("row 1", "col 3", "block 2"),
    features={},
    cost=4.5,
    optimal=True,
    lower_bound=4.5,
)
GRID_STEP = Step(
    derived=Fact("baker Ada = bread oat", False),
    facts=(Fact("baker Cleo = bread oat", True),),
    constraints=("baker-bread: one baker for each bread", "clue 1"),
    features={},
    cost=2.0,
    optimal=True,
    lower_bound=2.0,
)


def state_of(problem: Problem, *more: Fact) -> State:
    return State(problem, frozenset((*problem.givens, *more)), frozenset())


def parsed(problem: Problem, step: Step | None = None, *more: Fact) -> Element:
    return ElementTree.fromstring(svg(state_of(problem, *more), step))


def of_class(root: Element, look: str) -> list[Element]:
    return [e for e in root.iter() if f"hw-{look}" in e.get("class", "").split()]


def texts(root: Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}text")]


def errands(*values: int, count: int = 2, text: str = "x comes first", title: str = "") -> Problem:
    names = [f"errand {number}" for number in range(count)]
    return Problem(
        kind=Kind("errands"),
        variables=tuple(Variable(name, values) for name in names),
        constraints=(Constraint("c1", "rule", frozenset(names[:2]), None, description=text),),
        title=title,
    )


ERRAND_STEP = Step(Fact("errand 0", 1), (Fact("errand 1", 2),), ("c1",), {}, 2.0, True, 2.0)
KILLER = killer_sudoku("", ["3 = r1c1 + r1c2", "? = r3c3 + r4c3", "7 = r2c1 + r3c1"])
KILLER_STEP = replace(
    STEP, derived=Fact("r3c1", 4), facts=(Fact("r2c1", 3),), constraints=("cage r2c1",)
)

EXAMPLES = [
    (PUZZLE, STEP),
    (KILLER, KILLER_STEP),
    (BAKERY, GRID_STEP),
    (errands(1, 2), ERRAND_STEP),
]


@pytest.mark.parametrize(("problem", "step"), EXAMPLES, ids=lambda x: getattr(x, "kind", ""))
def test_derived_used_facts_and_used_rules_differ_in_shape(problem: Problem, step: Step) -> None:
    root = parsed(problem, step)
    frames = [len(of_class(root, look)) for look in ("derived", "derived-in")]
    assert frames == [2, 2], "a double frame in the picture and one in the legend"
    assert {e.tag for e in of_class(root, "derived")} == {f"{SVG}rect"}
    rings = of_class(root, "used")
    assert len(rings) == len(step.facts) + 1
    assert {e.tag for e in rings} == {f"{SVG}circle"}
    assert {"derived", "used fact", "used rule"} <= set(texts(root))


@pytest.mark.parametrize(("problem", "step"), EXAMPLES, ids=lambda x: getattr(x, "kind", ""))
def test_a_state_alone_has_nothing_derived_or_used(problem: Problem, step: Step) -> None:
    root = parsed(problem)
    for look in ("derived", "used", "tag", "edge"):
        assert of_class(root, look) == []
    assert not {"derived", "used fact", "used rule"} & set(texts(root))


@pytest.mark.parametrize(("problem", "step"), EXAMPLES, ids=lambda x: getattr(x, "kind", ""))
def test_a_screen_reader_finds_title_and_sentence(problem: Problem, step: Step) -> None:
    root = parsed(problem, step)
    assert root.get("role") == "img"
    by_id = {e.get("id"): e for e in root.iter() if e.get("id")}
    title, description = (by_id[name] for name in root.get("aria-labelledby", "").split())
    assert title.tag == f"{SVG}title"
    assert title.text
    assert description.tag == f"{SVG}desc"
    assert (description.text or "").endswith(".")


@pytest.mark.parametrize(("problem", "step"), EXAMPLES, ids=lambda x: getattr(x, "kind", ""))
def test_a_picture_needs_nothing_from_outside_and_runs_nothing(
    problem: Problem, step: Step
) -> None:
    text = svg(state_of(problem), step)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {"#hw-hatch"}
    assert not re.search(r"<script|\son\w+=|<image|@import|href", text)


@pytest.mark.parametrize(("problem", "step"), EXAMPLES, ids=lambda x: getattr(x, "kind", ""))
def test_every_look_has_a_style_and_every_part_lies_on_the_paper(
    problem: Problem, step: Step
) -> None:
    root = parsed(problem, step)
    looks = {look for e in root.iter() for look in e.get("class", "").split()}
    assert {look for look in looks if f".{look}" not in STYLE} == set()
    width, height = map(float, root.get("viewBox", "").split()[2:])
    for shape in root.iter(f"{SVG}rect"):
        assert 0 <= float(shape.get("x", 0)) <= width
        assert float(shape.get("x", 0)) + float(shape.get("width", 0)) <= width
        assert float(shape.get("height", 0)) <= height


def test_ids_start_with_the_name_so_that_a_page_may_hold_many_pictures() -> None:
    root = ElementTree.fromstring(svg(state_of(PUZZLE), STEP, name="seventh", styled=False))
    ids = [e.get("id", "") for e in root.iter() if e.get("id")]
    assert ids
    assert all(name.startswith("seventh-") for name in ids)
    assert {e.get("fill") for e in root.iter() if "url" in e.get("fill", "")} == {
        "url(#seventh-hatch)"
    }
    assert root.find(f"{SVG}style") is None


def test_a_board_holds_each_known_value_once_and_tells_given_from_found() -> None:
    root = parsed(PUZZLE, STEP, Fact("r1c2", 3))
    groups = {look: e for e in root.iter(f"{SVG}g") for look in e.get("class", "").split()}
    assert [e.text for e in groups["hw-given"]] == ["1", "3", "4", "2"]
    assert [e.text for e in groups["hw-found"]] == ["3"]
    assert [e.text for e in groups["hw-new"]] == ["2"]
    assert {"given", "found"} <= set(texts(root))


def test_a_board_marks_used_rows_and_columns_at_the_margin_and_blocks_by_an_edge() -> None:
    root = parsed(PUZZLE, STEP)
    assert [e.text for e in of_class(root, "tag-text")] == ["1", "3"]
    board_edge, legend_edge = of_class(root, "edge")
    assert board_edge.tag == f"{SVG}path"
    assert legend_edge.tag == f"{SVG}rect"
    assert "row 1 · column 3 · block 2" in texts(root)


@pytest.mark.parametrize(
    ("cells", "box"), [(16, (2, 2)), (36, (2, 3)), (81, (3, 3)), (256, (4, 4))]
)
def test_a_board_has_the_walls_of_its_boxes(cells: int, box: tuple[int, int]) -> None:
    (wall,) = of_class(parsed(sudoku("." * cells)), "wall")
    size = box[0] * box[1]
    path = wall.get("d", "")
    assert path.count("h") == size * (size // box[0] + 1)
    assert path.count("v") == size * (size // box[1] + 1)


def test_irregular_blocks_get_irregular_walls_and_edges() -> None:
    variables = tuple(Variable(f"r{row}c{col}", (1, 2)) for row in (1, 2) for col in (1, 2))
    left = frozenset({"r1c1", "r2c1", "r2c2"})
    blocks = (
        Constraint("block 1", "block", left, None, terms=("1",)),
        Constraint("block 2", "block", frozenset({"r1c2"}), None, terms=("2",)),
    )
    problem = Problem(SUDOKU, variables, blocks, layout=Board.named(variables, blocks))
    step = Step(Fact("r1c1", 1), (), ("block 1",), {}, 1.0, True, 1.0)
    root = parsed(problem, step)
    (wall,) = of_class(root, "wall")
    assert (wall.get("d", "").count("h"), wall.get("d", "").count("v")) == (5, 5)
    edge = next(e for e in of_class(root, "edge") if e.tag == f"{SVG}path").get("d", "")
    ends = [tuple(map(float, end.split())) for end in re.split("[ML]", edge)[1:]]
    assert len(ends) == 2 * 8, "the outline of an L of three cells has eight sides"
    assert all(ends.count(end) == 2 for end in ends), "and it is closed"


def test_cages_have_a_fine_line_and_their_sums() -> None:
    picture = parsed(KILLER)
    lines = [e for e in of_class(picture, "cage") if e.tag == f"{SVG}path"]
    # Two neighbouring cells have six sides around them.
    assert [(line.get("d") or "").count("M") for line in lines] == [18]
    labels = [e.text for e in of_class(picture, "cage-label")]
    assert labels == ["3", "7", "9"], "the last is the one of the legend"
    assert "cage with its sum" in texts(picture)
    assert not of_class(picture, "edge")


def test_the_edge_of_a_used_cage_takes_the_place_of_its_line() -> None:
    picture = parsed(KILLER, KILLER_STEP)
    lines = [e for e in of_class(picture, "cage") if e.tag == f"{SVG}path"]
    edges = [e for e in of_class(picture, "edge") if e.tag == f"{SVG}path"]
    assert [(line.get("d") or "").count("M") for line in (*lines, *edges)] == [12, 6]
    assert "the cage of 7 at r2c1" in texts(picture)


def test_a_board_without_cages_says_nothing_of_them() -> None:
    picture = parsed(PUZZLE, STEP)
    assert not of_class(picture, "cage")
    assert "cage with its sum" not in texts(picture)


def test_a_value_that_is_ruled_out_is_not_shown_as_the_value() -> None:
    step = Step(Fact("r1c3", 2, "≠"), (Fact("r2c4", 1, "≠"),), (), {}, 1, True, 1)
    assert {"≠2", "≠1"} <= set(texts(parsed(PUZZLE, step)))


def test_a_bound_is_shown_with_its_sign_where_there_is_room_for_one_thing() -> None:
    step = Step(Fact("r1c3", 2, "≥"), (Fact("r2c4", 3, "≤"),), (), {}, 1, True, 1)
    known = [Fact("r4c3", 2, "≥"), Fact("r4c3", 3, "≤")]
    assert {"≥2", "≤3", "≥2,≤3"} <= set(texts(parsed(PUZZLE, step, *known)))


def test_a_bound_crosses_out_the_values_that_it_excludes() -> None:
    x, y = cp.intvar(1, 5, shape=2, name=("x", "y"))
    problem = from_cpmpy([x < y], bounds=True)
    step = Step(Fact("x", 3, "≤"), (Fact("y", 4, "≤"),), ("constraint 1",), {}, 1, True, 1)
    root = parsed(problem, step)
    crosses = [e.get("class") for e in of_class(root, "no") if e.tag == f"{SVG}path"]
    assert crosses.count("hw-no hw-new") == 2, "x is neither 4 nor 5"
    assert crosses.count("hw-no hw-found") == 1, "y is not 5"
    assert "ruled out" in texts(root)


def test_a_variable_of_many_values_is_shown_with_its_bounds_in_words() -> None:
    x, y = cp.intvar(0, 500, shape=2, name=("x", "y"))
    step = Step(Fact("x", 30, "≤"), (), ("constraint 1",), {}, 1, True, 1)
    root = parsed(from_cpmpy([x < y]), step, Fact("y", 20, "≥"), Fact("y", 31, "≤"))
    assert {"≤30", "≥20, ≤31"} <= set(texts(root))
    assert not {"known", "ruled out"} & set(texts(root)), "there are no ticks and crosses"


def test_a_logic_grid_has_a_table_for_every_two_categories() -> None:
    root = parsed(BAKERY, GRID_STEP)
    assert len([e for e in of_class(root, "wall") if e.tag == f"{SVG}rect"]) == 6
    for category in ("baker", "bread", "hour", "oven"):
        assert category in texts(root)
    assert texts(root).count("old iron") == 2, "once down the side and once along the top"
    assert texts(root).count("Ada") == 1


def test_a_logic_grid_has_a_cross_for_each_known_link_that_does_not_hold() -> None:
    more = [Fact("baker Ada = hour 5", False), Fact("baker Ada = hour 6", False)]
    root = parsed(BAKERY, GRID_STEP, *more)
    (found,) = (e for e in of_class(root, "no") if e.get("class") == "hw-no hw-found")
    assert found.get("d", "").count("M") == 2
    (new,) = of_class(root, "new")
    assert new.get("class") == "hw-no hw-new"


def test_the_letters_of_a_logic_grid_lead_from_tables_to_rules() -> None:
    root = parsed(BAKERY, GRID_STEP)
    letters = [e.text for e in of_class(root, "tag-text")]
    clue = BAKERY.constraint("clue 1")
    assert isinstance(BAKERY.layout, Staircase)
    links = BAKERY.layout.links
    tables = {tuple(category for category, _ in links[name]) for name in clue.variables}
    assert letters.count("A") == 1 + 2, "over one table, in the legend and in the list"
    assert letters.count("B") == len(tables) + 1


def test_any_other_problem_is_a_table_of_values() -> None:
    shown = texts(parsed(errands(1, 2, 5), ERRAND_STEP))
    assert {"errand 0", "errand 1", "1", "2", "5", "“x comes first”"} <= set(shown)


def test_too_many_values_for_columns_are_written_out() -> None:
    root = parsed(errands(*range(100)), ERRAND_STEP)
    assert {"value", "1", "2"} <= set(texts(root))
    assert "99" not in texts(root)


def test_of_many_variables_those_of_the_step_are_shown() -> None:
    step = Step(Fact("errand 99", 1), (Fact("errand 1", 2),), ("c1",), {}, 2.0, True, 2.0)
    shown = texts(parsed(errands(1, 2, count=100), step))
    assert [name for name in shown if name.startswith("errand")] == [
        "errand 0",
        "errand 1",
        "errand 99",
    ]
    assert "variables not shown: 97" in shown


def test_a_long_state_shows_its_first_variables_and_says_how_many_are_left_out() -> None:
    shown = texts(parsed(errands(1, 2, count=100)))
    assert sum(name.startswith("errand") for name in shown) == 40
    assert "variables not shown: 60" in shown


def test_a_rule_may_speak_about_more_than_the_board() -> None:
    unseen = Constraint("sum", "sum", frozenset({"r1c1", "total"}), None)
    problem = replace(PUZZLE, constraints=(*PUZZLE.constraints, unseen))
    step = replace(STEP, constraints=("sum",))
    assert len(of_class(parsed(problem, step), "edge")) == 2


def test_a_long_name_goes_on_in_the_next_line() -> None:
    name = "a_very_long_name of something " * 3 + "x" * 50
    variables = (Variable(name, (1, 2)), Variable("short", (1, 2)))
    problem = Problem(kind=Kind("model"), variables=variables, constraints=())
    root = parsed(problem)
    labels = [e for e in of_class(root, "ink") if e.get("font-size") == "13"]
    lines = labels[: [e.text for e in labels].index("short")]
    assert "".join("".join(e.text or "" for e in lines).split()) == "".join(name.split())
    assert all(len(e.text or "") <= 30 for e in lines)
    heights = [float(e.get("y", "")) for e in lines]
    assert heights == sorted(set(heights))


def test_only_the_places_where_used_rules_meet_are_hatched() -> None:
    alone = Marks.of(PUZZLE, (), replace(STEP, facts=(), constraints=("row 1",)))
    assert reasons(PUZZLE.layout, alone) == frozenset()
    step = Step(Fact("r1c1", 2), (), ("row 2", "block 1"), {}, 1.0, True, 1.0)
    known = (Fact("r2c1", 4),)
    assert reasons(PUZZLE.layout, Marks.of(PUZZLE, known, step)) == {"r2c2"}
    everything = replace(step, constraints=tuple(rule.name for rule in PUZZLE.constraints))
    assert reasons(PUZZLE.layout, Marks.of(PUZZLE, (), everything)) == frozenset()


def test_of_a_whole_table_only_the_line_that_a_step_argues_along_is_hatched() -> None:
    step = Step(
        Fact("baker Ada = hour 5", False),
        (Fact("baker Ada = hour 6", True),),
        ("baker-hour: one baker for each hour",),
        {},
        1.0,
        True,
        1.0,
    )
    hatched = reasons(BAKERY.layout, Marks.of(BAKERY, (), step))
    assert hatched
    assert all(name.startswith("baker Ada = hour") for name in hatched)


def test_a_broken_rule_lies_in_what_clashes_and_nowhere_else() -> None:
    marks = Marks.of(PUZZLE, (), replace(STEP, derived=CONTRADICTION))
    assert marks.derived == {}
    assert list(marks.used) == ["r1c1", "r2c3"]
    assert [rule.name for rule in marks.rules] == list(STEP.constraints)


def test_links_without_a_layout_are_a_table() -> None:
    problem = Problem(
        kind=Kind("pairs"),
        variables=(
            Variable("x 1 = y 1", (0, 1), boolean=True),
            Variable("x 1 = y 2", (0, 1), boolean=True),
        ),
        constraints=(),
    )
    assert {"x 1 = y 1", "x 1 = y 2", "no", "yes"} <= set(texts(parsed(problem)))


def test_a_picture_speaks_the_language_asked_for() -> None:
    text = svg(state_of(PUZZLE), STEP, language="de")
    assert "gefolgert" in text
    assert "derived<" not in text


ODD_TEXT = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["]]>", "<script>alert(1)</script>", "&amp;", "\"'", "\x00\x0b\ufffe", "\ud800", "a\nb", "‮"]
)


@given(title=ODD_TEXT, description=ODD_TEXT)
def test_a_table_is_well_formed_whatever_people_write(title: str, description: str) -> None:
    root = parsed(errands(1, 2, text=description, title=title), ERRAND_STEP)
    assert root.find(f".//{SVG}script") is None


@given(names=st.lists(ODD_TEXT, min_size=4, max_size=4), category=ODD_TEXT)
def test_a_grid_is_well_formed_whatever_people_write(names: list[str], category: str) -> None:
    # A number in front keeps the names apart, as the builder of logic grids asks for.
    one, two, three, four = (f"{number}{name}" for number, name in enumerate(names))
    categories = {category + "1": (one, two), category + "2": (three, four)}
    rows, columns = ([(name, value) for value in own] for name, own in categories.items())
    links = {str(number): pair for number, pair in enumerate(itertools.product(rows, columns))}
    problem = Problem(
        kind=Kind("grid", words="logic_grid"),
        variables=tuple(Variable(name, (0, 1), boolean=True) for name in links),
        constraints=(),
        title=category,
        layout=Staircase(categories, links),
    )
    step = Step(Fact("0", True), (Fact("1", False),), (), {}, 1.0, True, 1.0)
    root = parsed(problem, step)
    assert len(of_class(root, "wall")) == 1
