"""The page as text; `test_page_in_browser.py` opens it."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.problem import Fact, Inside, PuzzleQuestion, Staircase, State, Step
from hintwise.puzzles import read_logic_grid, sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.render.svg.curve import curve
from hintwise.render.words.steps import step_text, wording_of

PUZZLE = sudoku("1.....3..4.....2")
STATE = State(PUZZLE, frozenset(PUZZLE.givens), frozenset())
FIRST = Step(Fact("r1c3", 2), (Fact("r1c1", 1),), ("row 1",), {}, 2.0, True, 2.0)
SECOND = Step(
    Fact("r1c4", 4), (Fact("r1c3", 2), Fact("r1c1", 1)), ("row 1", "block 2"), {}, 7.5, False, 3.25
)
PAGE = Walkthrough.of(STATE, [FIRST, SECOND])
VOID = {"meta", "link", "input", "br"}


class Outline(HTMLParser):
    """Fails on tags that do not match; keeps ids, classes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if (name := found.get("id")) is not None:
            self.ids.append(name)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_holds_every_step_in_words_and_as_a_picture() -> None:
    outline = Outline(PAGE.html)
    sections = [attrs["id"] for tag, attrs in outline.tags if tag == "section"]
    assert sections == ["step-1", "step-2"]
    assert PAGE.html.count('role="img"') == 2
    for step in (FIRST, SECOND):
        assert html.escape(step_text(PUZZLE, step)) in PAGE.html
    assert "Step 1 of 2" in PAGE.html
    assert "Proven: no step is easier." in PAGE.html
    assert "Not proven: there may be an easier step." in PAGE.html


def test_effort_is_told_by_what_an_easy_step_takes() -> None:
    steps = [replace(step, easy_cost=2.5) for step in (FIRST, SECOND)]
    page = Walkthrough.of(STATE, steps).html
    assert "Effort 0.8: like a single; proven: no step is easier." in page
    assert "Effort 3.0: about 3 times a single; not proven" in page
    assert "though none below 1.3." in page
    assert "cost" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)


def test_the_pattern_is_a_badge_and_not_said_twice() -> None:
    problem = sudoku("1.34............")
    state = State(problem, frozenset(problem.givens), frozenset())
    step = Step(Fact("r1c2", 2), problem.givens, ("row 1",), {}, 1.0, True, 1.0)
    page = Walkthrough.of(state, [step]).html
    assert '<p class="badge">Full house</p>' in page
    (sentence,) = re.findall(r'<p class="sentence">(.*?)</p>', page)
    assert sentence.startswith("Row 1 has")


def test_many_chips_are_folded_and_each_has_its_shape_on_the_board() -> None:
    problem = sudoku("123456789" * 9)
    units = tuple(f"row {n}" for n in range(1, 10))
    step = Step(Fact("r1c1", 1), problem.givens[10:30], units, {}, 9.0, True, 9.0)
    page = Walkthrough.of(State(problem, frozenset(), frozenset()), [step]).html
    assert page.count("<summary>12 more</summary>") == 1, "of rules there is only one more"
    tags = Outline(page).tags
    chips = [attrs["data-part"] for tag, attrs in tags if tag == "li" and "data-part" in attrs]
    shapes = [attrs["data-part"] for tag, attrs in tags if tag == "path" and "data-part" in attrs]
    assert chips == [*(f"f{n}" for n in range(20)), *(f"r{n}" for n in range(9))]
    assert sorted(chips) == sorted(shapes)


GRID = read_logic_grid(PUZZLES["kites"])
GRID_STATE = State(GRID, frozenset(), frozenset())


def test_all_clues_stand_beside_a_logic_grid_and_the_used_ones_are_marked() -> None:
    clue = next(rule for rule in GRID.constraints if rule.group == "clue")
    derived = Fact(min(clue.variables), False)
    step = Step(derived, (), (clue.name,), {}, 1.0, True, 1.0)
    page = Walkthrough.of(GRID_STATE, [step, step]).html
    clues = [rule for rule in GRID.constraints if rule.group == "clue"]
    for rule in clues:
        # For each step, and once more for paper.
        assert page.count(f"{html.escape(rule.description)}</li>") == 3
    assert page.count('<li class="used" data-part="r0">') == 2
    assert page.count('<ul class="chips rules">') == 0


