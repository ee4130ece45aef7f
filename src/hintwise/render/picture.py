"""Pictures for notebooks, which show themselves."""

from __future__ import annotations

import hashlib
import html
from dataclasses import dataclass

from hintwise.problem import State, Step
from hintwise.render.svg.shapes import xml_text
from hintwise.render.svg.steps import svg
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import step_text


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG document and the sentence that goes with it; a notebook shows both."""

    svg: str
    text: str = ""

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        caption = f"<figcaption>{html.escape(xml_text(self.text))}</figcaption>"
        return f'<figure style="margin:0">{self.svg}{caption if self.text else ""}</figure>'


def picture(state: State, step: Step | None = None, *, language: str = DEFAULT) -> Picture:
    """A state, or a step from it, as a picture.

    The same state and step give the same picture, byte for byte.
    """
    text = "" if step is None else step_text(state.problem, step, language)
    # A page may show many pictures, and ids must differ between them.
    digest = hashlib.sha256(svg(state, step, language=language).encode()).hexdigest()
    return Picture(svg(state, step, name=f"hw-{digest[:8]}", language=language), text)
