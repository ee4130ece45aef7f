"""Steps and states as SVG: self-contained pictures without scripts or outside resources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hintwise.problem import Board, Staircase, State, Step
from hintwise.render.marks import Marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.svg.board import board_drawing
from hintwise.render.svg.legend import (
    Entry,
    cage_entries,
    digit_entries,
    legend,
    letter_entries,
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
_NARROWEST_LEGEND = 420.0
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
    marks, pencil = _marks(state, step)
    picture = _picture(wording, marks, pencil)
    width = max(picture.width, _NARROWEST)
    parts = [picture, legend(_entries(wording, marks, pencil), width)]
    if marks.rules:
        tell_rules = rule_line if isinstance(state.problem.layout, Board) else rule_list
        parts.append(tell_rules(wording, letters_of(marks), width))
    drawing = stacked(parts, gap=14)
    return _finished(drawing, wording, state, step, name=name, style=STYLE if styled else "")


def small_svg(state: State, step: Step | None = None, *, name: str, language: str = DEFAULT) -> str:
    """The picture alone, for a page that tells the rest in words and holds `STYLE` itself."""
    wording = wording_of(state.problem, language)
    picture = _picture(wording, *_marks(state, step))
    return _finished(picture, wording, state, step, name=name, style="")


def linked_svg(state: State, step: Step, *, name: str, language: str = DEFAULT) -> str:
    """The same for a page that lights up parts of the step.

    On top lies an invisible shape for each used fact (`data-part="f0"`, by variable) and each used
    rule (`r0`), in the order in which the step names them.
    """
    wording = wording_of(state.problem, language)
    marks, pencil = _marks(state, step)
    picture = _picture(wording, marks, pencil)
    drawing = replace(picture, parts=(*picture.parts, *_touchable(picture, marks)))
    return _finished(drawing, wording, state, step, name=name, style="")


def legend_svg(state: State, step: Step, *, name: str, language: str = DEFAULT) -> str:
    """What the marks in `linked_svg` mean, as a picture of its own; its text is for all to read."""
    wording = wording_of(state.problem, language)
    marks, pencil = _marks(state, step)
    width = max(_picture(wording, marks, pencil).width, _NARROWEST_LEGEND)
    drawing = legend(_entries(wording, marks, pencil), width)
    root = shape("svg", "legend", xmlns="http://www.w3.org/2000/svg")
    root.set("class", "hw hw-legend")
    root.set("viewBox", f"0 0 {drawing.width:g} {drawing.height:g}")
    root.set("width", f"{drawing.width:g}")
    root.extend((_hatch(name), *drawing.parts))
    _use_hatch(root, name)
    return ElementTree.tostring(root, encoding="unicode")


def _finished(
    drawing: Drawing, wording: Wording, state: State, step: Step | None, *, name: str, style: str
) -> str:
    root = document(
        drawing,
        name=name,
        title=title_of(wording, step),
        description=description_of(wording, state, step),
        style=style,
    )
    root.insert(-2, _hatch(name))  # before the paper and what is on it
    _use_hatch(root, name)
    return ElementTree.tostring(root, encoding="unicode")


def _marks(state: State, step: Step | None) -> tuple[Marks, PencilMarks | None]:
    marks = Marks.of(state.problem, state.facts, step)
    return marks, PencilMarks.of(state.problem, state.facts, step)


def _picture(wording: Wording, marks: Marks, pencil: PencilMarks | None) -> Drawing:
    if isinstance(layout := wording.problem.layout, Board):
        return board_drawing(layout, marks, pencil)
    if isinstance(layout, Staircase):
        return staircase_drawing(layout, marks, letters_of(marks))
    return table_drawing(wording, marks, letters_of(marks))


def _entries(wording: Wording, marks: Marks, pencil: PencilMarks | None) -> list[Entry]:
    problem, language = wording.problem, wording.language
    entries = step_entries(problem.layout, marks, language, pencil)
    if isinstance(layout := problem.layout, Board):
        entries += digit_entries(marks, language)
        return [*entries, *cage_entries(layout, language), *mark_entries(pencil, language)]
    if isinstance(layout, Staircase):
        entries += link_entries(marks, language)
    elif has_columns(problem, marks):
        entries += value_entries(marks, language)
    return [*entries, *letter_entries(marks, language)]


def _touchable(picture: Drawing, marks: Marks) -> Iterator[Element]:
    """The shapes of rules below those of facts, so that a pointer finds the smaller one first."""
    parts = {f"r{n}": sorted(rule.variables) for n, rule in enumerate(marks.rules)}
    parts |= {f"f{n}": [name] for n, name in enumerate(marks.used)}
    for part, names in parts.items():
        boxes = (picture.places[name] for name in names if name in picture.places)
        path = "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, y, w, h in boxes)
        yield shape("path", "part", data_part=part, d=path)


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
    return name if step is None else f"{name}: {wording.derived(step)}"


def description_of(wording: Wording, state: State, step: Step | None) -> str:
    """What a picture shows, for those who cannot see it."""
    if step is not None:
        return wording.step(step)
    return wording.language.say("picture.state", known=len(state.facts), open=len(state.targets))