def test_the_answer_stands_at_the_end_once_all_of_it_is_known() -> None:
    assert isinstance(GRID.layout, Staircase)
    first, *others = GRID.layout.categories
    links = [
        Fact(f"{first} {value} = {category} {other}", True)
        for category in others
        for value, other in zip(
            GRID.layout.categories[first], GRID.layout.categories[category], strict=True
        )
    ]
    *known, last = map(GRID.parse_fact, map(str, links))
    before = State(GRID, frozenset(known), frozenset())
    step = Step(last, (), (), {}, 1.0, True, 1.0)
    page = Walkthrough.of(before, [step]).html
    Outline(page)
    (rows,) = re.findall(r"<tbody>(.*?)</tbody>", page)
    assert rows.count("<tr>") == len(GRID.layout.categories[first])
    assert "<tbody>" not in Walkthrough.of(GRID_STATE, [step]).html


def test_a_grid_can_be_solved_by_hand_on_paper_and_its_question_is_answered() -> None:
    problem = read_logic_grid(PUZZLES["kites"])
    assert isinstance(problem.layout, Staircase)
    categories = list(problem.layout.categories)
    value, category = problem.layout.categories[categories[0]][0], categories[1]
    links = tuple(name for name in problem.variable_by_name if f"{value} = {category} " in name)
    asking = replace(problem, question=PuzzleQuestion("Which one?", links))
    state = State(asking, frozenset(asking.givens), frozenset())
    first = Step(Fact(links[0], True), (), ("clue 1",), {}, 1.0, True, 1.0)
    page = Walkthrough.of(state, [first])
    text = page.html
    Outline(text)
    assert '<p class="story question">Which one?</p>' in text
    assert text.index('class="blank"') < text.index('class="step"')
    assert '<p class="uses">uses clue 1</p>' in text
    said = html.escape(wording_of(asking).answer([first.derived]))
    assert (
        f'<section class="answer"><h2>Answer</h2><p class="sentence">{said}</p></section>' in text
    )
    assert 'class="blank"' not in PAGE.html
    assert '<p class="uses">' not in PAGE.html


def test_what_is_inside_a_step_folds_out_level_by_level() -> None:
    innermost = replace(FIRST, inside=Inside())
    chain = Inside((FIRST, replace(SECOND, inside=Inside((innermost,)))), Fact("r1c4", 3))
    page = Walkthrough.of(STATE, [replace(SECOND, inside=chain)]).html
    outline = Outline(page)
    assert len(outline.ids) == len(set(outline.ids))
    assert page.count('<details class="inside">') == 2
    assert page.count("Suppose that r1c4=3.") == 1
    assert page.count("This step cannot be made easier.") == 1
    assert page.count('<div class="small"><svg') == 3
    assert '<details class="inside">' not in PAGE.html


def test_ids_are_unique_and_labels_lead_to_them() -> None:
    outline = Outline(PAGE.html)
    assert len(outline.ids) == len(set(outline.ids))
    for _, attrs in outline.tags:
        for name in (attrs.get("aria-labelledby") or "").split():
            assert name in outline.ids
        if (target := attrs.get("href")) and target.startswith("#"):
            assert target[1:] in outline.ids


def test_the_page_loads_nothing() -> None:
    page = PAGE.html
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(img|iframe|object|embed)|@import|\bsrc=", page)
    assert "default-src 'none'" in page


def test_a_used_fact_leads_to_the_step_that_derived_it() -> None:
    assert '<a href="#step-1">r1c3=2 <small>step 1</small></a>' in PAGE.html
    assert '<li data-part="f0">r1c1=1</li>' in PAGE.html


