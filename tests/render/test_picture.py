from __future__ import annotations

import json
import runpy
from pathlib import Path
from xml.etree import ElementTree

from hintwise.problem import Fact, State, Step
from hintwise.puzzles import sudoku
from hintwise.render.picture import Picture, picture
from hintwise.render.words.steps import step_text

PUZZLE = sudoku("1.....3..4.....2")
STATE = State(PUZZLE, frozenset(PUZZLE.givens), frozenset({Fact("r1c3", 2)}))
STEP = Step(Fact("r1c3", 2), (Fact("r1c1", 1),), ("row 1",), {}, 2.0, True, 2.0)


def test_a_notebook_gets_the_picture_and_the_sentence_below_it() -> None:
    shown = picture(STATE, STEP)
    assert shown.title == "Sudoku: r1c3=2"
    assert shown.description == step_text(PUZZLE, STEP)
    assert shown._repr_svg_() == shown.svg
    html = shown._repr_html_()
    assert shown.svg in html
    assert html.index(shown.svg) < html.index(f"<figcaption>{shown.description}")
    ElementTree.fromstring(html)


def test_a_state_has_a_picture_that_says_how_far_it_is() -> None:
    shown = picture(STATE)
    assert shown.title == "Sudoku"
    assert shown.description == "Facts known: 4. Still to be explained: 1."
    assert shown.description in shown.svg


def test_a_picture_survives_as_json() -> None:
    shown = picture(STATE, STEP)
    assert Picture.from_json(json.loads(json.dumps(shown.as_json()))) == shown


def test_the_same_step_gives_the_same_picture_and_another_one_other_ids() -> None:
    assert picture(STATE, STEP) == picture(STATE, STEP)

    def ids(svg: str) -> set[str]:
        return {e.get("id", "") for e in ElementTree.fromstring(svg).iter()} - {""}

    assert not ids(picture(STATE, STEP).svg) & ids(picture(STATE).svg)


def test_the_pictures_of_the_documentation_are_what_is_drawn_today() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs" / "images"
    for name, svg in runpy.run_path(str(folder / "draw.py"))["pictures"]().items():
        kept = (folder / name).read_text(encoding="utf-8")
        assert kept == svg + "\n", f"{name} is out of date: run python docs/images/draw.py"
