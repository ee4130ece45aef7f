"""Pictures for notebooks, which show themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.errors import expect
from hintwise.problem import Brief, State, Step
from hintwise.render.page.frame import escaped
from hintwise.render.svg.steps import description_of, svg, title_of
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of


@dataclass(frozen=True, slots=True, repr=False)
class Picture(Brief):
    """An SVG document, its title, and what it shows in a sentence; a notebook shows all."""

    svg: str
    title: str
    description: str

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        caption = f"<figcaption>{escaped(self.description)}</figcaption>"
        return f'<figure style="margin:0">{self.svg}{caption}</figure>'

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {"svg": self.svg, "title": self.title, "description": self.description}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Picture:
        """Read what `as_json` wrote."""
        return cls(**{name: str(record[name]) for name in ("svg", "title", "description")})


def picture(state: State, step: Step | None = None, *, language: str = DEFAULT) -> Picture:
    """A state, or a step from it, as a picture.

    The same state and step give the same picture, byte for byte.
    """
    expect(state, State, "a State")
    expect(step, Step | None, "a Step, or None")
    wording = wording_of(state.problem, language)
    # A page may show many pictures, and ids must differ between them.
    digest = hashlib.sha256(svg(state, step, language=language).encode()).hexdigest()
    return Picture(
        svg(state, step, name=f"hw-{digest[:8]}", language=language),
        title_of(wording, step),
        description_of(wording, state, step),
    )