def test_a_page_says_whether_it_was_stopped_and_whether_its_steps_are_alternatives() -> None:
    assert 'class="note"' not in PAGE.html
    assert "stopped early" in replace(PAGE, stopped=True).html
    both = Walkthrough(PUZZLE, ((STATE, FIRST), (STATE, SECOND)))
    assert "same position" in both.html


def test_a_page_without_steps_says_so() -> None:
    page = Walkthrough.of(STATE, []).html
    Outline(page)
    assert "nothing to explain" in page
    assert 'hw-curve-line"' not in page


def test_a_page_speaks_the_language_asked_for() -> None:
    page = Walkthrough.of(STATE, [FIRST], language="de").html
    assert '<html lang="de">' in page
    assert "Schritt 1 von 1" in page
    assert "Step 1 of 1" not in page


def test_a_story_has_its_paragraphs() -> None:
    told = replace(PUZZLE, story="One <day>.\n\nThen\nanother.", title="A & B")
    page = Walkthrough.of(State(told, STATE.facts, STATE.targets), [FIRST]).html
    assert '<p class="story">One &lt;day&gt;.</p><p class="story">Then\nanother.</p>' in page
    assert "<h1>A &amp; B</h1>" in page


@given(text=st.text() | st.sampled_from(["</script><script>", "$style", "${x}", "\x00", "<!--"]))
def test_no_text_breaks_out_of_its_place(text: str) -> None:
    problem = replace(PUZZLE, title=text, story=text)
    page = Walkthrough.of(State(problem, STATE.facts, STATE.targets), [FIRST]).html
    outline = Outline(page)
    assert [tag for tag, _ in outline.tags].count("script") == 1


def test_a_page_of_56_steps_stays_small() -> None:
    problem = sudoku("123456789" * 9)
    units = tuple(f"{kind} {n}" for kind in ("row", "col", "block") for n in (1, 5, 9))
    step = Step(Fact("r1c1", 1), problem.givens[5:15], units, {}, 9.0, True, 9.0)
    state = State(problem, frozenset(problem.givens), frozenset())
    assert len(Walkthrough.of(state, [step] * 56).html) < 1_000_000


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    shown = PAGE._repr_html_()
    ((tag, attrs),) = Outline(shown).tags
    assert tag == "iframe"
    assert attrs["srcdoc"] == PAGE.html


SVG = "{http://www.w3.org/2000/svg}"


def test_the_curve_rises_with_the_effort_and_marks_what_is_not_proven() -> None:
    root = ElementTree.fromstring(curve(wording_of(PUZZLE), [FIRST, SECOND, FIRST]))
    (line,) = root.iter(f"{SVG}polyline")
    points = [tuple(map(float, p.split(","))) for p in line.get("points", "").split()]
    (x1, y1), (x2, y2), (x3, y3) = points
    assert x1 < x2 < x3
    assert y2 < y1 == y3, "upwards is a smaller y"
    links = list(root.iter(f"{SVG}a"))
    assert [a.get("href") for a in links] == ["#step-1", "#step-2", "#step-3"]
    assert [a[-1].tag for a in links] == [f"{SVG}circle", f"{SVG}path", f"{SVG}circle"]
    assert "not proven" in links[1].get("aria-label", "")
    assert {"effort", "step", "0", "2", "4"} <= {t.text for t in root.iter(f"{SVG}text")}


@pytest.mark.parametrize("costs", [[0.0], [1e-9, 1e9], [3.0] * 400, [0.1, 0.2]])
def test_the_curve_stays_on_its_paper(costs: list[float]) -> None:
    steps = [replace(FIRST, cost=cost) for cost in costs]
    root = ElementTree.fromstring(curve(wording_of(PUZZLE), steps))
    width, height = map(float, root.get("viewBox", "").split()[2:])
    (line,) = root.iter(f"{SVG}polyline")
    for point in line.get("points", "").split():
        x, y = map(float, point.split(","))
        assert 0 <= x <= width
        assert 0 <= y <= height
    assert len(list(root.iter(f"{SVG}text"))) < 40
