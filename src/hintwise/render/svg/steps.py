"""Steps and states as SVG: self-contained pictures without scripts or outside resources."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hintwise.problem import Board, Staircase, State, Step
from hintwise.render.marks import Marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.svg.board import board_drawing
from hintwise.render.svg.legend import (
    cage_entries,
    digit_entries,
    legend,
    letters_of,
    link_entries,
    mark_entries,
    rule_line,
    rule_list,
    step_entries,
    value_entries,
)
from hintwise.render.svg.shapes import STYLE, Drawing, document, shape, stacked
from hintwise.render.svg.staircase import staircase_drawing
from hintwise.render.svg.table import has_columns, table_drawing
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording

_NARROWEST = 300.0
_HATCH_STEP = 7


def svg(
    state: State,
    step: Step | None = None,
    *,
    name: str = "hw",
    styled: bool = True,
    language: str = DEFAULT,
) -> str:
    """A picture of a state, or of a step from it, with a legend.

    A board of cells (a Sudoku of any shape) and a logic grid look as puzzle people know them; any
    other problem is a table of variables and values. `name` starts every id in the picture, so two
    pictures on one page need two names. Without `styled` the page has to hold `STYLE` itself.
    """
    wording = wording_of(state.problem, language)
    pencil = PencilMarks.of(state.problem, state.facts, step)
    drawing = _drawing(wording, Marks.of(state.problem, state.facts, step), pencil)
    root = document(
        drawing,
        name=name,
        title=title_of(wording, step),
        description=description_of(wording, state, step),
        style=STYLE if styled else "",
    )
    root.insert(-2, _hatch(name))  # before the paper and what is on it
    _use_hatch(root, name)
    return ElementTree.tostring(root, encoding="unicode")


def _drawing(wording: Wording, marks: Marks, pencil: PencilMarks | None) -> Drawing:
    problem, language, letters = wording.problem, wording.language, letters_of(marks)
    tell_rules = rule_list
    if isinstance(layout := problem.layout, Board):
        picture = board_drawing(layout, marks, pencil)
        known = [
            *digit_entries(marks, language),
            *cage_entries(layout, language),
            *mark_entries(pencil, language),
        ]
        tell_rules = rule_line
    elif isinstance(layout, Staircase):
        picture, known = staircase_drawing(layout, marks, letters), link_entries(marks, language)
    else:
        picture = table_drawing(wording, marks, letters)
        known = value_entries(marks, language) if has_columns(problem, marks) else []
    width = max(picture.width, _NARROWEST)
    parts = [picture, legend([*step_entries(marks, language, pencil), *known], width)]
    if marks.rules:
        parts.append(tell_rules(wording, letters, width))
    return stacked(parts, gap=14)


def _hatch(name: str) -> Element:
    pattern = shape("pattern", id=f"{name}-hatch", width=_HATCH_STEP, height=_HATCH_STEP)
    pattern.set("patternUnits", "userSpaceOnUse")
    pattern.set("patternTransform", "rotate(45)")
    pattern.append(shape("path", "hatch", d=f"M0 0v{_HATCH_STEP}"))
    defs = shape("defs")
    defs.append(pattern)
    return defs


def _use_hatch(root: Element, name: str) -> None:
    """Let every hatched shape use this picture's own pattern."""
    for element in root.iter():
        if element.get("fill", "").startswith("url("):
            element.set("fill", f"url(#{name}-hatch)")


def title_of(wording: Wording, step: Step | None) -> str:
    """What a picture is called."""
    name = wording.heading
    return name if step is None else f"{name}: {wording.facts((step.derived,))}"


def description_of(wording: Wording, state: State, step: Step | None) -> str:
    """What a picture shows, for those who cannot see it."""
    if step is not None:
        return wording.step(step)
    return wording.language.say("picture.state", known=len(state.facts), open=len(state.targets))
